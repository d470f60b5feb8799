import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

extension XMLTreeNode {
    /// Reads a document (XML 1.0; UTF-8, UTF-16 or another encoding that it declares) with Foundation's `XMLParser`, which is
    /// libxml2's.
    ///
    /// Document type declarations are refused, and with them all entities but the predefined ones, so that a small file cannot
    /// grow; nothing is loaded from elsewhere. Undeclared namespace prefixes are accepted: writers of E57 files use them.
    /// - Parameters:
    ///   - bytes: of the document; they have to stay as long as this runs.
    ///   - skips: names (as written) of elements that are left out with all that is in them.
    ///   - depthLimit: how deep elements may be nested.
    /// - Returns: the root.
    /// - Throws: where the XML is not well-formed or truncated; names the line.
    package static func read(
        _ bytes: UnsafeRawBufferPointer, skips: Set<String> = [], depthLimit: Int = 256
    ) throws(FormatError) -> XMLTreeNode {
        try read(RandomAccessFile(bytes), skips: skips, depthLimit: depthLimit, lists: [:])
    }

    /// What the text of an element is a list of.
    package enum List {
        case doubles
        /// Whole numbers from 0 on.
        case indices
    }

    /// The same of a file, piece by piece if it is in UTF-8.
    /// - Parameters:
    ///   - source: the document.
    ///   - skips: names (as written) of elements that are left out with all that is in them.
    ///   - depthLimit: how deep elements may be nested.
    ///   - lists: names (as written) of elements whose text is numbers, which are kept instead of the text.
    /// - Returns: the root.
    /// - Throws: where the XML is not well-formed or truncated; names the line.
    package static func read(
        _ source: RandomAccessFile, skips: Set<String> = [], depthLimit: Int = 256, lists: [String: List]
    ) throws(FormatError) -> XMLTreeNode {
        guard source.count > 0 else { throw .unreadable("its XML has no element") }
        let builder = Builder(skips: skips, depthLimit: depthLimit, lists: lists, fileSize: source.count)
        // A stream: given all bytes at once, libxml2 refuses texts of more than 10 MB.
        if let url = source.url, try source.withHead(1 << 16, isPlain), let stream = InputStream(url: url) {
            return try read(stream, builder)
        }
        let bytes = try source.all()
        if let text = try utf8(bytes) {
            if text.withUnsafeBytes({ declaresDocumentType($0) ?? false }) { throw hasDocumentType }
            return try read(InputStream(data: Data(text)), builder)
        }
        // The search for document types is one of ASCII.
        if bytes.count >= 2, bytes[0] >= 0xFE || bytes[0] == 0 || bytes[1] == 0 {
            throw .unreadable("its XML is truncated or in an encoding that is not supported; save it as UTF-8")
        }
        if declaresDocumentType(bytes) ?? false { throw hasDocumentType }
        let base = UnsafeMutableRawPointer(mutating: bytes.baseAddress!)
        let data = Data(bytesNoCopy: base, count: bytes.count, deallocator: .none)
        return try read(InputStream(data: data), builder)
    }

    private static let hasDocumentType = FormatError.unreadable(
        "its XML has a document type declaration, which is not supported; remove it")

    /// Whether the first bytes show that it is in ASCII or UTF-8, and that there is no document type declaration.
    private static func isPlain(_ head: UnsafeRawBufferPointer) throws(FormatError) -> Bool {
        guard head.count >= 4, head[0] != 0, head[1] != 0, head[0] < 0xFE else { return false }
        guard let isDeclared = declaresDocumentType(head) else { return false }
        if isDeclared { throw hasDocumentType }
        return true
    }

    private static func read(_ stream: InputStream, _ builder: Builder) throws(FormatError) -> XMLTreeNode {
        let parser = XMLParser(stream: stream)
        parser.delegate = builder
        // Its result is true for some documents with errors; the errors are what counts.
        _ = parser.parse()
        if let problem = builder.problem { throw .unreadable(problem) }
        if let name = builder.openName {
            throw .unreadable("its XML ends inside <\(Text.clean(name))>; the file is truncated")
        }
        guard let root = builder.root else { throw .unreadable("its XML has no element") }
        return root
    }

    /// Whether there is a document type declaration before the root element. `XMLParser` reports none, and leaves out the entities
    /// that it declares.
    /// - Returns: nil where neither is among the bytes.
    private static func declaresDocumentType(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        var scanner = TextScanner(bytes)
        while let start = scanner.index(of: UInt8(ascii: "<")) {
            scanner.position = start
            if scanner.starts(with: "<!--") {
                scanner.skip(past: "-->")
            } else if scanner.starts(with: "<?") {
                scanner.skip(past: "?>")
            } else {
                // The bytes may end in the middle of a mark.
                return scanner.remaining < 4 ? nil : scanner.starts(with: "<!")
            }
        }
        return nil
    }

