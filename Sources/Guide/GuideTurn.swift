/// One question on its way through the stages.
struct GuideTurn {
    private let guide: Guide
    /// The question as it was asked.
    private let text: String
    private let history: [String]
    private let persona: Persona
    private let send: @Sendable (GuideEvent) -> Void
    /// The same question gets the same variant of a message.
    private let seed: Int
    private(set) var draft: AnswerDraft

    init(_ guide: Guide, text: String, history: [String], persona: Persona, send: @escaping @Sendable (GuideEvent) -> Void) {
        self.guide = guide
        self.text = text
        self.history = history
        self.persona = persona
        self.send = send
        seed = stableSeed(text)
        draft = AnswerDraft(persona: persona, model: guide.model.name)
    }

    /// Answers or declines.
    mutating func answer() async throws {
        let query = try guide.read(text, history: history, persona: persona)
        draft.language = query.language
        let scope = guide.scope(of: query)
        if let scope, scope != .opinion { return addFixed(scope) }
        let choice = try await choice(query)
        if let correction = correction(query, choice) { return addCorrection(correction) }
        guard !choice.evidence.isEmpty else {
            // Sources may report what somebody said; without such a report an opinion is declined as one.
            return scope == .opinion ? addFixed(.opinion) : decline()
        }
        try await compose(query, choice.evidence)
    }

    /// Lets the model write, and shows what passes verification.
    private mutating func compose(_ query: GuideQuery, _ evidence: [Evidence]) async throws {
        if query.language != .english, let note = message(.quoteLanguage) { add(note) }
        try await guide.model.load()
        let prompt = GuidePrompt(persona: persona, question: query.english, evidence: evidence)
        let verifier = AnswerVerifier(
            persona: persona, question: prompt.question, evidence: evidence, lexicon: guide.resources.lexicon)
        let isSupported = try await verifier.verify(guide.model.generate(prompt)) { sentence, support in
            add(sentence, citing: support)
        }
        if !isSupported { decline() }
    }

    // MARK: Choosing

    /// The evidence for the question, or for each part of one that asks several things.
    private func choice(_ query: GuideQuery) async throws -> EvidenceChoice {
        let networks = guide.retriever.index.hasManyQuestions ? guide.resources.lexicon.confidence : nil
        let whole = EvidenceChoice(
            query: query, matches: try await guide.matches(query, persona: persona, limit: 12), weight: weight(query),
            persona: persona, networks: networks)
        var parts = QuestionParts.split(text)
        let isCoordinated = parts.count == 1 && query.language == .english
        if isCoordinated { parts = QuestionParts.coordinated(text) }
        guard parts.count > 1 else { return whole }
        var read: [(query: GuideQuery, matches: [PassageMatch], weight: Float)] = []
        for (number, part) in parts.prefix(4).enumerated() {
            let query = try guide.read(part, history: history + parts[..<number], persona: persona)
            read.append((query, try await guide.matches(query, persona: persona, limit: 12), weight(query)))
        }
        let combined = EvidenceChoice(parts: read, persona: persona, networks: networks, needsAll: isCoordinated)
        if isCoordinated { return combined.evidence.isEmpty ? whole : combined }
        return combined.evidence.count > whole.evidence.count || combined.evidence.count > 1 ? combined : whole
    }

    /// How much all terms of a question count together.
    private func weight(_ query: GuideQuery) -> Float { query.terms.map(guide.retriever.weight).reduce(0, +) }

    /// What corrects a belief that the question presupposes.
    private func correction(_ query: GuideQuery, _ choice: EvidenceChoice) -> Evidence? {
        let analyzer = TextAnalyzer(guide.resources.lexicon)
        let stems = Set(query.words.map(analyzer.stem))
        for correction in guide.corpus.corrections where correction.words.allSatisfy({ stems.contains(analyzer.stem($0)) }) {
            guard let entry = guide.retriever.index.entries.first(where: { $0.passage.id == correction.passage }),
                correction.sentence < entry.sentences.count
            else { continue }
            return Evidence(
                passage: entry.passage, sentence: entry.sentences[correction.sentence].text, index: correction.sentence,
                score: 1)
        }
        return choice.contradiction
    }

    // MARK: Writing

    private mutating func add(_ text: String, citing evidence: Evidence? = nil) {
        draft.add(text, evidence: evidence, send)
    }

    private func message(_ key: GuideMessages.Key) -> String? {
        guide.resources.messages.text(key, draft.language, persona: persona, seed: seed)
    }

    private mutating func addFixed(_ scope: ScopePatterns.Scope) {
        let key: GuideMessages.Key
        switch scope {
        case .injection: key = .injection
        case .private: key = .private
        case .identity: key = persona.isPlain ? .identityPlain : persona.isReal ? .identity : .identityRole
        case .opinion: key = .opinion
        case .greeting: key = persona.isPlain ? .greetingPlain : .greeting
        case .thanks: key = .thanks
        case .help: key = .help
        }
        draft.reason = GuideAnswer.Reason(rawValue: scope.rawValue)
        draft.declined = [.injection, .private, .opinion].contains(scope)
        if let text = message(key) { add(text) }
    }

    private mutating func decline() {
        draft.reason = .unknown
        draft.declined = true
        let own = persona.style.declines
        let text = draft.language == .english && !own.isEmpty ? own[seed % own.count] : message(.unknown)
        add(text ?? "I don't have that in my sources.")
    }

    private mutating func addCorrection(_ evidence: Evidence) {
        draft.reason = .falsePremise
        draft.declined = true
        if let text = message(.falsePremise) { add(text) }
        add(evidence.sentence, citing: evidence)
    }
}
