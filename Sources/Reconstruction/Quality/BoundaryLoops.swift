import Meshes
import Geometry

/// Boundary loops of a scanned surface: where the observed surface ends.
public enum BoundaryLoops {
    /// The boundary loops of a mesh as polylines, the longest first, for people to see. A closed one ends where it begins.
    /// - Parameters:
    ///   - mesh: the surface.
    ///   - minimumLength: shorter ones are left out, metres.
    ///   - tolerance: points nearer than this many metres to the line between their neighbours are left out.
    ///   - filled: triangles that were added to fill holes do not count as observed.
    public static func find(
        in mesh: TriangleMesh, minimumLength: Float = 0.1, tolerance: Float = 0.01, filled: FilledPatches? = nil
    ) -> [[Vector3]] {
        loops(in: mesh, filled: filled).compactMap { loop -> (length: Float, line: [Vector3])? in
            guard loop.length >= minimumLength else { return nil }
            var line = loop.points
            if loop.isClosed { line.append(line[0]) }
            return (loop.length, simplified(line, tolerance: tolerance))
        }.sorted { $0.length > $1.length }.map(\.line)
    }

    /// A boundary loop of the mesh.
    struct Loop {
        var points: [Vector3]
        var isClosed: Bool
        var length: Float
        /// The area in m² that a flat patch would have, and its middle.
        var area: Float
        var center: Vector3
        /// The mean normal of the surface at the loop; not of unit length where it turns.
        var normal: Vector3
        /// Cosine between the patch's and the surface's normal: 1 for a hole in a wall, −1 for the outer boundary of a sheet.
        var agreement: Float
    }

    static func loops(in mesh: TriangleMesh, filled: FilledPatches?) -> [Loop] {
        var indices = mesh.indices
        if let range = filled?.triangles, range.upperBound * 3 <= indices.count {
            indices.removeSubrange(range.lowerBound * 3..<range.upperBound * 3)
        }
        let topology = MeshTopology(indices: indices, vertexCount: mesh.positions.count)
        return topology.boundaryLoops().compactMap { rim in
            guard rim.halfEdges.count > 1 else { return nil }
            var points = rim.halfEdges.map { mesh.positions[Int(indices[Int($0)])] }
            if !rim.isClosed, let last = rim.halfEdges.last {
                points.append(mesh.positions[Int(indices[MeshTopology.next(Int(last))])])
            }
            let center = points.reduce(Vector3.zero, +) / Float(points.count)
            var length = Float(0)
            var cut = Vector3.zero
            var normal = Vector3.zero
            for (i, h) in rim.halfEdges.enumerated() {
                let a = points[i]
                let b = points[(i + 1) % points.count]
                length += (b - a).length
                // Against the surface's sense: the patch is on the other side of the loop.
                cut += cross(b - center, a - center) * 0.5
                let t = Int(h) / 3 * 3
                let (p, q, r) = (
                    mesh.positions[Int(indices[t])], mesh.positions[Int(indices[t + 1])], mesh.positions[Int(indices[t + 2])]
                )
                normal += cross(q - p, r - p).normalized * (b - a).length
            }
            if length > 0 { normal /= length }
            return Loop(
                points: points, isClosed: rim.isClosed, length: length, area: cut.length, center: center, normal: normal,
                agreement: dot(cut.normalized, normal.normalized))
        }
    }

    /// Leaves out points within `tolerance` of the line between those kept (Douglas and Peucker 1973).
    private static func simplified(_ line: [Vector3], tolerance: Float) -> [Vector3] {
        guard line.count > 2 else { return line }
        var isKept = [Bool](repeating: false, count: line.count)
        isKept[0] = true
        isKept[line.count - 1] = true
        var open = [(0, line.count - 1)]
        while let (a, b) = open.popLast() {
            guard b - a > 1 else { continue }
            let way = line[b] - line[a]
            let length = way.lengthSquared
            var worst = a
            var far = tolerance
            for i in a + 1..<b {
                let off = line[i] - line[a]
                let t = length > 0 ? min(max(dot(off, way) / length, 0), 1) : 0
                let d = (off - way * t).length
                if d > far { (worst, far) = (i, d) }
            }
            guard worst > a else { continue }
            isKept[worst] = true
            open.append((a, worst))
            open.append((worst, b))
        }
        return zip(line, isKept).filter(\.1).map(\.0)
    }
}
