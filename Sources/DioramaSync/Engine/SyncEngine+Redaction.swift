import Changes
import Foundation
import GRDB

extension SyncEngine {
    /// Removes the values of purged rows from changesets and snapshots in the bucket: each object that has some is replaced by one
    /// of the same name, with the same rows as they are now (`Changeset.redacted`). Devices may apply either of the two.
    ///
    /// The device that purged rows looks through all objects; a device that learned of a purge looks through its own, which it
    /// may have uploaded after that; `late` are those in which values of rows arrived that were purged here before.
    func redact(_ bucket: any Bucket, late: [ChangeKey], _ report: inout SyncReport) async throws(SyncError) {
        guard bucket.replacesObjects else { return }
        let name = bucket.name
        let (own, found, known) = try await write { db in
            (try ChangeTracking.device(db), try PurgeCount.now(db), try PurgeCount.redacted(in: name, db))
        }
        var keys = late
        if found != known {
            for folder in [ChangeKey.Folder.changes, .snapshots] {
                for device in try await bucket.folders(in: Self.key(folder)) where device == own || found.own != known.own {
                    guard let folder = ChangeKey.folder(folder, device: device) else { continue }
                    keys += try await bucket.list(folder, after: nil).compactMap { ChangeKey($0.key) }
                }
            }
        }
        for key in keys where try await redact(key, in: bucket) { report.redacted += 1 }
        // Where something is missing here, its objects are looked through again once it has arrived.
        if found != known, !report.isBehind { try await write { db in try found.setRedacted(in: name, db) } }
    }

    /// - Returns: whether the object was replaced.
    private func redact(_ key: ChangeKey, in bucket: any Bucket) async throws(SyncError) -> Bool {
        let limits = options.limits
        let name = try Self.key(key)
        let data: Data
        do throws(SyncError) {
            data = try await bucket.get(name, limit: limits.byteCount)
        } catch {
            // Compacted meanwhile, or damaged, which is reported where it is applied.
            if [.notFound, .damaged, .refused].contains(error.kind) { return false }
            throw error
        }
        let redacted: Data? = try await write { db in
            let changeset = Changeset(unchecked: Array(data))
            guard let header = try? changeset.header(), try Self.hasApplied(key, header, db) else { return nil }
            do {
                return try changeset.redacted(db, limits: limits).map { Data($0.bytes) }
            } catch is ChangesError {
                return nil
            }
        }
        guard let redacted else { return false }
        _ = try await bucket.put(name, redacted, ifAbsent: false)
        return true
    }

    /// Whether all that is in an object is here: only then the present rows can stand in for it.
    private static func hasApplied(_ key: ChangeKey, _ header: Changeset.Header, _ db: Database) throws -> Bool {
        let own = try ChangeTracking.device(db)
        var cursors = try Cursors.all(db)
        cursors[own] = max(cursors[own] ?? 0, try sequence(db))
        switch key.folder {
        case .changes:
            let find = "SELECT 1 FROM sync_missing WHERE device = ? AND sequence = ?"
            let isMissing = try Row.fetchOne(db, sql: find, arguments: [key.device, key.sequence]) != nil
            return !isMissing && key.sequence <= cursors[key.device, default: 0]
        case .snapshots:
            return try MissingChangesets.all(db).isEmpty
                && header.cursors.allSatisfy { $0.value <= cursors[$0.key, default: 0] }
        }
    }

    private static func key(_ folder: ChangeKey.Folder) throws(SyncError) -> BucketKey {
        guard let key = BucketKey(folder.rawValue) else { throw SyncError(.failed, "\(folder) can't be a folder of a bucket") }
        return key
    }
}

/// How many rows were purged, by this device and by all: both only grow. Where fewer were redacted, values of others are left.
private struct PurgeCount: Equatable {
    var own: Int
    var all: Int

    static func now(_ db: Database) throws -> PurgeCount {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) FILTER (WHERE site = (SELECT site FROM sync_state)), count(*) FROM sync_rows WHERE life = 2
                """)
        return PurgeCount(own: row?[0] ?? 0, all: row?[1] ?? 0)
    }

    static func redacted(in bucket: String, _ db: Database) throws -> PurgeCount {
        let row = try Row.fetchOne(db, sql: "SELECT own, total FROM sync_redactions WHERE bucket = ?", arguments: [bucket])
        return PurgeCount(own: row?[0] ?? 0, all: row?[1] ?? 0)
    }

    func setRedacted(in bucket: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO sync_redactions (bucket, own, total) VALUES (?, ?, ?)
                ON CONFLICT (bucket) DO UPDATE SET own = excluded.own, total = excluded.total
                """, arguments: [bucket, own, all])
    }
}
