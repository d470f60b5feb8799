/// A position in the bytes of a text file that moves forward. It never reads beyond `end`.
package struct TextScanner {
    package let base: UnsafePointer<UInt8>
    package var position: Int
    package var end: Int

    /// - Precondition: `bytes` has an address.
    package init(_ bytes: UnsafeRawBufferPointer, from start: Int = 0) {
        base = bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
        position = start
        end = bytes.count
    }

    @inlinable @inline(__always) package var atEnd: Bool { position >= end }
    @inlinable @inline(__always) package var remaining: Int { end - position }
    /// The byte here; 0 at the end.
    @inlinable @inline(__always) package var byte: UInt8 { position < end ? base[position] : 0 }

    @inlinable @inline(__always) package mutating func advance(_ n: Int = 1) { position = min(position + n, end) }
    @inlinable @inline(__always) package mutating func move(to place: Int) { position = min(max(place, 0), end) }

    /// Skips spaces, tabs and line ends.
    @inlinable @inline(__always) package mutating func skipWhitespace() {
        while position < end, base[position] <= 0x20 { position += 1 }
    }

    /// Skips what separates values inside a line.
    @inlinable @inline(__always) package mutating func skipBlanks() {
        while position < end {
            let c = base[position]
            if c == 0x20 || c == 0x09 || c == 0x0B || c == 0x0C { position += 1 } else { return }
        }
    }

    /// Whether nothing but the line's end follows; call after `skipBlanks`.
    @inlinable @inline(__always) package var atLineEnd: Bool { position >= end || base[position] == 0x0A || base[position] == 0x0D }

    /// Moves behind the next line feed (or lone carriage return).
    @inlinable @inline(__always) package mutating func skipLine() {
        while position < end {
            let c = base[position]
            position += 1
            if c == 0x0A { return }
            if c == 0x0D {
                if position < end, base[position] == 0x0A { position += 1 }
                return
            }
        }
    }

    /// The bytes up to the next white space; empty at the end.
    package mutating func token() -> UnsafeBufferPointer<UInt8> {
        let start = position
        while position < end, base[position] > 0x20 { position += 1 }
        return UnsafeBufferPointer(start: base + start, count: position - start)
    }

    /// The rest of the line without blanks at either side, and moves behind it.
    package mutating func restOfLine() -> String {
        skipBlanks()
        let start = position
        while position < end, base[position] != 0x0A, base[position] != 0x0D { position += 1 }
        var last = position
        while last > start, base[last - 1] <= 0x20 { last -= 1 }
        let text = String(decoding: UnsafeBufferPointer(start: base + start, count: last - start), as: UTF8.self)
        skipLine()
        return text
    }

    /// Whether the next bytes are `word`, ignoring case.
    package func starts(with word: StaticString) -> Bool {
        let n = word.utf8CodeUnitCount
        guard remaining >= n else { return false }
        for i in 0..<n where Self.lower(base[position + i]) != Self.lower(word.utf8Start[i]) { return false }
        return true
    }

    @inlinable @inline(__always) package static func lower(_ c: UInt8) -> UInt8 { c >= 0x41 && c <= 0x5A ? c + 32 : c }

    /// The number of the current line, from 1. Counts, so only for messages.
    package var line: Int {
        var n = 1
        for i in 0..<min(position, end) where base[i] == 0x0A { n += 1 }
        return n
    }

    /// The word here, shortened, for messages.
    package var excerpt: String {
        var copy = self
        let word = copy.token()
        return Text.quote(String(decoding: word.prefix(64), as: UTF8.self), limit: 32)
    }
}
