import DioramaLibrary
import ArgumentParser
import DioramaSync
import Foundation
import Spaces

extension Spaces.Trash.Item {
    fileprivate var line: String {
        let contents = memories.map { $0 == 0 ? "" : " with \($0) \($0 == 1 ? "memory" : "memories")" } ?? ""
        return "\(id)  \(kind.rawValue)  \(name)\(contents)  (trashed \(trashed.formatted(.iso8601)))"
    }
}

extension LibraryCommand {
    struct Trash: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what is in the trash, move spaces to it, or restore from it.",
            discussion: """
                A space is moved with its memories, plan and measurements, and restored with them.

                EXAMPLES
                  diorama library trash
                  diorama library trash SPACE
                  diorama library trash --restore ITEM
                """)

        @Argument(help: "Spaces to move to the trash, by their ids.")
        var spaces: [String] = []

        @Option(help: ArgumentHelp("Restore this from the trash.", valueName: "id"))
        var restore: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if restore != nil && !spaces.isEmpty { throw ValidationError("Give spaces to move to the trash, or --restore.") }
        }

        func run() async throws {
            let library = try library.open()
            let trash = Spaces.Trash(library: library)
            if let restore {
                let item = try await trash.item(restore)
                try await trash.restore(item)
                try out.print(["restored": item], "\(item.name) is restored")
            } else if spaces.isEmpty {
                let items = try await trash.items()
                try out.print(["trash": items], items.isEmpty ? "the trash is empty" : items.map(\.line).joined(separator: "\n"))
            } else {
                var items: [Spaces.Trash.Item] = []
                for space in spaces { items.append(try await trash.add(try await library.space(argument: space).id)) }
                try out.print(["trashed": items], items.map(\.line).joined(separator: "\n"))
            }
        }
    }

    struct Purge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete what is in the trash permanently, on all devices.",
            discussion: """
                A space is deleted with its memories, plan, measurements and files. 'diorama library retention' sets how long files
                stay in the bucket after that, and how long backups that still have it are kept.

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
            let trash = Spaces.Trash(library: library)
            let count: Int
            if all {
                let limit = Date().addingTimeInterval(-86_400 * Double(olderThan))
                count = try await cancellable { try await trash.purge(before: limit) }
            } else {
                let items = try await trash.items()
                if let missing = ids.first(where: { id in !items.contains { $0.id == id } }) {
                    throw CommandFailure(
                        "there is no \(missing) in the trash; only what is in the trash can be deleted permanently")
                }
                let chosen = items.filter { ids.contains($0.id) }
                try await trash.purge(chosen)
                count = chosen.count
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
            let client = try await library.client()
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
            let features = try await library.features().map(\.rawValue).sorted()
            try out.print(
                Shown(id: account?.id.description, name: account?.name, tier: used.rawValue, features: features),
                "\(account?.name ?? "no account"), \(used.rawValue): "
                    + (features.isEmpty ? "local backup" : features.joined(separator: ", ")))
        }
    }
}

extension Tier: ExpressibleByArgument {}
