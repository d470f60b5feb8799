import ArgumentParser
import DioramaLibrary
import Exhibits
import Foundation
import Spaces

extension ExhibitCommand {
    struct Share: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a link to an exhibit, list its links, or choose the accounts that see it.",
            discussion: """
                A link opens on the server that serves this library (diorama serve). Who has its address sees this exhibit and
                nothing else. Its address and QR code are shown only once; 'diorama share --revoke LINK' revokes it.

                EXAMPLES
                  diorama exhibit share EXHIBIT --name "Class 7b" --expires 30d
                  diorama exhibit share artemis --password
                  diorama exhibit share EXHIBIT --list
                  diorama exhibit share EXHIBIT --account ACCOUNT
                """)

        @Argument(help: "The exhibit's id, as 'exhibit list' prints it, or artemis.")
        var id: String

        @Option(help: "The link's name; visitors don't see it.")
        var name: String = "Link"

        @Flag(help: "Protect the link by a password, which is read from standard input.")
        var password = false

        @Option(
            help: ArgumentHelp("When the link expires: 12h, 30d, 2w, or a time such as 2027-01-31T12:00:00Z.", valueName: "when"))
        var expires: String?

        @Flag(help: "List the exhibit's links.")
        var list = false

        @Option(
            name: .customLong("account"),
            help: ArgumentHelp(
                "Share it with this account instead; may be repeated. Accounts that are not named don't see it any more.",
                valueName: "account"))
        var accounts: [String] = []

        @Flag(help: "Share it with no account any more.")
        var noAccounts = false

        @OptionGroup var address: AddressOptions
        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if let expires { _ = try LinkOptions.time(expires) }
            let isLink = password || expires != nil
            if [list, isLink, !accounts.isEmpty, noAccounts].count(where: { $0 }) > 1 {
                throw ValidationError("--list, --account, --no-accounts and the options of a link exclude each other.")
            }
        }

        func run() async throws {
            let catalogue = try self.library.exhibits()
            let library = catalogue.library
            let exhibit = try await catalogue.exhibit(id)
            if list { return try LinkReport.show(try await library.links(to: exhibit.shareTarget), out) }
            if noAccounts || !accounts.isEmpty { return try await share(exhibit, in: library) }
            var draft = ShareLinkDraft(name: name)
            draft.expires = try expires.map { try LinkOptions.time($0) }
            if password { draft.password = try LinkOptions.readPassword() }
            let (link, token) = try await ShareLinks(library: library).add(draft, to: exhibit)
            try LinkReport(link, url: address.url(of: "/s/\(token)", in: library)).show(opening: "the exhibit", out)
        }

        private func share(_ exhibit: StoredExhibit, in library: Library) async throws {
            guard let record = exhibit.record else {
                throw CommandFailure("everybody with an account sees the built-in exhibit")
            }
            let keys = try accounts.map { text in
                guard let key = AccountID(text) else {
                    throw CommandFailure("'\(text)' is not an id; 'diorama accounts list' prints the ids")
                }
                return key
            }
            let viewers = try await library.setViewers(Set(keys), of: record).map(\.description)
            try out.print(
                ["accounts": viewers],
                viewers.isEmpty
                    ? "no account sees \(exhibit.exhibit.title)"
                    : "\(exhibit.exhibit.title) is shared with \(viewers.joined(separator: ", "))")
        }
    }
}
