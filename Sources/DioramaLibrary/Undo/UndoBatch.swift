import Foundation
import GRDB

/// An action that is too large for one transaction: others may write between its parts. It is there whole, or it is undone: where
/// it fails, by the one who began it; where the program ends in the middle, when the library is opened next.
struct UndoBatch: Sendable {
    /// The id of the action once it is complete.
    let id: UndoID

    private static let pending = "undo.pending."
    private static let part = "undo.part."

    /// Notes that the action is under way.
    static func begin(_ db: Database) throws -> UndoBatch {
        let newest = try String.fetchOne(db, sql: "SELECT max(id) FROM undo_records")
        let batch = UndoBatch(id: UndoID(KSUID(above: newest.flatMap { KSUID($0) })))
        try LocalSettings.set(pending + batch.id.description, to: "", db)
        return batch
    }

    /// Notes what a part wrote, in that part's transaction.
    /// - Parameter number: of the part, from 0.
    func note(_ journal: UndoJournal, part number: Int, _ db: Database) throws {
        let name = Self.part + id.description + String(format: ".%06d", number)
        try LocalSettings.set(name, to: JSONText.of(journal), db)
    }

    /// The action is complete, and can be undone from now on.
    func complete(title: String, _ db: Database) throws {
        try LocalSettings.set(Self.pending + id.description, to: nil, db)
        try Library.keep(UndoJournal(), as: id, title: title, db)
    }

    /// Undoes the parts that there are, the last one first, and forgets them.
    func undo(_ db: Database) throws -> UndoResult {
        var result = UndoResult()
        let parts = try Row.fetchAll(
            db, sql: "SELECT name, value FROM local_settings WHERE name > ? AND name < ? ORDER BY name DESC",
            arguments: [Self.part + id.description + ".", Self.part + id.description + "/"])
        for row in parts {
            if let journal = JSONText.read(UndoJournal.self, row[1] as String) {
                let undone = try journal.undo(db)
                result.restored += undone.restored
                result.kept += undone.kept
            }
            try LocalSettings.set(row[0], to: nil, db)
        }
        return result
    }

    /// Undoes an action that could not be completed.
    func rollBack(_ db: Database) throws {
        _ = try undo(db)
        try LocalSettings.set(Self.pending + id.description, to: nil, db)
    }

    /// Undoes all actions that were not completed. Run only while nobody else has the library open.
    static func rollBackAll(_ db: Database) throws {
        let names = try String.fetchAll(
            db, sql: "SELECT name FROM local_settings WHERE name > ? AND name < ?", arguments: [pending, "undo.pending/"])
        for name in names {
            guard let id = UndoID(String(name.dropFirst(pending.count))) else { continue }
            try UndoBatch(id: id).rollBack(db)
        }
    }

    /// Forgets parts of actions that can't be undone any more.
    static func prune(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM local_settings WHERE name > ? AND name < ?
                    AND substr(name, ?, 27) NOT IN (SELECT id FROM undo_records)
                    AND substr(name, ?, 27) NOT IN (
                        SELECT substr(name, ?) FROM local_settings WHERE name > ? AND name < ?)
                """,
            arguments: [
                part, "undo.part/", part.count + 1, part.count + 1, pending.count + 1, pending, "undo.pending/",
            ])
    }
}
