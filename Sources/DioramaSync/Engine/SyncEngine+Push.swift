import Changes
import Foundation
import GRDB
import DioramaLibrary

extension SyncEngine {
    /// Writes local changes into changesets and uploads those that the bucket lacks.
    func push(_ bucket: any Bucket, _ report: inout SyncReport) async throws(SyncError) {
        try await export()
        let name = bucket.name
        try await restartIfEmptied(bucket)
        while true {
            let next = try await write { db -> (device: String, sequence: Int64, data: Data?, last: Int64) in
                try db.execute(
                    sql: "INSERT INTO sync_buckets (name, sequence) VALUES (?, 0) ON CONFLICT DO NOTHING", arguments: [name])
                let sent = try Int64.fetchOne(db, sql: "SELECT sequence FROM sync_buckets WHERE name = ?", arguments: [name]) ?? 0
                let data = try Data.fetchOne(db, sql: "SELECT data FROM sync_outbox WHERE sequence = ?", arguments: [sent + 1])
                return (try ChangeTracking.device(db), sent + 1, data, try Self.sequence(db))
            }
            if next.sequence > next.last { return }
            guard let data = next.data else {
                // The bucket is new, or was not used for so long that the changesets were removed here: a snapshot holds them.
                let covered = try await sendSnapshot(bucket, &report)
                try await write { db in try Self.follow(covered[next.device, default: 0], in: name, db) }
                continue
            }
            let key = try Self.key(ChangeKey(.changes, device: next.device, sequence: next.sequence))
            if try await bucket.put(key, data, ifAbsent: true) {
                report.sent += 1
            } else {
                let found = try await uploaded(key, bucket)
                if let found, found != data && !data.starts(with: found) {
                    // Somebody else has written our next changeset: the library was copied, and both copies are in use.
                    report.newDevice = try await write { db in try Self.becomeNewDevice(db) }
                    try await export()
                    continue
                }
                // Our own changeset, of a call whose response was lost, or a damaged one, of a bucket without atomic writes.
                if found != data { _ = try await bucket.put(key, data, ifAbsent: false) }
                report.sent += 1
            }
            try await write { [options] db in
                try db.execute(
                    sql: "UPDATE sync_buckets SET sequence = max(sequence, ?) WHERE name = ?", arguments: [next.sequence, name])
                // Every bucket in use has them; one that was not used for long gets a snapshot.
                try db.execute(
                    sql: """
                        DELETE FROM sync_outbox WHERE sequence <= (SELECT min(sequence) FROM sync_buckets)
                            OR sequence <= (SELECT max(sequence) FROM sync_buckets) - ?
                        """, arguments: [options.keptChangesets])
            }
        }
    }

    /// The object under the name of this device's next changeset; nil where it is gone or can't be decrypted.
    private func uploaded(_ key: BucketKey, _ bucket: any Bucket) async throws(SyncError) -> Data? {
        do throws(SyncError) {
            return try await bucket.get(key, limit: options.limits.byteCount)
        } catch {
            guard [.damaged, .notFound].contains(error.kind) else { throw error }
            return nil
        }
    }

    /// Starts again with a bucket that lacks this device's last changeset: it was emptied, or is another disk.
    private func restartIfEmptied(_ bucket: any Bucket) async throws(SyncError) {
        let name = bucket.name
        let (device, sent) = try await write { db in
            (
                try ChangeTracking.device(db),
                try Int64.fetchOne(db, sql: "SELECT sequence FROM sync_buckets WHERE name = ?", arguments: [name]) ?? 0
            )
        }
        guard sent > 0, try await !isPresent(Self.key(ChangeKey(.changes, device: device, sequence: sent)), bucket) else { return }
        try await write { db in try db.execute(sql: "UPDATE sync_buckets SET sequence = 0 WHERE name = ?", arguments: [name]) }
    }

    /// Whether there is an object of this name, intact or damaged: what a damaged one held is requested by the devices that lack
    /// it.
    private func isPresent(_ key: BucketKey, _ bucket: any Bucket) async throws(SyncError) -> Bool {
        do throws(SyncError) {
            return try await bucket.head(key) != nil
        } catch {
            guard error.kind == .damaged else { throw error }
            return true
        }
    }

