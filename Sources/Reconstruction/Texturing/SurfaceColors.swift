import Geometry
import Images
import Meshes

/// The colours of a fine surface, for places near it: what no image shows well is painted with them, also where the mesh that is
/// textured has fewer vertices.
struct SurfaceColors: Sendable {
    private let cell: Float
    /// Mean position and colour (sRGB codes) of the vertices in each cell.
    private let cells: [SIMD3<Int32>: (place: Vector3, color: Vector3)]

    /// - Parameters:
    ///   - mesh: with colours at its vertices; nil comes out where it has none.
    ///   - cell: metres; about the distance of its vertices.
    init?(_ mesh: TriangleMesh, cell: Float) {
        guard cell > 0, mesh.colors.count == mesh.positions.count, !mesh.colors.isEmpty else { return nil }
        self.cell = cell
        var sums: [SIMD3<Int32>: (place: Vector3, color: Vector3, count: Float)] = [:]
        sums.reserveCapacity(mesh.positions.count / 2)
        for (place, color) in zip(mesh.positions, mesh.colors) {
            guard let at = Self.cell(of: place, size: cell) else { continue }
            let code = SRGB.fromLinear(color)
            sums[at, default: (Vector3(repeating: 0), Vector3(repeating: 0), 0)].place += place
            sums[at]?.color += Vector3(Float(code.x), Float(code.y), Float(code.z))
            sums[at]?.count += 1
        }
        cells = sums.mapValues { (place: $0.place / $0.count, color: $0.color / $0.count) }
    }

    private static func cell(of place: Vector3, size: Float) -> SIMD3<Int32>? {
        let at = (place / size).rounded(.down)
        guard at.isFinite, abs(at.x) < 1e9, abs(at.y) < 1e9, abs(at.z) < 1e9 else { return nil }
        return SIMD3(Int32(at.x), Int32(at.y), Int32(at.z))
    }

    /// sRGB codes at a place, of the cells around it, the nearest most; nil where the surface is elsewhere.
    func color(at place: Vector3) -> Vector3? {
        guard let middle = Self.cell(of: place, size: cell) else { return nil }
        var sum = Vector3(repeating: 0)
        var weights: Float = 0
        for z: Int32 in -1...1 {
            for y: Int32 in -1...1 {
                for x: Int32 in -1...1 {
                    guard let found = cells[middle &+ SIMD3(x, y, z)] else { continue }
                    let off = (found.place - place) / cell
                    let weight = 1 / (dot(off, off) * dot(off, off) + 0.01)
                    sum += found.color * weight
                    weights += weight
                }
            }
        }
        return weights > 0 ? sum / weights : nil
    }
}
