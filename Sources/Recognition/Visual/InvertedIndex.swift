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
    static let maxDistance: Int32 = 24

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

    /// The score of each photo: for each query feature the most similar feature of the photo counts, the more the fewer other
    /// photos have a feature at least as similar. Only the nearest tenth of the photos gets anything: most similarities are by
    /// chance.
    /// - Parameter photoCount: one more than the largest number of a photo.
    func scores(_ query: ImageFeatures, photoCount: Int) -> [Float] {
        var scores = [Float](repeating: 0, count: photoCount)
        var best = [UInt8](repeating: 255, count: photoCount)
        var touched = [UInt32](repeating: 0, count: photoCount)
        let logarithms = (0...photoCount / 10 + 1).map { log(Float(max(1, $0))) }
        for i in 0..<query.count {
            let projections = Vocabulary.project(query.descriptors, at: i)
            var touchedCount: Int32 = 0
            for word in vocabulary.nearestWords(query.descriptors, at: i, limit: 4) where !lists[word].isEmpty {
                let list = lists[word]
                cvision_scan(
                    list, Int32(list.count), vocabulary.signature(projections, word: word), Self.maxDistance, &best, &touched,
                    &touchedCount)
            }
            // How many photos are within each distance.
            var within = [Int](repeating: 0, count: 65)
            for t in 0..<Int(touchedCount) { within[Int(best[Int(touched[t])])] += 1 }
            for d in 1..<65 { within[d] += within[d - 1] }
            for t in 0..<Int(touchedCount) {
                let photo = Int(touched[t])
                let rank = within[Int(best[photo])]
                if rank * 10 < photoCount { scores[photo] += logarithms[photoCount / 10 + 1] - logarithms[rank] }
                best[photo] = 255
            }
        }
        return scores
    }
}
