import Geometry

/// A stretch of a mesh's triangles with vertices of its own, for formats whose readers limit the length of a list.
struct MeshPiece {
    /// Indices of its vertices in the mesh.
    private(set) var vertices: [UInt32] = []
    /// Three per triangle, indices of its own vertices.
    private(set) var indices: [UInt32] = []

    /// Pieces in the order of the triangles; a mesh within the limits is one piece, with its vertices in their order.
    static func pieces(_ mesh: TriangleMesh, vertices limit: Int, triangles triangleLimit: Int) -> [MeshPiece] {
        if mesh.positions.count <= limit, mesh.triangleCount <= triangleLimit {
            return [MeshPiece(vertices: Array(0..<UInt32(mesh.positions.count)), indices: mesh.indices)]
        }
        var pieces: [MeshPiece] = []
        var piece = MeshPiece()
        // Where each vertex stands in the current piece, and in which piece that is.
        var place = [UInt32](repeating: 0, count: mesh.positions.count)
        var owner = [Int32](repeating: -1, count: mesh.positions.count)
        for t in 0..<mesh.triangleCount {
            if piece.vertices.count + 3 > limit || piece.indices.count >= 3 * triangleLimit {
                pieces.append(piece)
                piece = MeshPiece()
            }
            for k in 0..<3 {
                let v = Int(mesh.indices[3 * t + k])
                if owner[v] != Int32(pieces.count) {
                    owner[v] = Int32(pieces.count)
                    place[v] = UInt32(piece.vertices.count)
                    piece.vertices.append(UInt32(v))
                }
                piece.indices.append(place[v])
            }
        }
        if !piece.indices.isEmpty { pieces.append(piece) }
        return pieces
    }
}
