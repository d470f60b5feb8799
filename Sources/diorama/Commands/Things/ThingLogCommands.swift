import ArgumentParser
import DioramaLibrary
import Foundation
import Spaces

extension ThingCommand {
    struct Lend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Note that a thing was lent.",
            discussion: """
                EXAMPLE
                  diorama thing lend Drill --to Ben --until 2028-01-31
                """)

        @Argument(help: "The thing: its id or name.")
        var thing: String

        @Option(name: .customLong("to"), help: ArgumentHelp("Who has it.", valueName: "text"))
        var borrower: String

        @Option(help: ArgumentHelp("When it should be returned, as 2028-01-31.", valueName: "when"))
        var until: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let catalogue = ThingCatalogue(library: library, media: library.mediaStore)
            let entry = try await catalogue.thing(named: thing)
            let loan = try await catalogue.lend(
                Loan(
                    thing: entry.id, borrower: borrower, lent: Date(),
                    due: try until.map { try DayArgument.date($0, of: "--until") },
                    account: try await library.activeAccount()?.id))
            try out.print(
                ["id": loan.id.description, "thing": entry.id.description, "borrower": loan.borrower],
                "\(entry.name) is lent to \(loan.borrower)")
        }
    }

    struct Return: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Note that a thing that was lent is back.",
            discussion: """
                EXAMPLE
                  diorama thing return Saw
                """)

        @Argument(help: "The thing: its id or name.")
        var thing: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let catalogue = ThingCatalogue(library: library, media: library.mediaStore)
            let entry = try await catalogue.thing(named: thing)
            guard let loan = try await library.loans.list([.thing(entry.id), .isOpen]).entries.first else {
                throw CommandFailure("\(entry.name) is not lent")
            }
            _ = try await catalogue.edit(loan.id) { $0.returned = Date() }
            try out.print(
                ["id": loan.id.description, "thing": entry.id.description, "state": "returned"],
                "\(entry.name) is back from \(loan.borrower)")
        }
    }

    struct Due: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List warranties that end, maintenance that is due and loans to be returned.",
            discussion: """
                EXAMPLES
                  diorama thing due --days 60
                  diorama thing due --calendar diorama.ics
                """)

        @Option(parsing: .number, help: "How many days ahead; 30 by default.")
        var days: Int = 30

        @Option(help: ArgumentHelp("Write what is due in the next ten years as a calendar (.ics).", valueName: "file"))
        var calendar: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        private struct Item: Encodable {
            let kind: String
            let id: String
            let thing: String?
            let name: String
            let detail: String
            let due: Date
        }

        func run() async throws {
            if !(0...3660).contains(days) { throw CommandFailure("--days must be 0 to 3660, not \(days)") }
            let library = try library.open()
            if let calendar {
                let bytes = try await ThingCatalogue(library: library, media: library.mediaStore).calendar(address: nil)
                try Data(bytes).write(to: URL(fileURLWithPath: calendar), options: .atomic)
            }
            let now = Date()
            let items = try await library.reminders(from: now, before: now.addingTimeInterval(Double(days) * 86_400)).map {
                Item(
                    kind: $0.kind.rawValue, id: $0.id.description, thing: $0.thing?.description, name: $0.name, detail: $0.detail,
                    due: $0.due)
            }
            let lines = items.map { item in
                let what =
                    switch item.kind {
                    case "warranty": "warranty of \(item.name) ends"
                    case "loan": "\(item.detail) returns \(item.name)"
                    case "request": "answer the request of \(item.detail): \(item.name)"
                    case "answer": "\(item.detail) answers the request: \(item.name)"
                    default: "\(item.detail): \(item.name)"
                    }
                return "\(DayArgument.text(item.due))  \(what)"
            }
            try out.print(
                ["reminders": items], lines.isEmpty ? "nothing is due in the next \(days) days" : lines.joined(separator: "\n"))
        }
    }

    struct Merge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Merge other entries of the same thing into one; the others go to the trash.",
            discussion: """
                EXAMPLE
                  diorama thing merge Drill Borer
                """)

        @Argument(help: "The thing that stays: its id or name.")
        var thing: String

        @Argument(help: "The others: ids or names.")
        var others: [String]

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let catalogue = ThingCatalogue(library: library, media: library.mediaStore)
            var ids: [ThingID] = []
            for other in others { ids.append(try await catalogue.thing(named: other).id) }
            let merged = try await library.merge(ids, into: try await catalogue.thing(named: thing).id)
            try out.print(
                ["id": merged.thing.id.description, "undo": merged.undo.description],
                "merged \(ids.count + 1) entries into \(merged.thing.name); undo with: diorama thing undo \(merged.undo)")
        }
    }

    struct Undo: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Undo a merge or an import, the latest by default.",
            discussion: """
                EXAMPLE
                  diorama thing undo
                """)

        @Argument(help: "The id that the command printed; the latest action by default.")
        var action: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        private struct Report: Encodable {
            let title: String
            let restored: Int
            let kept: Int
        }

        func run() async throws {
            let library = try library.open()
            let records = try await library.undoRecords()
            guard let record = action.map({ id in records.first { $0.id.description == id } }) ?? records.first else {
                throw CommandFailure(
                    action == nil ? "there is nothing to undo" : "there is no action \(action ?? "") that can be undone")
            }
            let result = try await library.undo(record.id)
            let kept = result.kept > 0 ? "; \(result.kept) values were changed since and stay" : ""
            try out.print(
                Report(title: record.title, restored: result.restored, kept: result.kept), "undone: \(record.title)\(kept)")
        }
    }
}
