/// The numbers of an element's text, which arrives in pieces: the text itself is not kept.
struct XMLNumbers {
    /// Numbers of double precision; none where there are `indices`.
    private(set) var doubles: [Double] = []
    /// Whole numbers from 0 on.
    private(set) var indices: [UInt32] = []
    /// The first word that is no such number.
    private(set) var invalidWord: String?
    let areIndices: Bool
    /// The word that the last piece ended in.
    private var word: [UInt8] = []

    /// - Parameters:
    ///   - areIndices: whether the numbers are whole ones from 0 on.
    ///   - expected: how many there will be, bounded by the bytes that are there.
    init(areIndices: Bool, expected: Int) {
        self.areIndices = areIndices
        if areIndices { indices.reserveCapacity(expected) } else { doubles.reserveCapacity(expected) }
    }

    mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        var start = 0
        if !word.isEmpty {
            start = piece.firstIndex { $0 <= 0x20 } ?? piece.count
            word += piece[..<start]
            if start < piece.count { endWord() }
        }
        guard let last = piece.lastIndex(where: { $0 <= 0x20 }), last >= start else {
            word += piece[start...]
            return
        }
        read(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: piece[start..<last])))
        word += piece[(last + 1)...]
    }

    /// Reads what the last piece ended in.
    mutating func end() { if !word.isEmpty { endWord() } }

    private mutating func endWord() {
        let whole = word
        word = []
        whole.withUnsafeBytes { read($0) }
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) {
        guard invalidWord == nil, !bytes.isEmpty else { return }
        var scanner = TextScanner(bytes)
        while true {
            scanner.skipWhitespace()
            if scanner.atEnd { return }
            if areIndices, let value = scanner.integer(), value >= 0, value < Int(UInt32.max) {
                indices.append(UInt32(value))
            } else if !areIndices, let value = scanner.double() {
                doubles.append(value)
            } else {
                invalidWord = scanner.excerpt
                return
            }
        }
    }
}
