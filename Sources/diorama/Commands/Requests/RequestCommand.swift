import ArgumentParser
import DioramaLibrary
import DioramaSync
import Foundation
import Sharing
import Spaces

struct RequestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: "Ask contacts for recordings, and answer what they ask for, step by step.",
        discussion: """
            'diorama sync' and 'diorama inbox receive' deliver requests and answers. An answer arrives as an offer: accept it with
            'diorama inbox accept OFFER'.

            EXAMPLES
              diorama request add --to Ben --workflow "Record a thing" --title "Your drill"
              diorama request list
              diorama request answer REQUEST --step recording --field notes=Fine --file photos=drill.jpg
              diorama request show REQUEST
            """,
        subcommands: [Add.self, List.self, Show.self, Answer.self, Withdraw.self, Decline.self], defaultSubcommand: List.self)

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask a contact for a recording. Without --workflow and --steps, photos and notes are asked for.",
            discussion: """
                EXAMPLES
                  diorama request add --to Ben --title "Your fridge" --message "For the insurance" --due 2028-01-31
                  diorama request add --to Ben --workflow "Record a thing"
                  diorama request add --to Ben --steps workflow.json
                """)

        @Option(help: ArgumentHelp("The contact: name or account id.", valueName: "contact"))
        var to: String

        @Option(help: ArgumentHelp("What is asked for; the name of the workflow by default.", valueName: "text"))
        var title: String?

        @Option(help: ArgumentHelp("Text for the contact, at most 2000 characters.", valueName: "text"))
        var message = ""

        @Option(help: ArgumentHelp("A workflow whose steps are sent: its id or name.", valueName: "name"))
        var workflow: String?

        @Option(help: ArgumentHelp("A JSON file with the steps, as 'workflow add' reads it.", valueName: "file"))
        var steps: String?

        @Option(help: ArgumentHelp("The day by which it is needed, as 2028-01-31.", valueName: "when"))
        var due: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if workflow != nil, steps != nil { throw ValidationError("Give either --workflow or --steps.") }
        }

        func run() async throws {
            let due = try due.map { try DayArgument.date($0, of: "--due") }
            let document = try steps.map { try WorkflowDocument(file: URL(fileURLWithPath: $0)) }
            let client = try await library.client()
            let sharing = try await ContactSharing(client.database, sync: client.sync, media: client.media)
            var draft = RecordingRequests.Draft(contact: to, title: title ?? document?.name, message: message, due: due)
            if let workflow {
                draft.workflow = try await WorkflowCatalogue(library: client.database).workflow(named: workflow).id
            }
            if let document, let steps {
                draft.steps = try await WorkflowFile.naming(steps) { try WorkflowDocument.steps(document.steps ?? []) }
            }
            let details = try await RecordingRequests(library: client.database, media: client.media).ask(draft, through: sharing)
            let report = RequestReport(details)
            try out.print(report, "\(report.line); 'diorama sync' sends it")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List requests of contacts and to contacts, the latest first.",
            discussion: """
                EXAMPLES
                  diorama request list
                  diorama request list --to-me --open
                """)

        @Flag(help: "Only requests of contacts.")
        var toMe = false

        @Flag(help: "Only requests to contacts.")
        var byMe = false

        @Flag(help: "Only requests that are open.")
        var open = false

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws { if toMe, byMe { throw ValidationError("Give either --to-me or --by-me.") } }

        func run() async throws {
            let library = try library.open()
            let requests = RecordingRequests(library: library, media: library.mediaStore)
            var reports: [RequestReport] = []
            var next: Cursor<Request>?
            repeat {
                let page = try await requests.list(
                    isIncoming: toMe ? true : byMe ? false : nil, state: open ? .open : nil, after: next, limit: 200)
                reports += page.items.map(RequestReport.init)
                next = page.next
            } while next != nil
            try out.print(
                ["requests": reports],
                reports.isEmpty
                    ? "no requests; ask a contact with: diorama request add --to NAME --title TEXT"
                    : reports.map(\.line).joined(separator: "\n"))
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a request with its steps and, as far as it is here, its answer.",
            discussion: """
                EXAMPLE
                  diorama request show REQUEST
                """)

        @Argument(help: "The request's id, as 'request list' prints it.")
        var request: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let id = try RequestArgument.id(request)
            let library = try library.open()
            let details = try await RecordingRequests(library: library, media: library.mediaStore).details(id)
            try out.print(RequestReport(details), RequestReport.text(of: details))
        }
    }

    struct Withdraw: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Withdraw a request to a contact.",
            discussion: """
                EXAMPLE
                  diorama request withdraw SENT
                """)

        @Argument(help: "The request's id, as 'request list' prints it.")
        var request: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let id = try RequestArgument.id(request)
            let report = RequestReport(try await library.requests { try await $0.withdraw(id, through: $1) })
            try out.print(report, "\(report.title) is withdrawn")
        }
    }

    struct Decline: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Decline a request of a contact, as 'inbox decline' does.",
            discussion: """
                EXAMPLE
                  diorama request decline REQUEST
                """)

        @Argument(help: "The request's id, as 'request list' prints it.")
        var request: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let id = try RequestArgument.id(request)
            let report = RequestReport(try await library.requests { try await $0.decline(id, through: $1) })
            try out.print(report, "\(report.title) is declined")
        }
    }
}

