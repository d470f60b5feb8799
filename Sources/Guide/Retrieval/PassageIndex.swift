import Foundation
import GRDB

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
    private let sentenceCount: Int
    private let questionCount: Int
    private let topicality: Topicality
    let associations: Associations
    /// Vectors of stems, for questions in other words.
    private let vectors: WordVectors
    /// Stems of words that are names in the corpus: written with a capital letter inside sentences.
    private let names: Set<String>
    private let database: DatabaseQueue

    init(_ corpus: Corpus, lexicon: Lexicon) throws(GuideError) {
        self.corpus = corpus
        let analyzer = TextAnalyzer(lexicon)
        let names = PeopleNames(corpus.personas)
        people = names
        vectors = lexicon.vectors
        var entries: [Entry] = []
        var frequencies: [String: Int] = [:]
        var questionFrequencies: [String: Int] = [:]
        var questionCount = 0
        var words: [String: Int] = [:]
        var capitals: [String: (capital: Int, all: Int)] = [:]
        for passage in corpus.passages {
            let sentences = Sentences.split(passage.text).map { Self.indexed($0, analyzer, names: names) }
            let asked = passage.questions.map { Self.words($0, lexicon) }
            let questions = zip(passage.questions, asked).map {
                Self.indexed($0, words: $1, analyzer, names: names, lexicon: lexicon)
            }
            for sentence in sentences { for stem in sentence.stems { frequencies[stem, default: 0] += 1 } }
            for question in questions {
                for stem in question.stems { questionFrequencies[stem, default: 0] += 1 }
            }
            questionCount += questions.count
            for sentence in sentences {
                for word in Word.split(sentence.text).dropFirst() where !word.isNumber {
                    let stem = analyzer.stem(word.text)
                    capitals[stem, default: (0, 0)].all += 1
                    if word.isCapitalized { capitals[stem]?.capital += 1 }
                }
            }
            for word in Word.split(passage.text) { words[word.text, default: 0] += 1 }
            for (question, own) in zip(passage.questions, asked) where question.language == .english {
                for word in own { words[word, default: 0] += 1 }
            }
            let title = Word.split(passage.title)
            for word in title { words[word.text, default: 0] += 1 }
            let owner = corpus.personas.first { $0.documents.contains(passage.document) }
            entries.append(
                Entry(
                    passage: passage, sentences: sentences, titleStems: Set(title.map { analyzer.stem($0.text) }),
                    people: sentences.reduce(into: []) { $0.formUnion($1.people) }, owner: owner?.id, questions: questions,
                    vectors: PassageVectors(
                        lexicon.vectors, sentences: sentences.map { WordVectors.stems($0.stems, people: $0.people) },
                        questions: zip(asked, questions).map { own, indexed in
                            (indexed.sentence, WordVectors.stems(own.map(analyzer.stem), people: indexed.people))
                        })))
        }
        self.entries = entries
        self.frequencies = frequencies
        self.questionFrequencies = questionFrequencies
        self.questionCount = questionCount
        topicality = Topicality(entries)
        associations = Associations(entries)
        self.names = Set(capitals.filter { $0.value.capital * 10 >= $0.value.all * 7 }.keys)
        sentenceCount = max(1, entries.reduce(0) { $0 + $1.sentences.count })
        spelling = SpellingCorrector(counts: words)
        do { database = try Self.fullText(entries, analyzer) } catch {
            throw GuideError(corpus.title, "its index can't be made: \(error)")
        }
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
        let own = WordVectors.stems(query.words.map(analyzer.stem), people: query.people)
        var shares: [String: Float] = [:]
        for term in query.contextTerms {
            for stem in term.options[0].stems where !own.contains(stem) { shares[stem] = max(shares[stem] ?? 0, term.weight) }
        }
        return vectors.mean(own.union(shares.keys), shares: shares).flatMap { UnitVector($0) }
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
    func rarity(_ stem: String) -> Float {
        let frequency = Float(frequency(stem))
        return log(1 + (Float(sentenceCount + questionCount) - frequency + 0.5) / (frequency + 0.5))
    }

    /// Whether a term names something: a passage that doesn't name it doesn't answer.
    func isName(_ term: QueryTerm) -> Bool {
        if term.options[0].stems.contains(where: { $0.utf8.first.map { (48...57).contains($0) } ?? false || names.contains($0) }) {
            return true
        }
        return !term.isKnown && !term.options.contains { $0.stems.allSatisfy { frequency($0) > 0 } }
    }

    /// How much a word tells what a question is about: its rarity, less where it is a word that people say beside the matter.
    func importance(_ stem: String) -> Float { rarity(stem) * topicality.share(stem) }

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
