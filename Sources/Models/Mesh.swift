import Geometry

/// The geometry that nodes place: primitives, each with one material.
public struct Mesh: Sendable, Equatable {
    /// The name; not necessarily unique.
    public var name: String?
    /// The parts.
    public var primitives: [Primitive]
    /// Weights of the morph targets where a node has none; empty: zero.
    public var weights: [Float] = []
    /// Names of the morph targets; empty where they have none.
    public var targetNames: [String] = []
    /// What a program stored beside the standard properties.
    public var extras: JSONValue?

    /// A mesh of these parts.
    public init(name: String? = nil, primitives: [Primitive] = []) {
        self.name = name
        self.primitives = primitives
    }

    /// The number of morph targets, which all primitives share.
    public var targetCount: Int { primitives.map(\.targets.count).max() ?? 0 }
}

/// A part of a mesh with one material. Attributes are empty or have one value for each vertex.
public struct Primitive: Sendable, Equatable {
    /// What the indices form.
    public enum Topology: String, Sendable, Equatable {
        /// Three indices for each triangle, counter-clockwise seen from outside.
        case triangles
        /// Two indices for each segment.
        case lines
        /// One index for each point.
        case points
    }

    /// What the indices form.
    public var topology = Topology.triangles
    /// Metres, in the node's coordinates.
    public var positions: [Vector3] = []
    /// Unit vectors.
    public var normals: [Vector3] = []
    /// Unit vectors along u; w is the sign of the bitangent, cross(normal, tangent) · w.
    public var tangents: [SIMD4<Float>] = []
    /// Up to two sets of texture coordinates: u to the right and v **downwards** from the upper left corner of the image, as in
    /// glTF.
    public var textureCoordinates: [[Vector2]] = []
    /// Linear RGB and opacity, 0…1.
    public var colors: [SIMD4<Float>] = []
    /// Four joints of the node's skin for each vertex.
    public var joints: [SIMD4<UInt16>] = []
    /// Their weights, which add up to 1.
    public var weights: [SIMD4<Float>] = []
    /// Morph targets: differences to the attributes.
    public var targets: [MorphTarget] = []
    /// Further values for each vertex or point.
    public var attributes: [PointAttribute] = []
    /// Indices of vertices; empty where the vertices are in order.
    public var indices: [UInt32] = []
    /// The material; nil for the standard one, which is white and rough.
    public var material: Int?

    /// An empty primitive.
    public init(_ topology: Topology = .triangles) { self.topology = topology }

    /// The number of triangles.
    public var triangleCount: Int { topology == .triangles ? elementCount / 3 : 0 }

    /// The number of indices, or of vertices where there are none.
    public var elementCount: Int { indices.isEmpty ? positions.count : indices.count }
}

/// Differences that a morph target makes to a primitive's attributes; empty or one for each vertex.
public struct MorphTarget: Sendable, Equatable {
    /// Metres.
    public var positions: [Vector3] = []
    /// Differences of unit vectors.
    public var normals: [Vector3] = []
    /// Differences of unit vectors; the sign of the bitangent does not change.
    public var tangents: [Vector3] = []

    /// No differences.
    public init() {}
}
