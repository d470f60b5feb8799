import Exploration
import Geometry
import Testing
import Support

/// Someone who walks about at random, sometimes long into one direction, at steps of any length, and is watched.
struct Walker {
    let exploration: Exploration
    private let bvh: BVH
    private var random: SplitMix64
    /// Where it has been, in cells of half a metre.
    private(set) var cells: Set<SIMD2<Int32>> = []

    init(_ place: Place, seed: UInt64) {
        exploration = Exploration(place)
        bvh = BVH(place.mesh)
        random = SplitMix64(seed: seed)
    }

    private var place: Place { exploration.place }

    mutating func walk(steps: Int, in what: String) {
        var input = ExplorationInput()
        var left = 0
        var wrong = 0
        for _ in 0..<steps {
            if left == 0 {
                left = Int(random.unit() * 90)
                let (s, c) = Trigonometry.sincos(random.unit() * 6.283)
                input = ExplorationInput(moveX: c, moveY: s, orbitX: (random.unit() - 0.5) * 0.05)
                if random.unit() < 0.1 { input.moveX = .nan }
            }
            left -= 1
            let before = exploration.avatar
            exploration.step(random.unit() < 0.9 ? 1 / 60 : random.unit() * 0.2, input)
            if let flaw = flaw(before, exploration.avatar) {
                wrong += 1
                if wrong < 3 { Issue.record("\(what): \(flaw) at \(exploration.avatar.position)") }
            }
            let p = exploration.avatar.position * 2
            if p.isFinite { cells.insert(SIMD2(Int32(p.x.rounded(.down)), Int32(p.z.rounded(.down)))) }
        }
        #expect(exploration.avatar.rescues == 0, "\(what): had to be rescued")
    }

    /// What is wrong with a step, by tests that share nothing with the walking but the ray test.
    private func flaw(_ before: Avatar, _ after: Avatar) -> String? {
        let p = after.position
        guard p.isFinite else { return "nowhere" }
        let box = place.bounds
        if p.x < box.min.x || p.x > box.max.x || p.z < box.min.z || p.z > box.max.z || p.y < box.min.y - 0.01 { return "outside" }
        if !place.isClear(p) { return "inside something" }
        // Between two steps the body's axis sweeps an area; rays at several heights must pass.
        for height in [Float(0.5), 0.7, 0.9, 1.1, 1.3] {
            let a = before.position + Vector3(0, height, 0)
            let b = p + Vector3(0, height, 0)
            let way = b - a
            if way.lengthSquared > 1e-10, let hit = bvh.intersect(Ray(origin: a, direction: way), maximum: 1), hit.t < 1 {
                return "through triangle \(hit.triangle) at height \(height)"
            }
        }
        // There is ground below, or around a hole: looked for closely, since what is left of a ragged floor can be a sliver.
        let down = Vector3(0, -1, 0)
        for r in stride(from: Float(0), through: 0.52, by: 0.04) {
            for k in 0..<16 {
                let (s, c) = Trigonometry.sincos(Float(k) * 0.3927)
                if bvh.intersect(Ray(origin: p + Vector3(c * r, 0.31, s * r), direction: down), maximum: 3) != nil { return nil }
            }
        }
        return "no ground"
    }
}
