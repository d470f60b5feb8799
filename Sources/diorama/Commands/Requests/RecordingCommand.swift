import ArgumentParser
import DioramaLibrary
import Foundation
import Spaces

struct RecordingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recording",
        abstract: "Make, list and show recordings: photos and answers to the steps of a workflow or request.",
        discussion: """
            EXAMPLES
              diorama recording list
              diorama recording show RECORDING
            """,
        subcommands: [List.self, Show.self, Add.self, Answer.self], defaultSubcommand: List.self)

    private struct Item: Encodable {
        let id: String
        let title: String
        let created: Date
        let request: String?
        let `private`: Bool

        init(_ recording: Entry<Recording>) {
            id = recording.id.description
            title = recording.title
            created = recording.created
            request = recording.request?.description
            `private` = recording.isPrivate
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the recordings, the latest first.",
            discussion: """
                EXAMPLE
                  diorama recording list
                """)

        @Option(help: ArgumentHelp("Only recordings of this thing: its id or name.", valueName: "text"))
        var thing: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            var conditions: [Condition<Recording>] = []
            if let thing {
                let things = ThingCatalogue(library: library, media: library.mediaStore)
                conditions.append(.thing(try await things.thing(named: thing).id))
            }
            let catalogue = RecordingCatalogue(library: library, media: library.mediaStore)
            var items: [Item] = []
            var next: Cursor<Recording>?
            repeat {
                let page = try await catalogue.list(conditions, after: next, limit: 200)
                items += page.recordings.map(Item.init)
                next = page.next
            } while next != nil
            let lines = items.map { "\($0.id)  \(DayArgument.text($0.created))  \($0.title)\($0.private ? "  (private)" : "")" }
            try out.print(["recordings": items], lines.isEmpty ? "no recordings" : lines.joined(separator: "\n"))
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a recording with its answers and files.",
            discussion: """
                EXAMPLE
                  diorama recording show RECORDING
                """)

        @Argument(help: "The recording: its id or title.")
        var recording: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let catalogue = RecordingCatalogue(library: library, media: library.mediaStore)
            let details = try await catalogue.details(try await catalogue.recording(named: recording).id)
            try out.print(RecordingReport(details), RecordingReport.text(of: details))
        }
    }
}

/// A recording as the command line prints it.
struct RecordingReport: Encodable {
    let id: String
    let title: String
    let notes: String
    let request: String?
    let `private`: Bool
    let steps: [Step]
    /// The key of the first step that is not done.
    let next: String?
    let files: [File]

    struct Step: Encodable {
        let key: String
        let title: String
        let done: Bool
        let answers: [Answer]
    }

    struct Answer: Encodable {
        let key: String
        let title: String
        var value: String?
        var files: [String]?
    }

    struct File: Encodable {
        let id: String
        let kind: String
        let fileName: String
        let byteCount: Int64
    }

    init(_ details: RecordingCatalogue.Details) {
        let recording = details.recording
        id = recording.id.description
        title = recording.title
        notes = recording.notes
        request = recording.request?.description
        `private` = recording.isPrivate
        let answers = details.answers
        steps = (details.workflow?.steps ?? []).map { step in
            let given = answers.steps[step.key]
            let shots = step.shots.map { shot in
                Answer(key: shot.key, title: shot.title, files: details.files(shot, of: step).map(\.id.description))
            }
            let fields = step.fields.map { field in
                Answer(key: field.key, title: field.title, value: given?.fields[field.key].map(Self.text))
            }
            return Step(key: step.key, title: step.title, done: step.problems(in: given).isEmpty, answers: shots + fields)
        }
        next = details.next?.key
        files = details.media.map {
            File(id: $0.id.description, kind: $0.kind.rawValue, fileName: $0.fileName, byteCount: $0.byteCount)
        }
    }

    /// Everything, a line for each answer.
    static func text(of details: RecordingCatalogue.Details) -> String {
        let report = RecordingReport(details)
        var lines = ["\(report.title)  \(report.id)\(report.private ? "  (private)" : "")"]
        if !report.notes.isEmpty { lines.append("  Notes: \(report.notes)") }
        let names = Dictionary(details.media.map { ($0.id.description, $0.fileName) }, uniquingKeysWith: { first, _ in first })
        for step in report.steps {
            lines.append("  \(step.title)\(step.done ? "" : "  (open)")")
            for answer in step.answers {
                let value = answer.value ?? answer.files?.compactMap { names[$0] }.joined(separator: ", ") ?? ""
                lines.append("    \(answer.title): \(value.isEmpty ? "–" : value)")
            }
        }
        let placed = Set(report.steps.flatMap(\.answers).flatMap { $0.files ?? [] })
        for file in report.files where !placed.contains(file.id) { lines.append("  \(file.kind): \(file.fileName)") }
        return lines.joined(separator: "\n")
    }

    private static func text(_ value: FieldValue) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): number.formatted(.number.grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
        case .date(let date): DayArgument.text(date)
        case .flag(let flag): flag ? "yes" : "no"
        case .money(let money): money.text()
        case .other(let json): json
        }
    }
}
