import Foundation

/// How likely the best passage answers a question: a logistic function of how well it fits. The weights were fitted to the questions of
/// `Tests/GuideTests/Questions` whose names begin with `open` and `development`; scripts/fit-guide.py fits them anew.
struct AnswerConfidence {
    /// Between 0 and 1.
    let value: Float

    /// From where on questions are answered: 9 of 10 unanswerable ones are below.
    static let threshold: Float = 0.69

    init(_ query: GuideQuery, _ match: LexicalRetriever.Match, total: Float) {
        let best = match.best
        var sum: Float = -6.333
        sum += -0.622 * best.breadth
        sum += 3.827 * best.asked
        sum += -0.215 * total
        sum += 0.883 * Float(query.terms.count)
        sum += -4.658 * match.unmatched
        sum += 5.716 * best.suitability
        sum += query.people.isEmpty ? 0 : 1.343
        sum += query.isYesNo ? 1.425 : 0
        value = 1 / (1 + exp(-sum))
    }
}
