/// Composes an answer out of whole sentences of the corpus, with the persona's phrases around them. It needs no download.
public struct ExtractiveModel: LanguageModel {
    /// Creates the model.
    public init() {}

    public var name: String { "extractive" }
    public var contextSize: Int { 4096 }
    public func requirements() throws(GuideError) -> ModelRequirements? { nil }
    public func load() async throws(GuideError) {}

    public func generate(_ prompt: GuidePrompt) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            for piece in Self.pieces(prompt) { continuation.yield(piece) }
            continuation.finish()
        }
    }

    /// Opener, sentences with joiners between those of different passages, closer.
    private static func pieces(_ prompt: GuidePrompt) -> [String] {
        guard !prompt.evidence.isEmpty else { return [] }
        let style = prompt.persona.style
        let seed = stableSeed(prompt.question)
        func choice(_ phrases: [String], _ offset: Int) -> String? {
            phrases.isEmpty ? nil : phrases[(seed + offset) % phrases.count]
        }
        let type = AnswerType(Word.split(prompt.question).map(\.text))
        let openers: [String]
        switch type {
        case .date: openers = style.openers.date
        case .reason: openers = style.openers.reason
        case _ where type.isNumeric: openers = style.openers.number
        default: openers = prompt.evidence.count > 2 ? style.openers.list : style.openers.fact
        }
        var pieces = choice(openers, 0).map { [$0 + " "] } ?? []
        for (index, evidence) in prompt.evidence.enumerated() {
            if index > 0, evidence.passage.id != prompt.evidence[index - 1].passage.id, let joiner = choice(style.joiners, index) {
                pieces.append(joiner + " ")
            }
            pieces.append(evidence.sentence + " ")
        }
        if let closer = choice(style.closers, 1) { pieces.append(closer) }
        return pieces
    }
}
