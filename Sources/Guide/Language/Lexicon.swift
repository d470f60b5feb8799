import Foundation

/// What the guide knows about words beside the corpus: synonyms, irregular forms, function words, dictionaries into English.
/// Its files are in `Resources/lexicon`.
public struct Lexicon: Sendable {
    /// Other phrases for a phrase, by its folded words with one space between.
    var synonyms: [String: [String]] = [:]
    /// The base form of irregular forms.
    var irregular: [String: String] = [:]
    /// Phrases without content, as "could you tell me".
    var functionPhrases: Set<String> = []
    /// Frequent words of each language, by which it is recognized.
    var frequentWords: [GuideLanguage: Set<String>] = [:]
    /// English for a phrase of another language: the most likely words first, then others.
    var dictionaries: [GuideLanguage: [String: [String]]] = [:]
    /// The entries of single words by their stems: for other forms of a word.
    var dictionaryStems: [GuideLanguage: [String: [String]]] = [:]
    /// How many words the longest phrase of a dictionary has that begins with a word.
    var phraseLengths: [GuideLanguage: [String: Int]] = [:]
    /// Every English word above: never taken for a spelling mistake.
    var knownWords: Set<String> = []
    /// What asks for something that is answered or refused without sources.
    var scopes = ScopePatterns()
    /// Vectors of stems, by which questions in other words are found.
    var vectors = WordVectors()
    /// How well a sentence answers a question by these vectors; nil in a lexicon without words.
    var relevance: RelevanceNetwork?
    /// Whether a passage answers a question; nil in a lexicon without words.
    var confidence: ConfidenceNetworks?

    /// A lexicon without words.
    public init() {}

    /// Reads the files of a folder; a missing file is an error, since each of them changes what is understood.
    /// - Throws: `GuideError` naming file and line.
    public init(folder: URL) throws(GuideError) {
        vectors = try WordVectors(Self.data(folder, "word-vectors.bin"), name: "word-vectors.bin")
        relevance = try RelevanceNetwork.read(
            Self.data(folder, "relevance.json"), name: "relevance.json", dimension: vectors.dimension)
        confidence = ConfidenceNetworks(
            words: try Self.network(folder, "confidence.json", inputs: AnswerConfidence.names + AnswerConfidence.wordNames),
            embeddings: try Self.network(
                folder, "confidence-embeddings.json", inputs: AnswerConfidence.names + AnswerConfidence.embeddingNames))
        for line in try Self.lines(folder, "synonyms-en.txt") {
            add(synonyms: line.text.components(separatedBy: " | ").map(Word.normalized))
        }
        for line in try Self.lines(folder, "irregular-en.txt") {
            let (forms, base) = try Self.pair(line)
            for form in forms.split(separator: ",") { irregular[Word.normalized(String(form))] = Word.normalized(base) }
        }
        for line in try Self.lines(folder, "stopwords-en.txt") { functionPhrases.insert(Word.normalized(line.text)) }
        for language in GuideLanguage.allCases {
            if language == .english {
                frequentWords[language] = functionPhrases.filter { !$0.contains(" ") }
                continue
            }
            let words = try Self.lines(folder, "stopwords-\(language.rawValue).txt").map { Word.normalized($0.text) }
            frequentWords[language] = Set(words)
            var dictionary: [String: [String]] = [:]
            for line in try Self.lines(folder, "\(language.rawValue).txt") {
                let (foreign, english) = try Self.pair(line)
                dictionary[Word.normalized(foreign)] = english.split(separator: ",").map { Word.normalized(String($0)) }
            }
            dictionaries[language] = dictionary
            var lengths: [String: Int] = [:]
            for phrase in dictionary.keys {
                let words = phrase.split(separator: " ")
                if let first = words.first { lengths[String(first)] = max(lengths[String(first)] ?? 1, words.count) }
            }
            phraseLengths[language] = lengths
            dictionaryStems[language] = Self.stems(of: dictionary, language)
        }
        for dictionary in dictionaries.values {
            for english in dictionary.values.joined() { knownWords.formUnion(english.split(separator: " ").map(String.init)) }
        }
        for phrase in synonyms.keys { knownWords.formUnion(phrase.split(separator: " ").map(String.init)) }
        knownWords.formUnion(irregular.keys)
        knownWords.formUnion(functionPhrases)
        scopes = try ScopePatterns(lines: Self.lines(folder, "scopes.txt"))
    }

    private mutating func add(synonyms members: [String]) {
        for member in members where !member.isEmpty {
            synonyms[member, default: []] += members.filter { $0 != member && !$0.isEmpty }
        }
    }

    /// A line of a file.
    struct Line {
        var file: String
        var number: Int
        var text: String
    }

    /// The lines of a file that aren't empty or comments.
    static func lines(_ folder: URL, _ name: String) throws(GuideError) -> [Line] {
        let text: String
        do { text = try String(contentsOf: folder.appending(path: name), encoding: .utf8) } catch {
            throw GuideError(name, "can't be read", remedy: "install the program with its resources")
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            let text = line.trimmingCharacters(in: .whitespaces)
            return text.isEmpty || text.hasPrefix("#") ? nil : Line(file: name, number: index + 1, text: text)
        }
    }

    private static func network(
        _ folder: URL, _ name: String, inputs: [String]
    ) throws(GuideError) -> ConfidenceNetwork {
        try ConfidenceNetwork.read(data(folder, name), name: name, inputs: inputs)
    }

    private static func data(_ folder: URL, _ name: String) throws(GuideError) -> Data {
        do { return try Data(contentsOf: folder.appending(path: name)) } catch {
            throw GuideError(name, "can't be read", remedy: "install the program with its resources")
        }
    }

    private static func pair(_ line: Line) throws(GuideError) -> (String, String) {
        guard let equals = line.text.range(of: " = ") else {
            throw GuideError("\(line.file), line \(line.number)", "has no “ = ”")
        }
        return (String(line.text[..<equals.lowerBound]), String(line.text[equals.upperBound...]))
    }
}
