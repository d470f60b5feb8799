import ArgumentParser
import DioramaLibrary
import DioramaSync
import Foundation
import Sharing
import Spaces

struct ContactsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: "Exchange contact cards with the people you share with.",
        discussion: """
            Both people give each other their contact card, then compare the thirty digits of the fingerprint, by telephone for
            example. A contact is known on all of your devices.

            EXAMPLES
              diorama contacts card
              diorama contacts add CARD
              diorama contacts list
              diorama contacts compared Ben
            """,
        subcommands: [List.self, Card.self, Add.self, Compared.self, Remove.self], defaultSubcommand: List.self)

    struct Report: Encodable {
        var account: String
        var name: String
        var fingerprint: String
        var bucket: String?
        var card: String?
        var newKeys: Date?

        init(_ card: ContactCard, showsCard: Bool = false, newKeys: Date? = nil) {
            account = card.account.description
            name = card.name
            fingerprint = card.fingerprint
            bucket = card.bucket
            self.card = showsCard ? card.description : nil
            self.newKeys = newKeys
        }

        var line: String {
            let notes = [
                newKeys != nil ? "new keys: compare the fingerprint again" : nil,
                bucket == nil ? "the card names no bucket" : nil,
            ]
            return "\(account)  \(name)  (\(([fingerprint] + notes.compactMap(\.self)).joined(separator: "; ")))"
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the contacts with the fingerprints of their keys.",
            discussion: """
                EXAMPLE
                  diorama contacts list --json
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let sharing = try await library.contactSharing()
            let newKeys = try await sharing.sharing.newKeys()
            let contacts = try await sharing.contacts().map { Report($0, newKeys: newKeys[$0.account]) }
            try out.print(
                ["contacts": contacts],
                contacts.isEmpty
                    ? "no contacts yet; add a contact card with: diorama contacts add CARD"
                    : contacts.map(\.line).joined(separator: "\n"))
        }
    }

    struct Card: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print your own contact card, as text and QR code.",
            discussion: """
                EXAMPLE
                  diorama contacts card
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let card = try await library.contactSharing().ownCard()
            if card.bucket == nil {
                Terminal.line(
                    "The library has no bucket yet: others can't send you anything. Choose one: diorama sync --bucket URL")
            }
            var lines = [card.description, "Fingerprint: \(card.fingerprint)"]
            // Long bucket addresses don't fit into a QR code; the text is enough.
            if card.description.utf8.count <= QRCode.maxBytes {
                lines.insert(try QRCode(card.description).terminalText, at: 0)
            }
            try out.print(Report(card, showsCard: true), lines.joined(separator: "\n"))
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a contact, or replace the card of one that you have.",
            discussion: """
                EXAMPLE
                  diorama contacts add CARD
                """)

        @Argument(help: "The text of their contact card, which begins with diorama:contact?")
        var card: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let contact = try await library.contactSharing().addContact(card)
            try out.print(
                Report(contact), "\(contact.name) is a contact. Compare the fingerprint with them: \(contact.fingerprint)")
        }
    }

    struct Compared: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Note that you have compared the fingerprint of a contact with new keys.",
            discussion: """
                EXAMPLE
                  diorama contacts compared Ben
                """)

        @Argument(help: "The contact's name or account id.")
        var contact: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let sharing = try await library.contactSharing()
            let card = try await sharing.contact(contact)
            try await sharing.sharing.noteCompared(card.account)
            try out.print(Report(card), "\(card.name): the fingerprint \(card.fingerprint) was compared")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a contact: nothing of them is received any more. Accepted shares stay.",
            discussion: """
                EXAMPLE
                  diorama contacts remove Ben
                """)

        @Argument(help: "The contact's name or account id.")
        var contact: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let sharing = try await library.contactSharing()
            let card = try await sharing.contact(contact)
            try await sharing.sharing.removeContact(card.account)
            try out.print(["account": card.account.description, "state": "removed"], "\(card.name) is not a contact any more")
        }
    }
}

extension LibraryOptions {
    /// Sharing with contacts, of the library's active account.
    func contactSharing() async throws -> ContactSharing {
        let client = try await client()
        return try await ContactSharing(client.database, sync: client.sync, media: client.media)
    }
}
