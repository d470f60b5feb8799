import Foundation
import Support

/// What the index keeps in memory: names, lists and embeddings; features stay in files.
struct IndexState: Sendable {
    /// Photos by number; nil where one was removed.
    private(set) var photos: [IndexedPhoto?] = []
    private(set) var embeddings: [Int: ImageEmbedding] = [:]
    private(set) var numbers: [IndexedPhoto: Int] = [:]
    private(set) var photosOfItem: [String: [Int]] = [:]
    private(set) var words: InvertedIndex?
    /// Whether the file of the words is older than this.
    var isWordsFileStale = false

    /// How many photos are compared one by one, before there are visual words.
    static let exhaustiveLimit = 64

    /// The branch of the vocabulary for this many photos; nil while they are compared one by one.
    static func branch(photos: Int) -> Int? {
        switch photos {
        case ...exhaustiveLimit: nil
        case ...1000: 16
        case ...6000: 32
        default: 64
        }
    }

    var livePhotos: Int { numbers.count }

    init() {}

    /// The state that a file of words has.
    init(photos: [IndexedPhoto?], words: InvertedIndex, embeddings: [Int: ImageEmbedding]) {
        for photo in photos { append(photo) }
        self.words = words
        self.embeddings = embeddings.filter { photos[$0.key] != nil }
    }

    private mutating func append(_ photo: IndexedPhoto?) {
        if let photo {
            numbers[photo] = photos.count
            photosOfItem[photo.item, default: []].append(photos.count)
        }
        photos.append(photo)
    }

    /// Adds a photo that isn't there yet.
    mutating func add(_ photo: IndexedPhoto, features: ImageFeatures, entries: [InvertedIndex.Entry]?) {
        let number = photos.count
        append(photo)
        if let embedding = features.embedding { embeddings[number] = embedding }
        if let entries, words != nil {
            words!.add(entries, photo: UInt32(number))
            isWordsFileStale = true
        }
    }

    mutating func remove(_ photo: IndexedPhoto) {
        guard let number = numbers.removeValue(forKey: photo) else { return }
        photos[number] = nil
        embeddings[number] = nil
        photosOfItem[photo.item]?.removeAll { $0 == number }
        if photosOfItem[photo.item]?.isEmpty == true { photosOfItem[photo.item] = nil }
        isWordsFileStale = true
        if photos.count > 256, numbers.count * 4 < photos.count * 3 { compact() }
    }

    /// Forgets the numbers of removed photos.
    private mutating func compact() {
        var renumbered = [Int](repeating: -1, count: photos.count)
        let old = photos
        let oldEmbeddings = embeddings
        photos = []
        numbers = [:]
        photosOfItem = [:]
        embeddings = [:]
        for (i, photo) in old.enumerated() {
            guard let photo else { continue }
            renumbered[i] = photos.count
            if let embedding = oldEmbeddings[i] { embeddings[photos.count] = embedding }
            append(photo)
        }
        words?.compact { renumbered[Int($0)] < 0 ? nil : UInt32(renumbered[Int($0)]) }
    }

    /// Replaces the words; `entries` has an element for each number.
    mutating func setWords(_ index: InvertedIndex?) {
        words = index
        isWordsFileStale = true
    }

    /// The numbers of the photos that may show what the query shows, best first.
    func candidates(_ query: ImageFeatures, limit: Int, excluding item: String?) throws(RecognitionError) -> [Int] {
        var chosen: [Int] = []
        func isEligible(_ number: Int) -> Bool { photos[number].map { $0.item != item } ?? false }
        if let words {
            let scores = try words.scores(query, photoCount: photos.count)
            let ranked = scores.indices.filter { scores[$0] > 0 && isEligible($0) }
                .sorted { (scores[$0], $1) > (scores[$1], $0) }
            chosen = Array(ranked.prefix(limit))
        } else {
            chosen = photos.indices.filter(isEligible)
        }
        if let embedding = query.embedding {
            let similar = embeddings.compactMap { number, other in
                embedding.similarity(other).flatMap { isEligible(number) ? (similarity: $0, number: number) : nil }
            }.sorted { ($0.similarity, $1.number) > ($1.similarity, $0.number) }
            for candidate in similar.prefix(limit / 2) where !chosen.contains(candidate.number) { chosen.append(candidate.number) }
        }
        return chosen
    }

    /// Bytes in memory, about.
    var memory: Int {
        (words?.entryCount ?? 0) * 16 + (words?.vocabulary.count ?? 0) * 400 + photos.count * 400
            + embeddings.values.reduce(0) { $0 + $1.vector.count * 4 }
    }
}
