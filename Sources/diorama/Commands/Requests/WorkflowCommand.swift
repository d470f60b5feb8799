import ArgumentParser
import DioramaLibrary
import Foundation
import Spaces

struct WorkflowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workflow",
        abstract: "List, add, change and delete workflows: the steps of a recording.",
        discussion: """
            WORKFLOW is an id, or a name where only one has it. The format of FILE is in docs/requests.md; what 'workflow show
            --json' prints can be changed and read again.

            EXAMPLES
              diorama workflow list
              diorama workflow add workflow.json
              diorama workflow copy "Record a thing" --name "Record a bicycle"
            """,
        subcommands: [List.self, Show.self, Add.self, Edit.self, Copy.self, Delete.self], defaultSubcommand: List.self)

    struct Report: Encodable {
        let id: String
        let name: String
        let about: String
        let predefined: Bool
        let steps: Int

        init(_ item: WorkflowCatalogue.Item) {
            id = item.id.description
            name = item.workflow.name
            about = item.workflow.about
            predefined = item.isPredefined
            steps = item.workflow.steps.count
        }

        var line: String { "\(id)  \(name)  (\(steps) \(steps == 1 ? "step" : "steps")\(predefined ? "; predefined" : ""))" }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the workflows, the predefined ones first.",
            discussion: """
                EXAMPLE
                  diorama workflow list
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let catalogue = WorkflowCatalogue(library: try library.open())
            var reports = WorkflowCatalogue.predefined.map(Report.init)
            var next: Cursor<Workflow>?
            repeat {
                let page = try await catalogue.list(after: next, limit: 200)
                reports += page.items.map(Report.init)
                next = page.next
            } while next != nil
            try out.print(["workflows": reports], reports.map(\.line).joined(separator: "\n"))
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a workflow with its steps; with --json as 'workflow add' reads it.",
            discussion: """
                EXAMPLE
                  diorama workflow show "Record a thing" --json
                """)

        @Argument(help: "The workflow: its id or name.")
        var workflow: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let item = try await WorkflowCatalogue(library: try library.open()).workflow(named: workflow)
            let lines = ["\(item.workflow.name)  \(item.id)", item.workflow.about].filter { !$0.isEmpty }
            try out.print(
                WorkflowDocument(item.workflow), (lines + item.workflow.steps.flatMap(\.lines)).joined(separator: "\n"))
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a workflow from a JSON file.",
            discussion: """
                EXAMPLE
                  diorama workflow add workflow.json
                """)

        @Argument(help: "The JSON file.")
        var file: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let document = try WorkflowDocument(file: URL(fileURLWithPath: file))
            let catalogue = WorkflowCatalogue(library: try await library.openOrStart())
            let report = Report(try await WorkflowFile.naming(file) { try await catalogue.add(document) })
            try out.print(report, report.line)
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change a workflow: what the JSON file has replaces what it had.",
            discussion: """
                EXAMPLE
                  diorama workflow edit Fridge workflow.json
                """)

        @Argument(help: "The workflow: its id or name.")
        var workflow: String

        @Argument(help: "The JSON file.")
        var file: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let document = try WorkflowDocument(file: URL(fileURLWithPath: file))
            let catalogue = WorkflowCatalogue(library: try library.open())
            let id = try await catalogue.workflow(named: workflow).id
            let report = Report(try await WorkflowFile.naming(file) { try await catalogue.edit(id, document) })
            try out.print(report, report.line)
        }
    }

    struct Copy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a copy of a workflow, which can be changed, also of a predefined one.",
            discussion: """
                EXAMPLE
                  diorama workflow copy "Record a thing" --name "Record a bicycle"
                """)

        @Argument(help: "The workflow: its id or name.")
        var workflow: String

        @Option(help: ArgumentHelp("Name of the copy; the name with \"(copy)\" by default.", valueName: "text"))
        var name: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let catalogue = WorkflowCatalogue(library: try library.open())
            let report = Report(try await catalogue.copy(try await catalogue.workflow(named: workflow).id, name: name))
            try out.print(report, report.line)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move a workflow to the trash; 'library restore-item' brings it back.",
            discussion: """
                EXAMPLE
                  diorama workflow delete Fridge
                """)

        @Argument(help: "The workflow: its id or name.")
        var workflow: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let catalogue = WorkflowCatalogue(library: try library.open())
            let item = try await catalogue.workflow(named: workflow)
            try await catalogue.trash(item.id)
            try out.print(["id": item.id.description, "state": "trashed"], "\(item.workflow.name) is in the trash")
        }
    }
}

/// The JSON file of a workflow.
enum WorkflowFile {
    /// What `work` does with a file; why its contents can't be kept is said with the file's name.
    static func naming<R>(_ file: String, _ work: () async throws -> R) async throws -> R {
        do {
            return try await work()
        } catch let error as SpacesError where error.input == nil && error.kind == .invalidInput {
            throw SpacesError(error.kind, error.problem, input: file, at: error.location, remedy: error.remedy)
        } catch let error as LibraryError where error.kind == .invalidValue {
            throw SpacesError(.invalidInput, error.message, input: file)
        }
    }
}

extension WorkflowStep {
    /// The step, a line for each shot and field.
    var lines: [String] {
        let shots = shots.map { shot in
            let count = shot.count == 0 ? "optional" : "\(shot.count)"
            return "    \(shot.key): \(shot.title)  (\(shot.kind.rawValue), \(count))"
        }
        let fields = fields.map { field in
            let kind = field.kind == .choice ? field.choices.joined(separator: " | ") : field.kind.rawValue
            return "    \(field.key): \(field.title)  (\(kind)\(field.isRequired ? ", required" : ""))"
        }
        return ["  \(key): \(title)"] + shots + fields
    }
}
