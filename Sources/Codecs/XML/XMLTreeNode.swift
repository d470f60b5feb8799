/// An XML element with what is in it, for documents whose parts refer to each other. `XMLTreeNode.read` makes them; it is safe on
/// hostile input.
///
/// Sharing it is safe: only `read` changes it, before anybody else has it.
package final class XMLTreeNode: @unchecked Sendable {
    /// The name without its namespace prefix.
    package let name: String
    /// The name as it is written, prefix included.
    package let qualifiedName: String
    package private(set) var children: [XMLTreeNode] = []
    private let attributes: [String: String]
    /// All text directly in it as UTF-8, entities replaced.
    private var characters: [UInt8] = []
    /// What its text is instead, where that is a list of numbers.
    private var numbers: XMLNumbers?

    init(qualifiedName: String, attributes: [String: String], numbers: XMLNumbers? = nil) {
        self.numbers = numbers
        self.qualifiedName = qualifiedName
        name = qualifiedName.lastIndex(of: ":").map { String(qualifiedName[qualifiedName.index(after: $0)...]) } ?? qualifiedName
        self.attributes = attributes
    }

    func append(_ child: XMLTreeNode) { children.append(child) }

    func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    func append(_ text: UnsafeBufferPointer<UInt8>) {
        if numbers == nil { characters += text } else { numbers?.append(text) }
    }

    /// Called when all text is there.
    func end() { numbers?.end() }

    // MARK: Content

    /// The text directly in it, white space included.
    package var text: String { String(decoding: characters, as: UTF8.self) }

    /// The text directly in it without white space at either side.
    package var trimmedText: String {
        guard let first = characters.firstIndex(where: { $0 > 0x20 }), let last = characters.lastIndex(where: { $0 > 0x20 }) else {
            return ""
        }
        return String(decoding: characters[first...last], as: UTF8.self)
    }

    /// The value of an attribute by its name as it is written; nil where it has none of it.
    package func attribute(_ name: String) -> String? { attributes[name] }

    /// The first child of a name (without prefix).
    package func child(_ name: String) -> XMLTreeNode? { children.first { $0.name == name } }

    /// All children of a name (without prefix).
    package func all(_ name: String) -> [XMLTreeNode] { children.filter { $0.name == name } }

    /// The element at the end of a path of names, the first of each.
    package func at(_ path: String...) -> XMLTreeNode? {
        var element: XMLTreeNode? = self
        for name in path { element = element?.child(name) }
        return element
    }

    /// What an attribute such as `url="#id"` refers to.
    package func target(_ name: String) -> String? {
        attribute(name).map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
    }

    /// The numbers of its text.
    package func doubles() throws(FormatError) -> [Double] {
        if let numbers {
            try check(numbers)
            return numbers.indices.isEmpty ? numbers.doubles : numbers.indices.map { Double($0) }
        }
        return try numbers(bytesEach: 8) { $0.double() }
    }

    /// The whole numbers of its text, each of which has to be 0 or more.
    package func indices() throws(FormatError) -> [UInt32] {
        if let numbers, numbers.areIndices {
            try check(numbers)
            return numbers.indices
        }
        return try numbers(bytesEach: 6) { scanner in
            guard let value = scanner.integer(), value >= 0, value < Int(UInt32.max) else { return nil }
            return UInt32(value)
        }
    }

    private func check(_ numbers: XMLNumbers) throws(FormatError) {
        if let word = numbers.invalidWord { throw Self.notNumber(word, in: name) }
    }

    private static func notNumber(_ word: String, in name: String) -> FormatError {
        .unreadable("<\(Text.clean(name))> has \(word) where a number is expected")
    }

    private func numbers<T>(bytesEach: Int, _ next: (inout TextScanner) -> T?) throws(FormatError) -> [T] {
        let result = characters.withUnsafeBytes { bytes -> Result<[T], FormatError> in
            guard !bytes.isEmpty else { return .success([]) }
            var values: [T] = []
            values.reserveCapacity(bytes.count / bytesEach)
            var scanner = TextScanner(bytes)
            while true {
                scanner.skipWhitespace()
                if scanner.atEnd { return .success(values) }
                guard let value = next(&scanner) else {
                    return .failure(Self.notNumber(scanner.excerpt, in: name))
                }
                values.append(value)
            }
        }
        return try result.get()
    }
}
