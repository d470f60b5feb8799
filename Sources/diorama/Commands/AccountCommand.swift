import ArgumentParser
import DioramaLibrary
import DioramaSync
import Foundation
import Pairing
import Spaces

struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Your own account: create it, join it on another device, show it, merge two into one.",
        discussion: """
            EXAMPLES
              diorama account create --name Ada
              diorama account join --bucket file:///media/disk/diorama
              diorama account show
              diorama account device remove DEVICE
            """,
        subcommands: [Create.self, Join.self, Show.self, Merge.self, Device.self], defaultSubcommand: Show.self)

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create an account for a new person, and the library where there is none.",
            discussion: """
                EXAMPLE
                  diorama account create --name Ada
                """)

        @Option(help: "Your name, as other people see it.")
        var name: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let outcome = try await LibraryStart(folder: library.folder).createAccount(name: name)
            OpenLibraries.register(outcome.library)
            try AccountReport(outcome.account).print(to: out)
        }
    }

    struct Join: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Use your account from another device on this one.",
            discussion: """
                The library is copied from the bucket that your other device synchronizes with, and this device synchronizes with it
                from now on. A library that is already on this device is merged with it.

                EXAMPLES
                  diorama account join --bucket file:///media/disk/diorama
                  diorama account join --bucket s3://photos/home --phrase -   # an encrypted library: reads its recovery phrase
                  diorama account join --pair 192.168.1.20:40123              # 'diorama pair' waits on the other device
                """)

        @Option(
            help: ArgumentHelp(
                "The bucket's address. Default: the bucket that this device last synchronized the library with.", valueName: "url"))
        var bucket: String?

        @Option(
            help: ArgumentHelp(
                "The 24 words of the recovery phrase of an encrypted library; - reads them from standard input.", valueName: "words"
            ))
        var phrase: String?

        @Option(
            help: ArgumentHelp(
                "Pair with the device that has your account: the code or address that 'diorama pair' shows there.",
                valueName: "code"))
        var pair: String?

        @Option(help: ArgumentHelp("Your account's id, where several people use the library.", valueName: "id"))
        var account: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if let account, AccountID(account) == nil {
                throw ValidationError("--account must be an id, as 'diorama accounts list' prints it.")
            }
            if let pair {
                if bucket != nil || phrase != nil || account != nil {
                    throw ValidationError("Give either --pair, or --bucket with --phrase and --account.")
                }
                do throws(SyncError) {
                    _ = try PairingClient.Target(pair)
                } catch {
                    throw ValidationError("\(error.message).")
                }
            }
        }

        func run() async throws {
            let phrase = try phrase.map { try RecoveryPhrase($0 == "-" ? readLine() ?? "" : $0) }
            let join = LibraryStart.Join(bucket: bucket, phrase: phrase, account: account.flatMap { AccountID($0) })
            let start = LibraryStart(folder: library.folder)
            let target = try pair.map { text throws(SyncError) in try PairingClient.Target(text) }
            let outcome = try await cancellable {
                guard let target else { return try await start.join(join, progress: Terminal.progress()) }
                let pairing = LibraryStart.PairedJoin(target) { session in
                    Terminal.line("Digits: \(session.shortCode)")
                    return try await DigitsPrompt.confirms(session)
                }
                return try await start.join(pairing: pairing, progress: Terminal.progress())
            }
            OpenLibraries.register(outcome.library)
            outcome.notes.forEach(Terminal.line)
            try AccountReport(outcome.account).print(to: out)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show your account and its devices.",
            discussion: """
                EXAMPLE
                  diorama account show --json
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            guard let account = try await SyncClient(library, identity: LayeredIdentityStore.standard()).account() else {
                throw CommandFailure(StartPrompt.noAccount(in: library.folder))
            }
            try AccountReport(account).print(to: out)
        }
    }

    struct Merge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Merge an account that was created by mistake into another: what belongs to the one belongs to the other.",
            discussion: """
                Everything of the account FROM, authorship included, belongs to INTO from now on, on all devices that synchronize.
                Name, tier and keys are those of INTO.

                EXAMPLE
                  diorama account merge ACCOUNT PERSON
                """)

        @Argument(help: "The id of the account that ends.")
        var from: String

        @Argument(help: "The id of the account that stays.")
        var into: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let ids = try [from, into].map { text in
                guard let id = AccountID(text) else {
                    throw CommandFailure("'\(text)' is not an id; 'diorama accounts list' prints the accounts")
                }
                return id
            }
            let account = try await library.merge(account: ids[0], into: ids[1])
            try out.print(
                ["account": account.id.description, "merged": from], "\(from) is now \"\(account.name)\" (\(account.id))")
        }
    }
}

/// The account as the commands print it.
struct AccountReport: Encodable {
    struct Device: Encodable {
        var id: String
        var name: String
        var lastSeen: Date?
        var isThis: Bool
    }

    var id: String
    var name: String
    var tier: String
    /// none, ready or pending.
    var keys: String
    var devices: [Device]

    init(_ status: AccountStatus) {
        id = status.account.id.description
        name = status.account.name
        tier = status.account.tier.rawValue
        keys = status.keys.rawValue
        devices = status.devices.map {
            Device(id: $0.id.description, name: $0.name, lastSeen: $0.lastSeen, isThis: $0.isThis)
        }
    }

    func print(to out: OutputOptions) throws { try out.print(self, lines.joined(separator: "\n")) }

    private var lines: [String] {
        var lines = ["\(name)  \(id)"]
        if keys == AccountStatus.Keys.pending.rawValue {
            lines.append(
                "keys pending: run 'diorama sync' on a device that has them, then here; until then this device can't share")
        }
        lines += devices.map { device in
            let seen = device.lastSeen.map { "last synchronized \($0.formatted(.iso8601))" } ?? "not synchronized yet"
            return "\(device.id)  \(device.name)\(device.isThis ? " (this device)" : "")  \(seen)"
        }
        return lines
    }
}
