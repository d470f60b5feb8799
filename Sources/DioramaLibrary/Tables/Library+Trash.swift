import Foundation
import GRDB

extension CatalogueTable {
    /// Deletes permanently what was put into the trash before a time, some at a time, so that others wait for none of it long.
    /// - Returns: how many entries that were.
    public func purgeTrashed(before time: Date) async throws(LibraryError) -> Int {
        let layout = layout
        var purged = 0
        while true {
            let (count, hashes) = try await library.write(to: "empty the trash") { db -> (Int, [AssetHash]) in
                let ids = try String.fetchAll(
                    db, sql: "SELECT id FROM \(layout.table) WHERE trashed IS NOT NULL AND trashed < ? LIMIT 50",
                    arguments: [time.cell])
                var hashes: [AssetHash] = []
                for id in ids.compactMap({ Identifier<Value>($0) }) { hashes += try layout.purge(id, db).hashes }
                return (ids.count { Identifier<Value>($0) != nil }, hashes)
            }
            try? await library.removeUnnamed(hashes)
            purged += count
            if count < 50 { return purged }
        }
    }
}

extension Library {
    /// Deletes permanently whatever was put into the trash before a time.
    /// - Returns: how many entries and spaces that were.
    public func purgeTrash(before time: Date) async throws(LibraryError) -> Int {
        var purged = 0
        for space in try await trashedSpaces() where space.trashed.map({ $0 < time }) ?? false {
            if try await delete(space.id) { purged += 1 }
        }
        purged += try await media.purgeTrashed(before: time)
        purged += try await exhibits.purgeTrashed(before: time)
        purged += try await memories.purgeTrashed(before: time)
        purged += try await plans.purgeTrashed(before: time)
        purged += try await measurements.purgeTrashed(before: time)
        purged += try await recordings.purgeTrashed(before: time)
        purged += try await loans.purgeTrashed(before: time)
        purged += try await maintenance.purgeTrashed(before: time)
        purged += try await things.purgeTrashed(before: time)
        purged += try await places.purgeTrashed(before: time)
        purged += try await requests.purgeTrashed(before: time)
        purged += try await shares.purgeTrashed(before: time)
        purged += try await workflows.purgeTrashed(before: time)
        return purged
    }
}
