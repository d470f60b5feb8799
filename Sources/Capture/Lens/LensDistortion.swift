/// The distortion of a lens: radial and tangential distortion after Brown and Conrady, with the coefficients as OpenCV,
/// COLMAP (`OPENCV`, `FULL_OPENCV`) and nerfstudio name them.
///
/// A ray that a pinhole camera sees at (x, y) on the plane one unit in front of it, x right and y down, is seen by the lens at
///
///     x·s + 2·p1·x·y + p2·(r² + 2x²),  y·s + p1·(r² + 2y²) + 2·p2·x·y
///
/// with r² = x² + y² and s = (1 + k1·r² + k2·r⁴ + k3·r⁶ + k4·r⁸) / (1 + d1·r² + d2·r⁴ + d3·r⁶).
public struct LensDistortion: Sendable, Hashable {
    /// Radial coefficients k1 to k4.
    public var radial: SIMD4<Double>
    /// Tangential coefficients p1 and p2.
    public var tangential: SIMD2<Double>
    /// The denominator's coefficients d1 to d3, which `FULL_OPENCV` calls k4 to k6.
    public var denominator: SIMD3<Double>

    /// A distortion of its coefficients; those left out are 0.
    public init(
        k1: Double = 0, k2: Double = 0, k3: Double = 0, k4: Double = 0, p1: Double = 0, p2: Double = 0,
        denominator: SIMD3<Double> = .zero
    ) {
        radial = SIMD4(k1, k2, k3, k4)
        tangential = SIMD2(p1, p2)
        self.denominator = denominator
    }

    /// Whether all coefficients are zero: no distortion.
    public var isZero: Bool { self == LensDistortion() }

    /// Whether all coefficients are finite and of a size that a lens can have.
    public var isValid: Bool {
        let all = (0..<4).map { radial[$0] } + [tangential.x, tangential.y] + (0..<3).map { denominator[$0] }
        return all.allSatisfy { $0.isFinite && abs($0) < 1e4 }
    }

    /// Where the lens shows the ray that a pinhole camera shows at (`x`, `y`); both one unit in front of the camera, y down.
    public func distort(x: Double, y: Double) -> (x: Double, y: Double) {
        let r2 = x * x + y * y
        let s = scale(r2)
        return (
            x * s + 2 * tangential.x * x * y + tangential.y * (r2 + 2 * x * x),
            y * s + tangential.x * (r2 + 2 * y * y) + 2 * tangential.y * x * y
        )
    }

    /// The factor s of a squared distance from the axis.
    func scale(_ r2: Double) -> Double {
        let above = 1 + r2 * (radial.x + r2 * (radial.y + r2 * (radial.z + r2 * radial.w)))
        return above / (1 + r2 * (denominator.x + r2 * (denominator.y + r2 * denominator.z)))
    }

    /// The squared distance from the axis up to which the image grows outwards, at most `limit`. Beyond it a polynomial that was
    /// fitted to a smaller image turns back, and would show the image's middle again at its border.
    func monotonic(upTo limit: Double) -> Double {
        var last = 0.0
        let steps = 512
        for i in 1...steps {
            let r = limit.squareRoot() * Double(i) / Double(steps)
            let seen = r * scale(r * r)
            guard seen > last else { return limit * Double((i - 1) * (i - 1)) / Double(steps * steps) }
            last = seen
        }
        return limit
    }
}

extension LensDistortion: CustomStringConvertible {
    /// The coefficients that are not zero: "k1 0.058, k2 −0.081".
    public var description: String {
        let names = ["k1", "k2", "k3", "k4", "p1", "p2", "d1", "d2", "d3"]
        let values =
            (0..<4).map { radial[$0] } + [tangential.x, tangential.y] + (0..<3).map { denominator[$0] }
        return zip(names, values).filter { $0.1 != 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
    }
}
