import Geometry

/// The soft shadow of a companion on the floor: a grid of how much light each place loses to what is above it.
struct FloorShadow: Sendable {
    private static let count = 64
    private let half: Float
    private var cells: [Float]

    /// The shadow of a surface on a square of floor.
    init(_ surface: PosedSurface, half: Float) {
        self.half = half
        let n = Self.count
        cells = [Float](repeating: 0, count: n * n)
        let cell = 2 * half / Float(n)
        for t in 0..<surface.mesh.triangleCount where surface.looks[t].emitted == .zero {
            let (a, b, c) = surface.mesh.corners(t)
            let middle = (a + b + c) / 3
            // Seen from above, half of the surface faces down: only that part casts a shadow.
            let area = max(-cross(b - a, c - a).y, 0) / 2
            let x = Int(((middle.x + half) / cell).rounded(.down))
            let z = Int(((middle.z + half) / cell).rounded(.down))
            guard area > 0, x >= 0, z >= 0, x < n, z < n else { continue }
            let nearness = 1 / (1 + max(middle.y, 0) * 9)
            cells[z * n + x] = min(cells[z * n + x] + area / (cell * cell) * nearness * nearness, 1.2)
        }
        for _ in 0..<3 { blur() }
    }

    /// The mean of five cells along both axes.
    private mutating func blur() {
        let n = Self.count
        for (along, across) in [(1, n), (n, 1)] {
            var result = cells
            for row in 0..<n {
                for i in 0..<n {
                    var sum: Float = 0
                    for k in max(i - 2, 0)...min(i + 2, n - 1) { sum += cells[row * across + k * along] }
                    result[row * across + i * along] = sum / 5
                }
            }
            cells = result
        }
    }

    /// The part of the light that arrives at a point of the floor, 0…1.
    func light(_ p: Vector3) -> Float {
        let n = Self.count
        let x = min(max((p.x + half) / (2 * half) * Float(n) - 0.5, 0), Float(n) - 1.001)
        let z = min(max((p.z + half) / (2 * half) * Float(n) - 0.5, 0), Float(n) - 1.001)
        let i = Int(x)
        let k = Int(z)
        let u = x - Float(i)
        let v = z - Float(k)
        func at(_ i: Int, _ k: Int) -> Float { cells[k * n + i] }
        let near = at(i, k) * (1 - u) + at(i + 1, k) * u
        let far = at(i, k + 1) * (1 - u) + at(i + 1, k + 1) * u
        return 1 - 0.75 * min(near + (far - near) * v, 1)
    }
}
