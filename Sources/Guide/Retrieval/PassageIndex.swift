import Foundation
import GRDB
import Support

/// The passages of a corpus, prepared for search: full text in SQLite's FTS5 for candidates by BM25, and the stems of each
/// sentence for
/// their ranking.
final class PassageIndex: Sendable {
    /// A passage with what ranking needs.
    struct Entry: Sendable {
        let passage: Passage
        let sentences: [IndexedSentence]
        /// Stems of the document's title.
        let titleStems: Set<String>
        /// Ids of the personas that its sentences or its document name.
        let people: Set<String>
        /// The persona whose document it is.
        let owner: String?
        let questions: [IndexedQuestion]
        /// The vectors of its sentences and questions.
        let vectors: PassageVectors

        /// Whether it is from the document of a persona who is neither asked nor asked about.
        func isOfOthers(_ persona: Persona, _ query: GuideQuery) -> Bool {
            guard let owner else { return false }
            return owner != persona.id && !query.people.contains(owner)
        }
    }

    /// An expected question with its stems.
    struct IndexedQuestion: Sendable {
        /// The index of the sentence that answers it.
        let sentence: Int
        /// Stems of its content words, without names of personas.
        let stems: Set<String>
        let answerType: AnswerType
        /// Ids of the personas that it names.
        let people: Set<String>
    }

    /// A sentence with its stems.
    struct IndexedSentence: Sendable {
        let text: String
        let stems: Set<String>
        /// How many words it has.
        let wordCount: Int
        let features: SentenceFeatures
        /// Ids of the personas that it names.
        let people: Set<String>
    }

    let entries: [Entry]
    let corpus: Corpus
    let people: PeopleNames
    let spelling: SpellingCorrector
    /// In how many sentences a stem occurs.
    private let frequencies: [String: Int]
    private let questionFrequencies: [String: Int]
    /// How much the stems of the corpus tell what a question is about.
    private let importances: [String: Float]
    private let sentenceCount: Int
    private let questionCount: Int
    private let topicality: Topicality
    let associations: Associations
    /// Vectors of stems, for questions in other words.
    let vectors: WordVectors
    /// Stems of words that are names in the corpus: written with a capital letter inside sentences.
    private let names: Set<String>
    private let database: DatabaseQueue

    init(_ corpus: Corpus, lexicon: Lexicon) throws(GuideError) {
        self.corpus = corpus
        let analyzer = TextAnalyzer(lexicon)
        let names = PeopleNames(corpus.personas)
        people = names
        vectors = lexicon.vectors
        let prepared = Self.prepared(corpus, names: names, lexicon: lexicon)
        var frequencies: [String: Int] = [:]
        var questionFrequencies: [String: Int] = [:]
        var words: [String: Int] = [:]
        var capitals: [String: (capital: Int, all: Int)] = [:]
        for passage in prepared {
            for sentence in passage.entry.sentences { for stem in sentence.stems { frequencies[stem, default: 0] += 1 } }
            for question in passage.entry.questions { for stem in question.stems { questionFrequencies[stem, default: 0] += 1 } }
            for (stem, isCapitalized) in passage.inside {
                capitals[stem, default: (0, 0)].all += 1
                if isCapitalized { capitals[stem]?.capital += 1 }
            }
            for word in passage.words { words[word, default: 0] += 1 }
        }
        let entries = prepared.map(\.entry)
        self.entries = entries
        self.frequencies = frequencies
        self.questionFrequencies = questionFrequencies
        questionCount = entries.reduce(0) { $0 + $1.questions.count }
        topicality = Topicality(entries)
        associations = Associations(entries)
        self.names = Set(capitals.filter { $0.value.capital * 10 >= $0.value.all * 7 }.keys)
        sentenceCount = max(1, entries.reduce(0) { $0 + $1.sentences.count })
        let total = sentenceCount + questionCount
        let counts = frequencies.merging(questionFrequencies, uniquingKeysWith: +)
        importances = Dictionary(
            uniqueKeysWithValues: counts.map { [topicality] stem, count in
                (stem, Self.rarity(count, of: total) * topicality.share(stem))
            })
        spelling = SpellingCorrector(counts: words)
        do { database = try Self.fullText(entries, analyzer) } catch {
            throw GuideError(corpus.title, "its index can't be made: \(error)")
        }
    }

