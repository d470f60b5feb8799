/// A pull parser for the XML of model files (XML 1.0, fifth edition), in UTF-8.
///
/// It hands out one start tag, end tag or run of text after the other and checks that tags match. Document type declarations and entities
/// but the five predefined ones are refused, so that a small file cannot grow; nesting is limited to `depthLimit`.
package struct XMLReader {
    package enum Event { case start, end, text }

    package static let depthLimit = 256

    /// The element's name as it is written, prefix included; of the latest start or end.
    package private(set) var name = ""
    /// The latest start tag's attributes, in their order.
    package private(set) var attributes: [(name: String, value: String)] = []
    /// The latest text as it lies in the file: entities are not replaced. Number lists are scanned right here.
    package private(set) var raw: UnsafeRawBufferPointer
    /// The latest text with entities replaced.
    package var text: String {
        get throws(FormatError) { isCharacterData ? String(decoding: raw, as: UTF8.self) : try decoded(raw) }
    }
    /// The depth of the latest event's element; the root's is 1.
    package private(set) var depth = 0

    private var scanner: TextScanner
    private var open: [String] = []
    private var isCharacterData = false
    private var endsAtOnce = false
    private var sawRoot = false

    /// - Precondition: `bytes` is not empty.
    package init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        scanner = TextScanner(bytes)
        raw = UnsafeRawBufferPointer(rebasing: bytes[..<0])
        if bytes.count >= 2, bytes[0] >= 0xFE, bytes[1] >= 0xFE { throw .unreadable("its XML is in UTF-16; save it as UTF-8") }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.advance(3) }
    }

    package func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The next event; nil behind the root's end.
    /// - Throws: where the XML is not well formed or ends too early; names the line.
    package mutating func next() throws(FormatError) -> Event? {
        if endsAtOnce {
            endsAtOnce = false
            return close()
        }
        while true {
            guard !scanner.atEnd else {
                if let name = open.last { throw .unreadable("its XML ends inside of <\(Text.clean(name))>; the file is cut short") }
                if !sawRoot { throw .unreadable("its XML has no element") }
                return nil
            }
            guard scanner.byte == UInt8(ascii: "<") else {
                let start = scanner.position
                scanner.position = scanner.index(of: UInt8(ascii: "<")) ?? scanner.end
                if found(from: start, to: scanner.position, isCharacterData: false) { return .text }
                if open.isEmpty, !isBlank { throw problem("text outside of the root element") }
                continue
            }
            if scanner.starts(with: "<!--") {
                try skip(past: "-->", "a comment")
            } else if scanner.starts(with: "<![CDATA[") {
                scanner.advance(9)
                let start = scanner.position
                try skip(past: "]]>", "a CDATA section")
                if found(from: start, to: scanner.position - 3, isCharacterData: true) { return .text }
            } else if scanner.starts(with: "<?") {
                try skip(past: "?>", "a processing instruction")
            } else if scanner.starts(with: "<!") {
                throw problem("a document type declaration, which is not read: remove it")
            } else if scanner.starts(with: "</") {
                return try endTag()
            } else {
                return try startTag()
            }
        }
    }

    /// Moves behind the end of the element whose start is the latest event.
    package mutating func skipElement() throws(FormatError) {
        let level = depth
        while let event = try next() { if event == .end, depth == level { return } }
    }

    /// All text directly in the element whose start is the latest event, and moves behind its end.
    package mutating func elementText() throws(FormatError) -> String {
        let level = depth
        var result = ""
        while let event = try next() {
            if event == .end, depth == level { break }
            if event == .text, depth == level { result += try text }
        }
        return result
    }

    private mutating func found(from start: Int, to end: Int, isCharacterData: Bool) -> Bool {
        raw = UnsafeRawBufferPointer(start: scanner.base + start, count: end - start)
        self.isCharacterData = isCharacterData
        depth = open.count
        return !open.isEmpty && end > start
    }

    private var isBlank: Bool { raw.allSatisfy { $0 <= 0x20 } }

    private mutating func startTag() throws(FormatError) -> Event {
        scanner.advance()
        let name = try tagName()
        if open.isEmpty {
            guard !sawRoot else { throw problem("a second root element") }
            sawRoot = true
        }
        attributes.removeAll(keepingCapacity: true)
        while true {
            scanner.skipWhitespace()
            switch scanner.byte {
            case UInt8(ascii: ">"):
                scanner.advance()
                try push(name)
                return .start
            case UInt8(ascii: "/"):
                scanner.advance()
                guard scanner.byte == UInt8(ascii: ">") else { throw problem("a tag that does not end") }
                scanner.advance()
                try push(name)
                endsAtOnce = true
                return .start
            default: try readAttribute()
            }
        }
    }

    private mutating func push(_ name: String) throws(FormatError) {
        guard open.count < Self.depthLimit else { throw problem("elements nested more than \(Self.depthLimit) deep") }
        open.append(name)
        self.name = name
        depth = open.count
    }

    private mutating func close() -> Event {
        depth = open.count
        name = open.removeLast()
        return .end
    }

    private mutating func endTag() throws(FormatError) -> Event {
        scanner.advance(2)
        let name = try tagName()
        scanner.skipWhitespace()
        guard scanner.byte == UInt8(ascii: ">") else { throw problem("an end tag that does not end") }
        guard let last = open.last, last == name else { throw problem("</\(Text.clean(name))> without its start") }
        scanner.advance()
        return close()
    }

    private mutating func readAttribute() throws(FormatError) {
        let name = try tagName()
        scanner.skipWhitespace()
        guard scanner.byte == UInt8(ascii: "=") else { throw problem("an attribute without a value") }
        scanner.advance()
        scanner.skipWhitespace()
        let quote = scanner.byte
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw problem("an attribute's value without quotes")
        }
        scanner.advance()
        let start = scanner.position
        guard let end = scanner.index(of: quote) else { throw problem("an attribute's value that does not end") }
        attributes.append((name, try decoded(UnsafeRawBufferPointer(start: scanner.base + start, count: end - start))))
        scanner.position = end + 1
    }

    /// A name: up to white space or one of `/ > = <`.
    private mutating func tagName() throws(FormatError) -> String {
        let start = scanner.position
        while !scanner.atEnd {
            let c = scanner.byte
            if c <= 0x20 || c == 0x2F || c == 0x3E || c == 0x3D || c == 0x3C || c == 0x22 || c == 0x27 { break }
            scanner.advance()
        }
        let length = scanner.position - start
        guard length > 0, length <= 200 else { throw problem(length == 0 ? "a tag without a name" : "a name that is too long") }
        return String(decoding: UnsafeBufferPointer(start: scanner.base + start, count: length), as: UTF8.self)
    }

    private mutating func skip(past mark: StaticString, _ what: String) throws(FormatError) {
        while let place = scanner.index(of: mark.utf8Start[0]) {
            scanner.position = place
            if scanner.starts(with: mark) {
                scanner.advance(mark.utf8CodeUnitCount)
                return
            }
            scanner.advance()
        }
        throw problem("\(what) that does not end")
    }

    /// Text with the five predefined entities and numbered characters replaced.
    private func decoded(_ bytes: UnsafeRawBufferPointer) throws(FormatError) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var i = 0
        while i < bytes.count {
            guard bytes[i] == UInt8(ascii: "&") else {
                result.append(bytes[i])
                i += 1
                continue
            }
            let rest = bytes[i...].prefix(12)
            guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { throw problem("an ‘&’ that begins no entity") }
            let entity = String(decoding: rest[(i + 1)..<end], as: UTF8.self)
            guard let character = Self.character(entity) else {
                throw problem("the entity \(Text.quote(entity)), which is not read")
            }
            result.append(contentsOf: String(character).utf8)
            i = end + 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func character(_ entity: String) -> Character? {
        switch entity {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard entity.first == "#" else { return nil }
            let digits = entity.dropFirst()
            let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return code.flatMap(Unicode.Scalar.init).map(Character.init)
        }
    }

    private func problem(_ what: String) -> FormatError { .unreadable("line \(scanner.line) of its XML has \(what)") }
}

extension TextScanner {
    /// Where this byte is next, from here on.
    package func index(of byte: UInt8) -> Int? {
        var p = position
        while p < end {
            if base[p] == byte { return p }
            p += 1
        }
        return nil
    }
}
