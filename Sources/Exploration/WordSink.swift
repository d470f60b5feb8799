import Geometry

/// Receives the fields of a block of 32-bit words in their order. The order in which a type puts its fields is the only definition
/// of its layout: `WordWriter` writes it to memory for the browser, and `WordLayout` records it for scripts/generate-core-types.sh,
/// which generates the offsets in Web/src/core/generated.ts.
public protocol WordSink {
    /// Begins a field of `count` words; that many calls of `put(_ word:)` follow.
    mutating func begin(_ name: StaticString, count: Int)
    /// The next word of the current field.
    mutating func put(_ word: UInt32)
}

extension WordSink {
    /// A field of one word.
    public mutating func put(_ name: StaticString, _ word: UInt32) {
        begin(name, count: 1)
        put(word)
    }

    /// A field of one signed number.
    public mutating func put(_ name: StaticString, _ number: Int32) { put(name, UInt32(bitPattern: number)) }

    /// A field of one number.
    public mutating func put(_ name: StaticString, _ number: Float) { put(name, number.bitPattern) }

    /// A field of three numbers.
    public mutating func put(_ name: StaticString, _ p: Vector3) {
        begin(name, count: 3)
        for axis in 0..<3 { put(p[axis].bitPattern) }
    }

    /// A field of four numbers: x, y, z, w.
    public mutating func put(_ name: StaticString, _ q: Quaternion) {
        begin(name, count: 4)
        for i in 0..<4 { put(q.vector[i].bitPattern) }
    }

    mutating func put(_ name: StaticString, _ size: Vector2) {
        begin(name, count: 2)
        put(size.x.bitPattern)
        put(size.y.bitPattern)
    }

    mutating func put(_ name: StaticString, _ numbers: [Float]) {
        begin(name, count: numbers.count)
        for number in numbers { put(number.bitPattern) }
    }

    /// A count, and as many numbers; always `limit` + 1 words.
    mutating func put(_ name: StaticString, _ numbers: [Int32], limit: Int) {
        begin(name, count: limit + 1)
        put(UInt32(min(numbers.count, limit)))
        for i in 0..<limit { put(i < numbers.count ? UInt32(bitPattern: numbers[i]) : 0) }
    }
}

/// Writes words to memory.
public struct WordWriter: WordSink {
    private let base: UnsafeMutablePointer<UInt32>
    private var at = 0

    /// - Parameter base: memory for all words that are put.
    public init(_ base: UnsafeMutablePointer<UInt32>) { self.base = base }

    public mutating func begin(_ name: StaticString, count: Int) {}

    public mutating func put(_ word: UInt32) {
        base[at] = word
        at += 1
    }
}

/// Records which words belong to which field.
public struct WordLayout: WordSink {
    /// A field of a block.
    public struct Field: Sendable {
        /// The field's name in generated types.
        public let name: StaticString
        /// In words from the block's beginning.
        public let offset: Int
        /// In words.
        public let count: Int
    }

    /// The fields in their order.
    public private(set) var fields: [Field] = []
    /// Words so far.
    public private(set) var size = 0

    /// A layout without fields.
    public init() {}

    public mutating func begin(_ name: StaticString, count: Int) {
        fields.append(Field(name: name, offset: size, count: count))
    }

    public mutating func put(_ word: UInt32) { size += 1 }
}

/// What the browser reads as a block of words.
public protocol WordFields {
    /// Puts all fields in their order; the same fields whatever the value.
    func put(into sink: inout some WordSink)
}
