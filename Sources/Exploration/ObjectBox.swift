import Geometry

/// An object of a room as an oriented box: a table, a stove, a window.
public struct ObjectBox: Sendable, Equatable {
    /// Centre in metres.
    public var center: Vector3
    /// Edge lengths along the box's own axes, in metres.
    public var size: Vector3
    /// From the box's own axes to the world's.
    public var rotation: Quaternion

    /// - Throws: `ExplorationError.badNumber` where it is no box.
    public init(center: Vector3, size: Vector3, rotation: Quaternion) throws(ExplorationError) {
        let length = (rotation.vector * rotation.vector).sum()
        guard center.isFinite, size.isFinite, size.x >= 0, size.y >= 0, size.z >= 0, length.isFinite, length > 1e-6 else {
            throw .badNumber
        }
        self.center = center
        self.size = size
        // What is of unit length stays as it is, bit for bit.
        self.rotation = (length - 1).magnitude < 1e-6 ? rotation : rotation.normalized
    }

    /// Where the ray enters the box (or leaves it, from inside), before `limit`, with the normal of that face: the slab test (Kay,
    /// Kajiya 1986) in the box's own axes.
    func intersect(_ ray: Ray, limit: Float) -> (t: Float, normal: Vector3)? {
        let inverse = rotation.inverse
        let origin = inverse.rotate(ray.origin - center)
        let direction = inverse.rotate(ray.direction)
        var enter = -Float.infinity
        var leave = Float.infinity
        var enterAxis = 0
        var leaveAxis = 0
        for axis in 0..<3 {
            let half = size[axis] * 0.5
            if direction[axis] == 0 {
                if origin[axis].magnitude > half { return nil }
                continue
            }
            let a = (-half - origin[axis]) / direction[axis]
            let b = (half - origin[axis]) / direction[axis]
            if min(a, b) > enter { (enter, enterAxis) = (min(a, b), axis) }
            if max(a, b) < leave { (leave, leaveAxis) = (max(a, b), axis) }
        }
        guard enter <= leave, leave > 0 else { return nil }
        let isInside = enter <= 0
        let t = isInside ? leave : enter
        guard t <= limit else { return nil }
        let axis = isInside ? leaveAxis : enterAxis
        var normal = Vector3(repeating: 0)
        normal[axis] = (direction[axis] > 0) != isInside ? -1 : 1
        // Against the ray, from inside too.
        if isInside { normal[axis] = direction[axis] > 0 ? -1 : 1 }
        return (t, rotation.rotate(normal))
    }
}
