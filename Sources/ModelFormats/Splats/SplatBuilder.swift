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
    ///   - frame: the axes of the file, which become ours.
    ///   - fill: gives splat `i`, and writes all its coefficients into the buffer. Called from several threads.
    static func build(
        _ count: Int, degree: Int, frame: SplatFrame, _ progress: ProgressReporter,
        fill: (Int, UnsafeMutablePointer<Float>) -> Splat
    ) throws(FormatError) -> SplatCloud {
        try build(count, degree: degree, frame: frame) { (target) throws(FormatError) in
            let step = 1 << 18
            for start in stride(from: 0, to: count, by: step) {
                try progress.step(Double(start) / Double(count), "Reading splats")
                Parallel.forEachRange(min(step, count - start), minimum: 1024) { range in
                    target.put(start + range.lowerBound..<start + range.upperBound, fill)
                }
            }
        }
    }

    /// - Parameter body: puts each splat to the target once.
    static func build(
        _ count: Int, degree: Int, frame: SplatFrame, _ body: (Target) throws(FormatError) -> Void
    ) throws(FormatError) -> SplatCloud {
        var cloud = SplatCloud(
            positions: Array(undefined: count), rotations: Array(undefined: count), scales: Array(undefined: count),
            opacities: Array(undefined: count), degree: degree,
            harmonics: Array(undefined: 3 * SphericalHarmonics.count(degree) * count))
        var failure: FormatError?
        cloud.positions.withUnsafeMutableBufferPointer { positions in
            cloud.rotations.withUnsafeMutableBufferPointer { rotations in
                cloud.scales.withUnsafeMutableBufferPointer { scales in
                    cloud.opacities.withUnsafeMutableBufferPointer { opacities in
                        cloud.harmonics.withUnsafeMutableBufferPointer { harmonics in
                            guard count > 0, let positions = positions.baseAddress, let rotations = rotations.baseAddress,
                                let scales = scales.baseAddress, let opacities = opacities.baseAddress,
                                let harmonics = harmonics.baseAddress
                            else { return }
                            let target = Target(
                                positions: positions, rotations: rotations, scales: scales, opacities: opacities,
                                harmonics: harmonics, degree: degree, turn: SplatRotation(frame.turn))
                            do throws(FormatError) { try body(target) } catch { failure = error }
                        }
                    }
                }
            }
        }
        if let failure { throw failure }
        return cloud
    }

    /// Where splats go as they are read. Several threads may put different ones.
    struct Target: @unchecked Sendable {
        fileprivate let positions: UnsafeMutablePointer<Vector3>
        fileprivate let rotations: UnsafeMutablePointer<Quaternion>
        fileprivate let scales: UnsafeMutablePointer<Vector3>
        fileprivate let opacities: UnsafeMutablePointer<Float>
        fileprivate let harmonics: UnsafeMutablePointer<Float>
        fileprivate let degree: Int
        /// From the file's axes to ours.
        fileprivate let turn: SplatRotation?

        /// Puts the splats of these numbers, with their axes turned to ours while they are in the cache.
        @inline(__always) func put(_ range: Range<Int>, _ fill: (Int, UnsafeMutablePointer<Float>) -> Splat) {
            let n = 3 * SphericalHarmonics.count(degree)
            for i in range {
                let coefficients = harmonics + n * i
                let splat = fill(i, coefficients)
                positions[i] = isFinite(coefficients, n) ? splat.position : Vector3(repeating: .nan)
                rotations[i] = unit(splat.rotation)
                scales[i] = splat.scale
                opacities[i] = min(max(splat.opacity, 0), 1)
            }
            turn?.apply(range, positions: positions, rotations: rotations, harmonics: harmonics, degree: degree)
        }
    }

    /// Of unit length; what is so within a millionth stays as it is, so that reading what was written changes nothing.
    @inline(__always) private static func unit(_ q: Quaternion) -> Quaternion {
        let square = (q.vector * q.vector).sum()
        if abs(square - 1) < 2e-6 { return q }
        guard square.isFinite, square > 1e-30 else { return .identity }
        return q.normalized
    }

    /// Whether all coefficients of a splat are numbers that a colour can have. A sum is finite only where all its terms are.
    @inline(__always) private static func isFinite(_ harmonics: UnsafeMutablePointer<Float>, _ count: Int) -> Bool {
        var sums = SIMD4<Float>(repeating: 0)
        var k = 0
        while k + 4 <= count {
            let four = UnsafeRawPointer(harmonics + k).loadUnaligned(as: SIMD4<UInt32>.self) & 0x7FFF_FFFF
            sums += unsafeBitCast(four, to: SIMD4<Float>.self)
            k += 4
        }
        var sum = sums.sum()
        while k < count {
            sum += abs(harmonics[k])
            k += 1
        }
        return sum < 1e6
    }

    /// The numbers of the splats that have a possible place and size; nil where all do. Those without a possible colour have lost
    /// their place in `build`.
    static func possible(_ cloud: SplatCloud) -> [Int]? {
        func isPossible(_ p: Vector3) -> Bool { abs(p.x) < 1e12 && abs(p.y) < 1e12 && abs(p.z) < 1e12 }
        func isPossible(size s: Vector3) -> Bool {
            s.x >= 0 && s.y >= 0 && s.z >= 0 && s.x < 1e12 && s.y < 1e12 && s.z < 1e12
        }
        if cloud.positions.allSatisfyOnAllCores({ isPossible($0) }), cloud.scales.allSatisfyOnAllCores({ isPossible(size: $0) }) {
            return nil
        }
        return cloud.positions.indices.filter { isPossible(cloud.positions[$0]) && isPossible(size: cloud.scales[$0]) }
    }
}
