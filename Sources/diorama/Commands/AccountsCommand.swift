import ArgumentParser
import Foundation
import DioramaLibrary
import Server
import Spaces

struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Invite people, and say which spaces they may see.",
        discussion: """
            EXAMPLES
              diorama accounts add Ben
              diorama accounts invite 2xQ4bG6QhV8mYk3sZpA1cR7tWdE --address https://diorama.example.org
              diorama accounts grant 2xQ4bG6QhV8mYk3sZpA1cR7tWdE 2xQ4bKKjPz0cQYgqS1eFh5WvXaB pin
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
            abstract: "List the accounts, with what they may see.",
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
                "\($0.id)  \($0.name)  (\($0.spaces.count) spaces, signed in \($0.sessions) times, \($0.invitations) invitations open)"
            }
            try out.print(
                ["accounts": reports],
                lines.isEmpty ? "no accounts yet; invite somebody with: diorama accounts add NAME" : lines.joined(separator: "\n"))
        }
    }

    /// The address by which somebody signs in once.
    struct InvitationReport: Encodable {
        var id: String
        var name: String
        var url: String
        var expires: Date

        init(_ account: Entry<Account>, _ library: Library, _ address: String) async throws {
            let invitation = try await Invitation.make(for: account.id, in: library)
            id = account.id.description
            name = account.name
            url = (address.hasSuffix("/") ? String(address.dropLast()) : address) + invitation.path
            expires = invitation.expires
        }

        var text: String {
            "\(url)\n\(name) signs in with this address, once, until \(expires.formatted(.iso8601)). It is shown only now."
        }
    }

    struct AddressOptions: ParsableArguments {
        @Option(help: ArgumentHelp("The address that others reach the server by.", valueName: "url"))
        var address: String = "http://127.0.0.1:8080"

        func validate() throws {
            if URL(string: address)?.host == nil { throw ValidationError("--address must be like https://diorama.example.org.") }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an account and invite its person.",
            discussion: """
                EXAMPLE
                  diorama accounts add Ben --address https://diorama.example.org
                """)

        @Argument(help: "What people call them.")
        var name: String

        @OptionGroup var address: AddressOptions
        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let account = try await library.accounts.add(Account(name: name))
            let report = try await InvitationReport(account, library, address.address)
            try out.print(report, report.text)
        }
    }

    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make another invitation, as for a second device.",
            discussion: """
                EXAMPLE
                  diorama accounts invite 2xQ4bG6QhV8mYk3sZpA1cR7tWdE
                """)

        @Argument(help: "The account's id, as 'accounts list' prints it.")
        var id: String

        @OptionGroup var address: AddressOptions
        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let report = try await InvitationReport(try await findAccount(id, in: library), library, address.address)
            try out.print(report, report.text)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End an account: it is signed out everywhere. What its person wrote stays.",
            discussion: """
                EXAMPLE
                  diorama accounts remove 2xQ4bG6QhV8mYk3sZpA1cR7tWdE
                """)

        @Argument(help: "The account's id, as 'accounts list' prints it.")
        var id: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let account = try await findAccount(id, in: library)
            guard try await library.endAccount(account.id) else { throw CommandFailure("the account \(id) has ended already") }
            try out.print(["account": id, "state": "ended"], "\(account.name) is signed out and sees nothing any more")
        }
    }

    struct GrantCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "grant",
            abstract: "Say what an account may do in a space: see it, pin memories in it, or none of both.",
            discussion: """
                EXAMPLE
                  diorama accounts grant 2xQ4bG6QhV8mYk3sZpA1cR7tWdE 2xQ4bKKjPz0cQYgqS1eFh5WvXaB see
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
            guard let key = SpaceID(space), try await library.space(key) != nil else {
                throw CommandFailure(
                    "there is no space \(space) in \(library.folder.path); 'diorama library list' prints what is there")
            }
            var grants = Dictionary(try await library.grants(of: key).map { ($0.account, $0.permission) }) { first, _ in first }
            grants[account.id] = Grant.Permission(rawValue: permission)
            _ = try await library.setGrants(grants, of: key)
            try out.print(
                ["account": id, "space": space, "permission": permission],
                permission == "none" ? "\(account.name) doesn't see the space any more" : "\(account.name) may \(permission) now")
        }
    }
}

/// The account of an id from the command line.
private func findAccount(_ text: String, in library: Library) async throws -> Entry<Account> {
    guard let id = AccountID(text), let account = try await library.accounts.get(id), account.trashed == nil else {
        throw CommandFailure("there is no account \(text) in \(library.folder.path); 'diorama accounts list' prints what is there")
    }
    return account
}
