import Geometry
import Support

extension HoleFilling {
    /// Makes a surface watertight: afterwards each edge has exactly two triangles that face the same way, whatever the input was.
    ///
    /// Equal points and needles' ends are joined, triangles turned to face one way, edges with more than two triangles and points
    /// where fans touch cut apart, and each boundary loop is then closed by a patch of small area: small ones faired to continue
    /// the surface, wide ones flat. What the surface was stays as it was; a patch may pass through other parts of it where loops
    /// are tangled. Texture coordinates are dropped where something had to be closed.
    /// - Returns: the patches, among the mesh's last triangles.
    @discardableResult
    public static func close(_ mesh: inout TriangleMesh) -> FilledPatches {
        MeshRepair.weld(&mesh)
        MeshRepair.collapseNeedles(&mesh)
        guard mesh.triangleCount > 0 else { return FilledPatches() }
        MeshRepair.orient(&mesh)
        MeshRepair.cut(&mesh)
        let topology = MeshTopology(indices: mesh.indices, vertexCount: mesh.positions.count)
        // After cutting no chain is open, and no two boundary loops share a point.
        let loops = topology.boundaryLoops().map { Loop($0.halfEdges, mesh) }
        var filled = add(loops, to: &mesh) { _, _ in true }
        filled.patches.removeAll { $0.triangles.isEmpty }
        if !mesh.normals.isEmpty { mesh.computeNormals() }
        return filled
    }

    /// Whether each edge of a mesh has exactly two triangles that face the same way: it then encloses space.
    public static func isClosed(_ mesh: TriangleMesh) -> Bool {
        mesh.triangleCount > 0
            && MeshTopology(indices: mesh.indices, vertexCount: mesh.positions.count).opposite.allSatisfy { $0 >= 0 }
    }
}
