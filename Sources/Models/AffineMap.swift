import Geometry

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A linear map and a translation in doubles: the transform of a node of a scene.
public struct AffineMap: Sendable, Equatable {
    /// The image of the x axis: the first column of the linear map.
    public var x = SIMD3<Double>(1, 0, 0)
    /// The image of the y axis.
    public var y = SIMD3<Double>(0, 1, 0)
    /// The image of the z axis.
    public var z = SIMD3<Double>(0, 0, 1)
    /// The image of the origin, metres.
    public var translation = SIMD3<Double>()

    /// No change.
    public static let identity = AffineMap()

    /// The identity.
    public init() {}

    /// A map of the images of the axes and of the origin.
    public init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>, translation: SIMD3<Double> = .zero) {
        self.x = x
        self.y = y
        self.z = z
        self.translation = translation
    }

    /// From a 4 x 4 matrix, a column after the other; the last row is assumed to be 0 0 0 1.
    public init(columns m: [Double]) {
        self.init(
            x: SIMD3(m[0], m[1], m[2]), y: SIMD3(m[4], m[5], m[6]), z: SIMD3(m[8], m[9], m[10]),
            translation: SIMD3(m[12], m[13], m[14]))
    }

    /// A translation in metres.
    public static func translation(_ t: SIMD3<Double>) -> AffineMap {
        var a = AffineMap()
        a.translation = t
        return a
    }

    /// A scale along the axes.
    public static func scale(_ s: SIMD3<Double>) -> AffineMap {
        AffineMap(x: SIMD3(s.x, 0, 0), y: SIMD3(0, s.y, 0), z: SIMD3(0, 0, s.z))
    }

    /// By `angle` radians about an axis, which need not be a unit vector.
    public static func rotation(_ angle: Double, about axis: SIMD3<Double>) -> AffineMap {
        let square = (axis * axis).sum()
        guard angle.isFinite, square > 0, square.isFinite else { return .identity }
        let a = axis / square.squareRoot()
        // Whole quarters exactly: node axes are often turned so.
        let quarters = angle / (.pi / 2)
        let s: Double
        let c: Double
        if abs(quarters - quarters.rounded()) < 1e-9, abs(quarters) < 1e6 {
            let n = ((Int(quarters.rounded()) % 4) + 4) % 4
            s = [0, 1, 0, -1][n]
            c = [1, 0, -1, 0][n]
        } else {
            s = sin(angle)
            c = cos(angle)
        }
        func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
            v * c + cross(a, v) * s + a * ((a * v).sum() * (1 - c))
        }
        return AffineMap(x: turned(SIMD3(1, 0, 0)), y: turned(SIMD3(0, 1, 0)), z: turned(SIMD3(0, 0, 1)))
    }

    /// `a * b` applies `b` first.
    public static func * (a: AffineMap, b: AffineMap) -> AffineMap {
        if a == .identity { return b }
        if b == .identity { return a }
        return AffineMap(
            x: a.linear(b.x), y: a.linear(b.y), z: a.linear(b.z), translation: a.linear(b.translation) + a.translation)
    }

    /// The image of a direction.
    public func linear(_ v: SIMD3<Double>) -> SIMD3<Double> { x * v.x + y * v.y + z * v.z }

    /// The image of a point.
    public func apply(_ p: SIMD3<Double>) -> SIMD3<Double> { linear(p) + translation }

    /// The map that scales first, then rotates by a unit quaternion x, y, z, w, then translates.
    public init(translation: SIMD3<Double>, rotation q: SIMD4<Double>, scale: SIMD3<Double>) {
        if q == SIMD4(0, 0, 0, 1) {
            self = .scale(scale)
        } else {
            x = SIMD3(1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z), 2 * (q.x * q.z - q.w * q.y)) * scale.x
            y = SIMD3(2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.w * q.x)) * scale.y
            z = SIMD3(2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y)) * scale.z
        }
        self.translation = translation
    }

    /// The same as translation, rotation (a unit quaternion x, y, z, w) and scale; nil where it shears or is singular. Of a mirrored
    /// map the scale along x is negative.
    public var parts: (translation: SIMD3<Double>, rotation: SIMD4<Double>, scale: SIMD3<Double>)? {
        func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
        let scale = SIMD3(mirrors ? -length(x) : length(x), length(y), length(z))
        guard scale.min() != 0, isFinite, scale.y > 0, scale.z > 0, scale.x != 0 else { return nil }
        let a = x / scale.x
        let b = y / scale.y
        let c = z / scale.z
        guard max(abs((a * b).sum()), abs((b * c).sum()), abs((c * a).sum())) < 1e-6 else { return nil }
        return (translation, Self.quaternion(a, b, c), scale)
    }

    /// The unit quaternion of a rotation matrix of these columns (Shepperd's method: the largest of the four components first).
    private static func quaternion(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> SIMD4<Double> {
        let trace = a.x + b.y + c.z
        var q: SIMD4<Double>
        if trace > 0 {
            let s = (trace + 1).squareRoot() * 2
            q = SIMD4((b.z - c.y) / s, (c.x - a.z) / s, (a.y - b.x) / s, s / 4)
        } else if a.x > b.y && a.x > c.z {
            let s = (1 + a.x - b.y - c.z).squareRoot() * 2
            q = SIMD4(s / 4, (b.x + a.y) / s, (c.x + a.z) / s, (b.z - c.y) / s)
        } else if b.y > c.z {
            let s = (1 + b.y - a.x - c.z).squareRoot() * 2
            q = SIMD4((b.x + a.y) / s, s / 4, (c.y + b.z) / s, (c.x - a.z) / s)
        } else {
            let s = (1 + c.z - a.x - b.y).squareRoot() * 2
            q = SIMD4((c.x + a.z) / s, (c.y + b.z) / s, s / 4, (a.y - b.x) / s)
        }
        q /= (q * q).sum().squareRoot()
        return q
    }

    /// The inverse; not finite if the map is singular.
    public var inverse: AffineMap {
        let determinant = (x * cross(y, z)).sum()
        let a = cross(y, z) / determinant
        let b = cross(z, x) / determinant
        let c = cross(x, y) / determinant
        // Rows of the inverse are a, b and c.
        let linear = AffineMap(x: SIMD3(a.x, b.x, c.x), y: SIMD3(a.y, b.y, c.y), z: SIMD3(a.z, b.z, c.z))
        return linear * .translation(-translation)
    }

    /// Whether all its numbers are finite.
    public var isFinite: Bool { [x, y, z, translation].allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite } }

    /// Whether it mirrors (negative determinant).
    public var mirrors: Bool { (x * cross(y, z)).sum() < 0 }

    /// Takes positions to the world, less `origin`. In floats: their 24 bits are all that a position has.
    public func apply(_ positions: inout [Vector3], less origin: SIMD3<Double> = .zero) {
        let t = Vector3(translation - origin)
        let x = Vector3(x)
        let y = Vector3(y)
        let z = Vector3(z)
        if x == Vector3(1, 0, 0), y == Vector3(0, 1, 0), z == Vector3(0, 0, 1) {
            if t != .zero { for i in positions.indices { positions[i] += t } }
            return
        }
        for i in positions.indices {
            let p = positions[i]
            positions[i] = x * p.x + y * p.y + z * p.z + t
        }
    }

    /// Normals by the matrix of cofactors, which is the inverse transposed times the determinant.
    public func apply(normals: inout [Vector3]) {
        if x == SIMD3(1, 0, 0), y == SIMD3(0, 1, 0), z == SIMD3(0, 0, 1) { return }
        let sign: Double = mirrors ? -1 : 1
        let columns = [cross(y, z), cross(z, x), cross(x, y)]
        // Without the scale, so that axes that only change places change no digit.
        let largest = columns.map { ($0 * $0).sum().squareRoot() }.max() ?? 0
        guard largest > 0 else { return }
        let cofactors = Matrix3(
            Vector3(columns[0] * sign / largest), Vector3(columns[1] * sign / largest), Vector3(columns[2] * sign / largest))
        for i in normals.indices {
            let n = cofactors * normals[i]
            let square = n.lengthSquared
            // As `Model.finish` has it: what is a unit vector stays as it is, so that reading what was written changes nothing.
            normals[i] = square > 0.999 && square < 1.001 ? n : n.normalized
        }
    }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
