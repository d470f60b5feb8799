import Geometry

/// A 3D scene as model files keep it: a forest of nodes that place meshes, point clouds, cameras and lights, with materials, skins
/// and animations. Metres, y up, right-handed; angles in radians; colours linear.
///
/// Parts refer to each other by index into the arrays of the scene, as in glTF 2.0, whose terms the names follow. A reader keeps
/// what its file holds; `ModelFormat.features` (module ModelFormats) says what a format keeps. `flaw` names the first broken rule.
public struct Scene: Sendable, Equatable {
    /// The name of the scene, which most formats take from the file.
    public var name: String?
    /// All nodes; each is the child of at most one other.
    public var nodes: [Node] = []
    /// The nodes without a parent, in order. Nodes that can't be reached from them are not part of the scene.
    public var roots: [Int] = []
    /// What nodes place.
    public var meshes: [Mesh] = []
    /// What primitives refer to.
    public var materials: [Material] = []
    /// What materials refer to.
    public var textures: [Texture] = []
    /// Encoded images, which textures refer to.
    public var images: [EncodedImage] = []
    /// Joints of skinned meshes.
    public var skins: [Skin] = []
    /// Changes over time.
    public var animations: [Animation] = []
    /// What nodes place as cameras.
    public var cameras: [Camera] = []
    /// What nodes place as punctual lights.
    public var lights: [Light] = []
    /// The offset in metres that is added to each world position to get the coordinates of the file. Zero except for map
    /// coordinates (a global shift).
    public var origin = SIMD3<Double>()
    /// The coordinate reference system as WKT; nil if the file declares none.
    public var crs: String?
    /// What a program stored beside the standard properties of the scene.
    public var extras: JSONValue?
    /// What was not read, or was assumed while reading: one sentence each.
    public var notes: [String] = []

    /// An empty scene.
    public init() {}

    /// The number of triangles of all meshes, each as often as nodes place it.
    public var triangleCount: Int { placed { $0.primitives.reduce(0) { $0 + $1.triangleCount } } }

    /// The number of vertices or points of all meshes, each as often as nodes place it.
    public var vertexCount: Int { placed { $0.primitives.reduce(0) { $0 + $1.positions.count } } }

    private func placed(_ count: (Mesh) -> Int) -> Int {
        nodes.reduce(0) { sum, node in
            guard let mesh = node.mesh, meshes.indices.contains(mesh) else { return sum }
            return sum + count(meshes[mesh]) * max(1, node.instances.count)
        }
    }

    /// Appends a note, once and at most twenty in all.
    public mutating func note(_ sentence: String) {
        if !notes.contains(sentence), notes.count < 20 { notes.append(sentence) }
    }
}
