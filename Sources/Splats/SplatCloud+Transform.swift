import Geometry
import Support

extension SplatCloud {
    /// Rotates the cloud about the origin: centres, the splats' own axes, and the directions that their colours depend on.
    ///
    /// Half turns about an axis only change signs: turning back gives the same bits. They turn each splat about its own axis, too,
    /// which leaves an ellipsoid as it is, because that is how other programs take splats from y down to y up.
    public mutating func rotate(by rotation: Quaternion) {
        guard rotation != .identity else { return }
        let matrix = rotation.matrix.snapped
        positions.changeOnAllCores { $0 = matrix * $0 }
        let back: Quaternion = rotation.isHalfTurnAboutAxis ? rotation.inverse : .identity
        rotations.changeOnAllCores { $0 = rotation * $0 * back }
        guard degree > 0, !harmonics.isEmpty else { return }
        let turn = HarmonicsRotation(matrix)
        let degree = degree
        let n = 3 * coefficientCount
        harmonics.withUnsafeMutableBufferPointer { harmonics in
            nonisolated(unsafe) let harmonics = harmonics
            Parallel.forEachRange(harmonics.count / n, minimum: 4096) { range in
                let part = harmonics[n * range.lowerBound..<n * range.upperBound]
                turn.apply(UnsafeMutableBufferPointer(rebasing: part), degree: degree)
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

extension Array {
    fileprivate mutating func changeOnAllCores(_ change: (inout Element) -> Void) {
        withUnsafeMutableBufferPointer { elements in
            nonisolated(unsafe) let elements = elements
            Parallel.forEachRange(elements.count, minimum: 4096) { range in for i in range { change(&elements[i]) } }
        }
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
