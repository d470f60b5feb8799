import Foundation

/// Answers questions from a corpus, with a citation for each statement, or says that the corpus doesn't answer.
///
/// Question → scope (`ScopePatterns`) and rewriting (`FollowUps`) → retrieval (`Retrieval`) → evidence (`EvidenceChoice`) →
/// language
/// model (`LanguageModel`) → verification (`SupportCheck`, `IdentityFilter`) → answer with citations. Nothing is sent anywhere.
public struct Guide: Sendable {
    /// What it answers from.
    public let corpus: Corpus
    /// What composes the answers.
    public let model: any LanguageModel
    let resources: GuideResources
    let retriever: LexicalRetriever
    let reader: QuestionReader
    let semantic: SemanticIndex?

    /// Whether passages are found by embeddings, too, and their sentences judged by the reranker of the corpus.
    public var findsByMeaning: Bool { semantic?.reranker != nil }

    /// Prepares a corpus for questions.
    /// - Parameter semantic: where given, passages are found by meaning as well as by words.
    /// - Throws: `GuideError` where the corpus has no persona, or its index can't be made.
    public init(
        _ corpus: Corpus, resources: GuideResources, model: any LanguageModel = ExtractiveModel(), semantic: SemanticIndex? = nil
    ) throws(GuideError) {
        guard !corpus.personas.isEmpty else { throw GuideError(corpus.title, "has no persona") }
        self.corpus = corpus
        self.model = model
        self.resources = resources
        self.semantic = semantic
        let index = try PassageIndex(corpus, lexicon: resources.lexicon)
        retriever = LexicalRetriever(index: index, lexicon: resources.lexicon)
        reader = QuestionReader(lexicon: resources.lexicon, index: index)
    }

    /// Answers a question.
    /// - Throws: `GuideError` where the question is empty or too long, there is no such persona, or the model fails;
    ///   `CancellationError`.
    public func answer(_ question: GuideQuestion) async throws -> GuideAnswer {
        for try await event in events(question) {
            if case .answer(let answer) = event { return answer }
        }
        throw CancellationError()
    }

    /// Answers a question sentence by sentence: each is sent when it has passed its verification. Ending the iteration stops the
    /// model.
    public func events(_ question: GuideQuestion) -> AsyncThrowingStream<GuideEvent, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await run(question) { continuation.yield($0) }
                    continuation.finish()
                } catch { continuation.finish(throwing: error) }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The passages found for a question, best first, as evaluation measures them.
    public func passages(for question: GuideQuestion, limit: Int) async throws -> [Passage] {
        let persona = try corpus.persona(question.persona)
        let query = try read(question.text, history: question.history, persona: persona)
        return try await matches(query, persona: persona, limit: limit).map(\.entry.passage)
    }

    private func run(_ question: GuideQuestion, _ send: @escaping @Sendable (GuideEvent) -> Void) async throws {
        let start = ContinuousClock.now
        let text = question.text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw GuideError("question", "is empty", remedy: "write what you want to know") }
        guard text.count <= GuideQuestion.maxLength else {
            throw GuideError("question", "is longer than \(GuideQuestion.maxLength) characters", remedy: "shorten it")
        }
        var turn = GuideTurn(self, text: text, history: question.history, persona: try corpus.persona(question.persona), send: send)
        try await turn.answer()
        try Task.checkCancellation()
        send(.answer(turn.draft.answer(seconds: (ContinuousClock.now - start).inSeconds)))
    }

    /// The passages for a question as it was read, best first.
    func matches(_ query: GuideQuery, persona: Persona, limit: Int) async throws -> [PassageMatch] {
        // What is fitted with embeddings is fitted to an adapted model and to questions that are understandable alone: of a
        // follow-up only the last question would be embedded.
        let isFitted = findsByMeaning && query.contextTerms.isEmpty
        let similarities = isFitted || !retriever.index.hasManyQuestions ? try await semantic?.similarities(to: query) : nil
        let matches = try retriever.matches(query, persona: persona, limit: limit, similarities: similarities)
        guard let semantic, similarities != nil else { return matches }
        return try await semantic.judged(matches, query)
    }

    /// Whether a question is about something that isn't looked up: in its own words, or in English.
    func scope(of query: GuideQuery) -> ScopePatterns.Scope? {
        var names = retriever.index.people.all
        for persona in corpus.personas { names.formUnion((persona.aliases + [persona.name]).map(Word.normalized)) }
        let english = query.words.map { Word(text: $0, isCapitalized: false) }
        return resources.lexicon.scopes.scope(of: [Word.split(query.question), english], names: names)
    }

    /// A question as it is to be understood after the earlier ones.
    func read(_ text: String, history: [String], persona: Persona) throws -> GuideQuery {
        try FollowUps(reader: reader, retriever: retriever).read(text, history: history, persona: persona)
    }
}

extension Duration {
    fileprivate var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
