import Geometry

/// A camera as the renderer needs it, and what it looks at.
public struct Camera: Sendable, Equatable {
    /// Camera-to-world; it looks along its −z.
    public var pose: RigidTransform
    /// Vertical field of view in radians. An orthographic camera has a very narrow one, of the perspective camera that sees the
    /// same.
    public var fieldOfView: Float
    /// Metres that fit into the image's height; zero for a perspective camera.
    public var orthographicHeight: Float = 0
    /// Metres to what it looks at, whose size in the image flights keep; zero at eye height, where a flight goes by the eye
    /// itself.
    public var distance: Float
    /// How far ceiling and near walls are cut away: 1 over the sand table, 0 at eye height.
    public var openness: Float

    /// - Parameters:
    ///   - pose: camera to world.
    ///   - fieldOfView: vertical, radians.
    ///   - orthographicHeight: metres; 0 for a perspective camera.
    ///   - distance: metres to the focus.
    ///   - openness: 0 at eye height to 1 over the sand table.
    public init(pose: RigidTransform, fieldOfView: Float, orthographicHeight: Float = 0, distance: Float = 0, openness: Float = 0) {
        self.pose = pose
        self.fieldOfView = fieldOfView
        self.orthographicHeight = orthographicHeight
        self.distance = distance
        self.openness = openness
    }

    /// From what it looks at towards the eye.
    var back: Vector3 { pose.rotation.rotate(Vector3(0, 0, 1)) }
    var pivot: Vector3 { pose.translation - back * distance }
    /// Half of the metres in the image's height at the pivot, for one metre of distance.
    var slope: Float { Trigonometry.tan(fieldOfView * 0.5) }

    /// Near and far planes that hold all of `box`, and the visitor in it.
    func clipping(_ box: Bounds) -> (near: Float, far: Float) {
        let away = (pose.translation - box.center).length
        let reach = box.size.length * 0.5 + 1
        return (max(away - reach, 0.03), away + reach)
    }

    /// Between two cameras: what they look at, their turn on the shorter way, how much they see and how wide. At 0 and 1 it is `a`
    /// and `b`, bit for bit.
    static func between(_ a: Camera, _ b: Camera, at t: Float) -> Camera {
        if t <= 0 { return a }
        if t >= 1 { return b }
        func mix(_ p: Float, _ q: Float) -> Float { p + (q - p) * t }
        let rotation = turn(a.pose.rotation, b.pose.rotation, at: t)
        let slope = mix(a.slope, b.slope)
        let distance = mix(a.distance * a.slope, b.distance * b.slope) / slope
        let pivot = a.pivot + (b.pivot - a.pivot) * t
        let pose = RigidTransform(rotation: rotation, translation: pivot + rotation.rotate(Vector3(0, 0, 1)) * distance)
        return Camera(
            pose: pose, fieldOfView: 2 * Trigonometry.atan2(slope, 1), distance: distance, openness: mix(a.openness, b.openness))
    }

    /// Spherical interpolation on the shorter arc (Shoemake 1985), by the angle of the rotation between both.
    static func turn(_ a: Quaternion, _ b: Quaternion, at t: Float) -> Quaternion {
        var between = b * a.inverse
        if between.vector.w < 0 { between.vector = -between.vector }
        let v = Vector3(between.vector.x, between.vector.y, between.vector.z)
        let sine = v.length
        guard sine > 1e-7 else { return a }
        let angle = 2 * Trigonometry.atan2(sine, between.vector.w)
        return (Quaternion(angle: angle * t, axis: v) * a).normalized
    }
}
