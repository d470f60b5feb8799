/// An answer while it is written.
struct AnswerDraft {
    var declined = false
    var reason: GuideAnswer.Reason?
    var language = GuideLanguage.english
    private let persona: Persona
    private let model: String
    private var sentences: [GuideAnswer.Sentence] = []
    private var citations: [GuideAnswer.Citation] = []

    init(persona: Persona, model: String) {
        self.persona = persona
        self.model = model
    }

    /// Adds a sentence that has passed its verification.
    mutating func add(_ text: String, evidence: Evidence?, _ send: @Sendable (GuideEvent) -> Void) {
        let numbers = evidence.map { [number(of: $0)] } ?? []
        let sentence = GuideAnswer.Sentence(text: text, isQuotation: evidence?.sentence == text, citations: numbers)
        sentences.append(sentence)
        send(.sentence(sentence, citations))
    }

    private mutating func number(of evidence: Evidence) -> Int {
        if let known = citations.first(where: { $0.id == evidence.passage.id }) { return known.number }
        let passage = evidence.passage
        citations.append(
            GuideAnswer.Citation(
                number: citations.count + 1, id: passage.id, title: passage.title, source: passage.source.name,
                url: passage.source.url,
                date: passage.source.date, passage: passage.text, sentence: evidence.sentence, target: passage.target))
        return citations.count
    }

    /// The finished answer.
    func answer(seconds: Double) -> GuideAnswer {
        GuideAnswer(
            answer: sentences.map(\.text).joined(separator: " "), declined: declined, reason: reason, language: language,
            persona: persona.id, sentences: sentences, citations: citations,
            suggestions: declined || reason != nil ? Array(persona.suggestions.prefix(3)) : [], model: model, seconds: seconds)
    }
}
