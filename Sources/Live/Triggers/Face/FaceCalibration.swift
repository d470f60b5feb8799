/// How a person's face looks at rest, and how far its expressions go.
public struct FaceCalibration: Hashable, Sendable {
    /// The signals at rest: smile, brows raised, mouth open, eyes closed.
    public var neutral: SIMD4<Float>
    /// The difference from rest to the full expression, at least ``minRange``.
    public var range: SIMD4<Float>

    /// The smallest range that is used: below, noise would trigger.
    public static let minRange: Float = 0.15
    /// A calibration for unknown persons.
    public static let standard = FaceCalibration(
        neutral: SIMD4(0.05, 0.08, 0.03, 0.1), range: SIMD4(0.6, 0.55, 0.55, 0.7))

    /// A calibration. Numbers outside of 0 to 1 are replaced by those of ``standard``.
    public init(neutral: SIMD4<Float>, range: SIMD4<Float>) {
        self.neutral = SIMD4(0.05, 0.08, 0.03, 0.1)
        self.range = SIMD4(0.6, 0.55, 0.55, 0.7)
        for i in 0..<4 {
            if neutral[i] >= 0 && neutral[i] <= 1 { self.neutral[i] = neutral[i] }
            if range[i] >= 0 && range[i] <= 1 { self.range[i] = max(Self.minRange, range[i]) }
        }
    }

    /// The signals as 0 (at rest) to 1 (the full expression); more and less are possible.
    func normalized(_ signals: SIMD4<Float>) -> SIMD4<Float> { (signals - neutral) / range }
}

/// Learns a ``FaceCalibration`` from a person who first keeps the face relaxed and then makes each expression once.
///
/// Medians and percentiles of histograms are used, so that single wrong samples change nothing.
public struct FaceCalibrator: Sendable {
    /// What the person is asked to do.
    public enum Phase: UInt8, CaseIterable, Sendable {
        /// Keep the face relaxed, for about 2 s.
        case neutral = 0
        /// Smile, raise the brows, open the mouth, close the eyes: about 2 s each.
        case expressive = 1
    }

    /// Samples of the relaxed face that are needed.
    public static let minSamples: Int32 = 15
    private static let bins = 101

    private var neutral: [Int32]
    private var expressive: [Int32]

    /// A calibrator without samples.
    public init() {
        neutral = [Int32](repeating: 0, count: 4 * Self.bins)
        expressive = [Int32](repeating: 0, count: 4 * Self.bins)
    }

    /// Adds a sample. Blend shapes that are no number or outside of their range are left out.
    public mutating func add(_ expression: FaceExpression, phase: Phase) {
        let signals = expression.signals
        for i in 0..<4 where !signals[i].isNaN {
            let bin = i * Self.bins + Int((signals[i] * 100).rounded())
            if phase == .neutral { neutral[bin] &+= 1 } else { expressive[bin] &+= 1 }
        }
    }

    /// The calibration; nil before there are ``minSamples`` of the relaxed face. An expression that wasn't made keeps the usual
    /// range.
    public var result: FaceCalibration? {
        var calibration = FaceCalibration.standard
        for i in 0..<4 {
            guard let rest = Self.percentile(50, of: neutral, signal: i) else { return nil }
            calibration.neutral[i] = rest
            // Each expression takes about a quarter of the phase.
            guard let full = Self.percentile(92, of: expressive, signal: i) else { continue }
            if full - rest >= FaceCalibration.minRange { calibration.range[i] = full - rest }
        }
        return calibration
    }

    private static func percentile(_ percent: Int64, of counts: [Int32], signal: Int) -> Float? {
        let own = signal * bins..<(signal + 1) * bins
        var total: Int64 = 0
        for i in own { total += Int64(counts[i]) }
        guard total >= Int64(minSamples) else { return nil }
        var sum: Int64 = 0
        for i in own {
            sum += Int64(counts[i])
            // Unchecked products: 64-bit checks need a helper that the browser lacks.
            if sum &* 100 >= total &* percent { return Float(i - own.lowerBound) / 100 }
        }
        return nil
    }
}