    /// A passage with what is counted over all of them.
    private struct Prepared {
        let entry: Entry
        /// The words of its text, title and English questions, for spelling.
        let words: [String]
        /// The stems of words inside sentences, and whether they are capitalized there.
        let inside: [(stem: String, isCapitalized: Bool)]
    }

    /// All passages, on all cores.
    private static func prepared(_ corpus: Corpus, names: PeopleNames, lexicon: Lexicon) -> [Prepared] {
        let passages = corpus.passages
        return Array(unsafeUninitializedCapacity: passages.count) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            // Each passage is written once, by the thread that prepares it.
            nonisolated(unsafe) let target = base
            Parallel.forEachRange(passages.count, minimum: 16) { range in
                let analyzer = TextAnalyzer(lexicon)
                for number in range {
                    (target + number).initialize(
                        to: prepared(passages[number], corpus, analyzer, names: names, lexicon: lexicon))
                }
            }
            count = passages.count
        }
    }

    private static func prepared(
        _ passage: Passage, _ corpus: Corpus, _ analyzer: TextAnalyzer, names: PeopleNames, lexicon: Lexicon
    ) -> Prepared {
        let sentences = Sentences.split(passage.text).map { indexed($0, analyzer, names: names) }
        let asked = passage.questions.map { Self.words($0, lexicon) }
        let questions = zip(passage.questions, asked).map {
            indexed($0, words: $1, analyzer, names: names, lexicon: lexicon)
        }
        let title = Word.split(passage.title).map(\.text)
        let english = zip(passage.questions, asked).filter { $0.0.language == .english }.flatMap(\.1)
        let entry = Entry(
            passage: passage, sentences: sentences, titleStems: Set(title.map(analyzer.stem)),
            people: sentences.reduce(into: []) { $0.formUnion($1.people) },
            owner: corpus.personas.first { $0.documents.contains(passage.document) }?.id, questions: questions,
            vectors: PassageVectors(
                lexicon.vectors, sentences: sentences.map { ($0.text, WordVectors.stems($0.stems, people: $0.people)) },
                questions: zip(asked, questions).map { own, indexed in
                    (indexed.sentence, WordVectors.stems(own.map(analyzer.stem), people: indexed.people))
                }))
        let inside = sentences.flatMap { sentence in
            Word.split(sentence.text).dropFirst().filter { !$0.isNumber }.map { (analyzer.stem($0.text), $0.isCapitalized) }
        }
        return Prepared(entry: entry, words: Word.split(passage.text).map(\.text) + title + english, inside: inside)
    }

    private static func indexed(_ text: String, _ analyzer: TextAnalyzer, names: PeopleNames) -> IndexedSentence {
        let words = Word.split(text)
        return IndexedSentence(
            text: text, stems: Set(words.map { analyzer.stem($0.text) }), wordCount: words.count,
            features: SentenceFeatures(text, words), people: names.people(in: words.map(\.text)))
    }

    private static func indexed(
        _ question: Passage.ExpectedQuestion, words: [String], _ analyzer: TextAnalyzer, names: PeopleNames, lexicon: Lexicon
    ) -> IndexedQuestion {
        let occurrences = names.occurrences(in: words)
        let isName = Set(occurrences.flatMap { Array($0.range) })
        let content = words.indices.filter { !isName.contains($0) && !lexicon.functionPhrases.contains(words[$0]) }
        return IndexedQuestion(
            sentence: question.sentence, stems: Set(content.map { analyzer.stem(words[$0]) }), answerType: AnswerType(words),
            people: Set(occurrences.map(\.person)))
    }

    /// The words of an expected question in English, as those of visitors' questions are translated.
    static func words(_ question: Passage.ExpectedQuestion, _ lexicon: Lexicon) -> [String] {
        lexicon.translated(Word.split(question.text), from: question.language).words.map(\.text)
    }

    /// The vector of a question; nil where none of its words is known.
    func vector(_ query: GuideQuery, _ analyzer: TextAnalyzer) -> UnitVector? {
        let (stems, shares) = stems(query, analyzer)
        return vectors.mean(stems, shares: shares).flatMap { UnitVector($0) }
    }

    /// The stems of a question with those that it has from earlier ones, and how much less these count.
    func stems(_ query: GuideQuery, _ analyzer: TextAnalyzer) -> (all: Set<String>, shares: [String: Float]) {
        let own = WordVectors.stems(query.words.map(analyzer.stem), people: query.people)
        var shares: [String: Float] = [:]
        for term in query.contextTerms {
            for stem in term.options[0].stems where !own.contains(stem) { shares[stem] = max(shares[stem] ?? 0, term.weight) }
        }
        return (own.union(shares.keys), shares)
    }

    private static func fullText(_ entries: [Entry], _ analyzer: TextAnalyzer) throws -> DatabaseQueue {
        let database = try DatabaseQueue()
        try database.write { db in
            try db.execute(
                sql:
                    "CREATE VIRTUAL TABLE passage USING fts5(title, text, questions, content='', tokenize=\"ascii tokenchars '.'\")"
            )
            let insert = try db.makeStatement(sql: "INSERT INTO passage (rowid, title, text, questions) VALUES (?, ?, ?, ?)")
            for (index, entry) in entries.enumerated() {
                try insert.execute(arguments: [
                    index, entry.titleStems.joined(separator: " "), analyzer.stems(entry.passage.text).joined(separator: " "),
                    entry.questions.map { $0.stems.joined(separator: " ") }.joined(separator: " "),
                ])
            }
        }
        return database
    }

    /// The passages that have any of the stems, best first by BM25.
    func candidates(_ stems: Set<String>, limit: Int) throws -> [(index: Int, score: Double)] {
        let usable = stems.filter { !$0.isEmpty && !$0.contains("\"") }
        guard !usable.isEmpty else { return [] }
        let query = usable.sorted().map { "\"\($0)\"" }.joined(separator: " OR ")
        return try database.read { db in
            try Row.fetchAll(
                db,
                sql:
                    "SELECT rowid, bm25(passage, 1.5, 1.0, 1.0) AS score FROM passage WHERE passage MATCH ? ORDER BY score LIMIT ?",
                arguments: [query, limit]
            ).map { ($0["rowid"], -($0["score"] as Double)) }
        }
    }

    /// How rare a stem is: the inverse document frequency over sentences and expected questions.
    func rarity(_ stem: String) -> Float { Self.rarity(frequency(stem), of: sentenceCount + questionCount) }

    private static func rarity(_ count: Int, of total: Int) -> Float {
        log(1 + (Float(total) - Float(count) + 0.5) / (Float(count) + 0.5))
    }

    /// Whether a term names something: a passage that doesn't name it doesn't answer.
    func isName(_ term: QueryTerm) -> Bool {
        if term.options[0].stems.contains(where: { $0.utf8.first.map { (48...57).contains($0) } ?? false || names.contains($0) }) {
            return true
        }
        return !term.isKnown && !term.options.contains { $0.stems.allSatisfy { frequency($0) > 0 } }
    }

    /// How much a word tells what a question is about: its rarity, less where it is a word that people say beside the matter.
    func importance(_ stem: String) -> Float { importances[stem] ?? rarity(stem) * topicality.share(stem) }

    /// Whether sentences have several expected questions each, as in the corpus that the network was fitted to.
    var hasManyQuestions: Bool { questionCount >= 3 * sentenceCount }

    /// In how many sentences and expected questions a stem occurs.
    func frequency(_ stem: String) -> Int { (frequencies[stem] ?? 0) + (questionFrequencies[stem] ?? 0) }
}

extension Passage.ExpectedQuestion {
    /// The question in English: as it is, or its words translated.
    func english(_ lexicon: Lexicon) -> String {
        language == .english ? text : PassageIndex.words(self, lexicon).joined(separator: " ")
    }
}
