import Codecs
import Foundation

extension X3DDocument {
    /// Reads VRML97 or the classic encoding of X3D.
    init(classic bytes: UnsafeRawBufferPointer) throws(FormatError) {
        var parser = X3DClassicParser(bytes)
        try parser.read()
        self = parser.document
    }
}

/// Reads the classic encoding: nodes in braces, lists in brackets, commas as white space, comments from `#` to the end of a line.
private struct X3DClassicParser {
    private var scanner: TextScanner
    private let base: UnsafeRawBufferPointer
    var document = X3DDocument()
    private var known: [String: X3DNode] = [:]

    private static let depthLimit = 300

    init(_ bytes: UnsafeRawBufferPointer) {
        base = bytes
        scanner = TextScanner(bytes)
        document.version = bytes.starts(with: Array("#X3D".utf8)) ? 3 : 2
        if bytes.starts(with: Array("#X3D V4".utf8)) { document.version = 4 }
    }

    mutating func read() throws(FormatError) {
        while let word = try word() {
            switch word {
            case "PROFILE", "COMPONENT", "IMPORT", "EXPORT": scanner.skipLine()
            case "META":
                let name = value()?.string ?? ""
                if document.metadata.count < 200 { document.metadata[name] = value()?.string ?? "" }
            case "UNIT":
                let category = try self.word() ?? ""
                _ = try self.word()
                try document.setUnit(category, value()?.double)
            default:
                if let node = try statement(word, depth: 0) { document.roots.append(node) }
            }
        }
    }

    // MARK: Words

    private mutating func skipBlanks() {
        while !scanner.atEnd {
            scanner.skipWhitespace()
            if scanner.byte == UInt8(ascii: "#") {
                scanner.skipLine()
            } else if scanner.byte == UInt8(ascii: ",") {
                scanner.advance()
            } else {
                return
            }
        }
    }

    private static func isWord(_ c: UInt8) -> Bool {
        c > 0x20 && !"{}[],#\"'".utf8.contains(c)
    }

    /// The word here; a brace or bracket is one of its own, a text one with its quotes. Nil at the end.
    private mutating func word() throws(FormatError) -> String? {
        skipBlanks()
        guard !scanner.atEnd else { return nil }
        let start = scanner.position
        if !Self.isWord(scanner.byte) {
            if scanner.byte == UInt8(ascii: "\"") {
                skipText()
            } else {
                scanner.advance()
            }
        } else {
            while Self.isWord(scanner.byte) { scanner.advance() }
        }
        return String(decoding: base[start..<scanner.position], as: UTF8.self)
    }

    /// Moves behind a text in quotes.
    private mutating func skipText() {
        scanner.advance()
        while !scanner.atEnd {
            let c = scanner.byte
            scanner.advance()
            if c == UInt8(ascii: "\\") { scanner.advance() }
            if c == UInt8(ascii: "\"") { return }
        }
    }

    private func truncated() -> FormatError { .unreadable("ends inside a node; the file is truncated, get it again") }

    private func problem(_ what: String) -> FormatError { .unreadable("line \(scanner.line) \(what)") }

    // MARK: Nodes

    /// A node, DEF, USE, ROUTE or prototype that begins with a word; nil for what is no node.
    private mutating func statement(_ word: String, depth: Int) throws(FormatError) -> X3DNode? {
        switch word {
        case "DEF":
            guard let name = try self.word(), let type = try self.word() else { throw truncated() }
            let node = try node(type, name: name, depth: depth)
            if let node { known[name] = node }
            return node
        case "USE":
            guard let name = try self.word() else { throw truncated() }
            if known[name] == nil { document.note("USE \(Text.quote(name)) refers to no node before it.") }
            return known[name]
        case "ROUTE":
            for _ in 0..<3 { _ = try self.word() }
            return nil
        case "PROTO", "EXTERNPROTO":
            document.note("Prototypes are not read.")
            _ = try self.word()
            try skipGroup("[")
            if word == "PROTO" {
                try skipGroup("{")
            } else {
                skipBlanks()
                if scanner.byte == UInt8(ascii: "[") { try skipGroup("[") } else { _ = try self.word() }
            }
            return nil
        case "NULL": return nil
        default: return try node(word, name: nil, depth: depth)
        }
    }

