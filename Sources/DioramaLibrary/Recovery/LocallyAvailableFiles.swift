import Foundation
import GRDB

/// Brings the table `assets`, which says which originals lie on this device, in line with the files that do. A catalogue that comes
/// from elsewhere, or from another time, knows of others.
enum LocallyAvailableFiles {
    /// - Returns: files that the table named and that are not there. The rows that use them stay: a bucket may have the files.
    static func write(_ db: Database, in layout: LibraryFolder) throws -> [AssetHash] {
        let former = try BackupFiles.named(by: db).map(\.hash)
        let files = Set(try layout.assetFiles())
        try db.execute(sql: "DELETE FROM assets")
        let insert = try db.makeStatement(sql: "INSERT INTO assets (hash, byte_count) VALUES (?, ?)")
        for hash in files.sorted() {
            let size = try FileManager.default.attributesOfItem(atPath: layout.asset(hash).path)[.size] as? NSNumber
            try insert.execute(arguments: [hash.description, size?.int64Value ?? 0])
        }
        try db.execute(sql: "DELETE FROM assets WHERE NOT \(Originals.isNamed)")
        return former.filter { !files.contains($0) }
    }

    /// Adds rows for files that lie here and are named, but have none.
    static func heal(_ files: [AssetHash], _ db: Database, in layout: LibraryFolder) throws {
        let known = Set(try String.fetchAll(db, sql: "SELECT hash FROM assets"))
        for hash in files where !known.contains(hash.description) {
            let size = try FileManager.default.attributesOfItem(atPath: layout.asset(hash).path)[.size] as? NSNumber
            try db.execute(
                sql: "INSERT INTO assets (hash, byte_count) VALUES (?, ?)", arguments: [hash.description, size?.int64Value ?? 0])
        }
    }
}
