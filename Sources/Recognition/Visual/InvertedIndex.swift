import CVision
import Foundation

/// For each visual word, the photos that have it, with the signatures and places of their features.
struct InvertedIndex: Sendable {
    /// A feature of a photo: its word, its signature, its place.
    struct Entry: Sendable {
        var word: Int
        var signature: UInt64
        var place: UInt32
    }

    let vocabulary: Vocabulary
    private(set) var lists: [[CVisionEntry]]
    /// All entries, those of removed photos included.
    private(set) var entryCount = 0

    /// Per photo only the strongest features are indexed; all take part in verification.
    static let maxFeatures = 400
    /// The largest Hamming distance between signatures that still counts.
    static let maxDistance: Int32 = 24
    /// The words in which features similar to one of the query's are looked for.
    static let nearestWords = 4
    /// The most photos that get anything from one feature of the query.
    static let maxNearest = 500
    /// How many photos are compared by the positions of features, too, once scale and rotation have chosen them.
    static let maxCompared: Int32 = 400

    init(vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        lists = [[CVisionEntry]](repeating: [], count: vocabulary.count)
    }

    init(vocabulary: Vocabulary, lists: [[CVisionEntry]]) {
        self.vocabulary = vocabulary
        self.lists = lists
        entryCount = lists.reduce(0) { $0 + $1.count }
    }

    /// The words, signatures and places of a photo's indexed features.
    static func entries(_ features: ImageFeatures, vocabulary: Vocabulary) -> [Entry] {
        let count = min(features.count, maxFeatures)
        let words = vocabulary.assign(Array(features.descriptors.prefix(count * 128)))
        return words.indices.map { i in
            Entry(
                word: words[i], signature: vocabulary.signature(Vocabulary.project(features.descriptors, at: i), word: words[i]),
                place: features.place(i))
        }
    }

    mutating func add(_ entries: [Entry], photo: UInt32) {
        for entry in entries {
            lists[entry.word].append(CVisionEntry(signature: entry.signature, photo: photo, place: entry.place))
        }
        entryCount += entries.count
    }

    /// Drops the entries of photos that `isAlive` denies, and gives the others their new numbers.
    mutating func compact(renumbered: (UInt32) -> UInt32?) {
        entryCount = 0
        for w in lists.indices {
            lists[w] = lists[w].compactMap { entry in
                renumbered(entry.photo).map { CVisionEntry(signature: entry.signature, photo: $0, place: entry.place) }
            }
            entryCount += lists[w].count
        }
    }

    /// The score of each photo: for each query feature the most similar feature of the photo counts, the more the fewer other
    /// photos have a feature at least as similar, and the pairs that agree with one transform are added up. Only the nearest tenth
    /// of the photos gets anything from a feature: most similarities are by chance.
    /// - Parameter photoCount: one more than the largest number of a photo.
    /// - Throws: `RecognitionError` where memory can't be had.
    func scores(_ query: ImageFeatures, photoCount: Int) throws(RecognitionError) -> [Float] {
        var best = [UInt8](repeating: 255, count: photoCount)
        var places = [UInt32](repeating: 0, count: photoCount)
        var touched = [UInt32](repeating: 0, count: photoCount)
        let nearest = min(photoCount / 10, Self.maxNearest)
        let logarithms = (0...nearest + 1).map { log(Float(max(1, $0))) }
        var pairs: [CVisionPair] = []
        for i in 0..<query.count {
            let projections = Vocabulary.project(query.descriptors, at: i)
            let place = query.place(i)
            var touchedCount: Int32 = 0
            for word in vocabulary.nearestWords(query.descriptors, at: i, limit: Self.nearestWords) where !lists[word].isEmpty {
                let list = lists[word]
                cvision_scan(
                    list, Int32(list.count), vocabulary.signature(projections, word: word), Self.maxDistance, &best, &places,
                    &touched, &touchedCount)
            }
            // How many photos are within each distance.
            var within = [Int](repeating: 0, count: 65)
            for t in 0..<Int(touchedCount) { within[Int(best[Int(touched[t])])] += 1 }
            for d in 1..<65 { within[d] += within[d - 1] }
            for t in 0..<Int(touchedCount) {
                let photo = Int(touched[t])
                let rank = within[Int(best[photo])]
                if rank <= nearest {
                    pairs.append(
                        CVisionPair(
                            photo: touched[t], query: place, reference: places[photo],
                            weight: logarithms[nearest + 1] - logarithms[rank]))
                }
                best[photo] = 255
            }
        }
        var scores = [Float](repeating: 0, count: photoCount)
        guard cvision_agreement(pairs, Int32(pairs.count), Int32(photoCount), Self.maxCompared, &scores) >= 0 else {
            throw .vision("image")
        }
        return scores
    }
}
