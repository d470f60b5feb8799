import Codecs

/// The pairs of group code and value of a DXF file, text or binary, one after the other.
struct DXFPairs {
    private enum Value {
        case text(Range<Int>)
        case number(Double)
    }

    /// The group code, which says what the value means.
    private(set) var code = 0
    private var value = Value.number(0)
    private let bytes: UnsafeRawBufferPointer
    private var position: Int
    private let isBinary: Bool
    /// Whether codes of a binary file have one byte, as in release 12.
    private let hasShortCodes: Bool

    /// - Precondition: `bytes` is not empty.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        isBinary = bytes.starts(with: DXFModel.binaryMark)
        let start = DXFModel.binaryMark.count
        hasShortCodes = isBinary && bytes.count > start + 1 && bytes[start + 1] != 0
        position = isBinary ? start : bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The fraction of the file that was read.
    var fraction: Double { Double(position) / Double(bytes.count) }

    /// Where the pair is, for messages.
    private var location: String {
        guard !isBinary else { return "byte \(position)" }
        var scanner = TextScanner(bytes)
        scanner.move(to: position)
        return "line \(scanner.line)"
    }

    /// Moves to the next pair.
    /// - Returns: whether there is one.
    /// - Throws: where the code is no number, or the value is cut off.
    mutating func next() throws(FormatError) -> Bool {
        isBinary ? try nextBinary() : try nextText()
    }

    /// The value as text without blanks at either side.
    var text: String {
        guard case .text(let range) = value else { return "" }
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        let raw = bytes[start..<end]
        let plain = String(validating: raw, as: UTF8.self) ?? String(raw.map { Character(Unicode.Scalar($0)) })
        return plain.contains("\\U+") ? Self.unescaped(plain) : plain
    }

    /// The value as a number; nil where it is none.
    var number: Double? {
        switch value {
        case .number(let number): return number
        case .text(let range):
            guard !range.isEmpty else { return nil }
            var scanner = TextScanner(UnsafeRawBufferPointer(rebasing: bytes[range]))
            scanner.skipWhitespace()
            return scanner.double()
        }
    }

    /// `\U+XXXX` as the character.
    private static func unescaped(_ text: String) -> String {
        var result = ""
        for (i, part) in text.split(separator: "\\U+", omittingEmptySubsequences: false).enumerated() {
            if i > 0, part.count >= 4, let code = UInt32(part.prefix(4), radix: 16), let scalar = Unicode.Scalar(code) {
                result.append(Character(scalar))
                result += part.dropFirst(4)
            } else {
                result += (i > 0 ? "\\U+" : "") + part
            }
        }
        return result
    }

    // MARK: Text

    private mutating func line() -> Range<Int> {
        let start = position
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
        let end = position
        if position < bytes.count {
            if bytes[position] == 0x0D, position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
            position += 1
        }
        return start..<end
    }

    private mutating func nextText() throws(FormatError) -> Bool {
        var first = line()
        // Blank lines at the end.
        while first.allSatisfy({ bytes[$0] <= 0x20 }) {
            guard position < bytes.count else { return false }
            first = line()
        }
        var scanner = TextScanner(UnsafeRawBufferPointer(rebasing: bytes[first]))
        scanner.skipWhitespace()
        guard let code = scanner.integer(), code >= -10, code < 2000 else {
            throw .unreadable(
                "\(location) has \(scanner.excerpt) where the code of a pair is expected; the file is damaged or not DXF")
        }
        self.code = code
        value = .text(line())
        return true
    }

    // MARK: Binary

    private mutating func load<T: FixedWidthInteger & BitwiseCopyable>(_: T.Type) throws(FormatError) -> T {
        let size = T.bitWidth / 8
        guard position + size <= bytes.count else { throw .unreadable("ends inside a pair; the file is truncated, get it again") }
        defer { position += size }
        return T(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: T.self))
    }

    private mutating func nextBinary() throws(FormatError) -> Bool {
        guard position < bytes.count else { return false }
        if hasShortCodes {
            let short = try load(UInt8.self)
            code = short == 255 ? Int(try load(Int16.self)) : Int(short)
        } else {
            code = Int(try load(Int16.self))
        }
        switch code {
        case 10...59, 110...149, 210...239, 460...469, 1010...1059: value = .number(Double(bitPattern: try load(UInt64.self)))
        case 60...79, 170...179, 270...289, 370...389, 400...409, 1060...1070: value = .number(Double(try load(Int16.self)))
        case 90...99, 420...429, 440...459, 1071: value = .number(Double(try load(Int32.self)))
        case 160...169: value = .number(Double(try load(Int64.self)))
        case 290...299: value = .number(Double(try load(UInt8.self)))
        case 310...319, 1004:
            let count = Int(try load(UInt8.self))
            guard position + count <= bytes.count else {
                throw .unreadable("ends inside a pair; the file is truncated, get it again")
            }
            value = .text(position..<position)
            position += count
        case 0...9, 100...109, 300...369, 390...399, 410...419, 430...439, 470...481, 999...1009:
            let start = position
            while position < bytes.count, bytes[position] != 0 { position += 1 }
            guard position < bytes.count else { throw .unreadable("ends inside a text; the file is truncated, get it again") }
            value = .text(start..<position)
            position += 1
        default: throw .unreadable("\(location) has the unknown code \(code) of a pair; the file is damaged")
        }
        return true
    }
}
