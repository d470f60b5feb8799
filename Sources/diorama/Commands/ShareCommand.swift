import ArgumentParser
import DioramaLibrary
import Foundation
import Sharing
import Spaces

struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Share a space by a link, or with a contact.",
        discussion: """
            A link opens on the server that serves this library (diorama serve). A contact gets a copy in their own library, with
            the files and later changes.

            EXAMPLES
              diorama share SPACE --name "For Grandma" --expires 30d
              diorama share SPACE --with Ben
              diorama share list
              diorama share revoke SHARE
            """,
        subcommands: [ShareCreateCommand.self, List.self, Revoke.self], defaultSubcommand: ShareCreateCommand.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what is shared with contacts. The links to a space: 'diorama share SPACE --list'.",
            discussion: """
                EXAMPLE
                  diorama share list --json
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let shares = try await library.contactSharing().sent()
            try out.print(
                ["shares": shares],
                shares.isEmpty ? "nothing is shared with contacts" : shares.map(\.line).joined(separator: "\n"))
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a share: the receiver's copy goes to the trash, and access to the files ends.",
            discussion: """
                Copies that the receiver made before can't be removed. A link is revoked by 'diorama share --revoke LINK'.

                EXAMPLE
                  diorama share revoke SHARE
                """)

        @Argument(help: "The share's id, as 'share list' prints it.")
        var share: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            guard let id = ShareID(share) else {
                throw CommandFailure("'\(share)' is not an id; 'diorama share list' prints the ids")
            }
            let revoked = try await library.contactSharing().revoke(id)
            try out.print(
                revoked, "\(revoked.title) is not shared with \(revoked.contact) any more; 'diorama sync' tells their devices")
        }
    }
}

extension SentShare {
    /// The line of a list.
    var line: String {
        let rights = permission == "edit" ? "may be edited" : "read-only"
        return "\(id)  \(state)  \(title), with \(contact)  (\(files) files, \(Terminal.bytes(byteCount)); \(rights))"
    }
}
