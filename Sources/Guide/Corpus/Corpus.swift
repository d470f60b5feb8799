import Foundation

/// What a guide answers from, and who answers.
public struct Corpus: Sendable {
    /// What it is about, as the title of an exhibit.
    public var title: String
    /// Its passages, ids unique.
    public var passages: [Passage]
    /// Who answers; at least one.
    public var personas: [Persona]
    /// Beliefs that the corpus contradicts: words of a question, and the passage that corrects it.
    public var corrections: [Correction]
    /// A low-rank adapter that fits all-MiniLM-L6-v2 to the corpus, as GGUF file (scripts/train-embedding-adapter.py); nil without
    /// one.
    public var adapter: URL?
    /// A low-rank adapter by which the model judges whether sentences of the corpus answer questions, as GGUF file with its weights
    /// beside it in a JSON file of the same name (scripts/train-reranker.py); nil without one. Used together with `adapter`.
    public var reranker: URL?

    /// A belief that the corpus contradicts.
    public struct Correction: Sendable, Equatable {
        /// Folded words that all occur in a question that presupposes it.
        public var words: [String]
        /// The passage that says how it is.
        public var passage: String
        /// The index of its sentence.
        public var sentence: Int

        /// Creates a correction.
        public init(words: [String], passage: String, sentence: Int) {
            self.words = words
            self.passage = passage
            self.sentence = sentence
        }
    }

    /// Creates a corpus.
    public init(
        title: String, passages: [Passage], personas: [Persona], corrections: [Correction] = [], adapter: URL? = nil,
        reranker: URL? = nil
    ) {
        self.title = title
        self.passages = passages
        self.personas = personas
        self.corrections = corrections
        self.adapter = adapter
        self.reranker = reranker
    }

    /// The persona of an id.
    /// - Throws: `GuideError` naming those that there are.
    public func persona(_ id: String?) throws(GuideError) -> Persona {
        guard let id else { return personas[0] }
        if let persona = personas.first(where: { $0.id == id }) { return persona }
        throw GuideError(
            "persona “\(id.prefix(64))”", "there is no such persona",
            remedy: "choose one of \(personas.map(\.id).joined(separator: ", "))")
    }
}
