import Foundation

/// Answers questions from a corpus, with a citation for each statement, or says that the corpus doesn't answer.
///
/// Question → scope (`ScopePatterns`) and rewriting (`FollowUps`) → retrieval (`Retrieval`) → evidence (`EvidenceChoice`) → language
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

    /// Prepares a corpus for questions.
    /// - Parameter embedder: where given, passages are found by meaning as well as by words.
    /// - Throws: `GuideError` where the corpus is empty, or its vectors can't be computed.
    public init(
        _ corpus: Corpus, resources: GuideResources, model: any LanguageModel = ExtractiveModel(), semantic: SemanticIndex? = nil
    ) throws(GuideError) {
        guard !corpus.personas.isEmpty else { throw GuideError(corpus.title, "has no persona") }
        self.corpus = corpus
        self.model = model
        self.resources = resources
        self.semantic = semantic
        let index = try PassageIndex(corpus, lexicon: resources.lexicon)
        retriever = LexicalRetriever(index: index)
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

    /// Answers a question sentence by sentence: each is sent when it has passed its verification. Ending the iteration stops the model.
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
        let query = try FollowUps(reader: reader, retriever: retriever).read(
            question.text, history: question.history, persona: persona)
        return try await matches(query, persona, limit: limit).map(\.entry.passage)
    }

    // MARK: Stages

    private func run(_ question: GuideQuestion, _ send: @Sendable (GuideEvent) -> Void) async throws {
        let start = ContinuousClock.now
        let text = question.text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw GuideError("question", "is empty", remedy: "write what you want to know") }
        guard text.count <= GuideQuestion.maxLength else {
            throw GuideError("question", "is longer than \(GuideQuestion.maxLength) characters", remedy: "shorten it")
        }
        let persona = try corpus.persona(question.persona)
        var draft = AnswerDraft(persona: persona, model: model.name)
        try await compose(text, question.history, persona, &draft, send)
        draft.seconds = (ContinuousClock.now - start).inSeconds
        try Task.checkCancellation()
        send(.answer(draft.answer))
    }

    private func compose(
        _ text: String, _ history: [String], _ persona: Persona, _ draft: inout AnswerDraft, _ send: @Sendable (GuideEvent) -> Void
    ) async throws {
        let seed = stableSeed(text)
        let query = try FollowUps(reader: reader, retriever: retriever).read(text, history: history, persona: persona)
        draft.language = query.language
        let scope = scope(of: text, query)
        if let scope, scope != .opinion {
            return fixed(scope, query, persona, seed, &draft, send)
        }
        let choice = try await choice(text, history, query, persona)
        if let correction = correction(query, choice) {
            return quote(correction, opening: .falsePremise, persona, seed, &draft, send)
        }
        guard !choice.evidence.isEmpty else {
            if scope == .opinion { return fixed(.opinion, query, persona, seed, &draft, send) }
            return decline(.unknown, persona, seed, &draft, send)
        }
        if query.language != .english,
            let note = resources.messages.text(.quoteLanguage, query.language, persona: persona, seed: seed)
        {
            draft.add(note, evidence: nil, send)
        }
        let verifier = AnswerVerifier(persona: persona, evidence: choice.evidence, lexicon: resources.lexicon)
        try await model.load()
        let prompt = GuidePrompt(persona: persona, question: query.english, evidence: choice.evidence)
        let supported = try await verifier.verify(model.generate(prompt)) { sentence, evidence in
            draft.add(sentence, evidence: evidence, send)
        }
        guard supported else { return decline(.unknown, persona, seed, &draft, send) }
    }

    /// The evidence for a question, or for each part of one that asks several things.
    private func choice(
        _ text: String, _ history: [String], _ query: GuideQuery, _ persona: Persona
    ) async throws -> EvidenceChoice {
        let parts = QuestionParts.split(text)
        let whole = try await choice(query, persona)
        guard parts.count > 1 else { return whole }
        let followUps = FollowUps(reader: reader, retriever: retriever)
        var read: [(query: GuideQuery, matches: [PassageMatch], weight: Float)] = []
        for (number, part) in parts.prefix(4).enumerated() {
            let query = try followUps.read(part, history: history + parts[..<number], persona: persona)
            read.append((query, try await matches(query, persona, limit: 12), weight(query)))
        }
        let combined = EvidenceChoice(parts: read, isExpected: retriever.index.hasQuestions)
        return combined.evidence.count > whole.evidence.count || combined.evidence.count > 1 ? combined : whole
    }

    /// How much all terms of a question count together.
    private func weight(_ query: GuideQuery) -> Float { query.terms.map(retriever.weight).reduce(0, +) }

    private func choice(_ query: GuideQuery, _ persona: Persona) async throws -> EvidenceChoice {
        EvidenceChoice(
            query: query, matches: try await matches(query, persona, limit: 12),
            weight: weight(query), isExpected: retriever.index.hasQuestions)
    }

    func matches(_ query: GuideQuery, _ persona: Persona, limit: Int) async throws -> [PassageMatch] {
        let entries = retriever.index.entries
        let similarity = try await semantic?.similarities(
            to: query, sentences: { entries[$0].sentences.count }, limit: 40) ?? [:]
        return try retriever.matches(query, persona: persona, limit: limit, similarity: similarity)
    }

    /// Whether the question is about something that isn't looked up: in its own words, or in English.
    private func scope(of text: String, _ query: GuideQuery) -> ScopePatterns.Scope? {
        var names = retriever.index.people.all
        for persona in corpus.personas { names.formUnion((persona.aliases + [persona.name]).map(Word.normalized)) }
        let original = Word.split(text)
        let english = query.words.map { Word(text: $0, isCapitalized: false) }
        return resources.lexicon.scopes.scope(of: [original, english], names: names)
    }

    /// What corrects a belief that the question presupposes.
    private func correction(_ query: GuideQuery, _ choice: EvidenceChoice) -> Evidence? {
        let analyzer = TextAnalyzer(resources.lexicon)
        let stems = Set(query.words.map(analyzer.stem))
        for correction in corpus.corrections where correction.words.allSatisfy({ stems.contains(analyzer.stem($0)) }) {
            guard let entry = retriever.index.entries.first(where: { $0.passage.id == correction.passage }),
                correction.sentence < entry.sentences.count
            else { continue }
            return Evidence(
                passage: entry.passage, sentence: entry.sentences[correction.sentence].text, index: correction.sentence, score: 1)
        }
        return choice.contradiction
    }

    // MARK: Answers without a model

    private func fixed(
        _ scope: ScopePatterns.Scope, _ query: GuideQuery, _ persona: Persona, _ seed: Int, _ draft: inout AnswerDraft,
        _ send: @Sendable (GuideEvent) -> Void
    ) {
        let key: GuideMessages.Key
        switch scope {
        case .injection: key = .injection
        case .private: key = .private
        case .identity: key = persona.isReal ? .identity : .identityRole
        case .opinion: key = .opinion
        case .greeting: key = .greeting
        case .thanks: key = .thanks
        case .help: key = .help
        }
        draft.reason = GuideAnswer.Reason(rawValue: scope.rawValue)
        draft.declined = [.injection, .private, .opinion].contains(scope)
        if let text = resources.messages.text(key, draft.language, persona: persona, seed: seed) {
            draft.add(text, evidence: nil, send)
        }
    }

    private func decline(
        _ reason: GuideAnswer.Reason, _ persona: Persona, _ seed: Int, _ draft: inout AnswerDraft, _ send: @Sendable (GuideEvent) -> Void
    ) {
        draft.reason = reason
        draft.declined = true
        let own = persona.style.declines
        let text =
            draft.language == .english && !own.isEmpty
            ? own[seed % own.count] : resources.messages.text(.unknown, draft.language, persona: persona, seed: seed)
        draft.add(text ?? "I don't have that in my sources.", evidence: nil, send)
    }

    private func quote(
        _ evidence: Evidence, opening key: GuideMessages.Key, _ persona: Persona, _ seed: Int, _ draft: inout AnswerDraft,
        _ send: @Sendable (GuideEvent) -> Void
    ) {
        draft.reason = .falsePremise
        draft.declined = true
        if let text = resources.messages.text(key, draft.language, persona: persona, seed: seed) {
            draft.add(text, evidence: nil, send)
        }
        draft.add(evidence.sentence, evidence: evidence, send)
    }
}

extension Duration {
    fileprivate var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
