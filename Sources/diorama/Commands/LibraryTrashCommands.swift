import DioramaLibrary
import ArgumentParser
import DioramaSync
import Foundation
import Spaces

extension Spaces.Trash.Item {
    fileprivate var line: String { "\(id)  \(kind.rawValue)  \(name)  (trashed \(trashed.formatted(.iso8601)))" }
}

extension LibraryCommand {
    struct Trash: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what is in the trash, or restore it.",
            discussion: """
                EXAMPLES
                  diorama library trash
                  diorama library trash --restore ITEM
                """)

        @Option(help: ArgumentHelp("Restore this from the trash.", valueName: "id"))
        var restore: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let trash = Spaces.Trash(library: library)
            let rows = try await trash.items()
            guard let restore else {
                try out.print(["trash": rows], rows.isEmpty ? "the trash is empty" : rows.map(\.line).joined(separator: "\n"))
                return
            }
            guard let row = rows.first(where: { $0.id == restore }) else {
                throw CommandFailure("there is no \(restore) in the trash; 'diorama library trash' prints what is in it")
            }
            try await trash.restore(row)
            try out.print(["restored": row], "\(row.name) is restored")
        }
    }

    struct Purge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete what is in the trash permanently, on all devices.",
            discussion: """
                EXAMPLES
                  diorama library purge ITEM
                  diorama library purge --all --older-than 30
                """)

        @Argument(help: "Ids of what is in the trash, as 'library trash' prints them.")
        var ids: [String] = []

        @Flag(help: "Everything in the trash.")
        var all = false

        @Option(
            parsing: .number,
            help: ArgumentHelp("With --all: only what has been in the trash for at least this number of days.", valueName: "days"))
        var olderThan: Int = 0

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if all == !ids.isEmpty { throw ValidationError("Give ids, or --all.") }
            if olderThan < 0 { throw ValidationError("--older-than must be 0 or more days.") }
        }

        func run() async throws {
            let library = try library.open()
            let count: Int
            if all {
                let limit = Date().addingTimeInterval(-86_400 * Double(olderThan))
                count = try await cancellable { try await library.purgeTrash(before: limit) }
            } else {
                let trash = Spaces.Trash(library: library)
                let rows = try await trash.items()
                if let missing = ids.first(where: { id in !rows.contains { $0.id == id } }) {
                    throw CommandFailure(
                        "there is no \(missing) in the trash; only what is in the trash can be deleted permanently")
                }
                for row in rows where ids.contains(row.id) { try await trash.purge(row) }
                count = ids.count
            }
            try out.print(["purged": count], "\(count) deleted permanently")
        }
    }

    struct Conflicts: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List resolved conflicts, where two devices wrote the same cell, and undo a resolution.",
            discussion: """
                EXAMPLES
                  diorama library conflicts
                  diorama library conflicts --undo 1
                """)

        @Option(parsing: .number, help: ArgumentHelp("Undo this resolution: the other value is restored.", valueName: "number"))
        var undo: Int64?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let client = try await LibraryClient(.init(folder: library.folder))
            if let undo { try await client.sync.undo(conflict: undo) }
            struct Shown: Encodable {
                var number: Int64
                var table: String
                var id: String
                var column: String
                var won: String
                var lost: String
                var undone: Bool
            }
            let shown = try await client.sync.conflicts().map {
                Shown(
                    number: $0.number, table: $0.table, id: $0.id, column: $0.column, won: $0.won, lost: $0.lost,
                    undone: $0.isUndone)
            }
            let lines = shown.map {
                "\($0.number)  \($0.column) of \($0.table) \($0.id): kept \($0.won), discarded \($0.lost)"
                    + ($0.undone ? " (undone)" : "")
            }
            try out.print(["conflicts": shown], lines.isEmpty ? "there are no conflicts" : lines.joined(separator: "\n"))
        }
    }

    struct AccountCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "account",
            abstract: "Show or set the owner's account and tier.",
            discussion: """
                EXAMPLES
                  diorama library account
                  diorama library account --name Ada --tier premium
                """)

        @Option(help: "The name that other people see.")
        var name: String?

        @Option(help: ArgumentHelp("The tier: \(Tier.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "tier"))
        var tier: Tier?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            var account = try await library.activeAccount()
            if name != nil || tier != nil {
                let (name, tier) = (name, tier)
                if let known = account {
                    account = try await library.accounts.update(known.id) { account in
                        if let name { account.name = name }
                        if let tier { account.tier = tier }
                    }
                } else {
                    let made = try await library.accounts.add(
                        Account(name: name ?? ProcessInfo.processInfo.userName, tier: tier ?? .free))
                    try await library.activate(made.id)
                    account = made
                }
            }
            struct Shown: Encodable {
                var id: String?
                var name: String?
                var tier: String
                var features: [String]
            }
            let used = account?.tier ?? .free
            let features = used.features.map(\.rawValue).sorted()
            try out.print(
                Shown(id: account?.id.description, name: account?.name, tier: used.rawValue, features: features),
                "\(account?.name ?? "no account"), \(used.rawValue): "
                    + (features.isEmpty ? "local backup" : features.joined(separator: ", ")))
        }
    }
}

extension Tier: ExpressibleByArgument {}
