import ArgumentParser
import DioramaLibrary
import DioramaSync
import Foundation
import Sharing
import Spaces

extension RequestCommand {
    struct Answer: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Answer a request of a contact, a step at a time; --send sends the answer.",
            discussion: """
                Without options the open step is printed. Answers are kept until they are sent. Values: a flag is yes or no, a date
                2028-01-31, an amount "129.00 EUR"; an empty value removes the answer to a field.

                EXAMPLES
                  diorama request answer REQUEST
                  diorama request answer REQUEST --step recording --field notes=Fine --file photos=drill.jpg
                  diorama request answer REQUEST --step recording --file photos=drill.jpg --send --message "Here it is"
                """)

        @Argument(help: "The request's id, as 'request list' prints it.")
        var request: String

        @Option(help: ArgumentHelp("The key of the step; the first open step by default.", valueName: "name"))
        var step: String?

        @Option(
            name: .customLong("field"),
            help: ArgumentHelp("Key and value of a field; can be given several times.", valueName: "name=text"))
        var fields: [String] = []

        @Option(
            name: .customLong("file"),
            help: ArgumentHelp("Key of a shot and a file for it; can be given several times.", valueName: "name=file"))
        var files: [String] = []

        @Flag(help: "Send the answer.")
        var send = false

        @Flag(help: "Send it also where steps are open.")
        var incomplete = false

        @Option(help: ArgumentHelp("Text for the contact, with --send.", valueName: "text"))
        var message = ""

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if !send, incomplete || !message.isEmpty { throw ValidationError("--incomplete and --message need --send.") }
        }

        func run() async throws {
            let id = try RequestArgument.id(request)
            let client = try await library.client()
            let requests = RecordingRequests(library: client.database, media: client.media)
            let catalogue = RecordingCatalogue(library: client.database, media: client.media)
            var answer = try await requests.begin(id).recording
            if !fields.isEmpty || !files.isEmpty {
                answer = try await save(answer, in: catalogue)
            } else if let step {
                _ = try Self.step(step, of: answer)
            }
            if send {
                let sharing = try await ContactSharing(client.database, sync: client.sync, media: client.media)
                let details = try await requests.send(
                    id, message: message, isIncompleteAllowed: incomplete, through: sharing)
                let report = RequestReport(details)
                return try out.print(report, "\(report.title) is answered; 'diorama sync' sends it to \(report.contact)")
            }
            let next = answer.next.map { (["Next step:"] + $0.lines).joined(separator: "\n") }
            try out.print(
                RequestReport(try await requests.details(id)), next ?? "All steps are answered; send the answer with --send")
        }

        private func save(
            _ before: RecordingCatalogue.Details, in catalogue: RecordingCatalogue
        ) async throws -> RecordingCatalogue.Details {
            guard let step = try step.map({ try Self.step($0, of: before) }) ?? before.next ?? before.workflow?.steps.first else {
                throw CommandFailure("the request has no steps")
            }
            let shots = try files.map { try Self.pair($0, "--file") }.map { name, path in
                guard let shot = step.shots.first(where: { $0.key == name }) else {
                    throw CommandFailure("the step \(step.key) has no shot \"\(name)\"\(Self.known(step.shots.map(\.key)))")
                }
                return (shot.key, ThingFile(url: URL(fileURLWithPath: path), kind: shot.kind))
            }
            // Values are checked before a file is added.
            var values = before.answers.steps[step.key]?.fields ?? [:]
            for (name, text) in try fields.map({ try Self.pair($0, "--field") }) {
                guard let field = step.fields.first(where: { $0.key == name }) else {
                    throw CommandFailure("the step \(step.key) has no field \"\(name)\"\(Self.known(step.fields.map(\.key)))")
                }
                values[name] = text.isEmpty ? nil : try Self.value(text, of: field)
            }
            var answer = before.answers.steps[step.key] ?? .init()
            answer.fields = values
            var details = before
            if !fields.isEmpty { details = try await catalogue.answer(before.recording.id, step: step.key, answer) }
            for (shot, file) in shots {
                details = try await catalogue.add([file], to: before.recording.id, step: step.key, shot: shot)
            }
            return details
        }

        private static func step(_ key: String, of details: RecordingCatalogue.Details) throws -> WorkflowStep {
            let steps = details.workflow?.steps ?? []
            guard let step = steps.first(where: { $0.key == key }) else {
                throw CommandFailure("the request has no step \"\(key)\"\(known(steps.map(\.key)))")
            }
            return step
        }

        private static func known(_ keys: [String]) -> String {
            keys.isEmpty ? "" : "; there are \(keys.joined(separator: ", "))"
        }

        private static func pair(_ text: String, _ option: String) throws -> (name: String, value: String) {
            guard let equals = text.firstIndex(of: "=") else {
                throw CommandFailure("\(option) must be a key, = and a value, not \"\(text)\"")
            }
            return (String(text[..<equals]), String(text[text.index(after: equals)...]))
        }

        private static func value(_ text: String, of field: WorkflowStep.Field) throws -> FieldValue {
            let option = "the field \(field.key)"
            switch field.kind {
            case .text, .choice: return .text(text)
            case .date: return .date(try DayArgument.date(text, of: option))
            case .money: return .money(try MoneyArgument.money(text, of: option))
            case .number:
                guard let number = Double(text), number.isFinite else {
                    throw CommandFailure("\(option) must be a number, not \"\(text)\"")
                }
                return .number(number)
            case .flag:
                guard ["yes", "no"].contains(text) else { throw CommandFailure("\(option) must be yes or no, not \"\(text)\"") }
                return .flag(text == "yes")
            }
        }
    }
}
