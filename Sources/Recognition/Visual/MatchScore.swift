import Foundation

/// How likely a geometric agreement between two photos means the same thing.
///
/// Chosen by hand from the distributions that `RecognitionBenchmark things --first 100000 --evidence` writes: docs/recognition.md.
enum MatchScore {
    /// How fast the odds grow with the weight of the agreeing features.
    static let slope = 0.45
    /// The weight at which both answers are equally likely, where few features matched by chance.
    static let evenWeight = 8.0
    /// The weight that each match that doesn't agree adds by chance.
    static let chance = 0.03

    /// The probability, 0…1.
    /// - Parameters:
    ///   - weight: the sum of the weights of the agreeing features (`Verification.weights`).
    ///   - unmatched: matches that don't agree.
    static func probability(weight: Double, unmatched: Int) -> Double {
        sigmoid(slope * (weight - evenWeight - chance * Double(unmatched)))
    }

    static func sigmoid(_ x: Double) -> Double { 1 / (1 + exp(-x)) }

    /// The logarithm of the odds, bounded.
    static func logit(_ p: Double) -> Double {
        let q = min(max(p, 1e-9), 1 - 1e-9)
        return log(q / (1 - q))
    }
}
