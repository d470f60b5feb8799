import Foundation

/// A position in an XML document (XML 1.0, UTF-8) that moves from tag to tag and builds no tree: for documents of millions of small
/// elements and for attributes of many megabytes, which libxml2 refuses. Nothing is copied; nothing is loaded from elsewhere.
///
/// Document types are skipped; one with declarations of its own is refused, and with it all entities but the predefined ones.
package struct XMLScanner {
    /// What the scanner stands behind.
    package enum Event: Sendable {
        /// A start tag; `name` and `attributes` are its own.
        case start
        /// An end tag, or the end of an empty element; `name` and `text` are its own.
        case end
        /// The end of the document.
        case finished
    }

    /// An attribute of a start tag.
    package struct Attribute {
        /// The name as it is written, with its prefix.
        package let qualifiedName: XMLPiece
        /// The name without its prefix.
        package let name: XMLPiece
        /// The value, in which entities are not replaced.
        package let value: XMLPiece
    }

    /// The name of the element without its prefix.
    package private(set) var name: XMLPiece
    /// The attributes of the latest start tag.
    package private(set) var attributes: [Attribute] = []
    /// The text before the tag, back to the tag before it.
    package private(set) var text: XMLPiece

    private let base: UnsafePointer<UInt8>
    private var position: Int
    private let end: Int
    private var open: [XMLPiece] = []
    private var hasRoot = false
    private var isAtEmptyElement = false
    private let depthLimit: Int

    /// - Parameters:
    ///   - bytes: the document as UTF-8, not empty; it has to stay as long as the scanner.
    ///   - depthLimit: how deep elements may be nested.
    package init(_ bytes: UnsafeRawBufferPointer, depthLimit: Int = 256) {
        base = bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
        end = bytes.count
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        name = XMLPiece(base, 0)
        text = name
        self.depthLimit = depthLimit
    }

    /// How many elements are open.
    package var depth: Int { open.count }

    /// The fraction of the document that was read.
    package var fraction: Double { Double(position) / Double(max(1, end)) }

    /// The line of the tag, from 1. Counts, so only for messages.
    package var line: Int {
        var scanner = TextScanner(UnsafeRawBufferPointer(start: base, count: end))
        scanner.move(to: position)
        return scanner.line
    }

    /// The value of an attribute by its name without prefix; nil where the tag has none of it.
    @inline(__always) package func attribute(_ name: StaticString) -> XMLPiece? {
        for attribute in attributes where attribute.name == name { return attribute.value }
        return nil
    }

    /// Moves behind the next tag.
    /// - Throws: where the document is not well-formed or truncated; names the line.
    package mutating func next() throws(FormatError) -> Event {
        if isAtEmptyElement {
            isAtEmptyElement = false
            name = XMLPiece(base + position, 0)
            if let element = open.popLast() { name = element }
            text = XMLPiece(base + position, 0)
            return .end
        }
        let start = position
        while let tag = find(UInt8(ascii: "<"), from: position) {
            position = tag + 1
            text = XMLPiece(base + start, tag - start)
            switch position < end ? base[position] : 0 {
            case UInt8(ascii: "?"): try skip(past: "?>", "a processing instruction")
            case UInt8(ascii: "!"): try skipDeclaration()
            case UInt8(ascii: "/"):
                try readEndTag()
                return .end
            default:
                try readStartTag()
                return .start
            }
        }
        position = end
        if let element = open.last {
            throw .unreadable("its XML ends inside <\(Text.clean(element.string))>; the file is truncated")
        }
        guard hasRoot else { throw .unreadable("its XML has no element") }
        return .finished
    }

    /// Moves behind the end of the element whose start tag was read last.
    package mutating func skipElement() throws(FormatError) {
        let depth = open.count - 1
        while open.count > depth { if try next() == .finished { return } }
    }

    // MARK: Tags

    private mutating func readEndTag() throws(FormatError) {
        position += 1
        let found = qualifiedName()
        skipWhitespace()
        guard position < end else {
            throw .unreadable("its XML ends inside <\(Text.clean(open.last?.string ?? ""))>; the file is truncated")
        }
        guard base[position] == UInt8(ascii: ">"), let element = open.popLast(), element.hasSameBytes(as: found) else {
            throw problem("has an end tag without its start tag")
        }
        position += 1
        name = element.withoutPrefix
    }

    private mutating func readStartTag() throws(FormatError) {
        let element = qualifiedName()
        guard let first = element.first, first > 0x40 || first == UInt8(ascii: ":") else {
            throw problem("has a tag without a name")
        }
        guard !open.isEmpty || !hasRoot else { throw problem("has content after the root element") }
        guard open.count < depthLimit else { throw problem("has elements nested more than \(depthLimit) deep") }
        hasRoot = true
        attributes.removeAll(keepingCapacity: true)
        while true {
            skipWhitespace()
            guard position < end else { throw problem("has a tag that does not end; the file is truncated") }
            if base[position] == UInt8(ascii: ">") {
                position += 1
                break
            }
            if base[position] == UInt8(ascii: "/") {
                guard position + 1 < end, base[position + 1] == UInt8(ascii: ">") else {
                    throw problem("has a tag that does not end")
                }
                position += 2
                isAtEmptyElement = true
                break
            }
            try readAttribute()
        }
        open.append(isAtEmptyElement ? element.withoutPrefix : element)
        name = element.withoutPrefix
    }

    private mutating func readAttribute() throws(FormatError) {
        let attribute = qualifiedName()
        guard attribute.count > 0 else { throw problem("has an attribute without a name") }
        skipWhitespace()
        guard position < end, base[position] == UInt8(ascii: "=") else { throw problem("has an attribute without a value") }
        position += 1
        skipWhitespace()
        guard position < end, base[position] == UInt8(ascii: "\"") || base[position] == UInt8(ascii: "'") else {
            throw problem("has an attribute without quotes")
        }
        guard let close = find(base[position], from: position + 1) else { throw problem("has an attribute that does not end") }
        let value = XMLPiece(base + position + 1, close - position - 1)
        attributes.append(Attribute(qualifiedName: attribute, name: attribute.withoutPrefix, value: value))
        position = close + 1
    }

    private mutating func qualifiedName() -> XMLPiece {
        let start = position
        while position < end {
            let c = base[position]
            if c <= 0x20 || c == UInt8(ascii: "=") || c == UInt8(ascii: ">") || c == UInt8(ascii: "/") || c == UInt8(ascii: "<") {
                break
            }
            position += 1
        }
        return XMLPiece(base + start, position - start)
    }

    private mutating func skipDeclaration() throws(FormatError) {
        let rest = XMLPiece(base + position, end - position)
        if rest.begins(with: "!--") {
            position += 3
            try skip(past: "-->", "a comment")
        } else if rest.begins(with: "![CDATA[") {
            try skip(past: "]]>", "a CDATA section")
        } else {
            while position < end, base[position] != UInt8(ascii: ">") {
                if base[position] == UInt8(ascii: "[") {
                    throw problem("has a document type with declarations, which are not supported; remove them")
                }
                position += 1
            }
            position = min(position + 1, end)
        }
    }

    private mutating func skip(past mark: StaticString, _ what: String) throws(FormatError) {
        let last = mark.utf8Start[mark.utf8CodeUnitCount - 1]
        while let found = find(last, from: position) {
            position = found + 1
            let start = position - mark.utf8CodeUnitCount
            if start >= 0, XMLPiece(base + start, mark.utf8CodeUnitCount) == mark { return }
        }
        position = end
        throw problem("has \(what) that does not end")
    }

    @inline(__always) private mutating func skipWhitespace() {
        while position < end, base[position] <= 0x20 { position += 1 }
    }

    @inline(__always) private func find(_ byte: UInt8, from start: Int) -> Int? {
        guard start < end, let found = memchr(base + start, Int32(byte), end - start) else { return nil }
        return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
    }

    private func problem(_ what: String) -> FormatError { .unreadable("line \(line) of its XML \(what)") }
}
