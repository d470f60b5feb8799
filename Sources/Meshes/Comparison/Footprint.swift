import Geometry

/// The ground that a place covers.
public enum Footprint {
    /// The area in m² below the upward-facing surface, counted in cells of 5 cm: floor, and what stands on it, once each.
    public static func area(of mesh: TriangleMesh) -> Double {
        let cell: Float = 0.05
        let box = mesh.bounds
        guard !box.isEmpty, box.size.x < 2000, box.size.z < 2000 else { return 0 }
        let columns = Int(box.size.x / cell) + 1
        let rows = Int(box.size.z / cell) + 1
        var covered = [Bool](repeating: false, count: columns * rows)
        for i in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(i)
            let n = cross(b - a, c - a)
            guard n.y > 0.7 * n.length, n.y > 0 else { continue }
            let p = [a, b, c].map { Vector2(($0.x - box.min.x) / cell, ($0.z - box.min.z) / cell) }
            let xs = Int(p.map(\.x).min() ?? 0)...Int(p.map(\.x).max() ?? 0)
            let zs = Int(p.map(\.y).min() ?? 0)...Int(p.map(\.y).max() ?? 0)
            for z in zs {
                for x in xs where z < rows && x < columns && !covered[z * columns + x] {
                    covered[z * columns + x] = xs.count * zs.count <= 4 || inside(Vector2(Float(x) + 0.5, Float(z) + 0.5), p)
                }
            }
        }
        return Double(covered.count { $0 }) * Double(cell * cell)
    }

    private static func inside(_ q: Vector2, _ p: [Vector2]) -> Bool {
        func side(_ a: Vector2, _ b: Vector2) -> Float { (b.x - a.x) * (q.y - a.y) - (b.y - a.y) * (q.x - a.x) }
        let s = side(p[0], p[1])
        let t = side(p[1], p[2])
        let u = side(p[2], p[0])
        return (s >= 0 && t >= 0 && u >= 0) || (s <= 0 && t <= 0 && u <= 0)
    }
}
