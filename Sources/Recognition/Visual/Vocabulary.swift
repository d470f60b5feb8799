import CVision
import Support

/// Visual words: a tree of two levels of k-means centres (Nistér, Stewénius 2006), trained on the user's own photos. Each feature
/// also has a signature of 64 bits that tells features of a word apart (Hamming embedding, Jégou et al. 2008).
struct Vocabulary: Sendable, Equatable {
    /// Centres of the first level; each has as many words.
    let branch: Int
    /// `branch * 128` bytes.
    private(set) var upper: [UInt8]
    /// `branch * branch * 128` bytes, word w in cell w / branch.
    private(set) var words: [UInt8]
    private var upperOffsets: [Int32]
    private var wordOffsets: [Int32]
    /// The projections of the words' centres, 64 each.
    private var wordProjections: [Int32]

    /// The number of words.
    var count: Int { branch * branch }

    /// A vocabulary of these centres; nil where their sizes disagree.
    init?(branch: Int, upper: [UInt8], words: [UInt8]) {
        guard (2...256).contains(branch), upper.count == branch * 128, words.count == branch * branch * 128 else { return nil }
        self.branch = branch
        self.upper = upper
        self.words = words
        upperOffsets = Self.offsets(upper)
        wordOffsets = Self.offsets(words)
        wordProjections = []
        wordProjections.reserveCapacity(branch * branch * 64)
        for w in 0..<branch * branch { wordProjections += Self.project(words, at: w) }
    }

    /// Trains on descriptors of 128 bytes each. The same descriptors in the same order give the same words.
    init(branch: Int, descriptors: [UInt8], progress: ProgressReporter) throws {
        let upper = try Self.centres(
            count: branch, vectors: descriptors, seed: 1, progress: progress.part(0...0.4), what: "Training visual words")
        let offsets = Self.offsets(upper)
        let nearest = Self.nearest(descriptors, centres: upper, offsets: offsets)
        var cells = [[UInt8]](repeating: [], count: branch)
        for i in nearest.indices { cells[Int(nearest[i])] += descriptors[i * 128..<i * 128 + 128] }
        var words: [UInt8] = []
        for (i, cell) in cells.enumerated() {
            words += try Self.centres(
                count: branch, vectors: cell.isEmpty ? Array(upper[i * 128..<i * 128 + 128]) : cell, seed: UInt64(2 + i),
                progress: progress.part(0.4 + 0.6 * Double(i) / Double(branch)...0.4 + 0.6 * Double(i + 1) / Double(branch)),
                what: "Training visual words")
        }
        self.init(branch: branch, upper: upper, words: words)!
    }

    /// The word of each descriptor.
    func assign(_ descriptors: [UInt8]) -> [Int] {
        let cells = Self.nearest(descriptors, centres: upper, offsets: upperOffsets)
        return cells.indices.map { i in
            let start = Int(cells[i]) * branch
            var best: Int32 = 0
            descriptors.withUnsafeBufferPointer { d in
                words.withUnsafeBufferPointer { w in
                    wordOffsets.withUnsafeBufferPointer { o in
                        cvision_nearest(
                            d.baseAddress! + i * 128, 1, w.baseAddress! + start * 128, o.baseAddress! + start, Int32(branch), &best)
                    }
                }
            }
            return start + Int(best)
        }
    }

    /// The `limit` words nearest to descriptor `i`, searched in the three nearest cells.
    func nearestWords(_ descriptors: [UInt8], at i: Int, limit: Int) -> [Int] {
        var scores = [Int32](repeating: 0, count: branch)
        var candidates: [(score: Int32, word: Int)] = []
        descriptors.withUnsafeBufferPointer { d in
            let vector = d.baseAddress! + i * 128
            cvision_scores(vector, upper, upperOffsets, Int32(branch), &scores)
            let cells = scores.indices.sorted { (scores[$0], $1) > (scores[$1], $0) }.prefix(3)
            words.withUnsafeBufferPointer { w in
                wordOffsets.withUnsafeBufferPointer { o in
                    for cell in cells {
                        let start = cell * branch
                        cvision_scores(vector, w.baseAddress! + start * 128, o.baseAddress! + start, Int32(branch), &scores)
                        for k in 0..<branch { candidates.append((scores[k], start + k)) }
                    }
                }
            }
        }
        candidates.sort { ($0.score, $1.word) > ($1.score, $0.word) }
        return candidates.prefix(limit).map(\.word)
    }

