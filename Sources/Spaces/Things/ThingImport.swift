import CatalogueFormats
import DioramaLibrary
import Foundation
import Support

/// Imports things from a table or a JSON export: previewed first, then whole or not at all.
public struct ThingImport: Sendable {
    private let library: Library

    /// Imports into `library`.
    public init(library: Library) { self.library = library }

    /// How a file is read.
    public struct Options: Sendable {
        /// What each column is; nil for the proposed mapping.
        public var mapping: [ThingField]?
        /// The currency of amounts without one.
        public var currency = "EUR"
        /// The order of day, month and year; nil to detect it.
        public var dateOrder: DateOrder?

        /// Everything detected, amounts in euros.
        public init() {}
    }

    /// A column of a table.
    public struct Column: Sendable, Equatable {
        /// The column's name in the file.
        public let header: String
        /// What it is.
        public let field: ThingField
        /// Its first values that are not empty, at most three.
        public let samples: [String]
    }

    /// What is wrong with a row, or with the mapping of a column.
    public struct Message: Sendable, Equatable, CustomStringConvertible {
        /// The line of the file where the row begins, from 1.
        public let line: Int
        /// The header of the column; nil where the whole row is meant.
        public let column: String?
        /// What is wrong, and what to do.
        public let problem: String

        /// "line 3, Price: …".
        public var description: String { "line \(line)" + (column.map { ", \($0)" } ?? "") + ": \(problem)" }
    }

    /// What a file holds, and what hinders its import.
    public struct Preview: Sendable {
        /// The program that wrote it, as `homebox`; `json` for a JSON export.
        public let layout: String
        /// Number of rows.
        public let rows: Int
        /// The columns of a table; none of JSON.
        public let columns: [Column]
        /// What is wrong: nothing can be imported while there is an error.
        public let errors: [Message]
        /// What to know besides.
        public internal(set) var notes: [String]
        /// What would be added, in the order of the file.
        public let things: [NewThing]
        /// The ids that the file gives things, where Diorama wrote it.
        var ids: [ThingID] = []
    }

