import Geometry

extension Simplification {
    /// Wedges per position from which on a mesh does not count as a surface with seams, but as separate triangles.
    private static let maxWedges = 4

    /// The mesh with one vertex for all that share a position and texture coordinates, where it is hardly connected without: their
    /// colours become the mean, the normals are computed again. Nil where that would not join the triangles.
    static func joiningVertices(of mesh: TriangleMesh, classes: VertexClasses) -> TriangleMesh? {
        guard classes.firstOfWedge.count > maxWedges * classes.firstOfClass.count else { return nil }
        var bare = mesh
        bare.normals = []
        bare.colors = []
        let groups = VertexClasses(bare)
        guard groups.firstOfWedge.count * maxWedges < classes.firstOfWedge.count else { return nil }
        var joined = TriangleMesh(
            positions: groups.firstOfWedge.map { mesh.positions[Int($0)] },
            textureCoordinates: mesh.textureCoordinates.isEmpty
                ? [] : groups.firstOfWedge.map { mesh.textureCoordinates[Int($0)] },
            indices: mesh.indices.map { groups.wedges[Int($0)] })
        if !mesh.colors.isEmpty {
            joined.colors = [Vector3](repeating: .zero, count: joined.positions.count)
            var shares = [Float](repeating: 0, count: joined.positions.count)
            for (i, group) in groups.wedges.enumerated() {
                joined.colors[Int(group)] += mesh.colors[i]
                shares[Int(group)] += 1
            }
            for k in joined.colors.indices { joined.colors[k] /= shares[k] }
        }
        if !mesh.normals.isEmpty { joined.computeNormals() }
        return joined
    }
}
