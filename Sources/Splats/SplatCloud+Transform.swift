import Geometry
import Support

extension SplatCloud {
    /// Rotates the cloud about the origin: centres, the splats' own axes, and the directions that their colours depend on.
    ///
    /// Half turns about an axis only change signs: turning back gives the same bits. They turn each splat about its own axis, too,
    /// which leaves an ellipsoid as it is, because that is how other programs take splats from y down to y up.
    public mutating func rotate(by rotation: Quaternion) {
        guard let rotation = SplatRotation(rotation) else { return }
        let degree = degree
        let count = count
        let hasHarmonics = !harmonics.isEmpty
        positions.withUnsafeMutableBufferPointer { positions in
            rotations.withUnsafeMutableBufferPointer { rotations in
                harmonics.withUnsafeMutableBufferPointer { harmonics in
                    nonisolated(unsafe) let positions = positions.baseAddress
                    nonisolated(unsafe) let rotations = rotations.baseAddress
                    nonisolated(unsafe) let harmonics = hasHarmonics ? harmonics.baseAddress : nil
                    Parallel.forEachRange(count, minimum: 4096) { range in
                        guard let positions, let rotations else { return }
                        rotation.apply(range, positions: positions, rotations: rotations, harmonics: harmonics, degree: degree)
                    }
                }
            }
        }
    }

    /// Scales the cloud by this factor about the origin.
    public mutating func scale(by factor: Float) {
        guard factor != 1 else { return }
        for i in positions.indices { positions[i] *= factor }
        for i in scales.indices { scales[i] *= factor }
    }

    /// Translates the cloud; metres.
    public mutating func translate(by offset: Vector3) {
        for i in positions.indices { positions[i] += offset }
    }
}

/// A rotation of splats about the origin.
package struct SplatRotation: Sendable {
    private let rotation: Quaternion
    private let matrix: Matrix3
    /// Half turns turn each splat about its own axis, too.
    private let back: Quaternion
    private let harmonicsRotation: HarmonicsRotation

    /// - Returns: nil where nothing changes.
    package init?(_ rotation: Quaternion) {
        guard rotation != .identity else { return nil }
        self.rotation = rotation
        matrix = rotation.matrix.snapped
        back = rotation.isHalfTurnAboutAxis ? rotation.inverse : .identity
        harmonicsRotation = HarmonicsRotation(matrix)
    }

    /// Rotates splats of these numbers.
    /// - Parameters:
    ///   - range: numbers of splats.
    ///   - positions: the centres of all splats.
    ///   - rotations: of all splats.
    ///   - harmonics: coefficients of all splats, or nil.
    ///   - degree: of the harmonics.
    package func apply(
        _ range: Range<Int>, positions: UnsafeMutablePointer<Vector3>, rotations: UnsafeMutablePointer<Quaternion>,
        harmonics: UnsafeMutablePointer<Float>?, degree: Int
    ) {
        for i in range { positions[i] = matrix * positions[i] }
        for i in range { rotations[i] = rotation * rotations[i] * back }
        guard let harmonics else { return }
        let n = 3 * SphericalHarmonics.count(degree)
        harmonicsRotation.apply(
            UnsafeMutableBufferPointer(start: harmonics + n * range.lowerBound, count: n * range.count), degree: degree)
    }
}

extension Quaternion {
    fileprivate var isHalfTurnAboutAxis: Bool { vector.w == 0 && (abs(vector.x) == 1 || abs(vector.y) == 1 || abs(vector.z) == 1) }
}

extension Matrix3 {
    /// The same with elements that are 0 or ±1 but for rounding made so.
    fileprivate var snapped: Matrix3 {
        func snap(_ v: Vector3) -> Vector3 {
            var v = v
            for k in 0..<3 where abs(v[k] - v[k].rounded()) < 1e-6 { v[k] = v[k].rounded() }
            return v
        }
        return Matrix3(snap(columns.0), snap(columns.1), snap(columns.2))
    }
}
