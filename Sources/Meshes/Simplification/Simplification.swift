import Geometry

/// Simplification of meshes by edge collapse.
public enum Simplification {
    /// Where simplification stops and what it keeps.
    public struct Options: Sendable, Equatable {
        /// Keeps the vertices on open edges where they are, so that pieces of one surface still meet.
        public var locksBorders: Bool
        /// Stops before a collapse would move the surface farther than this many metres, however many triangles there still are.
        public var maximumError: Float

        /// How much changes of attributes of textured meshes count beside changes of the shape; other meshes are simplified by
        /// their shape alone.
        public var attributeWeights: AttributeWeights

        /// Options; `maximumError` is in metres.
        public init(
            locksBorders: Bool = false, maximumError: Float = .infinity, attributeWeights: AttributeWeights = AttributeWeights()
        ) {
            self.locksBorders = locksBorders
            self.maximumError = maximumError
            self.attributeWeights = attributeWeights
        }
    }

    /// How much changes of attributes count beside changes of the shape.
    public struct AttributeWeights: Sendable, Equatable {
        /// The shape error in metres that equals a shift of the texture by one metre along the surface.
        public var textureCoordinates: Float
        /// The shape error, as a share of the mean edge length of the result, that equals a change of a normal by 1 (60°).
        public var normals: Float
        /// The shape error, as a share of the mean edge length of the result, that equals a change of a channel from 0 to 1.
        public var colors: Float

        /// Weights; 0 leaves an attribute out of account.
        public init(textureCoordinates: Float = 1, normals: Float = 0.05, colors: Float = 0.1) {
            self.textureCoordinates = textureCoordinates
            self.normals = normals
            self.colors = colors
        }

        var areValid: Bool { [textureCoordinates, normals, colors].allSatisfy { $0 >= 0 && $0.isFinite } }

        /// Whether a mesh has an attribute that counts.
        func isAny(of mesh: TriangleMesh) -> Bool {
            (textureCoordinates > 0 && !mesh.textureCoordinates.isEmpty) || (normals > 0 && !mesh.normals.isEmpty)
                || (colors > 0 && !mesh.colors.isEmpty)
        }
    }

    /// The simplified mesh and its error.
    public struct Result: Sendable, Equatable {
        /// The kept vertices where they were. Their normals, colours and texture coordinates are those of vertices of the input, on
        /// seams not always of the same ones.
        public var mesh: TriangleMesh
        /// How far, in metres, the surface or its border moved at the worst collapse, as the quadrics estimate it. 0 where nothing
        /// was done.
        public var error: Float
        /// Whether triangles with corners of their own were joined, because the mesh was hardly connected: their colours became
        /// means and the normals were computed again.
        public var joinedVertices = false
    }

    /// Collapses edges, the least visible first, until `count` triangles are left.
    ///
    /// Meshes without texture coordinates are simplified by meshoptimizer (Garland and Heckbert 1997), others by quadric error
    /// metrics over the shape and over texture coordinates, normals and colours (Hoppe 1999): each collapse moves a vertex onto a
    /// neighbour, so that kept vertices stay where they were. Vertices at one position move together, so no seam of a textured
    /// mesh opens: along a seam they become the neighbour's vertices on both of its sides; across one they
    /// keep their attributes, which stretches their chart. Surfaces stay connected as they are, but holes of three edges close and
    /// pieces of one triangle vanish, so the result can have more triangles than asked for. A mesh that has no more than `count`
    /// comes back as it is. The same mesh gives the same result.
    ///
    /// Beside the mesh it takes about 36 bytes a triangle and 100 to 310 bytes a vertex, by the attributes that there are.
    /// - Parameters:
    ///   - mesh: the surface to simplify.
    ///   - count: triangles to be left, at least 1.
    ///   - options: limits of the simplification.
    /// - Throws: `MeshError.badOption` for a count below 1 or a mesh that breaks its promises, `.nothingSeen` without triangles.
    public static func simplify(
        _ mesh: TriangleMesh, toTriangles count: Int, options: Options = Options()
    ) throws(MeshError) -> Result {
        guard count >= 1 else { throw .badOption("\(count) triangles were asked for; it must be 1 or more") }
        guard options.maximumError >= 0 else {
            throw .badOption("the maximum error is \(options.maximumError) m; it must be 0 or more")
        }
        guard options.attributeWeights.areValid else {
            throw .badOption("an attribute weight is negative or not finite; weights must be 0 or more")
        }
        if let flaw = mesh.flaw { throw .badOption("the mesh is damaged: \(flaw)") }
        guard mesh.triangleCount > 0 else { throw .nothingSeen("there are no triangles to simplify") }
        guard mesh.triangleCount > count else { return Result(mesh: mesh, error: 0) }
        guard !mesh.textureCoordinates.isEmpty else { return plain(mesh, count: count, options: options) }
        let classes = VertexClasses(mesh)
        if let joined = joiningVertices(of: mesh, classes: classes) {
            var result = collapse(joined, VertexClasses(joined), count: count, options: options)
            result.joinedVertices = true
            return result
        }
        return collapse(mesh, classes, count: count, options: options)
    }

    private static func collapse(_ mesh: TriangleMesh, _ classes: VertexClasses, count: Int, options: Options) -> Result {
        let collapse = EdgeCollapse(mesh, classes: classes, target: count, options: options)
        guard collapse.liveCount > 0 else { return Result(mesh: mesh, error: 0) }
        collapse.run(to: count)
        return Result(mesh: collapse.mesh(from: mesh), error: collapse.error)
    }
}
