import Foundation
import GRDB

extension Library {
    /// The actions on this device that can be undone, the latest first.
    public func undoRecords() async throws(LibraryError) -> [UndoRecord] {
        try await read(to: "list what can be undone") { db in
            try Row.fetchAll(db, sql: "SELECT id, title, created FROM undo_records ORDER BY id DESC").compactMap { row in
                guard let id = UndoID(row[0] as String) else { return nil }
                return UndoRecord(id: id, title: row[1], created: Date(milliseconds: row[2]))
            }
        }
    }

    /// Undoes an action: changed values are as before where nobody changed them since, added entries are in the trash, those that
    /// went to the trash are back. Each action can be undone once.
    /// - Throws: `LibraryError` of kind `notFound` where there is no such action, or it was undone.
    public func undo(_ id: UndoID) async throws(LibraryError) -> UndoResult {
        try await write(to: "undo") { db in
            let content = try String.fetchOne(db, sql: "SELECT content FROM undo_records WHERE id = ?", arguments: [id.cell])
            guard let journal = content.flatMap({ JSONText.read(UndoJournal.self, $0) }) else {
                throw LibraryError(.notFound, "this can't be undone any more: it was undone, or is too long ago")
            }
            var result = try UndoBatch(id: id).undo(db)
            let rest = try journal.undo(db)
            result.restored += rest.restored
            result.kept += rest.kept
            try db.execute(sql: "DELETE FROM undo_records WHERE id = ?", arguments: [id.cell])
            return result
        }
    }

    /// Runs an action that can be undone, in one transaction: whole or not at all.
    func undoable<T: Sendable>(
        _ title: String, _ action: @escaping @Sendable (inout UndoJournal, Database) throws -> T
    ) async throws(LibraryError) -> (result: T, undo: UndoID) {
        try await write(to: title) { db in
            var journal = UndoJournal()
            let result = try action(&journal, db)
            return (result, try Self.keep(journal, title: title, db))
        }
    }

    static func keep(_ journal: UndoJournal, title: String, _ db: Database) throws -> UndoID {
        let newest = try String.fetchOne(db, sql: "SELECT max(id) FROM undo_records")
        let id = UndoID(KSUID(above: newest.flatMap { KSUID($0) }))
        try keep(journal, as: id, title: title, db)
        return id
    }

    static func keep(_ journal: UndoJournal, as id: UndoID, title: String, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO undo_records (id, created, title, content) VALUES (?, ?, ?, ?)",
            arguments: [id.cell, Date().cell, title, JSONText.of(journal)])
        try db.execute(
            sql: "DELETE FROM undo_records WHERE id NOT IN (SELECT id FROM undo_records ORDER BY id DESC LIMIT \(undoLimit))")
        try UndoBatch.prune(db)
    }

    /// How many actions can be undone.
    private static let undoLimit = 50
}
