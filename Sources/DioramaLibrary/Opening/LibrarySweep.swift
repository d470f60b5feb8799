import Foundation
import GRDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Clears away what a program left that ended in the middle of its work. Run only while nobody else has the library open.
struct LibrarySweep {
    let layout: LibraryFolder

    init(_ layout: LibraryFolder) { self.layout = layout }

    func run(_ pool: DatabasePool) throws {
        CatalogueExchange(layout).sweep()
        for file in try layout.incomingFiles() { try FileManager.default.removeItem(at: file) }
        let files = try layout.assetFiles()
        let (named, purged) = try pool.write { db in
            // A file whose row is gone or damaged, but which is named: it is here, whatever its row says.
            try LocallyAvailableFiles.heal(files, db, in: layout)
            try db.execute(sql: "DELETE FROM assets WHERE NOT \(Originals.isNamed)")
            try UndoBatch.rollBackAll(db)
            try db.execute(
                sql: """
                    UPDATE jobs SET state = 'failed', error = ?, remaining = NULL, modified = ? WHERE state IN ('queued', 'running')
                    """,
                arguments: ["the program ended before it was finished", Date().milliseconds])
            return (
                try Set(String.fetchAll(db, sql: "SELECT hash FROM assets")),
                try Set(String.fetchAll(db, sql: "SELECT hash FROM purged_files"))
            )
        }
        let unnamed = files.filter { !named.contains($0.description) }
        if unnamed.isEmpty { return }
        // What a backup names may be nameless here only because a row was damaged without a trace. It is rather kept aside, unless
        // it was purged.
        let precious = try BackupFolder(layout.backups).filesOfNewest()
        let aside = LibraryFolder(layout.damaged.appendingPathComponent("unnamed", isDirectory: true))
        for hash in unnamed {
            if precious.contains(hash), !purged.contains(hash.description) {
                try LibraryOpening.makeFolder(aside.asset(hash).deletingLastPathComponent())
                if rename(layout.asset(hash).path, aside.asset(hash).path) == 0 { continue }
            }
            try FileManager.default.removeItem(at: layout.asset(hash))
        }
    }
}
