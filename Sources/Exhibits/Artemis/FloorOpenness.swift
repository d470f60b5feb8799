import Geometry
import Support

/// How much of the sky the points of a floor see: a grid around the models.
struct FloorOpenness: Sendable {
    let y: Float
    private static let count = 112
    private let low: Vector3
    private let cell: Vector2
    private var values: [Float]

    init(_ mesh: TriangleMesh, bvh: BVH, y: Float, reach: Float) {
        self.y = y
        let bounds = mesh.bounds
        let margin = reach
        low = bounds.min - Vector3(margin, 0, margin)
        let size = bounds.size + Vector3(2 * margin, 0, 2 * margin)
        let n = Self.count
        cell = Vector2(size.x, size.z) / Float(n - 1)
        let low = low
        let cell = cell
        values = [Float](count: n * n) { range, out in
            for i in range {
                let p = Vector3(low.x + Float(i % n) * cell.x, y + 0.01, low.z + Float(i / n) * cell.y)
                var free = 0
                for k in 0..<32 {
                    let u = (Float(k) + 0.5) / 32
                    let (s, c) = Trigonometry.sincos(Float(k) * 2.399_963 + Float(i % 7))
                    let d = Vector3(u.squareRoot() * c, (1 - u).squareRoot(), u.squareRoot() * s)
                    if bvh.intersect(Ray(origin: p, direction: d), maximum: reach * 2) == nil { free += 1 }
                }
                out[i] = Float(free) / 32
            }
        }
        smooth()
    }

    private mutating func smooth() {
        let n = Self.count
        for (along, across) in [(1, n), (n, 1)] {
            var result = values
            for row in 0..<n {
                for i in 1..<n - 1 {
                    let at = row * across + i * along
                    result[at] = (values[at - along] + 2 * values[at] + values[at + along]) / 4
                }
            }
            values = result
        }
    }

    /// 0…1 at a point of the floor; 1 outside of the grid.
    func openness(_ p: Vector3) -> Float {
        let n = Self.count
        let x = (p.x - low.x) / cell.x
        let z = (p.z - low.z) / cell.y
        guard x >= 0, z >= 0, x < Float(n - 1), z < Float(n - 1) else { return 1 }
        let i = Int(x)
        let k = Int(z)
        let near = values[k * n + i] + (values[k * n + i + 1] - values[k * n + i]) * (x - Float(i))
        let far = values[(k + 1) * n + i] + (values[(k + 1) * n + i + 1] - values[(k + 1) * n + i]) * (x - Float(i))
        return near + (far - near) * (z - Float(k))
    }
}
