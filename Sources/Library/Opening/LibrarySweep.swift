import Foundation
import GRDB

/// Clears away what a program left that ended in the middle of its work. Run only while nobody else has the library open.
struct LibrarySweep {
    let layout: LibraryFolder

    init(_ layout: LibraryFolder) { self.layout = layout }

    func run(_ pool: DatabasePool) throws {
        CatalogueExchange(layout).sweep()
        for file in try layout.incomingFiles() { try FileManager.default.removeItem(at: file) }
        let named = try pool.write { db in
            try db.execute(sql: "DELETE FROM assets WHERE NOT \(Originals.isNamed)")
            try db.execute(
                sql: """
                    UPDATE jobs SET state = 'failed', error = ?, remaining = NULL, modified = ? WHERE state IN ('queued', 'running')
                    """,
                arguments: ["the program ended before it was finished", Date().milliseconds])
            return try Set(String.fetchAll(db, sql: "SELECT hash FROM assets"))
        }
        for hash in try layout.assetFiles() where !named.contains(hash.description) {
            try FileManager.default.removeItem(at: layout.asset(hash))
        }
    }
}
