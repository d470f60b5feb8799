/// A rotation as a unit quaternion (Hamilton convention, x y z w).
public struct Quaternion: Sendable, Equatable, BitwiseCopyable {
    /// x, y, z: the vector part; w: the scalar part.
    public var vector: SIMD4<Float>

    /// A quaternion of its components, which are not normalized: the vector part x, y, z and the scalar part w.
    @inlinable
    public init(_ x: Float, _ y: Float, _ z: Float, _ w: Float) { vector = SIMD4(x, y, z, w) }

    /// No rotation.
    public static let identity = Quaternion(0, 0, 0, 1)

    /// The rotation by `angle` radians about `axis` (need not be a unit vector), counter-clockwise seen against the axis.
    public init(angle: Float, axis: Vector3) {
        let (s, c) = Trigonometry.sincos(angle * 0.5)
        let a = axis.normalized * s
        self.init(a.x, a.y, a.z, c)
    }

    /// The rotation of a 3x3 rotation matrix (Shepperd's method: the largest of the four components first).
    public init(_ m: Matrix3) {
        let a = m.columns.0
        let b = m.columns.1
        let c = m.columns.2
        let trace = a.x + b.y + c.z
        if trace > 0 {
            let s = (trace + 1).squareRoot() * 2
            self.init((b.z - c.y) / s, (c.x - a.z) / s, (a.y - b.x) / s, 0.25 * s)
        } else if a.x > b.y && a.x > c.z {
            let s = (1 + a.x - b.y - c.z).squareRoot() * 2
            self.init(0.25 * s, (b.x + a.y) / s, (c.x + a.z) / s, (b.z - c.y) / s)
        } else if b.y > c.z {
            let s = (1 + b.y - a.x - c.z).squareRoot() * 2
            self.init((b.x + a.y) / s, 0.25 * s, (c.y + b.z) / s, (c.x - a.z) / s)
        } else {
            let s = (1 + c.z - a.x - b.y).squareRoot() * 2
            self.init((c.x + a.z) / s, (c.y + b.z) / s, 0.25 * s, (a.y - b.x) / s)
        }
        self = normalized
    }

    /// The same rotation with unit length; the identity where all components are zero.
    public var normalized: Quaternion {
        let l = (vector * vector).sum().squareRoot()
        return l > 0 ? Quaternion(vector.x / l, vector.y / l, vector.z / l, vector.w / l) : .identity
    }

    /// The opposite rotation.
    @inlinable
    public var inverse: Quaternion { Quaternion(-vector.x, -vector.y, -vector.z, vector.w) }

    /// `a * b` rotates by `b` first, then by `a`.
    public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
        let p = a.vector
        let q = b.vector
        return Quaternion(
            p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
            p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
            p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w,
            p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z)
    }

    /// The vector `v` rotated.
    @inlinable
    public func rotate(_ v: Vector3) -> Vector3 {
        let q = Vector3(vector.x, vector.y, vector.z)
        let t = 2 * cross(q, v)
        return v + vector.w * t + cross(q, t)
    }

    /// The same rotation as a 3x3 matrix.
    public var matrix: Matrix3 {
        Matrix3(rotate(Vector3(1, 0, 0)), rotate(Vector3(0, 1, 0)), rotate(Vector3(0, 0, 1)))
    }

    /// The rotation at fraction `t` (0…1) between `a` and `b` on the shorter arc, by normalised linear interpolation.
    public static func interpolate(_ a: Quaternion, _ b: Quaternion, at t: Float) -> Quaternion {
        let towards = (a.vector * b.vector).sum() < 0 ? -b.vector : b.vector
        let m = a.vector + (towards - a.vector) * t
        return Quaternion(m.x, m.y, m.z, m.w).normalized
    }
}
