/// A rotation followed by a translation in metres. As a camera's pose it maps camera to world; the camera looks along its −z, +y
/// up.
public struct RigidTransform: Sendable, Equatable {
    /// The rotation, applied first; a unit quaternion.
    public var rotation: Quaternion
    /// The translation in metres, applied after the rotation.
    public var translation: Vector3

    /// Rotates by `rotation`, then moves by `translation` metres.
    @inlinable
    public init(rotation: Quaternion = .identity, translation: Vector3 = Vector3(repeating: 0)) {
        self.rotation = rotation
        self.translation = translation
    }

    /// The transform that leaves every point where it is.
    public static let identity = RigidTransform()

    /// The rigid part of an affine matrix; the upper left 3x3 block must be a rotation.
    public init(_ m: Matrix4) {
        let c = m.columns
        rotation = Quaternion(
            Matrix3(Vector3(c.0.x, c.0.y, c.0.z), Vector3(c.1.x, c.1.y, c.1.z), Vector3(c.2.x, c.2.y, c.2.z)))
        translation = Vector3(c.3.x, c.3.y, c.3.z)
    }

    /// The pose of a camera at `eye` that looks at `target` with `up` upwards in its image.
    public static func lookingAt(_ target: Vector3, from eye: Vector3, up: Vector3 = Vector3(0, 1, 0)) -> RigidTransform {
        let back = (eye - target).normalized
        var right = cross(up, back)
        if right.lengthSquared < 1e-12 { right = cross(Vector3(0, 0, -1), back) }
        if right.lengthSquared < 1e-12 { right = Vector3(1, 0, 0) }
        right = right.normalized
        return RigidTransform(rotation: Quaternion(Matrix3(right, cross(back, right), back)), translation: eye)
    }

    /// The point `p` transformed.
    @inlinable
    public func apply(_ p: Vector3) -> Vector3 { rotation.rotate(p) + translation }

    /// `a * b` applies `b` first, then `a`.
    public static func * (a: RigidTransform, b: RigidTransform) -> RigidTransform {
        RigidTransform(rotation: (a.rotation * b.rotation).normalized, translation: a.apply(b.translation))
    }

    /// The transform that undoes this one.
    public var inverse: RigidTransform {
        let r = rotation.inverse
        return RigidTransform(rotation: r, translation: -r.rotate(translation))
    }

    /// The same transform as a 4x4 column-major matrix.
    public var matrix: Matrix4 {
        let (a, b, c) = rotation.matrix.columns
        return Matrix4(SIMD4(a, 0), SIMD4(b, 0), SIMD4(c, 0), SIMD4(translation, 1))
    }

    /// Whether every component is finite.
    public var isFinite: Bool {
        translation.isFinite && rotation.vector.x.isFinite && rotation.vector.y.isFinite
            && rotation.vector.z.isFinite && rotation.vector.w.isFinite
    }
}
