import Geometry
import Meshes

/// The surface that is painted, in triangles so small that most views show the whole of one or nothing, with its coordinates
/// in the atlas.
struct PaintedSurface {
    /// Closed where the original is; with normals.
    let mesh: TriangleMesh
    /// The same triangles with texture coordinates; vertices at the borders of charts are doubled.
    let atlas: TriangleMesh
    /// For each vertex of `atlas` the vertex of `mesh` that it is.
    let sourceVertices: [UInt32]
    /// Whether a triangle is in the atlas.
    let isInChart: [Bool]
    let width: Int
    let height: Int

    /// Metres; edges of the surface are at most so long, and longer where the surface would have very many triangles.
    private static let edge: Float = 0.08
    private static let triangles: Float = 400_000

    /// How long an edge of this surface may be, in metres.
    static func longestEdge(of mesh: TriangleMesh) -> Float {
        // Equilateral triangles of this edge cover the surface with that many; split ones are about half as large.
        max(edge, (Float(mesh.area) * 4 / triangles).squareRoot())
    }

    /// - Parameter mesh: that `atlas` was made of, with its edges split at `longest` metres.
    init(_ mesh: TriangleMesh, atlas: UVAtlas, longest: Float) {
        self.mesh = mesh
        let split = SplitEdges(atlas.mesh, longest: longest)
        self.atlas = split.apply(to: atlas.mesh)
        // The same triangles in the same order.
        var sources = atlas.sourceVertices + [UInt32](repeating: 0, count: split.ends.count)
        for (corner, vertex) in split.indices.enumerated() { sources[Int(vertex)] = mesh.indices[corner] }
        sourceVertices = sources
        isInChart = split.parents.map { atlas.chartOfTriangle[Int($0)] >= 0 }
        width = atlas.width
        height = atlas.height
    }
}