    /// Reads a file without importing it.
    /// - Throws: `SpacesError` of kind `invalidInput` where the file is no table and no export, with the line and column.
    public func preview(_ bytes: [UInt8], _ options: Options = Options()) async throws -> Preview {
        let isJSON = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{")
        var preview = try await Blocking.run {
            do {
                return isJSON ? try Self.document(bytes) : try Self.table(bytes, options)
            } catch let error as CatalogueFormatError {
                throw SpacesError(.invalidInput, error.description)
            }
        }
        let known = try await known(preview.ids)
        if known > 0 {
            preview.notes.append("\(known) of these things are in the library already; importing adds them a second time.")
        }
        return preview
    }

    /// How many of these things are in the library and not in the trash.
    private func known(_ ids: [ThingID]) async throws -> Int {
        var known = 0
        for start in stride(from: 0, to: ids.count, by: 1000) {
            let page = Array(ids[start..<min(start + 1000, ids.count)])
            known += try await library.things.get(page).count { $0.trashed == nil }
        }
        return known
    }

    /// Imports what a preview holds, whole or not at all.
    /// - Returns: the things, and the action to be undone.
    /// - Throws: `SpacesError` of kind `invalidInput` where the preview has errors or nothing to import.
    public func run(_ preview: Preview, account: AccountID? = nil) async throws -> (things: [Entry<Thing>], undo: UndoID) {
        if let first = preview.errors.first {
            throw SpacesError(
                .invalidInput, "\(preview.errors.count) rows can't be imported; the first: \(first)",
                remedy: "correct the file or the mapping; nothing was imported")
        }
        if preview.things.isEmpty { throw SpacesError(.invalidInput, "the file has no things to import") }
        let new = preview.things.map { draft in
            var draft = draft
            draft.thing.account = account
            return draft
        }
        return try await library.addThings(new, title: "Import \(new.count) things")
    }

    private static func table(_ bytes: [UInt8], _ options: Options) throws -> Preview {
        let table = try ThingTable.read(bytes)
        var mapping = ColumnMapping(proposedFor: table)
        if let fields = options.mapping {
            if fields.count != table.header.count {
                throw SpacesError(
                    .invalidInput, "the mapping has \(fields.count) columns, the file \(table.header.count)", input: "mapping")
            }
            for (i, field) in fields.enumerated() where mapping.columns[i].field != field {
                mapping.columns[i] = ColumnMapping.Column(field, currency: mapping.columns[i].currency)
            }
        }
        let columns = table.header.indices.map { i in
            Column(
                header: table.header[i], field: mapping.columns[i].field,
                samples: Array(
                    table.rows.lazy.compactMap { i < $0.fields.count ? $0.fields[i] : nil }.filter { !$0.isEmpty }.prefix(3)))
        }
        let plan: ImportPlan
        do throws(CatalogueFormatError) {
            plan = try ImportPlan(
                table, mapping: mapping,
                options: CatalogueFormats.ImportOptions(currency: options.currency, dateOrder: options.dateOrder))
        } catch {
            // A mapping that doesn't fit, as one without a name, is to be corrected in the preview.
            let message = Message(
                line: 1, column: error.location, problem: error.problem + (error.remedy.isEmpty ? "" : "; \(error.remedy)"))
            return Preview(
                layout: table.layout.rawValue, rows: table.rows.count, columns: columns, errors: [message], notes: table.notes,
                things: [])
        }
        let inSpaces = plan.drafts.count { $0.space != nil }
        let spaces = inSpaces > 0 ? ["\(inSpaces) things name a space; where they are in it is not imported."] : []
        let notes =
            table.notes + spaces + plan.notes.prefix(20).map(\.description) + plan.skipped.prefix(20).map { "not imported: \($0)" }
        return Preview(
            layout: table.layout.rawValue, rows: table.rows.count, columns: columns,
            errors: plan.errors.map { Message(line: $0.line, column: $0.column, problem: $0.text) }, notes: notes,
            things: plan.drafts.map { draft in
                var thing = draft.thing
                if draft.isArchived { thing.tags.append("archived") }
                if draft.isSold { thing.tags.append("sold") }
                return NewThing(thing, path: draft.place)
            },
            ids: table.layout == .diorama ? plan.drafts.compactMap { $0.reference.flatMap { ThingID($0) } } : [])
    }

    private static func document(_ bytes: [UInt8]) throws -> Preview {
        let document = try CatalogueDocument.read(bytes)
        let places = Dictionary(document.places.map { ($0.id, $0) }) { a, _ in a }
        func path(to id: PlaceID?) -> [String] {
            var names: [String] = []
            var next = id
            while let place = next.flatMap({ places[$0] }), names.count < 20 {
                names.insert(place.name, at: 0)
                next = place.parent
            }
            return names
        }
        let loans = Dictionary(grouping: document.loans, by: \.thing)
        let maintenance = Dictionary(grouping: document.maintenance, by: \.thing)
        let things = document.things.map { record in
            var thing = record.thing
            let names = path(to: thing.place)
            // Spaces and accounts are other ones here.
            thing.place = nil
            thing.space = nil
            thing.position = nil
            thing.object = nil
            return NewThing(
                thing, path: names,
                loans: (loans[record.id] ?? []).map {
                    Loan(thing: nil, borrower: $0.borrower, lent: $0.lent, due: $0.due, returned: $0.returned, notes: $0.notes)
                },
                maintenance: (maintenance[record.id] ?? []).map {
                    Maintenance(thing: nil, title: $0.title, due: $0.due, done: $0.done, cost: $0.cost, notes: $0.notes)
                })
        }
        let files = document.things.reduce(0) { $0 + $1.media.count }
        let inSpaces = document.things.count { $0.thing.space != nil }
        let spaces = inSpaces > 0 ? ["\(inSpaces) things are in a space; where they are in it is not imported."] : []
        let notes =
            files > 0 ? ["The \(files) photos and documents that the export names are not in it; add them to the things."] : []
        return Preview(
            layout: "json", rows: things.count, columns: [], errors: [], notes: notes + spaces, things: things,
            ids: document.things.map(\.id))
    }
}
