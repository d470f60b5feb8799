import Codecs

/// What a layer's text is made of: names, strings, paths, marks, comments.
extension USDAParser {
    /// A name with namespaces, or a keyword.
    mutating func name() throws(FormatError) -> String {
        skip()
        let start = scanner.position
        while !scanner.atEnd {
            let c = scanner.byte
            let isPart =
                (0x30...0x39).contains(c) || (0x41...0x5A).contains(c) || (0x61...0x7A).contains(c) || c == 0x5F || c == 0x3A
                || c == 0x2E
                || c >= 0x80
            if !isPart { break }
            scanner.advance()
        }
        guard scanner.position > start else {
            throw bad(scanner.atEnd ? "ends too early; the file is truncated" : "has \(scanner.excerpt) where a name is expected")
        }
        return String(decoding: UnsafeBufferPointer(start: scanner.base + start, count: scanner.position - start), as: UTF8.self)
    }

    mutating func expect(_ mark: StaticString) throws(FormatError) {
        skip()
        guard scanner.starts(with: mark) else { throw bad("has \(scanner.excerpt) where ‘\(mark)’ is expected") }
        scanner.advance(mark.utf8CodeUnitCount)
    }

    /// Whether the closing mark follows; moves behind it.
    mutating func closes(_ mark: StaticString) throws(FormatError) -> Bool {
        skip()
        if scanner.atEnd { throw bad("ends where ‘\(mark)’ is expected; the file is truncated") }
        guard scanner.starts(with: mark) else { return false }
        scanner.advance(mark.utf8CodeUnitCount)
        return true
    }

    /// Passes over brackets of any kind and what is between them.
    mutating func skipBlock() throws(FormatError) {
        skip()
        var open = 0
        while !scanner.atEnd {
            switch scanner.byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                _ = try string()
                skip()
                continue
            default: if open == 0 { throw bad("has \(scanner.excerpt) where a bracket is expected") }
            }
            scanner.advance()
            if open <= 0 { return }
            skip()
        }
        throw bad("ends inside of brackets; the file is truncated")
    }

    /// White space and comments.
    mutating func skip() {
        while true {
            scanner.skipWhitespace()
            guard scanner.byte == UInt8(ascii: "#") else { return }
            scanner.skipLine()
        }
    }

    func bad(_ what: String) -> FormatError { .unreadable("line \(scanner.line) of the layer \(what)") }

    /// A quoted string, of one line or, in three quotes, of several.
    mutating func string() throws(FormatError) -> String {
        let quote = scanner.byte
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw bad("has \(scanner.excerpt) where a string is expected")
        }
        let base = scanner.base
        let end = scanner.end
        var p = scanner.position
        let isLong = end - p >= 3 && base[p + 1] == quote && base[p + 2] == quote
        p += isLong ? 3 : 1
        var bytes: [UInt8] = []
        while p < end {
            if base[p] == UInt8(ascii: "\\"), p + 1 < end {
                bytes.append(base[p + 1])
                p += 2
            } else if base[p] == quote, !isLong || (end - p >= 3 && base[p + 1] == quote && base[p + 2] == quote) {
                scanner.move(to: p + (isLong ? 3 : 1))
                return String(decoding: bytes, as: UTF8.self)
            } else {
                bytes.append(base[p])
                p += 1
            }
        }
        throw bad("has a string that does not end")
    }

    /// `@path@` or `@@@path@@@`.
    mutating func asset() throws(FormatError) -> String {
        var marks = 0
        while scanner.byte == UInt8(ascii: "@"), marks < 3 {
            marks += 1
            scanner.advance()
        }
        // "@@": no path.
        if marks == 2 { return "" }
        let start = scanner.position
        while !scanner.atEnd {
            if scanner.byte == UInt8(ascii: "@"), marks == 1 || scanner.starts(with: "@@@") {
                let bytes = UnsafeBufferPointer(start: scanner.base + start, count: scanner.position - start)
                scanner.advance(marks)
                return String(decoding: bytes, as: UTF8.self)
            }
            scanner.advance()
        }
        throw bad("has an asset path that does not end")
    }

    mutating func path() throws(FormatError) -> String {
        let start = scanner.position + 1
        guard let end = scanner.index(of: UInt8(ascii: ">")) else { throw bad("has a path that does not end") }
        scanner.move(to: end + 1)
        return String(decoding: UnsafeBufferPointer(start: scanner.base + start, count: end - start), as: UTF8.self)
    }
}
