import Geometry

/// Which cells of a `FreeSpaceGrid` have observed surface, and which way it faces.
struct SurfaceCells {
    /// m² of the surface in a cell by the direction of its normal.
    struct Areas {
        var up: Float = 0
        var down: Float = 0
        var side: Float = 0
        /// Sum of the normals of the upright surface, by area.
        var normal = Vector3(repeating: 0)
    }

    /// m²; less surface in a cell does not count.
    private static let minArea: Float = 0.001
    /// Cosine between normal and vertical from which on a surface is level.
    private static let level: Float = 0.6

    private var cells: [SIMD3<Int32>: Areas] = [:]
    /// Radians from the x axis to the direction that most upright surfaces face, modulo a right angle.
    let heading: Float

    /// - Parameters:
    ///   - mesh: metres, y-up, in triangles of at most about a cell.
    ///   - count: its first triangles, which were observed.
    init(_ mesh: TriangleMesh, first count: Int) {
        // Four times the angle, so that the four directions of a rectangular room agree.
        var sum = Vector2(0, 0)
        for t in 0..<count {
            let (a, b, c) = mesh.corners(t)
            let middle = (a + b + c) / 3
            guard FreeSpaceGrid.isValid(middle) else { continue }
            let n = cross(b - a, c - a) / 2
            let area = n.length
            guard area > 0 else { continue }
            let key = FreeSpaceGrid.cell(of: middle)
            if n.y > Self.level * area {
                cells[key, default: Areas()].up += area
            } else if n.y < -Self.level * area {
                cells[key, default: Areas()].down += area
            } else {
                cells[key, default: Areas()].side += area
                cells[key, default: Areas()].normal += n
                let flat = Vector2(n.x, n.z)
                let length = (flat.x * flat.x + flat.y * flat.y).squareRoot()
                guard length > 0.9 * area else { continue }
                let u = flat / length
                let twice = Vector2(u.x * u.x - u.y * u.y, 2 * u.x * u.y)
                sum += Vector2(twice.x * twice.x - twice.y * twice.y, 2 * twice.x * twice.y) * area
            }
        }
        heading = sum == Vector2(0, 0) ? 0 : Trigonometry.atan2(sum.y, sum.x) / 4
    }

    func isUp(_ cell: SIMD3<Int32>) -> Bool { (cells[cell]?.up ?? 0) >= Self.minArea }

    func isDown(_ cell: SIMD3<Int32>) -> Bool { (cells[cell]?.down ?? 0) >= Self.minArea }

    /// Whether there is surface that stands upright in a cell.
    func isSide(_ cell: SIMD3<Int32>) -> Bool { (cells[cell]?.side ?? 0) >= Self.minArea }

    /// Which of four directions, a right angle apart, the upright surface of a cell faces.
    func quadrant(_ cell: SIMD3<Int32>) -> Int {
        guard let n = cells[cell]?.normal else { return 0 }
        let (s, c) = Trigonometry.sincos(heading)
        let x = n.x * c + n.z * s
        let z = n.z * c - n.x * s
        return x.magnitude > z.magnitude ? (x > 0 ? 0 : 1) : (z > 0 ? 2 : 3)
    }
}
