import CVision
import Foundation

/// For each visual word, the photos that have it, with the signatures of their features.
struct InvertedIndex: Sendable {
    let vocabulary: Vocabulary
    private(set) var lists: [[CVisionEntry]]
    /// All entries, those of removed photos included.
    private(set) var entryCount = 0

    /// Per photo only the strongest features are indexed; all take part in verification.
    static let maxFeatures = 350
    /// The largest Hamming distance between signatures that still counts.
    static let maxDistance: Int32 = 22

    init(vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        lists = [[CVisionEntry]](repeating: [], count: vocabulary.count)
    }

    init(vocabulary: Vocabulary, lists: [[CVisionEntry]]) {
        self.vocabulary = vocabulary
        self.lists = lists
        entryCount = lists.reduce(0) { $0 + $1.count }
    }

    /// The words and signatures of a photo's indexed features.
    static func entries(_ features: ImageFeatures, vocabulary: Vocabulary) -> [(word: Int, signature: UInt64)] {
        let count = min(features.count, maxFeatures)
        let words = vocabulary.assign(Array(features.descriptors.prefix(count * 128)))
        return words.indices.map { i in
            (words[i], vocabulary.signature(Vocabulary.project(features.descriptors, at: i), word: words[i]))
        }
    }

    mutating func add(_ entries: [(word: Int, signature: UInt64)], photo: UInt32) {
        for entry in entries { lists[entry.word].append(CVisionEntry(signature: entry.signature, photo: photo, reserved: 0)) }
        entryCount += entries.count
    }

    /// Drops the entries of photos that `isAlive` denies, and gives the others their new numbers.
    mutating func compact(renumbered: (UInt32) -> UInt32?) {
        entryCount = 0
        for w in lists.indices {
            lists[w] = lists[w].compactMap { entry in
                renumbered(entry.photo).map { CVisionEntry(signature: entry.signature, photo: $0, reserved: 0) }
            }
            entryCount += lists[w].count
        }
    }

    /// The score of each photo: for each query feature the most similar feature of the photo counts, by its Hamming distance and
    /// the rarity of its word.
    /// - Parameter photoCount: one more than the largest number of a photo.
    func scores(_ query: ImageFeatures, photoCount: Int) -> [Float] {
        var scores = [Float](repeating: 0, count: photoCount)
        var best = [UInt8](repeating: 255, count: photoCount)
        var touched = [UInt32](repeating: 0, count: photoCount)
        let total = Float(max(1, photoCount))
        for i in 0..<query.count {
            let projections = Vocabulary.project(query.descriptors, at: i)
            var touchedCount: Int32 = 0
            var rarity: Float = 0
            for word in vocabulary.nearestWords(query.descriptors, at: i, limit: 4) where !lists[word].isEmpty {
                let list = lists[word]
                rarity = max(rarity, log(1 + total / Float(list.count)))
                cvision_scan(
                    list, Int32(list.count), vocabulary.signature(projections, word: word), Self.maxDistance, &best, &touched,
                    &touchedCount)
            }
            for t in 0..<Int(touchedCount) {
                let photo = Int(touched[t])
                let distance = Float(best[photo])
                scores[photo] += Self.weights[Int(distance)] * rarity
                best[photo] = 255
            }
        }
        return scores
    }

    private static let weights = (0...64).map { exp(-Float($0 * $0) / (2 * 11 * 11)) }
}
