import Geometry

/// A place in a scene, relative to its parent.
public struct Node: Sendable, Equatable {
    /// The name; not necessarily unique.
    public var name: String?
    /// From the node's to its parent's coordinates.
    public var transform = NodeTransform.identity
    /// Nodes that move with this one.
    public var children: [Int] = []
    /// The mesh that stands here.
    public var mesh: Int?
    /// The skin of the mesh. A skinned mesh is placed by its joints, not by its node.
    public var skin: Int?
    /// The camera that stands here; it looks along −z with +y up.
    public var camera: Int?
    /// The light that stands here; it shines along −z.
    public var light: Int?
    /// Weights of the mesh's morph targets; empty: those of the mesh.
    public var weights: [Float] = []
    /// The mesh stands once at each of these, relative to the node (EXT_mesh_gpu_instancing); empty: once at the node.
    public var instances: [NodeTransform] = []
    /// Whether it is shown, with all below it.
    public var isVisible = true
    /// What a program stored beside the standard properties.
    public var extras: JSONValue?

    /// A node at the place of its parent.
    public init(name: String? = nil, transform: NodeTransform = .identity) {
        self.name = name
        self.transform = transform
    }
}

/// A transform as a node stores it: translation, rotation and scale, which animations change, or a matrix.
public enum NodeTransform: Sendable, Equatable {
    /// Scales first, then rotates, then translates. The translation is in metres, the rotation a unit quaternion x, y, z, w.
    case parts(translation: SIMD3<Double>, rotation: SIMD4<Double>, scale: SIMD3<Double>)
    /// A linear map and a translation.
    case matrix(AffineMap)

    /// No change.
    public static let identity = NodeTransform.parts(
        translation: .zero, rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 1))

    /// The same as a map.
    public var affine: AffineMap {
        switch self {
        case .matrix(let matrix): matrix
        case .parts(let t, let q, let s): AffineMap(translation: t, rotation: q, scale: s)
        }
    }

    /// The same as translation, rotation and scale; nil where the matrix shears.
    public var parts: (translation: SIMD3<Double>, rotation: SIMD4<Double>, scale: SIMD3<Double>)? {
        switch self {
        case .parts(let t, let q, let s): (t, q, s)
        case .matrix(let matrix): matrix.parts
        }
    }

    /// Whether it changes nothing.
    public var isIdentity: Bool { affine == .identity }
}
