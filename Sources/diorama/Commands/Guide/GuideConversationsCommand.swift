import ArgumentParser
import DioramaLibrary
import Foundation
import Guide
import Spaces

extension GuideCommand {
    struct Conversations: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List, search, export and delete the owner's conversations that the page has kept.",
            discussion: """
                Conversations are private to the account on this machine; they are never synchronized or shared.

                EXAMPLES
                  diorama guide conversations
                  diorama guide conversations --search "heat shield"
                """)

        @Option(help: ArgumentHelp("Only conversations in which these words occur.", valueName: "words"))
        var search: String?

        @Option(help: ArgumentHelp("Print this conversation as Markdown, with its citations.", valueName: "id"))
        var show: String?

        @Option(help: ArgumentHelp("Delete this conversation permanently.", valueName: "id"))
        var delete: String?

        @Flag(help: "Delete all conversations of the owner permanently.")
        var deleteAll = false

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        private struct Shown: Encodable {
            var id: String
            var about: String
            var persona: String
            var title: String
            var messages: Int
            var modified: Date
            var excerpt: String?
        }

        func validate() throws {
            let choices = [search != nil, show != nil, delete != nil, deleteAll].filter { $0 }.count
            if choices > 1 { throw ValidationError("Give one of --search, --show, --delete and --delete-all.") }
        }

        func run() async throws {
            if library.readOnly { throw CommandFailure("conversations aren't available with --read-only; call it without") }
            let library = try library.open()
            let store = ConversationStore(libraryFolder: library.folder)
            let owner = ConversationStore.libraryOwner
            if let show { return try await print(show, from: store, owner: owner) }
            if let delete {
                guard try store.delete(delete, owner: owner) else { throw Self.missing(delete) }
                return try out.print(["deleted": 1], "deleted 1 conversation")
            }
            if deleteAll {
                let count = try store.deleteAll(owner: owner)
                return try out.print(["deleted": count], "deleted \(count) conversations")
            }
            var found: [Conversation] = []
            var next: String?
            repeat {
                let page = try store.list(owner: owner, search: search, after: next, limit: 200)
                found += page.conversations
                next = page.next
            } while next != nil
            let shown = found.map {
                Shown(
                    id: $0.id, about: $0.about, persona: $0.persona, title: $0.title, messages: $0.count, modified: $0.modified,
                    excerpt: $0.excerpt)
            }
            let lines = shown.map { "\($0.id)  \($0.title)  (\($0.persona), \($0.messages) questions)" }
            try out.print(["conversations": shown], lines.isEmpty ? "no conversations" : lines.joined(separator: "\n"))
        }

        private func print(_ id: String, from store: ConversationStore, owner: String) async throws {
            guard let found = try store.conversation(id, owner: owner, limit: .max) else { throw Self.missing(id) }
            let notice = try await Guides(library: nil).notice(about: found.conversation.about)
            let text = found.conversation.markdown(found.messages, notice: notice)
            try out.print(["markdown": text], text)
        }

        private static func missing(_ id: String) -> CommandFailure {
            CommandFailure("there is no conversation \(id.prefix(64)); 'diorama guide conversations' prints the ids")
        }
    }
}
