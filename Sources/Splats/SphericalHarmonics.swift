import Geometry

/// Real spherical harmonics of degrees 0 to 3 with the Condon–Shortley phase: how a splat's colour changes with the direction it is
/// seen from (Kerbl et al. 2023; KHR_gaussian_splatting, appendix A).
///
/// Function l, m has the number l² + l + m: the constant one first, then degree by degree with m from −l to l.
public enum SphericalHarmonics {
    /// The largest degree that splats have.
    public static let maximumDegree = 3

    /// The value of the constant function: 1/2 · √(1/π).
    public static let constant: Float = 0.282_094_791_773_878_14

    /// Functions of all degrees up to `degree`: 1, 4, 9 or 16.
    @inlinable
    public static func count(_ degree: Int) -> Int { (degree + 1) * (degree + 1) }

    /// The values of all functions up to degree 3 in the direction `d`, a unit vector.
    public static func values(_ d: SIMD3<Double>) -> SIMD16<Double> {
        let x = d.x
        let y = d.y
        let z = d.z
        let xx = x * x
        let yy = y * y
        let zz = z * z
        var v = SIMD16<Double>(repeating: 0)
        v[0] = 0.282_094_791_773_878_14
        v[1] = -0.488_602_511_902_919_9 * y
        v[2] = 0.488_602_511_902_919_9 * z
        v[3] = -0.488_602_511_902_919_9 * x
        v[4] = 1.092_548_430_592_079_2 * x * y
        v[5] = -1.092_548_430_592_079_2 * y * z
        v[6] = 0.315_391_565_252_520_05 * (2 * zz - xx - yy)
        v[7] = -1.092_548_430_592_079_2 * x * z
        v[8] = 0.546_274_215_296_039_6 * (xx - yy)
        v[9] = -0.590_043_589_926_643_5 * y * (3 * xx - yy)
        v[10] = 2.890_611_442_640_554 * x * y * z
        v[11] = -0.457_045_799_464_465_74 * y * (4 * zz - xx - yy)
        v[12] = 0.373_176_332_590_115_4 * z * (2 * zz - 3 * xx - 3 * yy)
        v[13] = -0.457_045_799_464_465_74 * x * (4 * zz - xx - yy)
        v[14] = 1.445_305_721_320_277 * z * (xx - yy)
        v[15] = -0.590_043_589_926_643_5 * x * (xx - 3 * yy)
        return v
    }
}

/// What a rotation of the world does to the coefficients of spherical harmonics: a matrix for each degree, because a rotated
/// function of a degree is a sum of functions of that degree.
public struct HarmonicsRotation: Sendable {
    /// Row m, column n, of degrees 1, 2 and 3, one behind the other: 3 x 3, 5 x 5 and 7 x 7 numbers.
    private let elements: [Float]
    /// For turns that change nothing but signs, half turns about the axes: the sign of each number of a splat; empty for others.
    private let signs: [Float]

    /// - Parameter rotation: from the old axes to the new ones, a rotation matrix.
    ///
    /// An element is the integral over all directions d of Y_m(R d) · Y_n(d). Four Gauss–Legendre nodes along z and eight equal
    /// steps around it give it exactly: the products are polynomials of degree 6.
    public init(_ rotation: Matrix3) {
        var sums = (1...3).map { [Double](repeating: 0, count: (2 * $0 + 1) * (2 * $0 + 1)) }
        let nodes: [(z: Double, weight: Double)] = [
            (-0.861_136_311_594_052_6, 0.347_854_845_137_453_85), (-0.339_981_043_584_856_3, 0.652_145_154_862_546_1),
            (0.339_981_043_584_856_3, 0.652_145_154_862_546_1), (0.861_136_311_594_052_6, 0.347_854_845_137_453_85),
        ]
        let half = 0.5.squareRoot()
        let around = [(1, 0), (half, half), (0, 1), (-half, half), (-1, 0), (-half, -half), (0, -1), (half, -half)]
        let (a, b, c) = rotation.columns
        for node in nodes {
            let radius = (1 - node.z * node.z).squareRoot()
            for (cosine, sine) in around {
                let d = SIMD3(radius * cosine, radius * sine, node.z)
                let turned = SIMD3<Double>(a) * d.x + SIMD3<Double>(b) * d.y + SIMD3<Double>(c) * d.z
                let before = SphericalHarmonics.values(d)
                let after = SphericalHarmonics.values(turned)
                let weight = node.weight * .pi / 4
                for degree in 1...3 {
                    let n = 2 * degree + 1
                    let first = degree * degree
                    for i in 0..<n {
                        for j in 0..<n { sums[degree - 1][i * n + j] += weight * after[first + i] * before[first + j] }
                    }
                }
            }
        }
        // Turns by right angles only exchange functions: no rounding may creep in, so that turning back gives the same bits.
        let matrices = sums.map { $0.map { abs($0 - $0.rounded()) < 1e-6 ? Float($0.rounded()) : Float($0) } }
        elements = matrices.flatMap { $0 }
        let diagonals = (1...3).flatMap { l in (0..<2 * l + 1).map { matrices[l - 1][$0 * (2 * l + 2)] } }
        let changesSignsOnly = elements.filter { $0 != 0 }.count == diagonals.count && diagonals.allSatisfy { abs($0) == 1 }
        signs = changesSignsOnly ? ([1] + diagonals).flatMap { [$0, $0, $0] } : []
    }

    /// Rotates the coefficients of splats that lie one behind the other: triples (red, green, blue) of all functions up to
    /// `degree`.
    func apply(_ harmonics: UnsafeMutableBufferPointer<Float>, degree: Int) {
        let n = 3 * SphericalHarmonics.count(degree)
        guard degree > 0, let base = harmonics.baseAddress else { return }
        elements.withUnsafeBufferPointer { elements in
            signs.withUnsafeBufferPointer { signs in
                for splat in 0..<harmonics.count / n {
                    let coefficients = base + n * splat
                    if signs.isEmpty {
                        Self.turn(coefficients, elements: elements, degree: degree)
                    } else {
                        for k in 3..<n { coefficients[k] *= signs[k] }
                    }
                }
            }
        }
    }

    private static func turn(_ harmonics: UnsafeMutablePointer<Float>, elements: UnsafeBufferPointer<Float>, degree: Int) {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 21) { old in
            var element = 0
            for l in 1...degree {
                let n = 2 * l + 1
                let start = harmonics + 3 * l * l
                for k in 0..<3 * n { old[k] = start[k] }
                for i in 0..<n {
                    var r = Float(0)
                    var g = Float(0)
                    var b = Float(0)
                    for j in 0..<n {
                        let factor = elements[element]
                        element += 1
                        r += factor * old[3 * j]
                        g += factor * old[3 * j + 1]
                        b += factor * old[3 * j + 2]
                    }
                    start[3 * i] = r
                    start[3 * i + 1] = g
                    start[3 * i + 2] = b
                }
            }
        }
    }
}

extension SIMD3<Double> {
    init(_ v: Vector3) { self.init(Double(v.x), Double(v.y), Double(v.z)) }
}