    /// Moves behind a group that begins here.
    private mutating func skipGroup(_ open: String) throws(FormatError) {
        guard try word() == open else { throw problem("has no ‘\(open)’ where a prototype needs one") }
        var depth = 1
        while depth > 0 {
            guard let word = try word() else { throw truncated() }
            if word == "{" || word == "[" { depth += 1 }
            if word == "}" || word == "]" { depth -= 1 }
        }
    }

    private mutating func node(_ type: String, name: String?, depth: Int) throws(FormatError) -> X3DNode? {
        guard depth < Self.depthLimit else { throw problem("has nodes nested more than \(Self.depthLimit) deep") }
        skipBlanks()
        if scanner.atEnd { throw truncated() }
        guard try word() == "{" else { throw problem("has \(Text.quote(type)) where a node begins, but no ‘{’ behind it") }
        let node = X3DNode(type)
        node.name = name
        if type == "Script" {
            document.note("Scripts are not read.")
            var depth = 1
            while depth > 0 {
                guard let word = try word() else { throw truncated() }
                if word == "{" { depth += 1 }
                if word == "}" { depth -= 1 }
            }
            return nil
        }
        while true {
            guard let field = try word() else { throw truncated() }
            if field == "}" { return node }
            if field == "ROUTE" || field == "PROTO" || field == "EXTERNPROTO" {
                _ = try statement(field, depth: depth)
                continue
            }
            try readField(field, of: node, depth: depth)
        }
    }

    /// The value of a field: nodes, a list of nodes or values, or values up to the next field.
    private mutating func readField(_ field: String, of node: X3DNode, depth: Int) throws(FormatError) {
        skipBlanks()
        let c = scanner.byte
        if c == UInt8(ascii: "[") {
            scanner.advance()
            skipBlanks()
            guard Self.beginsNode(scanner) else {
                node.fields.append((field, try list()))
                return
            }
            while true {
                guard let word = try word() else { throw truncated() }
                if word == "]" { return }
                if let child = try statement(word, depth: depth + 1) { try node.append(child, field: field) }
            }
        }
        if Self.beginsNode(scanner) {
            guard let word = try word() else { throw truncated() }
            if let child = try statement(word, depth: depth + 1) { try node.append(child, field: field) }
            return
        }
        guard let value = value() else { throw scanner.atEnd ? truncated() : problem("has a field without a value") }
        node.fields.append((field, value))
    }

    /// Whether a node begins here rather than a number, a text or TRUE or FALSE.
    private static func beginsNode(_ scanner: TextScanner) -> Bool {
        let c = scanner.byte
        guard c >= 0x41, c <= 0x7A else { return false }
        return !scanner.starts(with: "TRUE") && !scanner.starts(with: "FALSE")
    }

    /// The content of a list of values, behind its bracket.
    private mutating func list() throws(FormatError) -> XMLPiece {
        let start = scanner.position
        while !scanner.atEnd {
            let c = scanner.byte
            if c == UInt8(ascii: "\"") {
                skipText()
            } else if c == UInt8(ascii: "#") {
                scanner.skipLine()
            } else if c == UInt8(ascii: "]") {
                defer { scanner.advance() }
                return XMLPiece(UnsafeRawBufferPointer(rebasing: base[start..<scanner.position]))
            } else {
                scanner.advance()
            }
        }
        throw truncated()
    }

    /// The values that follow: a text, a word, or numbers up to what is none; nil where nothing does.
    private mutating func value() -> XMLPiece? {
        skipBlanks()
        let start = scanner.position
        if scanner.byte == UInt8(ascii: "\"") {
            skipText()
            let end = scanner.position
            guard end - start >= 2 else { return nil }
            return XMLPiece(UnsafeRawBufferPointer(rebasing: base[start + 1..<end - 1]))
        }
        var end = start
        while !scanner.atEnd {
            let c = scanner.byte
            let isNumber = c <= 0x39 && c >= 0x2B && c != UInt8(ascii: ",") && c != UInt8(ascii: "/")
            // TRUE, FALSE and names are one word.
            guard isNumber || end == start else { break }
            guard Self.isWord(c) else { break }
            while Self.isWord(scanner.byte) { scanner.advance() }
            end = scanner.position
            if !isNumber { break }
            skipBlanks()
        }
        guard end > start else { return nil }
        return XMLPiece(UnsafeRawBufferPointer(rebasing: base[start..<end]))
    }
}
