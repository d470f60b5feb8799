import Foundation

/// How likely the best passage answers a question: a logistic function of how well it fits. The weights were fitted to the
/// questions of
/// `Tests/GuideTests/Questions` whose names begin with `open` and `development`; scripts/fit-guide.py fits them anew.
struct AnswerConfidence {
    /// Between 0 and 1.
    let value: Float

    /// From where on questions are answered: 9 of 10 unanswerable ones are below.
    static let threshold: Float = 0.71

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
        var sum: Float = -15.102
        sum += 4.592 * best.breadth
        sum += 2.971 * best.asked
        sum += -0.303 * total
        sum += 0.828 * Float(query.terms.count)
        sum += 0.276 * Float(query.words.count + query.contextTerms.count)
        sum += -1.969 * match.unmatched
        sum += 6.773 * best.suitability
        sum += query.people.isEmpty ? 0 : 1.071
        sum += query.isYesNo ? 1.5 : 0
        sum += -0.198 * best.vectors.topic + 3.235 * best.vectors.asked
        value = 1 / (1 + exp(-sum))
    }
}
