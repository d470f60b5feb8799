/// Joints that move the vertices of a mesh.
public struct Skin: Sendable, Equatable {
    /// The name; not necessarily unique.
    public var name: String?
    /// Nodes; vertices refer to them by their place in this list.
    public var joints: [Int]
    /// From the mesh's coordinates to those of each joint, in the pose in which they were bound; empty: the identity.
    public var inverseBindMatrices: [AffineMap] = []
    /// The node that all joints are below; nil where the file names none.
    public var skeleton: Int?

    /// A skin of these joints.
    public init(name: String? = nil, joints: [Int]) {
        self.name = name
        self.joints = joints
    }
}
