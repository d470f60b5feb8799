/// An XML element with what is in it, for files whose parts point to each other. Its text stays where it lies in the file.
package final class XMLElement {
    package let name: String
    private let attributes: [(name: String, value: String)]
    package private(set) var children: [XMLElement] = []
    /// The last run of text directly in it, entities not replaced: number lists are scanned right here.
    package private(set) var raw = UnsafeRawBufferPointer(start: nil, count: 0)
    private var content = ""

    private init(_ reader: XMLReader) {
        name = String(reader.name.split(separator: ":").last ?? "")
        attributes = reader.attributes
    }

    /// The whole document. Of the elements that `skips` names nothing is kept.
    package static func read(_ bytes: UnsafeRawBufferPointer, skips: Set<String> = []) throws(FormatError) -> XMLElement {
        var reader = try XMLReader(bytes)
        guard try reader.next() == .start else { throw .unreadable("its XML has no element") }
        let root = XMLElement(reader)
        try root.fill(&reader, skips)
        while try reader.next() != nil {}
        return root
    }

    private func fill(_ reader: inout XMLReader, _ skips: Set<String>) throws(FormatError) {
        while let event = try reader.next() {
            switch event {
            case .end: return
            case .text:
                if reader.raw.count > raw.count { raw = reader.raw }
                // Words, not lists of numbers.
                if reader.raw.count <= 4096, content.utf8.count <= 4096 { content += try reader.text }
            case .start:
                if skips.contains(reader.name) {
                    try reader.skipElement()
                } else {
                    let child = XMLElement(reader)
                    try child.fill(&reader, skips)
                    children.append(child)
                }
            }
        }
    }

    /// The text without blanks at either side, at most some thousand characters of it.
    package var text: String {
        let words = content.unicodeScalars
        let blank: (Unicode.Scalar) -> Bool = { $0.value <= 0x20 }
        guard let first = words.firstIndex(where: { !blank($0) }), let last = words.lastIndex(where: { !blank($0) }) else {
            return ""
        }
        return String(words[first...last])
    }

    package func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
    package func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }
    package func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The element at the end of a path of names, the first of each.
    package func at(_ path: String...) -> XMLElement? {
        var element: XMLElement? = self
        for name in path { element = element?.child(name) }
        return element
    }

    /// What an attribute such as `url="#id"` points to.
    package func target(_ name: String) -> String? {
        attribute(name).map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
    }

    /// The numbers of its text.
    package func doubles() throws(FormatError) -> [Double] {
        var result: [Double] = []
        result.reserveCapacity(raw.count / 8)
        try scan { scanner in
            guard let value = scanner.double() else { return false }
            result.append(value)
            return true
        }
        return result
    }

    /// The whole numbers of its text, each of which has to be 0 or more.
    package func indices() throws(FormatError) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(raw.count / 6)
        try scan { scanner in
            guard let value = scanner.integer(), value >= 0, value < Int(UInt32.max) else { return false }
            result.append(UInt32(value))
            return true
        }
        return result
    }

    private func scan(_ read: (inout TextScanner) -> Bool) throws(FormatError) {
        guard !raw.isEmpty else { return }
        var scanner = TextScanner(raw)
        while true {
            scanner.skipWhitespace()
            if scanner.atEnd { return }
            guard read(&scanner) else { throw .unreadable("<\(Text.clean(name))> has \(scanner.excerpt) where a number belongs") }
        }
    }
}
