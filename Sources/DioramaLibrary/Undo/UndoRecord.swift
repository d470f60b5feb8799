import Foundation
import GRDB

/// An action on the catalogue that can be undone on this device: a bulk edit, a merge, an import.
public struct UndoRecord: Sendable, Equatable {
    /// Its id.
    public let id: UndoID
    /// What was done, as "Import 214 things".
    public let title: String
    /// When it was done.
    public let created: Date
}

/// The id of an action that can be undone.
public typealias UndoID = Identifier<UndoRecord>

/// What undoing an action restored.
public struct UndoResult: Sendable, Equatable {
    /// Number of rows that are as they were before.
    public var restored = 0
    /// Number of values that others changed since the action: they keep what was written last.
    public var kept = 0
}

/// Collects what an action writes, so that it can be undone.
struct UndoJournal: Codable {
    /// A value of a table's cell, as SQLite keeps it; nil for NULL.
    enum Value: Codable, Equatable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
    }

    struct Cell: Codable {
        var table: String
        var id: String
        var column: String
        var old: Value
        var new: Value
    }

    struct Row: Codable {
        var table: String
        var id: String
    }

    var cells: [Cell] = []
    var added: [Row] = []
    var trashed: [Row] = []

    /// Changes an entry and notes the cells that it changed.
    mutating func update<V>(_ old: Entry<V>, to value: V, _ db: Database) throws -> Entry<V> {
        let entry = try V.layout.update(old, from: old.content, to: value, db)
        for column in V.layout.columns {
            let before = Value(column.cell(old.content))
            let after = Value(column.cell(entry.content))
            if before != after {
                cells.append(
                    Cell(table: V.layout.table, id: old.id.description, column: column.name, old: before, new: after))
            }
        }
        return entry
    }

    /// Adds a value and notes that it did.
    mutating func insert<V: CatalogueValue>(_ value: V, _ db: Database) throws -> Entry<V> {
        let entry = try V.layout.insert(value, db)
        added.append(Row(table: V.layout.table, id: entry.id.description))
        return entry
    }

    /// Puts entries into the trash and notes those that were not there before.
    mutating func trash<V: CatalogueValue>(_ ids: [Identifier<V>], _ db: Database) throws {
        for id in try V.layout.setTrashed(ids, at: Date(), db) {
            trashed.append(Row(table: V.layout.table, id: id.description))
        }
    }

    /// Undoes what was noted. A cell that was changed since keeps its value.
    func undo(_ db: Database) throws -> UndoResult {
        var result = UndoResult()
        let now = Date().milliseconds
        var rows: Set<String> = []
        for cell in cells.reversed() where Self.isName(cell.column) && Schema.tracked.contains(cell.table) {
            try db.cachedStatement(
                sql: """
                    UPDATE \(cell.table) SET \(cell.column) = ?, modified = max(modified, ?) WHERE id = ? AND \(cell.column) IS ?
                    """
            ).execute(arguments: [cell.old.stored, now.databaseValue, cell.id.databaseValue, cell.new.stored])
            if db.changesCount > 0 { rows.insert(cell.id) } else { result.kept += 1 }
        }
        for (list, time) in [(trashed, nil), (added, now)] {
            for row in list where Schema.tracked.contains(row.table) {
                try db.cachedStatement(sql: "UPDATE \(row.table) SET trashed = ?, modified = max(modified, ?) WHERE id = ?")
                    .execute(
                        arguments: [time?.databaseValue ?? .null, now.databaseValue, row.id.databaseValue])
                if db.changesCount > 0 { rows.insert(row.id) }
            }
        }
        result.restored = rows.count
        return result
    }

    private static func isName(_ column: String) -> Bool {
        column.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F } && !column.isEmpty
    }
}

extension UndoJournal.Value {
    init(_ value: DatabaseValue) {
        switch value.storage {
        case .int64(let number): self = .integer(number)
        case .double(let number): self = .real(number)
        case .string(let text): self = .text(text)
        // No table of the catalogue that people edit has blobs.
        case .null, .blob: self = .null
        }
    }

    var stored: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        }
    }
}