extension LibraryOptions {
    /// What `body` does with the requests of the library and its sharing.
    func requests(
        _ body: (RecordingRequests, ContactSharing) async throws -> RecordingRequests.Details
    ) async throws -> RecordingRequests.Details {
        let client = try await client()
        let sharing = try await ContactSharing(client.database, sync: client.sync, media: client.media)
        return try await body(RecordingRequests(library: client.database, media: client.media), sharing)
    }
}

/// Ids of requests on the command line.
enum RequestArgument {
    /// - Throws: `CommandFailure` where `text` is not an id.
    static func id(_ text: String) throws -> RequestID {
        guard let id = RequestID(text) else {
            throw CommandFailure("'\(text)' is not an id; 'diorama request list' prints the ids")
        }
        return id
    }
}

/// A request as the command line prints it.
struct RequestReport: Encodable {
    let id: String
    let direction: String
    let title: String
    let contact: String
    let state: String
    let due: Date?
    let steps: Int
    let done: Int
    var message: String?
    var asked: [WorkflowDocument.Step]?
    var recording: RecordingReport?
    /// The offer that brings the answer.
    var offer: Offer?

    struct Offer: Encodable {
        let id: String
        let state: String
    }

    init(_ item: RecordingRequests.Item) {
        let request = item.request
        id = request.id.description
        direction = request.isIncoming ? "incoming" : "outgoing"
        title = request.title
        contact = request.peerName
        state = request.state.rawValue
        due = request.due
        steps = item.steps
        done = item.done
    }

    init(_ details: RecordingRequests.Details) {
        self.init(details.item)
        message = details.item.request.message
        asked = details.item.request.content.workflow.steps.map(WorkflowDocument.Step.init)
        recording = details.recording.map(RecordingReport.init)
        offer = details.offer.map { Offer(id: $0.id.description, state: $0.state.rawValue) }
    }

    /// One line for lists.
    var line: String {
        let who = direction == "incoming" ? "from \(contact)" : "to \(contact)"
        let day = due.map { "; by \(DayArgument.text($0))" } ?? ""
        return "\(id)  \(state)  \(title), \(who)  (\(done) of \(steps) \(steps == 1 ? "step" : "steps")\(day))"
    }

    /// The request, its steps, and the answer.
    static func text(of details: RecordingRequests.Details) -> String {
        let report = RequestReport(details)
        var lines = [report.line]
        if let message = report.message, !message.isEmpty { lines.append(message) }
        lines += details.item.request.content.workflow.steps.flatMap(\.lines)
        if let recording = details.recording { lines.append(RecordingReport.text(of: recording)) }
        if let offer = details.offer, offer.state == .offered {
            lines.append("The answer has arrived: diorama inbox accept \(offer.id)")
        }
        return lines.joined(separator: "\n")
    }
}
