/// Bytes of a document that `XMLScanner` reads: a name, a value or a text. Valid as long as the document.
package struct XMLPiece {
    private let base: UnsafePointer<UInt8>
    /// The number of bytes.
    package let count: Int

    @inline(__always) init(_ base: UnsafePointer<UInt8>, _ count: Int) {
        self.base = base
        self.count = count
    }

    /// The bytes of a buffer, not empty, which has to stay as long as this.
    package init(_ bytes: UnsafeRawBufferPointer) {
        base = bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
        count = bytes.count
    }

    /// The bytes as they are written.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    @inline(__always) var first: UInt8? { count > 0 ? base[0] : nil }

    /// Whether the bytes are those of a word.
    @inline(__always) package static func == (piece: XMLPiece, word: StaticString) -> Bool {
        guard piece.count == word.utf8CodeUnitCount else { return false }
        for i in 0..<piece.count where piece.base[i] != word.utf8Start[i] { return false }
        return true
    }

    func begins(with word: StaticString) -> Bool {
        count >= word.utf8CodeUnitCount && XMLPiece(base, word.utf8CodeUnitCount) == word
    }

    func hasSameBytes(as other: XMLPiece) -> Bool {
        guard count == other.count else { return false }
        for i in 0..<count where base[i] != other.base[i] { return false }
        return true
    }

    /// What is behind the first colon.
    var withoutPrefix: XMLPiece {
        for i in 0..<count where base[i] == UInt8(ascii: ":") { return XMLPiece(base + i + 1, count - i - 1) }
        return self
    }

    // MARK: Values

    /// As text, entities replaced.
    package var string: String {
        let plain = String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
        return plain.contains("&") ? Self.replacingEntities(plain) : plain
    }

    /// The whole number that it is, with white space at either side; nil where it is none.
    package var integer: Int? {
        guard count > 0 else { return nil }
        var scanner = TextScanner(bytes)
        scanner.skipWhitespace()
        guard let value = scanner.integer() else { return nil }
        scanner.skipWhitespace()
        return scanner.atEnd ? value : nil
    }

    /// The number that it is, with white space at either side; nil where it is none.
    package var double: Double? {
        guard count > 0 else { return nil }
        var scanner = TextScanner(bytes)
        scanner.skipWhitespace()
        guard let value = scanner.double() else { return nil }
        scanner.skipWhitespace()
        return scanner.atEnd ? value : nil
    }

    /// The numbers of a list with white space between them; nil where something else is in it, or more than `limit`.
    package func doubles(limit: Int) -> [Double]? {
        guard count > 0 else { return [] }
        var scanner = TextScanner(bytes)
        var values: [Double] = []
        while true {
            scanner.skipWhitespace()
            if scanner.atEnd { return values }
            guard values.count < limit, let value = scanner.double() else { return nil }
            values.append(value)
        }
    }

    /// The predefined entities and references of characters replaced; others stay as they are.
    private static func replacingEntities(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.prefix(12).firstIndex(of: ";") else {
                result.append("&")
                rest = rest.dropFirst()
                continue
            }
            let name = rest[rest.index(after: start)..<end]
            result += character(name).map { String($0) } ?? String(rest[...end])
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> Character? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let isHex = name.dropFirst().first == "x"
            let code = isHex ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
            return code.flatMap { Unicode.Scalar($0) }.map { Character($0) }
        }
    }
}

extension XMLScanner {
    /// A document in UTF-16, or in Latin-1 as it declares, as UTF-8; nil where it is in UTF-8 or ASCII.
    /// - Throws: where it is in UTF-32.
    package static func utf8(_ bytes: UnsafeRawBufferPointer) throws(FormatError) -> [UInt8]? {
        if let text = try XMLTreeNode.utf8(bytes) { return text }
        let head = String(decoding: bytes.prefix(200), as: UTF8.self)
        guard head.hasPrefix("<?xml"), let declaration = head.split(separator: ">", maxSplits: 1).first?.lowercased(),
            declaration.contains("8859-1") || declaration.contains("windows-1252")
        else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 16)
        for byte in bytes {
            if byte < 0x80 { text.append(byte) } else { text += [0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
        }
        return text
    }
}
