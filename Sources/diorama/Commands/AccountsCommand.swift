import ArgumentParser
import DioramaLibrary
import Foundation
import Spaces

struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Invite people and manage their access to spaces.",
        discussion: """
            EXAMPLES
              diorama accounts add Ben
              diorama accounts invite ACCOUNT --address https://diorama.example.org
              diorama accounts grant SPACE ACCOUNT pin
            """,
        subcommands: [List.self, Add.self, Invite.self, Remove.self, GrantCommand.self], defaultSubcommand: List.self)

    struct Report: Encodable {
        var id: String
        var name: String
        var sessions: Int
        var invitations: Int
        var spaces: [String: String]
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the accounts and the spaces they have access to.",
            discussion: """
                EXAMPLE
                  diorama accounts list --json
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let signIns = try await library.signIns()
            var reports: [Report] = []
            var cursor: Cursor<Account>?
            repeat {
                let page = try await library.accounts.list(after: cursor, limit: 200)
                for account in page.entries {
                    let grants = try await library.grants(to: account.id)
                    let signedIn = signIns[account.id] ?? (sessions: 0, invitations: 0)
                    reports.append(
                        Report(
                            id: account.id.description, name: account.name, sessions: signedIn.sessions,
                            invitations: signedIn.invitations,
                            spaces: Dictionary(grants.map { ($0.space.description, $0.permission.rawValue) }) { first, _ in first })
                    )
                }
                cursor = page.next
            } while cursor != nil
            let lines = reports.map {
                "\($0.id)  \($0.name)  (\($0.spaces.count) spaces, \($0.sessions) sessions, \($0.invitations) pending invitations)"
            }
            try out.print(
                ["accounts": reports],
                lines.isEmpty ? "there are no accounts; add one with: diorama accounts add NAME" : lines.joined(separator: "\n"))
        }
    }

    /// The address with which a person signs in once.
    struct InvitationReport: Encodable {
        var id: String
        var name: String
        var url: String
        var expires: Date

        init(_ account: Entry<Account>, in library: Library, address: AddressOptions) async throws {
            let invitation = try await Invitation.make(for: account.id, in: library)
            id = account.id.description
            name = account.name
            url = address.url(of: invitation.path, in: library)
            expires = invitation.expires
        }

        var text: String {
            "\(url)\n\(name) can sign in with this address once, until \(expires.formatted(.iso8601)). It is shown only now."
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create an account and an invitation to sign in.",
            discussion: """
                EXAMPLE
                  diorama accounts add Ben --address https://diorama.example.org
                """)

        @Argument(help: "The person's name.")
        var name: String

        @OptionGroup var address: AddressOptions
        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let account = try await library.accounts.add(Account(name: name))
            let report = try await InvitationReport(account, in: library, address: address)
            try out.print(report, report.text)
        }
    }

    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create another invitation, for example for a second device.",
            discussion: """
                EXAMPLE
                  diorama accounts invite ACCOUNT
                """)

        @Argument(help: "The account's id, as 'accounts list' prints it.")
        var id: String

        @OptionGroup var address: AddressOptions
        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let report = try await InvitationReport(try await findAccount(id, in: library), in: library, address: address)
            try out.print(report, report.text)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove an account: it is signed out everywhere, its conversations are deleted. Its memories stay.",
            discussion: """
                EXAMPLE
                  diorama accounts remove ACCOUNT
                """)

        @Argument(help: "The account's id, as 'accounts list' prints it.")
        var id: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let account = try await findAccount(id, in: library)
            guard try await library.removeAccount(account.id) else {
                throw CommandFailure("the account \(id) has already been removed")
            }
            try out.print(["account": id, "state": "ended"], "\(account.name) is signed out and has no access any more")
        }
    }

    struct GrantCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "grant",
            abstract: "Set what an account may do in a space: see it, add memories to it (pin), or neither (none).",
            discussion: """
                EXAMPLE
                  diorama accounts grant SPACE ACCOUNT see
                """)

        @Argument(help: "The space's id, as 'library list' prints it.")
        var space: String

        @Argument(help: "The account's id, as 'accounts list' prints it.")
        var id: String

        @Argument(help: "see, pin or none.")
        var permission: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if permission != "none", Grant.Permission(rawValue: permission) == nil {
                throw ValidationError("The permission must be see, pin or none.")
            }
        }

        func run() async throws {
            let library = try library.open()
            let account = try await findAccount(id, in: library)
            let key = try await library.space(argument: space).id
            var grants = Dictionary(try await library.grants(of: key).map { ($0.account, $0.permission) }) { first, _ in first }
            grants[account.id] = Grant.Permission(rawValue: permission)
            _ = try await library.setGrants(grants, of: key)
            try out.print(
                ["account": id, "space": space, "permission": permission],
                permission == "none"
                    ? "\(account.name) has no access to the space" : "\(account.name) has the permission: \(permission)")
        }
    }
}

/// The account of an id from the command line.
private func findAccount(_ text: String, in library: Library) async throws -> Entry<Account> {
    guard let id = AccountID(text), let account = try await library.accounts.get(id), account.trashed == nil else {
        throw CommandFailure("there is no account \(text) in \(library.folder.path); 'diorama accounts list' prints the accounts")
    }
    return account
}
