import Foundation

/// Vectors of stems and of the corpus' sentences, such that the sum of a question's stems is near the sentence that answers it.
/// scripts/train-word-vectors.py makes them from the expected questions of the corpus, and those of words that the corpus doesn't
/// have from all-MiniLM-L6-v2.
struct WordVectors: Sendable {
    /// Components of a vector; 0 where there are no vectors.
    let dimension: Int
    /// The number of each stem's vector; people stand as `@` and their id, whole sentences of the corpus as `#` and a hash.
    private let numbers: [String: Int]
    /// How much each stem counts.
    private let weights: [Float]
    /// What the components of each vector are multiplied by.
    private let scales: [Float]
    /// All components one after the other.
    private let components: [Int8]

    /// No vectors: nothing is similar.
    init() {
        dimension = 0
        numbers = [:]
        weights = []
        scales = []
        components = []
    }

    private static let magic = Array("DIOVEC01".utf8)
    private static let maxCount = 200_000
    private static let maxDimension = 1024

    /// Reads a file: `DIOVEC01`; number of stems and dimension as UInt32; of each stem its length in bytes as UInt8, its UTF-8
    /// bytes, weight and scale as Float32, and the components as Int8. All numbers are little-endian; stems are in ascending
    /// order of their bytes.
    /// - Throws: `GuideError` naming the file and the stem.
    init(_ data: Data, name: String) throws(GuideError) {
        let bytes = [UInt8](data)
        let remedy = "install the program with its resources"
        guard bytes.count >= 16, Array(bytes[..<8]) == Self.magic else {
            throw GuideError(name, "isn't a file of word vectors", remedy: remedy)
        }
        let count = Int(Self.number(bytes, at: 8))
        let dimension = Int(Self.number(bytes, at: 12))
        // Every stem takes at least its length, a byte, two numbers and the components.
        guard (1...Self.maxCount).contains(count), (1...Self.maxDimension).contains(dimension),
            count * (10 + dimension) <= bytes.count - 16
        else { throw GuideError(name, "has \(count) vectors of \(dimension) components", remedy: remedy) }
        var numbers: [String: Int] = [:]
        var weights: [Float] = []
        var scales: [Float] = []
        var components: [Int8] = []
        components.reserveCapacity(count * dimension)
        var position = 16
        var last: [UInt8] = []
        for index in 0..<count {
            let length = position < bytes.count ? Int(bytes[position]) : 0
            let end = position + 1 + length
            guard length > 0, end + 8 + dimension <= bytes.count else {
                throw GuideError(name, "ends in vector \(index + 1) of \(count)", remedy: remedy)
            }
            let stem = Array(bytes[position + 1..<end])
            guard let text = String(validating: stem, as: UTF8.self), last.lexicographicallyPrecedes(stem) else {
                throw GuideError(name, "vector \(index + 1): its stem isn't UTF-8 or isn't in order", remedy: remedy)
            }
            let weight = Float(bitPattern: Self.number(bytes, at: end))
            let scale = Float(bitPattern: Self.number(bytes, at: end + 4))
            guard weight.isFinite, scale.isFinite, weight >= 0, scale >= 0, weight < 1e6, scale < 1e6 else {
                throw GuideError(name, "vector \(index + 1): its weight or scale isn't a number of that size", remedy: remedy)
            }
            last = stem
            numbers[text] = index
            weights.append(weight)
            scales.append(scale)
            components += bytes[(end + 8)..<(end + 8 + dimension)].map { Int8(bitPattern: $0) }
            position = end + 8 + dimension
        }
        guard position == bytes.count else {
            throw GuideError(name, "has \(bytes.count - position) bytes after its vectors", remedy: remedy)
        }
        self.dimension = dimension
        self.numbers = numbers
        self.weights = weights
        self.scales = scales
        self.components = components
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
    }

    /// The sum of the vectors of different stems by their weights, divided by the length that unrelated vectors would give; nil
    /// where no stem has a vector.
    /// - Parameter shares: how much less stems count than by their weights; 1 for those that it lacks.
    func mean(_ stems: Set<String>, shares: [String: Float] = [:]) -> [Float]? {
        // In the order of the file, so that the sum is the same in every process.
        let found = stems.compactMap { stem in numbers[stem].map { (number: $0, share: shares[stem] ?? 1) } }
            .sorted { $0.number < $1.number }
        guard !found.isEmpty else { return nil }
        var sum = [Float](repeating: 0, count: dimension)
        var squares: Float = 0
        for (number, share) in found {
            let weight = share * weights[number]
            let factor = weight * scales[number]
            let start = number * dimension
            for i in 0..<dimension { sum[i] += factor * Float(components[start + i]) }
            squares += weight * weight
        }
        let length = max(squares.squareRoot(), 1e-6)
        return sum.map { $0 / length }
    }

    /// The vector of a whole sentence, to which the questions that it answers were trained to be nearer than to any other one; nil
    /// for a sentence that took no part in training.
    func sentence(_ text: String) -> UnitVector? {
        numbers[Self.name(ofSentence: text)].flatMap { number in
            UnitVector(components[number * dimension..<(number + 1) * dimension].map(Float.init))
        }
    }

    /// What a sentence has in place of a stem.
    static func name(ofSentence text: String) -> String { "#" + String(stableHash([text]), radix: 16) }

    /// The place of a stem among the vectors.
    typealias Number = Int32

    /// The number of a stem; nil where it has no vector.
    func number(_ stem: String) -> Number? { numbers[stem].map(Number.init) }

    /// The stems that have vectors, those that count most first.
    func words(_ stems: Set<String>) -> [Number] {
        stems.compactMap(number).sorted { (weights[Int($0)], $1) > (weights[Int($1)], $0) }
    }

    /// How much a stem counts.
    func weight(_ number: Number) -> Float { weights[Int(number)] }

    /// A stem as `RelevanceNetwork` regards it.
    struct Word {
        let number: Number
        /// Half of how much it counts.
        let weight: Float
        /// Its vector, of length 1.
        let unit: [Float]
    }

    /// - Parameter number: of a stem of these vectors.
    func word(_ number: Number) -> Word {
        let start = Int(number) * dimension
        let own = components[start..<start + dimension].map(Float.init)
        let length = max(own.reduce(0) { $0 + $1 * $1 }.squareRoot(), 1e-6)
        return Word(number: number, weight: weight(number) / 2, unit: own.map { $0 / length })
    }

    /// The stems of words with the people whom they name.
    static func stems(_ stems: some Sequence<String>, people: Set<String>) -> Set<String> {
        Set(stems).union(people.map { "@" + $0 })
    }
}
