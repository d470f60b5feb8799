import ArgumentParser
import DioramaLibrary
import Foundation
import Guide
import Spaces

struct GuideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guide",
        abstract: "Ask about an exhibit, a space or the library; every answer cites its sources, or declines.",
        discussion: """
            Answers are found on this machine; nothing is sent anywhere. Personas of the exhibit artemis are simulated, based on
            public information, for educational use only: wiseman, glover, koch, hansen, flight-director, orion-engineer.

            EXAMPLES
              diorama guide ask --exhibit artemis --persona koch "How long was the longest flight?"
              diorama guide ask --space SPACE "When did we buy the stove?"
              diorama guide conversations
            """,
        subcommands: [Ask.self, Personas.self, Eval.self, Conversations.self])
}

/// What is asked.
struct GuideSubject: ParsableArguments {
    @Option(help: ArgumentHelp("Ask about this exhibit: an id, or artemis for the built-in one.", valueName: "exhibit"))
    var exhibit: String?

    @Option(
        help: ArgumentHelp("Ask about this space and the memories in it: its id, as 'library list' prints it.", valueName: "space"))
    var space: String?

    @OptionGroup var library: LibraryOptions

    func validate() throws {
        if exhibit != nil, space != nil { throw ValidationError("Give either --exhibit or --space.") }
    }

    /// The guide; that of the whole library where neither an exhibit nor a space is named. The built-in exhibit needs no library.
    func guide(model: any LanguageModel, embedder: (any TextEmbedder)?) async throws -> Guide {
        if exhibit == BuiltInExhibit.name {
            let guides = Guides(library: nil, model: model)
            if let embedder {
                try await guides.prepareVectors(embedder) { done, all in
                    if done % 640 == 0 { Terminal.line("vectors of the corpus, computed once: \(done) of \(all)") }
                }
            }
            return try await guides.builtIn()
        }
        let library = try library.open()
        let guides = Guides(library: library, model: model)
        if let exhibit {
            return try await guides.guide(of: ExhibitCatalogue(library: library, media: library.mediaStore).exhibit(exhibit))
        }
        let viewer = try await library.ownerViewer()
        if let space { return try await guides.guide(of: library.space(argument: space), for: viewer) }
        var spaces: [Space] = []
        repeat {
            spaces += try await library.spaces(limit: 200, after: spaces.last?.id)
        } while spaces.count % 200 == 0 && !spaces.isEmpty
        return try await guides.guide(of: spaces, for: viewer)
    }
}

extension GuideCommand {
    struct Ask: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask one question in English, German, French or Spanish.",
            discussion: """
                --json prints {"answer", "declined", "reason", "language", "persona", "model", "citations": [{"number", "id",
                "source", "url", "date", "title", "passage", "sentence"}], "seconds"}.

                EXAMPLES
                  diorama guide ask --exhibit artemis "How tall is the rocket?"
                  diorama guide ask --exhibit artemis --persona orion-engineer "What is the heat shield made of?" --json
                """)

        @OptionGroup var subject: GuideSubject

        @Option(help: ArgumentHelp("Who is asked; the first persona without it.", valueName: "persona"))
        var persona: String?

        @Option(
            help: ArgumentHelp(
                "A JSON array of the earlier questions of the conversation, oldest first.", valueName: "file"))
        var history: String?

        @OptionGroup var model: GuideModelOptions

        @Flag(help: "Show how the question is understood and which passages are found, instead of an answer.")
        var explain = false

        @Argument(help: "The question.")
        var question: String

        @OptionGroup var out: OutputOptions

        func run() async throws {
            let asked = GuideQuestion(question, persona: persona, history: try earlierQuestions())
            let guide = try await subject.guide(model: try model.languageModel(), embedder: try model.embedder())
            if explain {
                let text = try await guide.explanation(of: asked)
                return try out.print(["explanation": text], text)
            }
            let answer = try await cancellable { try await guide.answer(asked) }
            try out.print(GuideAnswerReport(answer), GuideAnswerReport.text(answer))
        }

        /// The questions of the file `--history`.
        private func earlierQuestions() throws -> [String] {
            guard let history else { return [] }
            let data: Data
            do { data = try Data(contentsOf: URL(fileURLWithPath: history)) } catch {
                throw CommandFailure("\(history): can't be read; give a JSON file")
            }
            guard data.count <= 1 << 20, let questions = try? JSONDecoder().decode([String].self, from: data) else {
                throw CommandFailure("\(history): isn't a JSON array of texts; write [\"first question\", \"second question\"]")
            }
            return questions
        }
    }

    struct Personas: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List who answers questions about an exhibit.",
            discussion: """
                EXAMPLE
                  diorama guide personas --exhibit artemis
                """)

        @OptionGroup var subject: GuideSubject
        @OptionGroup var out: OutputOptions

        private struct Shown: Encodable {
            var id: String
            var name: String
            var role: String
            var summary: String
            var suggestions: [String]
        }

        func run() async throws {
            let guide = try await subject.guide(model: ExtractiveModel(), embedder: nil)
            let shown = guide.corpus.personas.map {
                Shown(id: $0.id, name: $0.name, role: $0.role, summary: $0.summary, suggestions: $0.suggestions)
            }
            try out.print(
                ["personas": shown], shown.map { "\($0.id)  \($0.name), \($0.role)" }.joined(separator: "\n"))
        }
    }
}

/// An answer as `--json` prints it.
struct GuideAnswerReport: Encodable {
    private let answer: String
    private let declined: Bool
    private let reason: String?
    private let language: String
    private let persona: String
    private let model: String
    private let citations: [Citation]
    private let seconds: Double

    private struct Citation: Encodable {
        let number: Int
        let id: String
        let source: String
        let url: String?
        let date: String
        let title: String
        let passage: String
        let sentence: String
    }

    init(_ answer: GuideAnswer) {
        self.answer = answer.answer
        declined = answer.declined
        reason = answer.reason?.rawValue
        language = answer.language.rawValue
        persona = answer.persona
        model = answer.model
        citations = answer.citations.map {
            Citation(
                number: $0.number, id: $0.id, source: $0.source, url: $0.url, date: $0.date, title: $0.title, passage: $0.passage,
                sentence: $0.sentence)
        }
        seconds = answer.seconds
    }

    /// The answer for people: sentences with the numbers of what they cite, then the sources.
    static func text(_ answer: GuideAnswer) -> String {
        let sentences = answer.sentences.map { sentence in
            sentence.text + sentence.citations.map { " [\($0)]" }.joined()
        }
        let sources = answer.citations.map {
            "[\($0.number)] \($0.source), \($0.date)\($0.url.map { " <\($0)>" } ?? "") (\($0.id))"
        }
        return ([sentences.joined(separator: " ")] + sources).joined(separator: "\n")
    }
}
