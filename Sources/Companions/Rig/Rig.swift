import Geometry
import Models

/// A skeleton in its rest pose, in which all joints have the axes of the world.
struct Rig: Sendable {
    /// A joint.
    struct Joint: Sendable {
        /// Which it is.
        var bone: Bone
        /// The number of the joint above it; nil for the root.
        var parent: Int?
        /// Metres, in the rest pose.
        var position: Vector3
    }

    /// The joints, parents before children.
    private(set) var joints: [Joint] = []
    private var indices = [Int](repeating: -1, count: Bone.allCases.count)

    /// A root on the floor.
    init() { add(.root, at: Vector3(repeating: 0), parent: nil) }

    /// Adds a joint below another one.
    mutating func add(_ bone: Bone, at position: Vector3, below parent: Bone) {
        add(bone, at: position, parent: indices[parent.rawValue])
    }

    /// Adds a joint and its counterpart on the other side.
    mutating func addPair(_ bone: Bone, at position: Vector3, below parent: Bone) {
        add(bone, at: position, below: parent)
        add(bone.opposite, at: Vector3(-position.x, position.y, position.z), below: parent.opposite)
    }

    private mutating func add(_ bone: Bone, at position: Vector3, parent: Int?) {
        precondition(parent != -1 && indices[bone.rawValue] == -1, "a joint is added once and below one that exists")
        indices[bone.rawValue] = joints.count
        joints.append(Joint(bone: bone, parent: parent, position: position))
    }

    /// The number of a bone's joint, which must exist.
    func index(_ bone: Bone) -> Int {
        let index = indices[bone.rawValue]
        precondition(index >= 0, "the companion has no such joint")
        return index
    }

    /// Whether there is such a joint.
    func has(_ bone: Bone) -> Bool { indices[bone.rawValue] >= 0 }

    /// The position of a joint relative to its parent.
    func offset(_ index: Int) -> Vector3 {
        joints[index].position - (joints[index].parent.map { joints[$0].position } ?? Vector3(repeating: 0))
    }
}
