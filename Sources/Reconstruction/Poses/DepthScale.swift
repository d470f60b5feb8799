import Geometry

/// The scale of the depths relative to the recorded trajectory: the camera's motion by alignment of the depths, as a ratio of the
/// recorded motion.
///
/// A ratio of 1.008 means that either the depths are 0.8 % too long, or the trajectory is 0.8 % too short; which of the two can't
/// be determined from a capture.
public struct DepthScale: Sendable, Equatable, Codable {
    /// Length by depths to length by trajectory.
    public var ratio: Double
    /// The standard deviation of `ratio`.
    public var standardDeviation: Double

    /// - Parameters:
    ///   - ratio: length by depths to length by trajectory.
    ///   - standardDeviation: of `ratio`.
    public init(ratio: Double, standardDeviation: Double) {
        self.ratio = ratio
        self.standardDeviation = standardDeviation
    }

    /// Whether the 95 % interval excludes 1.
    public var isSignificant: Bool { (ratio - 1).magnitude > halfWidth }

    /// Student's t for 95 % and few blocks.
    private static let quantile = 2.4

    /// The mean of several captures' scales, by inverse variance; its deviation also holds how far they disagree. nil for none.
    init?(mean scales: [DepthScale]) {
        let weights = scales.map { 1 / max($0.standardDeviation * $0.standardDeviation, 1e-10) }
        let total = weights.reduce(0, +)
        guard total > 0 else { return nil }
        let mean = zip(scales, weights).reduce(0) { $0 + $1.0.ratio * $1.1 } / total
        let spread = zip(scales, weights).reduce(0) { $0 + ($1.0.ratio - mean) * ($1.0.ratio - mean) * $1.1 } / total
        self.init(ratio: mean, standardDeviation: (1 / total + spread).squareRoot())
    }

    /// Half of the 95 % interval of `ratio`.
    public var halfWidth: Double { Self.quantile * standardDeviation }

    /// The 95 % interval of `ratio`.
    public var interval: ClosedRange<Double> { (ratio - halfWidth)...(ratio + halfWidth) }

    /// The ratio with half of its 95 % interval: "1.026 ± 0.008".
    public var text: String {
        /// Three decimals.
        func decimals(_ x: Double) -> String {
            let n = Int((x * 1000).rounded())
            return "\(n / 1000)." + String(String(1000 + n % 1000).dropFirst())
        }
        return "\(decimals(ratio)) ± \(decimals(max(halfWidth, 0.001)))"
    }

    /// One sentence for reports and notes: "Scale of the depths against the trajectory: 1.026 ± 0.008 (95 %); …".
    public var summary: String {
        "Scale of the depths against the trajectory: \(text) (95 %); which of the two is wrong can't be determined from the "
            + "capture: check a known length."
    }
}

extension DepthScale {
    /// What alignments of noisy surfaces underestimate motions by: 0.002 on the demo, whose depths have the true scale.
    private static let bias = 0.002

    /// A motion between two frames, recorded and aligned.
    struct Sample {
        /// Number of the later keyframe: samples are put into blocks by it.
        var keyframe: Int
        /// The recorded motion, later camera to earlier camera.
        var recorded: Motion
        /// The same by alignment.
        var aligned: Motion
        /// Inverse covariance of the difference, on the left of the motion.
        var information: Matrix6
    }

    /// Keyframes in a block at least: alignments within a block share their errors.
    private static let minBlockLength = 2
    /// Blocks at least, and at most.
    private static let blocks = 6...24

    /// Estimates the ratio by generalized least squares with robust weights; its standard deviation by a jackknife over blocks of
    /// keyframes that follow each other (Künsch 1989). nil where the camera moved too little, or there are too few blocks.
    init?(_ samples: [Sample], keyframeCount: Int) {
        let length = max(Self.minBlockLength, (keyframeCount + Self.blocks.upperBound - 1) / Self.blocks.upperBound)
        let count = (keyframeCount + length - 1) / length
        guard count >= Self.blocks.lowerBound else { return nil }
        let terms = samples.map { sample -> Term in
            let t = sample.recorded.translation
            let direction = Twist(t.x, t.y, t.z, 0, 0, 0, 0, 0)
            let difference = (sample.aligned * sample.recorded.inverse).twist
            let weighted = sample.information * direction
            return Term(
                block: sample.keyframe / length, square: (direction * weighted).sum(), product: (difference * weighted).sum(),
                error: (difference * (sample.information * difference)).sum())
        }
        guard let whole = Self.excess(terms, without: nil) else { return nil }
        let used = Set(terms.map(\.block)).sorted()
        let partial = used.compactMap { Self.excess(terms, without: $0) }
        guard partial.count >= Self.blocks.lowerBound else { return nil }
        let n = Double(partial.count)
        let mean = partial.reduce(0, +) / n
        let variance = partial.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } * (n - 1) / n
        // A deviation that is more than this says nothing about the scale.
        guard variance.isFinite, variance < 0.0025 else { return nil }
        self.init(ratio: 1 + whole, standardDeviation: (variance + Self.bias * Self.bias).squareRoot())
    }

    /// A sample's part of the normal equation of the ratio.
    private struct Term {
        var block: Int
        /// uᵀΛu of the recorded translation u.
        var square: Double
        /// uᵀΛd with the difference d of aligned from recorded motion.
        var product: Double
        /// dᵀΛd.
        var error: Double
    }

    /// The ratio less 1.
    private static func excess(_ terms: [Term], without block: Int?) -> Double? {
        var excess = 0.0
        for _ in 0..<6 {
            var square = 0.0
            var product = 0.0
            for term in terms where term.block != block {
                let error = term.error - 2 * excess * term.product + excess * excess * term.square
                // Cauchy's weight, at six degrees of freedom.
                let weight = 1 / (1 + max(error, 0) / 12)
                square += weight * term.square
                product += weight * term.product
            }
            guard square > 1e-9, square.isFinite, product.isFinite else { return nil }
            excess = product / square
        }
        return excess
    }
}
