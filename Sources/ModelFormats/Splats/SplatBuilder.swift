import Codecs
import Geometry
import Splats
import Support

/// Makes a cloud out of a file's splats on all cores, and establishes the invariants of `SplatCloud`.
struct SplatBuilder {
    /// One splat without its harmonics.
    struct Splat {
        var position: Vector3
        var rotation: Quaternion
        var scale: Vector3
        var opacity: Float
    }

    /// - Parameters:
    ///   - count: bounded by the bytes that are there.
    ///   - fill: gives splat `i`, and writes its coefficients, which are initialized to zero, into the buffer. Called from several
    ///     threads.
    static func build(
        _ count: Int, degree: Int, _ progress: ProgressReporter, fill: (Int, UnsafeMutablePointer<Float>) -> Splat
    ) throws(FormatError) -> SplatCloud {
        let n = 3 * SphericalHarmonics.count(degree)
        var cloud = SplatCloud(
            positions: Array(repeating: Vector3(), count: count), rotations: Array(repeating: .identity, count: count),
            scales: Array(repeating: Vector3(), count: count), opacities: Array(repeating: 0, count: count), degree: degree,
            harmonics: Array(count: n * count) { range, target in for i in range { target[i] = 0 } })
        var wasCancelled = false
        cloud.positions.withUnsafeMutableBufferPointer { positions in
            cloud.rotations.withUnsafeMutableBufferPointer { rotations in
                cloud.scales.withUnsafeMutableBufferPointer { scales in
                    cloud.opacities.withUnsafeMutableBufferPointer { opacities in
                        cloud.harmonics.withUnsafeMutableBufferPointer { harmonics in
                            guard let base = harmonics.baseAddress else { return }
                            let step = 1 << 18
                            for start in stride(from: 0, to: count, by: step) {
                                if (try? progress.report(Double(start) / Double(count), "Reading splats")) == nil {
                                    wasCancelled = true
                                    return
                                }
                                Parallel.forEachRange(min(step, count - start), minimum: 4096) { range in
                                    for i in start + range.lowerBound..<start + range.upperBound {
                                        let splat = fill(i, base + n * i)
                                        positions[i] = isFinite(base + n * i, n) ? splat.position : Vector3(repeating: .nan)
                                        rotations[i] = unit(splat.rotation)
                                        scales[i] = splat.scale
                                        opacities[i] = min(max(splat.opacity, 0), 1)
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        if wasCancelled { throw .cancelled }
        return cloud
    }

    /// Of unit length; what is so within a millionth stays as it is, so that reading what was written changes nothing.
    private static func unit(_ q: Quaternion) -> Quaternion {
        let square = (q.vector * q.vector).sum()
        if abs(square - 1) < 2e-6 { return q }
        guard square.isFinite, square > 1e-30 else { return .identity }
        return q.normalized
    }

    /// Whether all coefficients of a splat are numbers that a colour can have. A sum is finite only where all its terms are.
    @inline(__always) private static func isFinite(_ harmonics: UnsafeMutablePointer<Float>, _ count: Int) -> Bool {
        var sum: Float = 0
        for k in 0..<count { sum += abs(harmonics[k]) }
        return sum < 1e6
    }

    /// The numbers of the splats that have a possible place and size; nil where all do. Those without a possible colour have lost
    /// their place in `build`.
    static func possible(_ cloud: SplatCloud) -> [Int]? {
        func isPossible(_ p: Vector3, _ s: Vector3) -> Bool {
            abs(p.x) < 1e12 && abs(p.y) < 1e12 && abs(p.z) < 1e12 && s.x >= 0 && s.y >= 0 && s.z >= 0 && s.x < 1e12 && s.y < 1e12
                && s.z < 1e12
        }
        let positions = cloud.positions
        let scales = cloud.scales
        if positions.indices.allSatisfy({ isPossible(positions[$0], scales[$0]) }) { return nil }
        return positions.indices.filter { isPossible(positions[$0], scales[$0]) }
    }
}
