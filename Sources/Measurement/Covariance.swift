/// The covariance of a place's three coordinates in m²: a symmetric matrix.
public struct Covariance: Sendable, Equatable {
    /// xx, yy, zz.
    public var squares: SIMD3<Double>
    /// xy, yz, zx.
    public var products: SIMD3<Double>

    /// - Parameters:
    ///   - squares: xx, yy, zz, m².
    ///   - products: xy, yz, zx, m².
    public init(squares: SIMD3<Double>, products: SIMD3<Double>) {
        self.squares = squares
        self.products = products
    }

    /// No error.
    public static let zero = Covariance(squares: .zero, products: .zero)

    /// Of a place whose only error is along `direction` (a unit vector).
    public init(along direction: Point, variance: Double) {
        self.init(
            squares: direction * direction * variance,
            products: direction * Point(direction.y, direction.z, direction.x) * variance)
    }

    /// The same in every direction.
    public init(variance: Double) { self.init(squares: SIMD3(repeating: variance), products: .zero) }

    /// The variance of a value that changes by `gradient`.
    public func variance(_ g: Point) -> Double {
        max(0, (squares * g * g).sum() + 2 * (products * g * Point(g.y, g.z, g.x)).sum())
    }

    /// The covariance of the sum of two independent errors.
    public static func + (a: Covariance, b: Covariance) -> Covariance {
        Covariance(squares: a.squares + b.squares, products: a.products + b.products)
    }
}

extension Covariance: Codable {
    /// As six numbers: xx, yy, zz, xy, yz, zx.
    public init(from decoder: any Decoder) throws {
        let c = try decoder.singleValueContainer()
        let n = try c.decode([Double].self)
        guard n.count == 6, n.allSatisfy(\.isFinite), n[0] >= 0, n[1] >= 0, n[2] >= 0 else {
            throw DecodingError.dataCorruptedError(in: c, debugDescription: "a covariance is six numbers")
        }
        self.init(squares: SIMD3(n[0], n[1], n[2]), products: SIMD3(n[3], n[4], n[5]))
    }

    public func encode(to encoder: any Encoder) throws {
        var c = encoder.singleValueContainer()
        try c.encode([squares.x, squares.y, squares.z, products.x, products.y, products.z])
    }
}
