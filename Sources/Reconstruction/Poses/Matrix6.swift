/// A 6x6 matrix over twists, by columns.
struct Matrix6: Sendable, Equatable {
    var columns: (Twist, Twist, Twist, Twist, Twist, Twist)

    init(_ a: Twist, _ b: Twist, _ c: Twist, _ d: Twist, _ e: Twist, _ f: Twist) { columns = (a, b, c, d, e, f) }

    /// A diagonal matrix: `translation` thrice, then `rotation` thrice.
    init(translation: Double, rotation: Double) {
        self.init(
            Twist(translation, 0, 0, 0, 0, 0, 0, 0), Twist(0, translation, 0, 0, 0, 0, 0, 0),
            Twist(0, 0, translation, 0, 0, 0, 0, 0), Twist(0, 0, 0, rotation, 0, 0, 0, 0),
            Twist(0, 0, 0, 0, rotation, 0, 0, 0), Twist(0, 0, 0, 0, 0, rotation, 0, 0))
    }

    static let zero = Matrix6(.zero, .zero, .zero, .zero, .zero, .zero)

    subscript(column: Int) -> Twist {
        get {
            switch column {
            case 0: columns.0
            case 1: columns.1
            case 2: columns.2
            case 3: columns.3
            case 4: columns.4
            default: columns.5
            }
        }
        set {
            switch column {
            case 0: columns.0 = newValue
            case 1: columns.1 = newValue
            case 2: columns.2 = newValue
            case 3: columns.3 = newValue
            case 4: columns.4 = newValue
            default: columns.5 = newValue
            }
        }
    }

    subscript(row: Int, column: Int) -> Double {
        get { self[column][row] }
        set { self[column][row] = newValue }
    }

    static func == (a: Matrix6, b: Matrix6) -> Bool { (0..<6).allSatisfy { a[$0] == b[$0] } }

    static func * (m: Matrix6, v: Twist) -> Twist {
        let c = m.columns
        var sum: Twist = c.0 * v[0]
        sum += c.1 * v[1]
        sum += c.2 * v[2]
        sum += c.3 * v[3]
        sum += c.4 * v[4]
        sum += c.5 * v[5]
        return sum
    }

    static func * (a: Matrix6, b: Matrix6) -> Matrix6 {
        Matrix6(
            a * b.columns.0, a * b.columns.1, a * b.columns.2, a * b.columns.3, a * b.columns.4, a * b.columns.5)
    }

    static func * (a: Matrix6, s: Double) -> Matrix6 {
        let c = a.columns
        return Matrix6(c.0 * s, c.1 * s, c.2 * s, c.3 * s, c.4 * s, c.5 * s)
    }

    static func + (a: Matrix6, b: Matrix6) -> Matrix6 {
        let c = a.columns
        let d = b.columns
        return Matrix6(c.0 + d.0, c.1 + d.1, c.2 + d.2, c.3 + d.3, c.4 + d.4, c.5 + d.5)
    }

    static func - (a: Matrix6, b: Matrix6) -> Matrix6 { a + b * -1 }

    /// Mᵀ·v, without making the transpose.
    func transposedTimes(_ v: Twist) -> Twist {
        let c = columns
        return Twist(
            (c.0 * v).sum(), (c.1 * v).sum(), (c.2 * v).sum(), (c.3 * v).sum(), (c.4 * v).sum(), (c.5 * v).sum(), 0, 0)
    }

    var transposed: Matrix6 {
        var m = Matrix6.zero
        for j in 0..<6 { for i in 0..<6 { m[j, i] = self[i, j] } }
        return m
    }

    /// The inverse of a symmetric positive definite matrix (Cholesky); nil where it is not that.
    var inverseOfPositive: Matrix6? {
        // L, lower triangular, in the columns of `l`.
        var l = Matrix6.zero
        for j in 0..<6 {
            var pivot = self[j, j]
            for k in 0..<j { pivot -= l[j, k] * l[j, k] }
            guard pivot > 0, pivot.isFinite else { return nil }
            let root = pivot.squareRoot()
            l[j, j] = root
            for i in j + 1..<6 {
                var sum = self[i, j]
                for k in 0..<j { sum -= l[i, k] * l[j, k] }
                l[i, j] = sum / root
            }
        }
        // The columns of L⁻¹, then L⁻ᵀ·L⁻¹.
        var inverse = Matrix6.zero
        for j in 0..<6 {
            inverse[j, j] = 1 / l[j, j]
            for i in j + 1..<6 {
                var sum = 0.0
                for k in j..<i { sum -= l[i, k] * inverse[k, j] }
                inverse[i, j] = sum / l[i, i]
            }
        }
        return inverse.transposed * inverse
    }
}
