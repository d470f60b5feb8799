import Foundation

/// How likely a geometric agreement between two photos means the same thing.
///
/// Fitted by `RecognitionBenchmark fit` on rendered things and photo sets that are not part of any evaluation: docs/recognition.md.
enum MatchScore {
    /// The weight of the number of agreeing features.
    static let inlierWeight = 0.45
    /// The number of agreeing features at which both answers are equally likely, where few features matched by chance.
    static let evenInliers = 11.0
    /// Of the matches that don't agree, how many per added agreeing feature are expected by chance.
    static let chanceShare = 0.03

    /// The probability, 0…1.
    /// - Parameters:
    ///   - inliers: matches that agree with one transform.
    ///   - matches: all matches.
    static func probability(inliers: Int, matches: Int) -> Double {
        let chance = chanceShare * Double(max(0, matches - inliers))
        return sigmoid(inlierWeight * (Double(inliers) - evenInliers - chance))
    }

    static func sigmoid(_ x: Double) -> Double { 1 / (1 + exp(-x)) }

    /// The logarithm of the odds, bounded.
    static func logit(_ p: Double) -> Double {
        let q = min(max(p, 1e-9), 1 - 1e-9)
        return log(q / (1 - q))
    }
}
