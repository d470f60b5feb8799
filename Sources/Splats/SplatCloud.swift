import Geometry

/// A radiance field of Gaussian splats (Kerbl et al., 3D Gaussian Splatting for Real-Time Radiance Field Rendering, 2023).
///
/// Values are activated, not as trained: sizes in metres instead of their logarithms, opacities from 0 to 1 instead of logits.
/// A size that a file holds as a float's logarithm comes back as the same float where it is below 13 cm, and within a millionth
/// elsewhere.
///
/// Splats are blended in the space of the display: their colours are sRGB, unlike other colours inside Diorama.
public struct SplatCloud: Sendable, Equatable {
    /// Centres; metres, y up.
    public var positions: [Vector3]
    /// From each splat's own axes to the world's.
    public var rotations: [Quaternion]
    /// Standard deviations along each splat's own axes; metres.
    public var scales: [Vector3]
    /// Opacity of each splat at its centre, 0…1.
    public var opacities: [Float]
    /// Degree of the spherical harmonics, 0 to 3.
    public var degree: Int
    /// Coefficients of the spherical harmonics: `coefficientCount` triples (red, green, blue) a splat, in the order of
    /// `SphericalHarmonics`. A splat's colour is 0.5 and their sum in the direction from the eye to the splat; 0…1, sRGB.
    public var harmonics: [Float]

    /// A cloud of its arrays; that they match is checked by `flaw`.
    public init(
        positions: [Vector3] = [], rotations: [Quaternion] = [], scales: [Vector3] = [], opacities: [Float] = [], degree: Int = 0,
        harmonics: [Float] = []
    ) {
        self.positions = positions
        self.rotations = rotations
        self.scales = scales
        self.opacities = opacities
        self.degree = degree
        self.harmonics = harmonics
    }

    /// Number of splats.
    @inlinable public var count: Int { positions.count }

    /// Coefficients a splat and channel: 1, 4, 9 or 16.
    @inlinable public var coefficientCount: Int { SphericalHarmonics.count(degree) }

    /// What is inconsistent or not finite in the arrays, for an error text; nil where they are valid.
    public var flaw: String? {
        guard (0...SphericalHarmonics.maximumDegree).contains(degree) else { return "the degree of its harmonics is not 0 to 3" }
        if rotations.count != count { return "rotations do not match positions" }
        if scales.count != count { return "scales do not match positions" }
        if opacities.count != count { return "opacities do not match positions" }
        if harmonics.count != 3 * coefficientCount * count { return "harmonics do not match positions" }
        if positions.contains(where: { !$0.isFinite }) { return "a position is not finite" }
        if scales.contains(where: { !$0.isFinite || $0.x < 0 || $0.y < 0 || $0.z < 0 }) {
            return "a scale is negative or not finite"
        }
        // A product with 0 is NaN where a number is not finite, and so is then the sum.
        let sum = harmonics.withUnsafeBufferPointer { numbers in numbers.reduce(Float(0)) { $0 + $1 * 0 } }
        if sum != 0 { return "a coefficient is not finite" }
        return nil
    }

    /// The splats of these numbers, in their order.
    public func picked(_ numbers: [Int]) -> SplatCloud {
        let n = 3 * coefficientCount
        var result = SplatCloud(
            positions: numbers.map { positions[$0] }, rotations: numbers.map { rotations[$0] }, scales: numbers.map { scales[$0] },
            opacities: numbers.map { opacities[$0] }, degree: degree)
        result.harmonics.reserveCapacity(n * numbers.count)
        for i in numbers { result.harmonics += harmonics[n * i..<n * (i + 1)] }
        return result
    }

    /// The splats of these numbers, one behind the other.
    public func stretch(_ range: Range<Int>) -> SplatCloud {
        let n = 3 * coefficientCount
        return SplatCloud(
            positions: Array(positions[range]), rotations: Array(rotations[range]), scales: Array(scales[range]),
            opacities: Array(opacities[range]), degree: degree,
            harmonics: Array(harmonics[n * range.lowerBound..<n * range.upperBound]))
    }

    /// The same with harmonics of at most this degree.
    public func limited(toDegree limit: Int) -> SplatCloud {
        guard limit < degree else { return self }
        let old = 3 * coefficientCount
        let new = 3 * SphericalHarmonics.count(max(limit, 0))
        var result = self
        result.degree = max(limit, 0)
        result.harmonics = []
        result.harmonics.reserveCapacity(new * count)
        for i in 0..<count { result.harmonics += harmonics[old * i..<old * i + new] }
        return result
    }
}
