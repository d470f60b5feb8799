import Foundation

/// How likely the best passage answers a question: a logistic function of how well it fits. The weights were fitted to the
/// questions of
/// `Tests/GuideTests/Questions` whose names begin with `open` and `development`; scripts/fit-guide.py fits them anew.
struct AnswerConfidence {
    /// Between 0 and 1.
    let value: Float

    /// From where on questions are answered: 19 of 20 unanswerable ones are below, or are declined without regard to sources.
    static let threshold: Float = 0.72

    /// - Parameters:
    ///   - total: how much all terms of the question count together.
    ///   - isExpected: whether the corpus has expected questions.
    init(_ query: GuideQuery, _ match: PassageMatch, total: Float, isExpected: Bool) {
        let best = match.best
        guard isExpected else {
            // Nothing was fitted to such a corpus: three quarters of the question have to be in the passage.
            value = best.breadth * min(1, best.suitability + 0.2)
            return
        }
        var sum: Float = -17.513
        sum += 3.959 * best.breadth
        sum += 2.001 * best.asked
        sum += -0.306 * total
        sum += 0.556 * Float(query.terms.count)
        sum += 0.441 * Float(query.words.count + query.contextTerms.count)
        sum += -3.84 * match.unmatched
        sum += 9.544 * best.suitability
        sum += query.people.isEmpty ? 0 : 1.118
        sum += query.isYesNo ? 2.128 : 0
        sum += 0.04 * best.vectors.topic + 4.008 * best.vectors.asked
        value = 1 / (1 + exp(-sum))
    }
}
