import Foundation
import Guide
import Testing

/// The guide of the built-in exhibit's corpus, without a model.
enum Artemis {
    static let resources = Result { try GuideResources.installed() }
    static let guide = Result {
        try Guide(resources.get().corpus("artemis", title: "Artemis II"), resources: resources.get())
    }

    /// Asks a persona.
    static func ask(_ question: String, _ persona: String = "koch", history: [String] = []) async throws -> GuideAnswer {
        try await guide.get().answer(GuideQuestion(question, persona: persona, history: history))
    }
}

/// A small corpus about a flat.
enum Flat {
    static let document = """
        # The flat
        Source: Ada's notes, https://example.org/notes
        Date: 2026-03

        ## stove
        Ask 1: Since when do we have the stove?
        The stove in the kitchen was bought on 3 May 1998. The stove has four gas burners.

        ## window
        The window of the bedroom faces north. The bedroom has an area of 14 square metres.

        """

    static func corpus() throws -> Corpus {
        let passages = try CorpusDocument(Data(document.utf8), stem: "flat", name: "flat.md").passages
        let style = Persona.Style(
            guide: "Plain.",
            openers: .init(fact: ["Here:"], number: ["Here:"], date: ["Here:"], list: ["Here:"], reason: ["Here:"]),
            joiners: ["Also:"], closers: ["That is all."], declines: ["I don't have that in my sources."])
        return Corpus(
            title: "The flat", passages: passages, personas: [Persona(id: "guide", name: "Guide", role: "Guide", style: style)])
    }
}

/// A language model that writes what a test wants, piece by piece.
struct WritingModel: LanguageModel {
    var pieces: [String]
    var name: String { "test" }
    var contextSize: Int { 4096 }
    func requirements() throws(GuideError) -> ModelRequirements? { nil }
    func load() async throws(GuideError) {}
    func generate(_ prompt: GuidePrompt) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            for piece in pieces { continuation.yield(piece) }
            continuation.finish()
        }
    }
}
