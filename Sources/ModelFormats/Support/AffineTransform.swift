import Geometry

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A linear map and a translation in doubles: the transform of a node of a scene.
struct AffineTransform: Equatable {
    /// The columns of the linear map: the images of the axes.
    var x = SIMD3<Double>(1, 0, 0)
    var y = SIMD3<Double>(0, 1, 0)
    var z = SIMD3<Double>(0, 0, 1)
    var translation = SIMD3<Double>()

    static let identity = AffineTransform()

    init() {}

    package init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>, translation: SIMD3<Double> = .zero) {
        self.x = x
        self.y = y
        self.z = z
        self.translation = translation
    }

    /// From a 4 x 4 matrix, a column after the other; the last row is assumed to be 0 0 0 1.
    init(columns m: [Double]) {
        self.init(
            x: SIMD3(m[0], m[1], m[2]), y: SIMD3(m[4], m[5], m[6]), z: SIMD3(m[8], m[9], m[10]),
            translation: SIMD3(m[12], m[13], m[14]))
    }

    static func translation(_ t: SIMD3<Double>) -> AffineTransform {
        var a = AffineTransform()
        a.translation = t
        return a
    }

    static func scale(_ s: SIMD3<Double>) -> AffineTransform {
        AffineTransform(x: SIMD3(s.x, 0, 0), y: SIMD3(0, s.y, 0), z: SIMD3(0, 0, s.z))
    }

    /// By `angle` radians about an axis, which need not be a unit vector.
    static func rotation(_ angle: Double, about axis: SIMD3<Double>) -> AffineTransform {
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
        return AffineTransform(x: turned(SIMD3(1, 0, 0)), y: turned(SIMD3(0, 1, 0)), z: turned(SIMD3(0, 0, 1)))
    }

    /// `a * b` applies `b` first.
    static func * (a: AffineTransform, b: AffineTransform) -> AffineTransform {
        if a == .identity { return b }
        if b == .identity { return a }
        return AffineTransform(
            x: a.linear(b.x), y: a.linear(b.y), z: a.linear(b.z), translation: a.linear(b.translation) + a.translation)
    }

    private func linear(_ v: SIMD3<Double>) -> SIMD3<Double> { x * v.x + y * v.y + z * v.z }

    func apply(_ p: SIMD3<Double>) -> SIMD3<Double> { linear(p) + translation }

    /// The inverse; not finite if the map is singular.
    var inverse: AffineTransform {
        let determinant = (x * cross(y, z)).sum()
        let a = cross(y, z) / determinant
        let b = cross(z, x) / determinant
        let c = cross(x, y) / determinant
        // Rows of the inverse are a, b and c.
        let linear = AffineTransform(x: SIMD3(a.x, b.x, c.x), y: SIMD3(a.y, b.y, c.y), z: SIMD3(a.z, b.z, c.z))
        return linear * .translation(-translation)
    }

    /// Whether all its numbers are finite.
    var isFinite: Bool { [x, y, z, translation].allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite } }

    /// Whether it mirrors (negative determinant).
    var mirrors: Bool { (x * cross(y, z)).sum() < 0 }

    /// Takes positions to the world, less `origin`. In floats: their 24 bits are all that a position has.
    func apply(_ positions: inout [Vector3], less origin: SIMD3<Double> = .zero) {
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
    func apply(normals: inout [Vector3]) {
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
