import Codecs
import Foundation

/// Reads the records of an FBX file in text: `Name: values { records }`, comments behind semicolons.
struct FBXTextParser {
    private var scanner: TextScanner
    /// How many records and values may still be made: a file of short ones must not fill the memory.
    private var budget: Int

    /// - Precondition: `isText` holds.
    init(_ bytes: UnsafeRawBufferPointer) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        scanner = TextScanner(bytes, from: start)
        budget = 200_000 + bytes.count / 3
    }

    /// Whether it begins as FBX files in text do: with a comment that names FBX, or with the first record.
    static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !bytes.isEmpty else { return false }
        var scanner = TextScanner(
            UnsafeRawBufferPointer(rebasing: bytes.prefix(4096)), from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        while true {
            scanner.skipWhitespace()
            if scanner.starts(with: "; FBX") || scanner.starts(with: "FBXHeaderExtension:") { return true }
            guard scanner.byte == UInt8(ascii: ";") else { return false }
            scanner.skipLine()
        }
    }

    /// The version that the comment in front names, in thousandths; nil where it names none.
    static func version(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let head = String(decoding: bytes.prefix(64), as: UTF8.self)
        guard let start = head.range(of: "; FBX ") else { return nil }
        let parts = head[start.upperBound...].prefix { $0.isNumber || $0 == "." }.split(separator: ".").prefix(3).map {
            Int($0) ?? 0
        }
        guard let first = parts.first, first < 100 else { return nil }
        return 1000 * first + zip(parts.dropFirst(), [100, 10]).reduce(0) { $0 + min($1.0, 9) * $1.1 }
    }

    /// The file's top records. Of those that `isWanted` does not name nothing is kept, and of objects that are not wanted neither.
    mutating func records(isWanted: (_ name: String, _ parent: String?) -> Bool) throws(FormatError) -> [FBXNode] {
        try records(parent: nil, depth: 0, isWanted: isWanted)
    }

    private mutating func records(
        parent: String?, depth: Int, isWanted: (String, String?) -> Bool
    ) throws(FormatError) -> [FBXNode] {
        guard depth < FBXParser.depthLimit else {
            throw .unreadable("its records are nested more than \(FBXParser.depthLimit) deep, in line \(scanner.line)")
        }
        var result: [FBXNode] = []
        while true {
            skipSpace()
            if scanner.atEnd {
                guard depth == 0 else { throw .unreadable("ends inside its records; the file is truncated; copy it again") }
                return result
            }
            if scanner.byte == UInt8(ascii: "}") {
                guard depth > 0 else { throw damaged("has a closing brace without an opening one") }
                scanner.advance()
                return result
            }
            let name = try recordName()
            let properties = try values()
            skipSpace()
            guard scanner.byte == UInt8(ascii: "{") else {
                if isWanted(name, parent) { result.append(FBXNode(name, properties: properties, children: [])) }
                continue
            }
            guard isWanted(name, parent) else {
                try skipBlock()
                continue
            }
            scanner.advance()
            let children = try records(parent: name, depth: depth + 1, isWanted: isWanted)
            result.append(FBXNode(name, properties: properties, children: children))
        }
    }

    private func damaged(_ problem: String) -> FormatError { .unreadable("line \(scanner.line) \(problem); the file is damaged") }

    private mutating func skipSpace() {
        while true {
            scanner.skipWhitespace()
            guard scanner.byte == UInt8(ascii: ";") else { return }
            scanner.skipLine()
        }
    }

    private mutating func take() throws(FormatError) {
        guard budget > 0 else { throw .unreadable("has more records and values than a file of its size can have") }
        budget -= 1
    }

    private static func isWordByte(_ c: UInt8) -> Bool {
        c > 0x20 && c != UInt8(ascii: ":") && c != UInt8(ascii: ",") && c != UInt8(ascii: "{") && c != UInt8(ascii: "}")
            && c != UInt8(ascii: "\"") && c != UInt8(ascii: ";")
    }

    /// The bytes of a word here, without moving.
    private func word() -> UnsafeRawBufferPointer {
        var end = scanner.position
        while end < scanner.end, Self.isWordByte(scanner.base[end]) { end += 1 }
        return UnsafeRawBufferPointer(start: scanner.base + scanner.position, count: end - scanner.position)
    }

    private mutating func recordName() throws(FormatError) -> String {
        let name = word()
        guard !name.isEmpty, name.count < 256 else { throw damaged("does not begin with the name of a record") }
        scanner.advance(name.count)
        scanner.skipBlanks()
        guard scanner.byte == UInt8(ascii: ":") else { throw damaged("has no colon behind the name of a record") }
        scanner.advance()
        try take()
        return String(decoding: name, as: UTF8.self)
    }

    // MARK: Values

    /// The values of a record, with commas between them, over several lines; a comma without a value is skipped.
    private mutating func values() throws(FormatError) -> [FBXProperty] {
        skipSpace()
        if scanner.byte == UInt8(ascii: "*") { return [try array()] }
        if Self.isNumberStart(scanner.byte) {
            let start = scanner.position
            if let list = numbers(), list.count >= FBXParser.listLength { return [.array(list)] }
            scanner.move(to: start)
        }
        var result: [FBXProperty] = []
        while true {
            if let value = try value() { result.append(value) }
            skipSpace()
            guard scanner.byte == UInt8(ascii: ",") else { return result }
            scanner.advance()
            skipSpace()
        }
    }

    /// The value here; nil where a comma, a brace or the next record is.
    private mutating func value() throws(FormatError) -> FBXProperty? {
        let c = scanner.byte
        if c == UInt8(ascii: "\"") {
            try take()
            scanner.advance()
            let start = scanner.position
            while !scanner.atEnd, scanner.byte != UInt8(ascii: "\"") { scanner.advance() }
            guard !scanner.atEnd else { throw .unreadable("ends inside a text; the file is truncated; copy it again") }
            let text = UnsafeRawBufferPointer(start: scanner.base + start, count: scanner.position - start)
            scanner.advance()
            return .bytes(text)
        }
        let word = word()
        guard !word.isEmpty else { return nil }
        // The name of the next record ends with a colon.
        var next = scanner
        next.advance(word.count)
        next.skipBlanks()
        if next.byte == UInt8(ascii: ":") { return nil }
        try take()
        scanner.advance(word.count)
        guard Self.isNumberStart(c) || Self.isNotFinite(word) else { return .bytes(word) }
        if let whole = Int(String(decoding: word.prefix(24), as: UTF8.self)) { return .integer(whole) }
        return .number(Self.number(word))
    }

    private static func isNumberStart(_ c: UInt8) -> Bool {
        c >= 0x30 && c <= 0x39 || c == UInt8(ascii: "-") || c == UInt8(ascii: "+") || c == UInt8(ascii: ".")
    }

    private static func isNotFinite(_ word: UnsafeRawBufferPointer) -> Bool {
        word.count == 3 && ["nan", "inf"].contains(String(decoding: word, as: UTF8.self).lowercased())
    }

    /// A number as text; not a number where it is none.
    static func number(_ word: UnsafeRawBufferPointer) -> Double {
        guard !word.isEmpty else { return .nan }
        var scanner = TextScanner(word)
        guard let value = scanner.double(), scanner.atEnd else { return .nan }
        return value
    }

    /// `*N { a: numbers }`.
    private mutating func array() throws(FormatError) -> FBXProperty {
        scanner.advance()
        scanner.advance(word().count)
        skipSpace()
        guard scanner.byte == UInt8(ascii: "{") else { throw damaged("has no opening brace behind the length of an array") }
        scanner.advance()
        skipSpace()
        var list = FBXArray(type: UInt8(ascii: "d"), count: 0, storage: .text, bytes: UnsafeRawBufferPointer(start: nil, count: 0))
        if scanner.byte != UInt8(ascii: "}") {
            _ = try recordName()
            skipSpace()
            if let content = numbers() { list = content }
            skipSpace()
            if scanner.byte == UInt8(ascii: ",") { scanner.advance() }
            skipSpace()
        }
        guard scanner.byte == UInt8(ascii: "}") else {
            throw damaged("has something else than numbers in an array, or the file ends")
        }
        scanner.advance()
        return .array(list)
    }

    /// The numbers here, with commas between them, and moves behind them; nil (without moving) where something else is among them.
    private mutating func numbers() -> FBXArray? {
        let base = scanner.base
        let end = scanner.end
        let start = scanner.position
        var p = start
        var count = 0
        while true {
            guard p < end, Self.isNumberStart(base[p]) || base[p] | 0x20 == UInt8(ascii: "n") || base[p] | 0x20 == UInt8(ascii: "i")
            else { return nil }
            while p < end, Self.isWordByte(base[p]) { p += 1 }
            count += 1
            var q = Self.skipSpace(base, p, end)
            guard q < end, base[q] == UInt8(ascii: ",") else { break }
            q = Self.skipSpace(base, q + 1, end)
            // A comma behind the last number.
            if q < end, base[q] == UInt8(ascii: "}") { break }
            p = q
        }
        scanner.move(to: p)
        return FBXArray(
            type: UInt8(ascii: "d"), count: count, storage: .text,
            bytes: UnsafeRawBufferPointer(start: base + start, count: p - start))
    }

    /// The place behind white space and comments.
    static func skipSpace(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
        var p = start
        while p < end {
            if base[p] == UInt8(ascii: ";") {
                while p < end, base[p] != 0x0A { p += 1 }
            } else if base[p] > 0x20 {
                break
            } else {
                p += 1
            }
        }
        return p
    }

    // MARK: Blocks that are not wanted

    private mutating func skipBlock() throws(FormatError) {
        var depth = 0
        while !scanner.atEnd {
            let c = scanner.byte
            if c == UInt8(ascii: "\"") {
                scanner.advance()
                while !scanner.atEnd, scanner.byte != UInt8(ascii: "\"") { scanner.advance() }
            } else if c == UInt8(ascii: ";") {
                scanner.skipLine()
                continue
            } else if c == UInt8(ascii: "{") {
                depth += 1
            } else if c == UInt8(ascii: "}") {
                depth -= 1
            }
            scanner.advance()
            if depth == 0 { return }
        }
        throw .unreadable("ends inside its records; the file is truncated; copy it again")
    }
}