    /// Builds the tree.
    private final class Builder: NSObject, XMLParserDelegate {
        private let skips: Set<String>
        private let depthLimit: Int
        private let lists: [String: List]
        /// How many numbers may still be in the file: of two bytes at least each.
        private var numbersLeft: Int
        private var open: [XMLTreeNode] = []
        /// How many elements are open inside of one that is left out.
        private var skippedDepth = 0
        private(set) var root: XMLTreeNode?
        /// The first thing that is wrong.
        private(set) var problem: String?
        /// The innermost element that has not ended.
        var openName: String? { open.last?.qualifiedName }

        init(skips: Set<String>, depthLimit: Int, lists: [String: List], fileSize: Int) {
            self.skips = skips
            self.depthLimit = depthLimit
            self.lists = lists
            numbersLeft = fileSize / 2
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            guard problem == nil else { return }
            if skippedDepth > 0 || skips.contains(name) {
                skippedDepth += 1
            } else {
                open.append(XMLTreeNode(qualifiedName: name, attributes: attributes, numbers: numbers(name, attributes)))
            }
            if open.count + skippedDepth > depthLimit {
                refuse("line \(parser.lineNumber) of its XML has elements nested more than \(depthLimit) deep", parser)
            }
        }

        private func numbers(_ name: String, _ attributes: [String: String]) -> XMLNumbers? {
            guard let list = lists[name] else { return nil }
            let expected = min(max(0, attributes["count"].flatMap { Int($0) } ?? 0), numbersLeft)
            numbersLeft -= expected
            return XMLNumbers(areIndices: list == .indices, expected: expected)
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            guard problem == nil else { return }
            if skippedDepth > 0 {
                skippedDepth -= 1
            } else if let element = open.popLast() {
                element.end()
                if let parent = open.last { parent.append(element) } else { root = root ?? element }
            }
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            if problem == nil, skippedDepth == 0 { open.last?.append(text) }
        }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            if problem == nil, skippedDepth == 0 { block.withUnsafeBytes { open.last?.append($0.bindMemory(to: UInt8.self)) } }
        }

        func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
            let code = (error as NSError).code
            guard problem == nil, !Self.harmless.contains(code) else { return }
            // Where the document ends, the tree says in which element.
            if code == 5, root == nil, !open.isEmpty { return }
            refuse(
                "line \(parser.lineNumber) of its XML \(Self.reasons[code] ?? "is not well-formed (libxml2 error \(code))")", parser
            )
        }

        private func refuse(_ problem: String, _ parser: XMLParser) {
            self.problem = problem
            parser.abortParsing()
        }

        /// libxml2's codes of warnings: relative namespace names (100) and undeclared prefixes (201).
        private static let harmless: Set = [100, 201]

        /// What libxml2's codes (xmlParserErrors) mean.
        private static let reasons = [
            4: "has text outside of the root element, or no element", 5: "has content after the root element, or ends early",
            6: "has a character reference that is not valid", 7: "has a character reference that is not valid",
            8: "has a character reference that is not valid",
            9: "has a character that XML does not allow, or is not in its encoding",
            23: "has an ‘&’ that begins no entity", 26: "refers to an entity that is not declared",
            27: "refers to an entity that is not declared", 38: "has a ‘<’ in an attribute",
            39: "has an attribute without quotes", 40: "has an attribute that does not end", 41: "has an attribute without a value",
            42: "has an attribute twice", 45: "has a comment that does not end",
            47: "has a processing instruction that does not end",
            63: "has a CDATA section that does not end", 65: "has no space between attributes", 68: "has a tag without a name",
            73: "has a tag that does not end", 76: "has an end tag without its start tag", 77: "has an element that does not end",
            81: "is in an unknown encoding", 89: "has entities that refer to themselves",
        ]
    }
}

extension TextScanner {
    /// The position of the next such byte, from here on.
    package func index(of byte: UInt8) -> Int? {
        var p = position
        while p < end {
            if base[p] == byte { return p }
            p += 1
        }
        return nil
    }

    /// Moves behind the next `mark`, or to the end.
    fileprivate mutating func skip(past mark: StaticString) {
        while !atEnd {
            if starts(with: mark) { return advance(mark.utf8CodeUnitCount) }
            advance()
        }
    }
}
