import Foundation
import Guide
import TestSupport
import Testing

@Suite struct CorpusDocumentTests {
    @Test func readsPassagesWithSourcesTargetsAndQuestions() throws {
        let text = """
            # Trajectory
            Source: NASA, press kit, https://www.nasa.gov/kit
            Date: 2026-01

            ## free-return
            About: orion/crew-module
            Ask 1: What is a free return? | How do they come home?
            Ask 2 fr: Combien de temps a duré le vol de Victor ?
            Artemis II flew a free return. The flight of Victor J. Glover took 10 days.

            ## shape
            Date: 2026-02-03
            The path has the shape of an eight.
            """
        let document = try CorpusDocument(Data(text.utf8), stem: "trajectory", name: "trajectory.md")
        #expect(document.title == "Trajectory")
        #expect(document.passages.map(\.id) == ["trajectory/free-return", "trajectory/shape"])
        let first = document.passages[0]
        #expect(first.source == PassageSource(name: "NASA, press kit", url: "https://www.nasa.gov/kit", date: "2026-01"))
        #expect(first.target == .part(model: "orion", part: "crew-module"))
        #expect(
            first.questions.map(\.text)
                == ["What is a free return?", "How do they come home?", "Combien de temps a duré le vol de Victor ?"])
        #expect(first.questions.map(\.sentence) == [0, 0, 1])
        #expect(first.questions.map(\.language) == [.english, .english, .french])
        #expect(document.passages[1].source.date == "2026-02-03")
    }

    @Test(arguments: [
        ("## a\nText.", "source"), ("Text", "before the first paragraph"), ("# T\n# U\n", "second title"), ("", "# Title"),
        ("# T\nSource: S\nDate: yesterday\n", "yesterday"), ("# T\nSource: S\nDate: 2026-13\n", "2026-13"),
        ("# T\nSource: S\nDate: 2026\n## a\nText.\n## a\nText.\n", "twice"), ("# T\nSource: S\nDate: 2026\n## A b\n", "A b"),
        ("# T\nSource: S\nDate: 2026\n## a\n", "no text"),
        ("# T\nSource: S\nDate: 2026\n## a\nAsk 2: Q?\nOne sentence.\n", "isn't there"),
        ("# T\nSource: S\nDate: 2026\n## a\nAsk x: Q?\nOne sentence.\n", "Ask"), ("# T\nSource:\n", "empty"),
        ("# T\nSource: S\nDate: 2026\n## a\nAsk 1 xx: Q?\nOne sentence.\n", "Ask 1 xx"),
    ])
    func refusesWhatIsWrongByNameAndLine(text: String, problem: String) throws {
        let error = #expect(throws: GuideError.self) { try CorpusDocument(Data(text.utf8), stem: "t", name: "t.md") }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
        #expect(error?.place.hasPrefix("t.md, line") == true)
    }

    @Test func damagedFilesAreReadOrRefused() throws {
        let bytes = Array(Flat.document.utf8)
        for length in 0..<bytes.count { _ = try? CorpusDocument(Data(bytes[..<length]), stem: "t", name: "t.md") }
        for flipped in TestData.bitFlips(of: bytes, count: 400) {
            guard let document = try? CorpusDocument(Data(flipped), stem: "t", name: "t.md") else { continue }
            #expect(document.passages.allSatisfy { !$0.text.isEmpty && !$0.source.name.isEmpty })
        }
        #expect(throws: GuideError.self) { try CorpusDocument(Data([0xFF, 0xFE, 0x23]), stem: "t", name: "t.md") }
        #expect(throws: GuideError.self) { try CorpusDocument(Data("# T\n".utf8), stem: "../t", name: "t.md") }
    }

    @Test func theBuiltInCorpusIsComplete() throws {
        let corpus = try Artemis.guide.get().corpus
        #expect(corpus.passages.count >= 250)
        #expect(Set(corpus.passages.map(\.id)).count == corpus.passages.count)
        #expect(corpus.personas.map(\.id) == ["wiseman", "glover", "koch", "hansen", "flight-director", "orion-engineer"])
        for persona in corpus.personas {
            let own = corpus.passages.filter { persona.documents.contains($0.document) }
            #expect(own.count >= 25, "\(persona.id)")
            #expect(persona.suggestions.count == 6)
        }
        for correction in corpus.corrections { #expect(corpus.passages.contains { $0.id == correction.passage }) }
    }
}