    /// Writes local changes into changesets; each is stored in the transaction that marks its changes as exported.
    private func export() async throws(SyncError) {
        let options = options
        var goesOn = true
        while goesOn {
            goesOn = try await write { db in
                let after = try Changeset.exported(db)
                let cursors = try Self.cursorsToReport(db)
                let asks = try !MissingChangesets.toAsk(db, options).isEmpty
                let header = try Self.nextHeader(db)
                let made = try Changeset.changes(db, after: after, limit: options.cellsPerChangeset, header: header)
                if made == nil && !cursors.areNews && !asks { return false }
                try MissingChangesets.markAsked(db)
                // Others remove changesets from the bucket only after we have reported them as applied.
                let changeset = try made?.changeset ?? Changeset.subset(db, rows: [:], header: header)
                try db.execute(sql: "UPDATE sync_progress SET sequence = sequence + 1, told = ?", arguments: [cursors.text])
                try db.execute(
                    sql: "INSERT INTO sync_outbox (sequence, data, after) VALUES (?, ?, ?)",
                    arguments: [try Self.sequence(db), Data(changeset.bytes), after.rawValue])
                if let made { try Changeset.markExported(db, upTo: made.upTo) }
                return made != nil
            }
        }
    }

    /// The last applied changeset of each device, and whether that is worth a changeset of its own.
    private static func cursorsToReport(_ db: Database) throws -> (text: String, areNews: Bool) {
        let all = try Cursors.complete(db)
        let text = try json(all)
        let stored = try String.fetchOne(db, sql: "SELECT told FROM sync_progress") ?? "{}"
        let told = (try? JSONDecoder().decode([String: Int64].self, from: Data(stored.utf8))) ?? [:]
        let behind = all.reduce(Int64(0)) { $0 + max($1.value - (told[$1.key] ?? 0), 0) }
        return (text, behind >= 50)
    }

    /// The header of this device's next changeset.
    private static func nextHeader(_ db: Database) throws -> Changeset.Header {
        .init(
            kind: .changes, device: try ChangeTracking.device(db), cursors: try Cursors.complete(db),
            sequence: try sequence(db) + 1,
            missing: try MissingChangesets.listed(db))
    }

    /// Records that a bucket has a snapshot of this device's changesets up to `sequence`. One more changeset, which may be empty,
    /// follows it: by that others detect that they lack earlier ones.
    private static func follow(_ sequence: Int64, in bucket: String, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE sync_buckets SET sequence = max(sequence, ?) WHERE name = ?", arguments: [sequence, bucket])
        guard try self.sequence(db) == sequence else { return }
        try addChangeset(rows: [:], db)
    }

    /// Adds rows to the changesets of this device as they are now, whoever wrote them.
    ///
    /// Otherwise a changeset has only what its own device wrote. What came from elsewhere, such as the rows of a share, would reach
    /// the other devices with the next snapshot only.
    /// - Parameter rows: ids by table.
    package static func add(rows: [String: [String]], _ db: Database) throws {
        try SyncTables.install(db)
        try addChangeset(rows: rows, db)
    }

    private static func addChangeset(rows: [String: [String]], _ db: Database) throws {
        let changeset = try Changeset.subset(db, rows: rows, header: try nextHeader(db))
        try db.execute(sql: "UPDATE sync_progress SET sequence = sequence + 1")
        try db.execute(
            sql: "INSERT INTO sync_outbox (sequence, data, after) VALUES (?, ?, ?)",
            arguments: [try sequence(db), Data(changeset.bytes), try Changeset.exported(db).rawValue])
    }

    /// Gives the device a new id. Changes that no bucket has yet are written into changesets under that id.
    static func becomeNewDevice(_ db: Database) throws -> String {
        let device = KSUID().description
        let sent = try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM sync_buckets") ?? 0
        let after = try Int64.fetchOne(db, sql: "SELECT min(after) FROM sync_outbox WHERE sequence > ?", arguments: [sent])
        // From here on the old id is another device's.
        try Cursors.advance(ChangeTracking.device(db), to: sent, db)
        try ChangeTracking.rename(db, device: device, after: after.map { HybridTime(rawValue: $0) } ?? Changeset.exported(db))
        try db.execute(sql: "DELETE FROM sync_outbox; UPDATE sync_progress SET sequence = 0; UPDATE sync_buckets SET sequence = 0")
        return device
    }
}
