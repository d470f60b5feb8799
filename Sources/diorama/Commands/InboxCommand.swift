import ArgumentParser
import DioramaLibrary
import DioramaSync
import Foundation
import Sharing
import Spaces

struct InboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inbox",
        abstract: "See what contacts offered and asked for; accept or decline it.",
        discussion: """
            'diorama sync' and 'diorama inbox receive' fetch what contacts sent to your bucket. The files of an accepted share
            arrive after its sender's device has synchronized.

            EXAMPLES
              diorama inbox receive
              diorama inbox list
              diorama inbox accept OFFER
            """,
        subcommands: [List.self, Receive.self, Accept.self, Decline.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what was received.",
            discussion: """
                EXAMPLE
                  diorama inbox list --json
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let inbox = try await library.contactSharing().inbox()
            let lines = inbox.offers.map(\.line) + inbox.requests.map(\.line)
            try out.print(inbox, lines.isEmpty ? "the inbox is empty" : lines.joined(separator: "\n"))
        }
    }

    struct Receive: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Exchange offers, answers, changes and files with the contacts, as 'diorama sync' does.",
            discussion: """
                EXAMPLE
                  diorama inbox receive
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let sharing = try await library.contactSharing()
            let report = try await cancellable { try await sharing.exchange() }
            try out.print(report, report.lines.joined(separator: "\n"))
            if let failure = report.failures.first {
                throw CommandFailure("\(failure); \(report.failures.count) failed in all, and are tried again by the next run")
            }
        }
    }

    struct Accept: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Accept an offer: it is added to the library, and its files are requested.",
            discussion: """
                EXAMPLE
                  diorama inbox accept OFFER
                """)

        @Argument(help: "The offer's id, as 'inbox list' prints it.")
        var share: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            guard let id = ShareID(share) else {
                throw CommandFailure("'\(share)' is not an id; 'diorama inbox list' prints the ids")
            }
            let offer = try await library.contactSharing().accept(id)
            let files = offer.missingFiles > 0 ? "; its \(offer.missingFiles) files arrive by 'diorama sync'" : ""
            try out.print(offer, "\(offer.title) is accepted\(files)")
        }
    }

    struct Decline: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Decline an offer or a request.",
            discussion: """
                EXAMPLE
                  diorama inbox decline OFFER
                """)

        @Argument(help: "The id of the offer or request, as 'inbox list' prints it.")
        var item: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            guard let share = ShareID(item), let request = RequestID(item) else {
                throw CommandFailure("'\(item)' is not an id; 'diorama inbox list' prints the ids")
            }
            let sharing = try await library.contactSharing()
            if try await sharing.inbox().requests.contains(where: { $0.id == item }) {
                let declined = try await sharing.decline(request)
                return try out.print(declined, "\(declined.title) is declined")
            }
            let declined = try await sharing.decline(share)
            try out.print(declined, "\(declined.title) is declined")
        }
    }
}

extension ReceivedOffer {
    fileprivate var line: String {
        var parts = ["\(files) files, \(Terminal.bytes(byteCount))", permission == "edit" ? "may be edited" : "read-only"]
        if missingFiles > 0 { parts.append("\(missingFiles) files are not here yet") }
        if let note { parts.append(note) }
        return "\(id)  \(state)  \(title), from \(from)  (\(parts.joined(separator: "; ")))"
    }
}

extension ReceivedRequest {
    fileprivate var line: String {
        let day = due.map { "; by \($0.formatted(.iso8601.year().month().day()))" } ?? ""
        return "\(id)  \(state)  request: \(title), from \(from)\(day)"
    }
}

extension Sharing.Exchange {
    /// What it did, for people.
    var lines: [String] {
        var lines = [
            "sharing: received \(received.applied) messages; sent changes of \(updates) shares; "
                + "granted access to \(granted) files, downloaded \(downloaded)"
        ]
        let refused = received.refused
        let waiting = received.waiting
        if refused > 0 { lines.append("\(refused) messages were refused; the reasons are in the library's folder quarantine/") }
        if waiting > 0 { lines.append("\(waiting) messages are of unknown senders: add their contact cards") }
        if missing > 0 { lines.append("\(missing) shared files are not here yet: their senders have to synchronize first") }
        lines += renewed.map { "\($0) has new keys: compare the digits again, which 'diorama contacts list' prints" }
        if undelivered > 0 { lines.append("\(undelivered) messages are not delivered yet") }
        return lines + failures.map { "not exchanged yet: \($0)" }
    }
}
