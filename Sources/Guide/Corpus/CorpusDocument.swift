import Foundation

/// A file of a corpus: a title, defaults for source and date, and paragraphs with ids.
///
///     # Trajectory
///     Source: NASA, Artemis II press kit, https://www.nasa.gov/…
///     Date: 2026-01
///
///     ## free-return
///     About: orion/crew-module
///     Ask 1: What is a free return? | How do they come home without engines?
///     The trajectory of Artemis II is a free return: …
///
/// docs/guide.md describes the format.
public struct CorpusDocument: Sendable, Equatable {
    /// The file's name without extension: the first part of the ids of its passages.
    public let stem: String
    /// Its title.
    public let title: String
    /// Its paragraphs in their order.
    public let passages: [Passage]

    /// Bytes of a file at most.
    public static let maxByteCount = 4 << 20

    /// Reads a document.
    /// - Parameters:
    ///   - stem: the first part of the passages' ids: lower-case letters, digits and hyphens.
    ///   - name: the file's name in errors.
    /// - Throws: `GuideError` naming the line.
    public init(_ data: Data, stem: String, name: String) throws(GuideError) {
        guard data.count <= Self.maxByteCount else {
            throw GuideError(name, "is larger than \(Self.maxByteCount >> 20) MB", remedy: "split it")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw GuideError(name, "isn't UTF-8 text", remedy: "save it as UTF-8")
        }
        guard Self.isSlug(stem) else {
            throw GuideError(name, "its name may have lower-case letters, digits and hyphens only", remedy: "rename it")
        }
        var reader = CorpusReader(name: name, stem: stem)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            try reader.read(line.trimmingCharacters(in: .whitespaces), number: index + 1)
        }
        try reader.end()
        self.stem = stem
        title = reader.title
        passages = reader.passages
    }

    /// Whether a text is an id: 1 to 64 lower-case letters, digits and hyphens.
    static func isSlug(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }
}

/// Reads a document line by line.
private struct CorpusReader {
    let name: String
    let stem: String
    var title = ""
    var passages: [Passage] = []
    private var defaults = Header()
    private var current: (id: String, header: Header, lines: [String], line: Int)?
    private var ids: Set<String> = []

    /// What stands above a text.
    private struct Header {
        var source: String?
        var date: String?
        var about: String?
        var questions: [Passage.ExpectedQuestion] = []
    }

    init(name: String, stem: String) {
        self.name = name
        self.stem = stem
    }

    mutating func read(_ line: String, number: Int) throws(GuideError) {
        if line.hasPrefix("## ") {
            try endParagraph()
            let id = line.dropFirst(3).trimmingCharacters(in: .whitespaces)
            guard CorpusDocument.isSlug(id) else {
                throw fault(number, "the id “\(id.prefix(40))” may have lower-case letters, digits and hyphens only")
            }
            guard ids.insert(id).inserted else { throw fault(number, "the id “\(id)” occurs twice") }
            current = (id, defaults, [], number)
        } else if line.hasPrefix("# ") {
            guard title.isEmpty else { throw fault(number, "a second title") }
            title = line.dropFirst(2).trimmingCharacters(in: .whitespaces)
        } else if line.isEmpty {
            return
        } else if current?.lines.isEmpty ?? true, let field = Self.field(line) {
            try set(field.key, to: field.value, line: number)
        } else if current != nil {
            current?.lines.append(line)
        } else {
            throw fault(number, "text before the first paragraph's “## id”")
        }
    }

    mutating func end() throws(GuideError) {
        try endParagraph()
        guard !title.isEmpty else { throw fault(1, "doesn't begin with “# Title”") }
    }

    private static func field(_ line: String) -> (key: String, value: String)? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let key = String(line[..<colon])
        guard ["Source", "Date", "About"].contains(key) || key.hasPrefix("Ask ") else { return nil }
        return (key, line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }

    private mutating func set(_ key: String, to value: String, line number: Int) throws(GuideError) {
        guard !value.isEmpty else { throw fault(number, "\(key) is empty") }
        var header = current?.header ?? defaults
        switch key {
        case "Source": header.source = value
        case "Date":
            guard Self.isDate(value) else {
                throw fault(number, "the date “\(value.prefix(40))” isn't YYYY, YYYY-MM or YYYY-MM-DD")
            }
            header.date = value
        case "About": header.about = value
        default:
            let parts = key.dropFirst(4).split(separator: " ").map(String.init)
            let language = parts.count == 2 ? GuideLanguage(rawValue: parts[1]) : parts.count == 1 ? .english : nil
            guard let sentence = parts.first.flatMap({ Int($0) }), let language, sentence > 0, current != nil else {
                throw fault(number, "“\(key.prefix(20))” isn't “Ask N” or “Ask N de” of a paragraph")
            }
            header.questions += value.components(separatedBy: " | ").map {
                .init(sentence: sentence - 1, text: $0, language: language)
            }
        }
        if current == nil { defaults = header } else { current?.header = header }
    }

    private mutating func endParagraph() throws(GuideError) {
        guard let paragraph = current else { return }
        current = nil
        guard !paragraph.lines.isEmpty else { throw fault(paragraph.line, "the paragraph “\(paragraph.id)” has no text") }
        guard let source = paragraph.header.source, let date = paragraph.header.date else {
            throw fault(paragraph.line, "the paragraph “\(paragraph.id)” has no source or no date")
        }
        let target = paragraph.header.about.map { about in
            let parts = about.split(separator: "/", maxSplits: 1).map(String.init)
            return PassageTarget.part(model: parts.first ?? "", part: parts.count > 1 ? parts[1] : nil)
        }
        var passage = Passage(
            id: "\(stem)/\(paragraph.id)", title: title, text: paragraph.lines.joined(separator: " "),
            source: PassageSource(text: source, date: date), target: target)
        passage.questions = paragraph.header.questions
        let count = Sentences.split(passage.text).count
        if let question = passage.questions.first(where: { $0.sentence >= count }) {
            throw fault(
                paragraph.line, "“Ask \(question.sentence + 1)” of “\(paragraph.id)” names a sentence that isn't there (\(count))")
        }
        passages.append(passage)
    }

    private static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let lengths = [4, 2, 2]
        guard (1...3).contains(parts.count) else { return false }
        for (part, length) in zip(parts, lengths) {
            guard part.utf8.count == length, part.utf8.allSatisfy({ (48...57).contains($0) }) else { return false }
        }
        let numbers = parts.compactMap { Int($0) }
        return (numbers.count < 2 || (1...12).contains(numbers[1])) && (numbers.count < 3 || (1...31).contains(numbers[2]))
    }

    private func fault(_ line: Int, _ problem: String) -> GuideError { GuideError("\(name), line \(line)", problem) }
}

extension PassageSource {
    /// Reads "Publisher, title, https://address".
    init(text: String, date: String) {
        if let range = text.range(of: "https://") {
            let name = text[..<range.lowerBound].trimmingCharacters(in: CharacterSet(charactersIn: " ,;("))
            self.init(
                name: name.isEmpty ? String(text[range.lowerBound...]) : name, url: String(text[range.lowerBound...]), date: date)
        } else {
            self.init(name: text, date: date)
        }
    }
}
