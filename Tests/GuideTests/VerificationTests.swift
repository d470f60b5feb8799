import Foundation
import Guide
import Testing

/// Whatever a model writes, only supported sentences are shown.
@Suite struct VerificationTests {
    private func answer(_ pieces: [String], _ question: String = "When was the stove bought?") async throws -> GuideAnswer {
        let guide = try Guide(Flat.corpus(), resources: Artemis.resources.get(), model: WritingModel(pieces: pieces))
        return try await guide.answer(GuideQuestion(question))
    }

    @Test func aSupportedSentenceIsShownWithItsCitation() async throws {
        let answer = try await answer(["The kitchen sto", "ve was bought on 3 May 1998."])
        #expect(answer.answer == "The kitchen stove was bought on 3 May 1998.")
        #expect(answer.sentences[0].citations == [1])
        #expect(!answer.sentences[0].isQuotation)
    }

    @Test(arguments: [
        "The stove was bought on 3 May 1999.", "The stove was not bought on 3 May 1998.",
        "The stove was bought in Paris on 3 May 1998.",
        "I bought the stove on 3 May 1998.", "Everybody loves pancakes.",
    ])
    func anUnsupportedSentenceIsReplacedByAQuotation(sentence: String) async throws {
        let answer = try await answer([sentence])
        #expect(!answer.answer.contains(sentence))
        #expect(answer.sentences.first?.text == "The stove in the kitchen was bought on 3 May 1998.")
        #expect(answer.sentences.first?.isQuotation == true)
    }

    /// Small models repeat the question, or stop in the middle.
    @Test(arguments: [
        "The stove was bought.", "When was the kitchen stove bought?", "The stove was bought on 3 May 1998", "3 May 1998",
    ])
    func whatIsNoStatementIsReplacedByAQuotation(sentence: String) async throws {
        let answer = try await answer([sentence])
        #expect(answer.answer == "The stove in the kitchen was bought on 3 May 1998.")
        #expect(answer.sentences.first?.isQuotation == true)
    }

    /// Words of two sentences may stand in one, but names and numbers have to stay with the words that they belong to.
    @Test func aSentenceMayJoinTwoThatStandTogether() async throws {
        let joined = "The stove was bought in 1998 and has four gas burners."
        #expect(try await answer([joined]).answer.contains(joined))
        let mixed = "The stove was bought with four on 3 May 1998."
        let answer = try await answer([mixed])
        #expect(!answer.answer.contains(mixed))
        #expect(answer.sentences.first?.isQuotation == true)
    }

    /// What the best sentence says isn't left out, even where the model chooses another one.
    @Test func theBestSentenceIsAlwaysInTheAnswer() async throws {
        let answer = try await answer(["The stove has four gas burners."])
        #expect(answer.sentences.map(\.text).contains("The stove in the kitchen was bought on 3 May 1998."))
    }

    @Test func anEmptyAnswerIsAQuotation() async throws {
        #expect(try await answer([]).answer == "The stove in the kitchen was bought on 3 May 1998.")
    }

    @Test func sentencesAreSentWhenTheyHavePassed() async throws {
        let guide = try Guide(
            Flat.corpus(), resources: Artemis.resources.get(),
            model: WritingModel(pieces: ["The stove was bought in 2050. ", "The stove has four gas burners."]))
        var sentences: [String] = []
        for try await event in guide.events(GuideQuestion("When was the stove bought?")) {
            if case .sentence(let sentence, _) = event { sentences.append(sentence.text) }
        }
        #expect(!sentences.isEmpty)
        #expect(!sentences.contains { $0.contains("2050") })
    }

    @Test func endingTheIterationStopsTheModel() async throws {
        let model = EndlessModel()
        let guide = try Guide(Flat.corpus(), resources: Artemis.resources.get(), model: model)
        for try await event in guide.events(GuideQuestion("When was the stove bought?")) {
            if case .sentence = event { break }
        }
        // Ends only when the model has been stopped.
        for await _ in model.stopped {}
    }
}

/// A language model that writes for ever.
private final class EndlessModel: LanguageModel {
    let name = "endless"
    let contextSize = 4096
    /// Ends when generating was ended.
    let stopped: AsyncStream<Void>
    private let stop: AsyncStream<Void>.Continuation

    init() { (stopped, stop) = AsyncStream.makeStream() }

    func requirements() throws(GuideError) -> ModelRequirements? { nil }
    func load() async throws(GuideError) {}
    func generate(_ prompt: GuidePrompt) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let work = Task {
                while !Task.isCancelled {
                    continuation.yield("The stove has four gas burners. ")
                    await Task.yield()
                }
            }
            continuation.onTermination = { [stop] _ in
                work.cancel()
                stop.finish()
            }
        }
    }
}
