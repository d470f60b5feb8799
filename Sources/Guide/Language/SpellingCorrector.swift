/// Corrects misspelled words of questions to words of the corpus.
struct SpellingCorrector: Sendable {
    /// How often each word occurs.
    private let counts: [String: Int]
    /// The words by their length and first letter, or second letter for mistakes in the first.
    private var buckets: [Int: [String]] = [:]

    init(counts: [String: Int]) {
        self.counts = counts
        for word in counts.keys where word.count >= 4 && !(word.first?.isNumber ?? true) {
            buckets[word.count, default: []].append(word)
        }
    }

    /// The word of the corpus that was probably meant: one mistake in words of 4 letters and more, two in words of 8 and more;
    /// letters
    /// that changed places are one mistake; another letter is none in short words. Nil where no word is that near.
    func correction(of word: String) -> String? {
        guard word.count >= 4, counts[word] == nil, !(word.first?.isNumber ?? true) else { return nil }
        let limit = word.count >= 8 ? 2 : 1
        let letters = Array(word.utf8)
        var best: (word: String, distance: Int, count: Int)?
        for length in (word.count - limit)...(word.count + limit) {
            for candidate in buckets[length] ?? [] {
                let other = Array(candidate.utf8)
                // The first letter is rarely wrong.
                guard other.first == letters.first || (other.count == letters.count && other.dropFirst() == letters.dropFirst())
                else { continue }
                let distance = Self.distance(letters, other, limit: limit)
                guard distance <= limit else { continue }
                // Short words of which one letter differs are usually other words: "leaf", "lead".
                if letters.count == other.count, letters.count <= 6, letters.sorted() != other.sorted() { continue }
                let count = counts[candidate] ?? 0
                if best == nil || distance < best!.distance
                    || (distance == best!.distance && (count, candidate) > (best!.count, best!.word))
                {
                    best = (candidate, distance, count)
                }
            }
        }
        return best?.word
    }

    /// Insertions, deletions, substitutions and transpositions between two words (optimal string alignment), or more than `limit`.
    private static func distance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int {
        if abs(a.count - b.count) > limit { return limit + 1 }
        var before = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [i] + [Int](repeating: 0, count: b.count)
            for j in 1...b.count {
                let cost = a[i - 1] == b[j - 1] ? 0 : 1
                row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { row[j] = min(row[j], before[j - 2] + 1) }
            }
            if row.min()! > limit { return limit + 1 }
            before = last
            last = row
        }
        return last[b.count]
    }
}
