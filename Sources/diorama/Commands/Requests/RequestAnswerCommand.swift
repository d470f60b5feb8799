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

        @OptionGroup var answer: StepArguments

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
            let saved = try await answer.save(in: try await requests.begin(id).recording, catalogue)
            if send {
                let sharing = try await ContactSharing(client.database, sync: client.sync, media: client.media)
                let details = try await requests.send(
                    id, message: message, isIncompleteAllowed: incomplete, through: sharing)
                let report = RequestReport(details)
                return try out.print(report, "\(report.title) is answered; 'diorama sync' sends it to \(report.contact)")
            }
            let next = saved.next.map { (["Next step:"] + $0.lines).joined(separator: "\n") }
            try out.print(
                RequestReport(try await requests.details(id)), next ?? "All steps are answered; send the answer with --send")
        }
    }
}
