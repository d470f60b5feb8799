import Foundation
import GRDB

extension Library {
    /// The asset with this hash, wherever its file is; nil where no space has such an asset. `OriginalStore` finds its file.
    public func asset(_ hash: AssetHash) async throws(LibraryError) -> Asset? {
        try await read(to: "find the asset \(hash)") { db in try Catalogue.asset(db, hash) }
    }

    /// The sizes in bytes that the catalogue states for a file; none where nothing names it.
    func byteCounts(of hash: AssetHash) async throws(LibraryError) -> [Int64] {
        try await read(to: "find the file \(hash)") { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT byte_count FROM space_assets WHERE hash = ?1 UNION SELECT byte_count FROM media WHERE hash = ?1
                    """, arguments: [hash.description])
        }
    }
}
