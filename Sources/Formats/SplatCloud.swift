import Geometry

/// A radiance field of Gaussian splats (Kerbl et al. 2023). All arrays but `harmonics` have one element a splat.
public struct SplatCloud: Sendable, Equatable {
    /// Centres; metres, y up.
    public var positions: [Vector3]
    /// Natural logarithms of the standard deviations in metres along the splat's own axes.
    public var scales: [Vector3]
    /// From the splat's own axes to the world's.
    public var rotations: [Quaternion]
    /// 0…1.
    public var opacities: [Float]
    /// Degree of the spherical harmonics, 0 to 3.
    public var degree: Int
    /// Coefficients, (degree + 1)² triples (red, green, blue) a splat, the constant one first. A splat's colour is 0.5 plus their sum, sRGB.
    public var harmonics: [Vector3]

    public init(
        positions: [Vector3] = [], scales: [Vector3] = [], rotations: [Quaternion] = [], opacities: [Float] = [], degree: Int = 0,
        harmonics: [Vector3] = []
    ) {
        self.positions = positions
        self.scales = scales
        self.rotations = rotations
        self.opacities = opacities
        self.degree = degree
        self.harmonics = harmonics
    }

    /// Coefficients a splat.
    public var coefficientCount: Int { (degree + 1) * (degree + 1) }

    /// The splats of these numbers.
    public func picked(_ numbers: [Int]) -> SplatCloud {
        let n = coefficientCount
        return SplatCloud(
            positions: numbers.map { positions[$0] }, scales: numbers.map { scales[$0] }, rotations: numbers.map { rotations[$0] },
            opacities: numbers.map { opacities[$0] }, degree: degree,
            harmonics: numbers.flatMap { harmonics[$0 * n..<($0 + 1) * n] })
    }

    /// The splats' centres with the colours they have from all sides; linear.
    public var centres: PointCloud {
        var cloud = PointCloud(positions: positions)
        let (n, y0) = (coefficientCount, Float(0.282_094_8))
        guard harmonics.count == n * positions.count else { return cloud }
        cloud.colors = positions.indices.map { i in
            let c = harmonics[i * n] * y0 + 0.5
            return Vector3(SRGB.decode(min(max(c.x, 0), 1)), SRGB.decode(min(max(c.y, 0), 1)), SRGB.decode(min(max(c.z, 0), 1)))
        }
        return cloud
    }
}
