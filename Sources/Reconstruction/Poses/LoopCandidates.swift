import Geometry
import Support

/// Finds keyframes that see the same surfaces, and so can be aligned with each other.
struct LoopCandidates {
    /// Two keyframes, `from` < `to`.
    struct Pair: Hashable, Sendable {
        var from: Int
        var to: Int
    }

    private let frames: [Keyframe]
    /// Some points of each frame with their normals, in its camera.
    private let samples: [[(point: Vector3, normal: Vector3)]]

    init(_ frames: [Keyframe]) {
        self.frames = frames
        samples = frames.map { frame in
            let level = frame.coarse
            let step = max(1, level.width / 10)
            var found: [(point: Vector3, normal: Vector3)] = []
            for y in stride(from: step / 2, to: level.height, by: step) {
                for x in stride(from: step / 2, to: level.width, by: step) {
                    if let surface = level.surface(x, y) { found.append(surface) }
                }
            }
            return found
        }
    }

    /// For each keyframe the pairs with earlier ones that see most of the same where `poses` put them: `limit` a keyframe at most,
    /// half of them with the keyframes just before.
    /// - Parameter minimum: share of the surface that both see, 0…1.
    func overlapping(_ poses: [Motion], minimum: Double, limit: Int) -> [[Pair]] {
        let spheres = zip(samples, poses).map { points, pose in Self.sphere(points, pose) }
        var result = [[Pair]](repeating: [], count: frames.count)
        result.withUnsafeMutableBufferPointer { result in
            Parallel.forEach(frames.count) { j in
                var scored: [(i: Int, share: Double)] = []
                for i in 0..<j {
                    let reach = spheres[i].radius + spheres[j].radius
                    let apart = spheres[i].center - spheres[j].center
                    guard (apart * apart).sum() < reach * reach else { continue }
                    let share = overlap(j, i: i, motion: poses[i].inverse * poses[j])
                    if share >= minimum { scored.append((i, share)) }
                }
                scored.sort { $0.share != $1.share ? $0.share > $1.share : $0.i < $1.i }
                // Those just before see the most, but those of an earlier visit hold the trajectory together.
                let recent = scored.filter { j - $0.i <= KeyframeMap.loopGap }.prefix(limit / 2)
                let earlier = scored.filter { j - $0.i > KeyframeMap.loopGap }.prefix(limit / 2)
                result[j] = (recent + earlier).map { Pair(from: $0.i, to: j) }
            }
        }
        return result
    }

    /// Pairs of keyframes whose images look alike, wherever they are; `limit` a keyframe at most, the most alike first.
    func alike(minimum: Float, limit: Int) -> [[Pair]] {
        var result = [[Pair]](repeating: [], count: frames.count)
        result.withUnsafeMutableBufferPointer { result in
            Parallel.forEach(frames.count) { j in
                var scored: [(i: Int, likeness: Float)] = []
                for i in 0..<max(j - 2, 0) {
                    let likeness = Self.likeness(frames[i].thumbnail, frames[j].thumbnail)
                    if likeness >= minimum { scored.append((i, likeness)) }
                }
                scored.sort { $0.likeness != $1.likeness ? $0.likeness > $1.likeness : $0.i < $1.i }
                result[j] = scored.prefix(limit).map { Pair(from: $0.i, to: j) }
            }
        }
        return result
    }

    /// −1…1: how alike two thumbnails are.
    static func likeness(_ a: [Float], _ b: [Float]) -> Float {
        var sum = SIMD8<Float>(repeating: 0)
        a.withUnsafeBytes { a in
            b.withUnsafeBytes { b in
                for i in stride(from: 0, to: min(a.count, b.count) - 31, by: 32) {
                    sum +=
                        a.loadUnaligned(fromByteOffset: i, as: SIMD8<Float>.self)
                        * b.loadUnaligned(fromByteOffset: i, as: SIMD8<Float>.self)
                }
            }
        }
        return sum.sum()
    }

    /// The share of frame j's samples that frame i sees where `motion` puts them (camera j to camera i), within 0.3 m.
    func overlap(_ j: Int, i: Int, motion: Motion) -> Double {
        let level = frames[i].coarse
        guard motion.isFinite, samples[j].count >= 8 else { return 0 }
        let transform = motion.transform
        let rotation = transform.rotation.matrix
        var hits = 0
        for (point, normal) in samples[j] {
            let p = rotation * point + transform.translation
            guard let pixel = level.camera.project(p), pixel.x > -0.5, pixel.y > -0.5, pixel.x < Float(level.width) - 0.5,
                pixel.y < Float(level.height) - 0.5,
                let seen = level.surface(Int(pixel.x + 0.5), Int(pixel.y + 0.5))
            else { continue }
            if (seen.point.z - p.z).magnitude < 0.3, dot(seen.normal, rotation * normal) > 0.5 { hits += 1 }
        }
        return Double(hits) / Double(samples[j].count)
    }

    /// A ball in the world around most of what a frame sees.
    private static func sphere(_ points: [(point: Vector3, normal: Vector3)], _ pose: Motion) -> (
        center: SIMD3<Double>, radius: Double
    ) {
        guard !points.isEmpty else { return (pose.translation, 0) }
        let center = points.reduce(Vector3(repeating: 0)) { $0 + $1.point } / Float(points.count)
        let radius = points.reduce(Float(0)) { max($0, ($1.point - center).length) }
        return (pose.rotate(SIMD3<Double>(center)) + pose.translation, Double(radius) + 0.3)
    }
}
