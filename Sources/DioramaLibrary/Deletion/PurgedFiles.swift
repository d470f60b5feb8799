import Foundation
import GRDB

/// Files whose rows were purged and that may still be in a bucket.
package enum PurgedFiles {
    /// The files that no row names and whose last row was deleted here before `time`.
    package static func due(before time: Date, _ db: Database) throws -> [AssetHash] {
        try String.fetchAll(
            db, sql: "SELECT hash FROM purged_files WHERE noticed <= ? AND NOT \(Originals.isNamed(in: "purged_files"))",
            arguments: [time.milliseconds]
        ).compactMap { AssetHash($0) }
    }

    /// Forgets files that are named again, and those whose last row was deleted before `time`.
    package static func forget(before time: Date, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM purged_files WHERE noticed <= ?", arguments: [time.milliseconds])
        try db.execute(sql: "DELETE FROM purged_files WHERE \(Originals.isNamed(in: "purged_files"))")
    }

    /// How many files wait to be removed from the bucket.
    package static func count(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM purged_files WHERE NOT \(Originals.isNamed(in: "purged_files"))") ?? 0
    }
}