    /// The projections of descriptor `i`, from which signatures are made.
    static func project(_ descriptors: [UInt8], at i: Int) -> [Int32] {
        var products = [Int32](repeating: 0, count: 64)
        descriptors.withUnsafeBufferPointer { cvision_project($0.baseAddress! + i * 128, directions, 64, &products) }
        return products
    }

    /// The signature of a descriptor with these projections as a member of `word`: on which side of the centre it is, in 64
    /// directions.
    func signature(_ projections: [Int32], word: Int) -> UInt64 {
        var bits: UInt64 = 0
        for k in 0..<64 where projections[k] > wordProjections[word * 64 + k] { bits |= 1 << UInt64(k) }
        return bits
    }

    /// 64 fixed random directions of ±1 in 128 dimensions, orthogonal to each other: rows of a Hadamard matrix with random signs.
    private static let directions: [Int8] = {
        var random = SplitMix64(seed: 0x5EED)
        let signs = (0..<128).map { _ -> Int8 in random.next() & 1 == 0 ? 1 : -1 }
        let rows = Array(1..<128).shuffled(using: &random).prefix(64)
        return rows.flatMap { row in (0..<128).map { ((row & $0).nonzeroBitCount & 1 == 0 ? 1 : -1) * signs[$0] } }
    }()

    private static func offsets(_ centres: [UInt8]) -> [Int32] {
        (0..<centres.count / 128).map { i in
            centres[i * 128..<i * 128 + 128].reduce(Int32(0)) { $0 + Int32($1) * Int32($1) } / 2
        }
    }

    private static func nearest(_ vectors: [UInt8], centres: [UInt8], offsets: [Int32]) -> [Int32] {
        let count = vectors.count / 128
        return [Int32](
            count: count,
            onAllCores: { range, target in
                vectors.withUnsafeBufferPointer { v in
                    cvision_nearest(
                        v.baseAddress! + range.lowerBound * 128, Int32(range.count), centres, offsets, Int32(offsets.count),
                        target + range.lowerBound)
                }
            })
    }

    /// Centres by k-means with eight iterations, from vectors chosen at random with a fixed seed. Empty centres keep their vector.
    private static func centres(
        count: Int, vectors: [UInt8], seed: UInt64, progress: ProgressReporter, what: String
    ) throws -> [UInt8] {
        let n = vectors.count / 128
        var random = SplitMix64(seed: seed)
        var centres: [UInt8] = []
        for _ in 0..<count {
            let i = Int(random.next() % UInt64(n))
            centres += vectors[i * 128..<i * 128 + 128]
        }
        for iteration in 0..<8 {
            try progress.report(Double(iteration) / 8, what)
            let nearest = nearest(vectors, centres: centres, offsets: offsets(centres))
            var sums = [Int32](repeating: 0, count: count * 128)
            var members = [Int32](repeating: 0, count: count)
            vectors.withUnsafeBufferPointer { v in
                sums.withUnsafeMutableBufferPointer { s in
                    for i in 0..<n {
                        let c = Int(nearest[i])
                        members[c] += 1
                        for k in 0..<128 { s[c * 128 + k] += Int32(v[i * 128 + k]) }
                    }
                }
            }
            for c in 0..<count where members[c] > 0 {
                for k in 0..<128 { centres[c * 128 + k] = UInt8((sums[c * 128 + k] + members[c] / 2) / members[c]) }
            }
        }
        return centres
    }
}
