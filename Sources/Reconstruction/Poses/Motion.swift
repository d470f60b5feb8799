import Foundation
import Geometry

/// A small change of a rigid motion: metres along x, y, z in the first three lanes, then a rotation vector in radians; two lanes
/// unused.
typealias Twist = SIMD8<Double>

/// A rigid motion in double precision, in which paths are solved. What `RigidTransform` is to single frames.
struct Motion: Sendable, Equatable {
    /// A unit quaternion: x, y, z, w.
    var rotation: SIMD4<Double>
    /// Metres.
    var translation: SIMD3<Double>

    static let identity = Motion(rotation: SIMD4(0, 0, 0, 1), translation: .zero)

    init(rotation: SIMD4<Double>, translation: SIMD3<Double>) {
        self.rotation = rotation
        self.translation = translation
    }

    init(_ transform: RigidTransform) {
        let q = SIMD4<Double>(transform.rotation.vector)
        let length = (q * q).sum().squareRoot()
        rotation = length > 0 ? q / length : SIMD4(0, 0, 0, 1)
        translation = SIMD3<Double>(transform.translation)
    }

    /// The motion of a twist: rotate by its rotation vector, then move.
    init(_ twist: Twist) {
        let vector = SIMD3(twist[3], twist[4], twist[5])
        let angle = (vector * vector).sum().squareRoot()
        let scale = angle > 1e-9 ? sin(angle * 0.5) / angle : 0.5
        rotation = SIMD4(vector * scale, cos(angle * 0.5))
        translation = SIMD3(twist[0], twist[1], twist[2])
    }

    /// The same in single precision.
    var transform: RigidTransform {
        let q = SIMD4<Float>(rotation)
        return RigidTransform(rotation: Quaternion(q.x, q.y, q.z, q.w).normalized, translation: Vector3(translation))
    }

    /// The twist whose motion this is.
    var twist: Twist {
        let v = rotationVector
        return Twist(translation.x, translation.y, translation.z, v.x, v.y, v.z, 0, 0)
    }

    /// Axis times angle, the angle at most π.
    var rotationVector: SIMD3<Double> {
        let q = rotation.w < 0 ? -rotation : rotation
        let v = SIMD3(q.x, q.y, q.z)
        let length = (v * v).sum().squareRoot()
        return length > 1e-12 ? v * (2 * atan2(length, q.w) / length) : v * 2
    }

    /// How far it turns, 0…π.
    var angle: Double {
        let v = rotationVector
        return (v * v).sum().squareRoot()
    }

    /// How far it moves, metres.
    var distance: Double { (translation * translation).sum().squareRoot() }

    func rotate(_ v: SIMD3<Double>) -> SIMD3<Double> {
        let q = SIMD3(rotation.x, rotation.y, rotation.z)
        let t = 2 * Self.cross(q, v)
        return v + rotation.w * t + Self.cross(q, t)
    }

    static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    /// `a * b` applies `b` first, then `a`.
    static func * (a: Motion, b: Motion) -> Motion {
        let p = a.rotation
        let q = b.rotation
        let r = SIMD4(
            p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
            p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
            p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w,
            p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z)
        return Motion(rotation: r / (r * r).sum().squareRoot(), translation: a.rotate(b.translation) + a.translation)
    }

    var inverse: Motion {
        let back = Motion(rotation: SIMD4(-rotation.x, -rotation.y, -rotation.z, rotation.w), translation: .zero)
        return Motion(rotation: back.rotation, translation: -back.rotate(translation))
    }

    /// What a small twist on the right of this motion is on its left: T·exp(ξ) = exp(Ad(T)·ξ)·T, to first order.
    var adjoint: Matrix6 {
        func column(_ axis: SIMD3<Double>, isRotation: Bool) -> Twist {
            let v = rotate(axis)
            guard isRotation else { return Twist(v.x, v.y, v.z, 0, 0, 0, 0, 0) }
            let t = Self.cross(translation, v)
            return Twist(t.x, t.y, t.z, v.x, v.y, v.z, 0, 0)
        }
        let x = SIMD3<Double>(1, 0, 0)
        let y = SIMD3<Double>(0, 1, 0)
        let z = SIMD3<Double>(0, 0, 1)
        return Matrix6(
            column(x, isRotation: false), column(y, isRotation: false), column(z, isRotation: false),
            column(x, isRotation: true), column(y, isRotation: true), column(z, isRotation: true))
    }

    var isFinite: Bool {
        let sum = translation.sum() + rotation.sum()
        return sum.isFinite
    }

    /// The motion `t` of the way (0…1) from `a` to `b`: straight, and turning evenly.
    static func interpolate(_ a: Motion, _ b: Motion, _ t: Double) -> Motion {
        var part = (Motion(rotation: a.rotation, translation: .zero).inverse * Motion(rotation: b.rotation, translation: .zero))
            .twist
        part *= t
        let turned = Motion(rotation: a.rotation, translation: .zero) * Motion(part)
        return Motion(rotation: turned.rotation, translation: a.translation + (b.translation - a.translation) * t)
    }
}
