import Foundation

/// Words that expected questions of the same sentence use for one matter, as "loo" and "toilet": found by how often they occur
/// together.
struct Associations: Sendable {
    private let related: [String: [(stem: String, strength: Float)]]

    /// The strongest associations of a stem that are kept.
    private static let count = 4

    init(_ entries: [PassageIndex.Entry]) {
        var groups: [Set<String>] = []
        for entry in entries {
            let bySentence = Dictionary(grouping: entry.questions, by: \.sentence)
            for (number, questions) in bySentence {
                var group = entry.sentences[number].stems.filter { $0.utf8.count > 2 }
                for question in questions { group.formUnion(question.stems) }
                groups.append(group)
            }
        }
        var single: [String: Int] = [:]
        for group in groups { for stem in group { single[stem, default: 0] += 1 } }
        // Rare words only: frequent ones have synonyms in the lexicon, and occur with everything.
        let frequent = max(8, groups.count / 40)
        var pairs: [String: [String: Int]] = [:]
        for group in groups {
            let usable = group.filter { single[$0]! >= 2 && single[$0]! <= frequent }
            for a in usable { for b in usable where a != b { pairs[a, default: [:]][b, default: 0] += 1 } }
        }
        let total = Float(max(1, groups.count))
        var related: [String: [(stem: String, strength: Float)]] = [:]
        for (stem, others) in pairs {
            let own = Float(single[stem]!)
            let strong = others.compactMap { other, together -> (stem: String, strength: Float)? in
                let shared = Float(together)
                let lift = log(total * shared / (own * Float(single[other]!)))
                let share = shared / own
                return together >= 2 && share >= 0.4 && lift > 3 ? (other, share * min(1, lift / 6)) : nil
            }
            if !strong.isEmpty {
                related[stem] = Array(strong.sorted { ($0.strength, $1.stem) > ($1.strength, $0.stem) }.prefix(Self.count))
            }
        }
        self.related = related
    }

    /// Stems that are used for the same matter, the strongest first.
    func of(_ stem: String) -> [(stem: String, strength: Float)] { related[stem] ?? [] }
}
