import Geometry
import Meshes

/// The region that cameras surround: a sphere around their focus that ends before the nearest of them.
struct ObjectRegion {
    let center: Vector3
    let radius: Float

    /// Share of the distance of the nearest cameras (a tenth of them may be nearer).
    private static let share: Float = 0.75

    init(_ focus: ViewFocus) {
        center = focus.center
        radius = Self.share * focus.distance(share: 0.1)
    }

    /// The triangles within the sphere.
    func clipped(_ mesh: TriangleMesh) -> TriangleMesh {
        var result = mesh
        result.indices = []
        result.textureCoordinates = []
        let isInside = mesh.positions.map { ($0 - center).lengthSquared < radius * radius }
        for t in 0..<mesh.triangleCount where (0..<3).allSatisfy({ isInside[Int(mesh.indices[3 * t + $0])] }) {
            result.indices += mesh.indices[3 * t..<3 * t + 3]
        }
        Components.dropUnusedVertices(&result)
        return result
    }

    /// The share of a mesh's surface, 0…1, that is farther from the focus than the nearest cameras.
    func shareOutside(_ mesh: TriangleMesh) -> Float {
        let limit = (radius / Self.share) * (radius / Self.share)
        var outside: Float = 0
        var total: Float = 0
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            let area = cross(b - a, c - a).length
            total += area
            if ((a + b + c) / 3 - center).lengthSquared > limit { outside += area }
        }
        return total > 0 ? outside / total : 0
    }

    /// The height above all places at which the lower part of an object ends at the sphere; nil where it doesn't.
    func lowerEnd(of mesh: TriangleMesh, voxelSize: Float) -> Float? {
        let topology = MeshTopology(indices: mesh.indices, vertexCount: mesh.positions.count)
        var heights: [Float] = []
        for loop in topology.boundaryLoops() {
            for edge in loop.halfEdges {
                let p = mesh.positions[Int(mesh.indices[Int(edge)])]
                if (p - center).length > radius - 2 * voxelSize, p.y < center.y - 0.3 * radius { heights.append(p.y) }
            }
        }
        guard heights.count >= 3 else { return nil }
        heights.sort()
        return heights[heights.count - 1 - heights.count / 20] + voxelSize
    }
}
