import Geometry

/// A primitive of a signed distance field: negative inside, approximately metres near the surface.
enum Shape: Sendable {
    /// An ellipsoid with these radii, rotated about its centre.
    case ellipsoid(center: Vector3, radii: Vector3, tilt: Quaternion)
    /// A capsule whose radius changes linearly from one end to the other.
    case limb(start: Vector3, end: Vector3, startRadius: Float, endRadius: Float)
    /// A box with rounded edges; the half size includes the rounding.
    case box(center: Vector3, half: Vector3, rounding: Float, tilt: Quaternion)

    /// The signed distance of a point.
    func distance(_ p: Vector3) -> Float {
        switch self {
        case .ellipsoid(let center, let radii, let tilt):
            let q = tilt.inverse.rotate(p - center)
            let scaled = q / radii
            let length = scaled.length
            let gradient = (scaled / radii).length
            guard gradient > 1e-6 else { return -radii.min() }
            return length * (length - 1) / gradient
        case .limb(let start, let end, let startRadius, let endRadius):
            let axis = end - start
            let t = min(max(dot(p - start, axis) / max(axis.lengthSquared, 1e-9), 0), 1)
            return (p - start - axis * t).length - (startRadius + (endRadius - startRadius) * t)
        case .box(let center, let half, let rounding, let tilt):
            let q = tilt.inverse.rotate(p - center)
            let d = Vector3(abs(q.x), abs(q.y), abs(q.z)) - (half - rounding)
            let outside = d.lanewiseMax(Vector3(repeating: 0)).length
            return outside + min(d.max(), 0) - rounding
        }
    }

    /// A box that contains it.
    var bounds: Bounds {
        switch self {
        case .ellipsoid(let center, let radii, _):
            let reach = Vector3(repeating: radii.max())
            return Bounds(min: center - reach, max: center + reach)
        case .limb(let start, let end, let startRadius, let endRadius):
            let reach = Vector3(repeating: max(startRadius, endRadius))
            return Bounds(min: start.lanewiseMin(end) - reach, max: start.lanewiseMax(end) + reach)
        case .box(let center, let half, _, _):
            let reach = Vector3(repeating: half.length)
            return Bounds(min: center - reach, max: center + reach)
        }
    }
}

/// A part of a solid: a primitive with its colour and the bone that it moves with.
struct Blob: Sendable {
    /// The primitive.
    var shape: Shape
    /// The bone that it moves with.
    var bone: Bone
    /// Linear RGB.
    var color: Vector3
    /// Width in metres of the fillet between it and the blobs before it.
    var blend: Float

    /// An ellipsoid; `tilt` is its rotation.
    static func ellipsoid(
        _ bone: Bone, at center: Vector3, radii: Vector3, tilt: Quaternion = .identity, color: Vector3, blend: Float = 0.02
    ) -> Blob {
        Blob(shape: .ellipsoid(center: center, radii: radii, tilt: tilt), bone: bone, color: color, blend: blend)
    }

    /// A tapered capsule; `radii` are those of its two ends.
    static func limb(
        _ bone: Bone, from start: Vector3, to end: Vector3, radii: Vector2, color: Vector3, blend: Float = 0.02
    ) -> Blob {
        Blob(
            shape: .limb(start: start, end: end, startRadius: radii.x, endRadius: radii.y), bone: bone, color: color, blend: blend)
    }

    /// A box with rounded edges.
    static func box(
        _ bone: Bone, at center: Vector3, half: Vector3, rounding: Float, color: Vector3, blend: Float = 0.005
    ) -> Blob {
        Blob(
            shape: .box(center: center, half: half, rounding: rounding, tilt: .identity), bone: bone, color: color, blend: blend)
    }

    /// The same on the other side of the plane x = 0, for the other limb of a pair.
    var mirrored: Blob {
        func flip(_ p: Vector3) -> Vector3 { Vector3(-p.x, p.y, p.z) }
        func flip(_ q: Quaternion) -> Quaternion { Quaternion(q.vector.x, -q.vector.y, -q.vector.z, q.vector.w) }
        var other = self
        other.bone = bone.opposite
        switch shape {
        case .ellipsoid(let center, let radii, let tilt):
            other.shape = .ellipsoid(center: flip(center), radii: radii, tilt: flip(tilt))
        case .limb(let start, let end, let startRadius, let endRadius):
            other.shape = .limb(start: flip(start), end: flip(end), startRadius: startRadius, endRadius: endRadius)
        case .box(let center, let half, let rounding, let tilt):
            other.shape = .box(center: flip(center), half: half, rounding: rounding, tilt: flip(tilt))
        }
        return other
    }
}

extension Array where Element == Blob {
    /// The blobs of one side followed by those of the other side.
    static func pair(_ blobs: Blob...) -> [Blob] { blobs + blobs.map(\.mirrored) }
}
