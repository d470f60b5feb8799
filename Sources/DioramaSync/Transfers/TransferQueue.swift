import Foundation
import GRDB
import DioramaLibrary

/// The persistent queue of pending transfers. It records no transfer as running, so nothing can be stuck after a crash; failed
/// items are retried later.
package final class TransferQueue: Sendable {
    /// A pending item.
    package struct Entry: Sendable, Equatable {
        /// The row's number.
        package let id: Int64
        /// Upload or download.
        package let direction: TransferDirection
        /// The file.
        package let item: MediaItem
        /// Number of failed attempts.
        package let attempts: Int
        /// The time of the next attempt.
        package let due: Date
        /// The last error.
        package let error: String?
    }

    private let database: DatabaseQueue
    private let file: URL

    /// Opens or creates the queue in `file`, an SQLite database. A damaged one is replaced: its content follows from the library
    /// and the bucket.
    package init(_ file: URL) throws(SyncError) {
        self.file = file
        do {
            database = try Self.open(file)
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
            do { database = try Self.open(file) } catch { throw Self.error(error, file) }
        } catch {
            throw Self.error(error, file)
        }
    }

    private static func open(_ file: URL) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        // A power failure may lose the last changes, which the next plan restores.
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL") }
        let database = try DatabaseQueue(path: file.path, configuration: configuration)
        try database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS transfers (
                        id INTEGER PRIMARY KEY,
                        direction TEXT NOT NULL,
                        object TEXT NOT NULL,
                        hash TEXT NOT NULL,
                        size INTEGER,
                        content_type TEXT NOT NULL,
                        byte_count INTEGER,
                        attempts INTEGER NOT NULL DEFAULT 0,
                        due INTEGER NOT NULL,
                        error TEXT,
                        UNIQUE (direction, object)
                    ) STRICT;
                    CREATE INDEX IF NOT EXISTS transfers_by_due ON transfers (due);
                    """)
        }
        return database
    }

    /// Replaces the queue by these items; items that were in it keep their position and number of failures.
    package func replace(with items: [(TransferDirection, MediaItem)], now: Date = Date()) async throws(SyncError) {
        try await write { db in
            try db.execute(
                sql: """
                    CREATE TEMP TABLE IF NOT EXISTS wanted (
                        direction TEXT NOT NULL, object TEXT NOT NULL, PRIMARY KEY (direction, object)
                    );
                    DELETE FROM wanted;
                    """)
            let add = try db.cachedStatement(
                sql: """
                    INSERT INTO transfers (direction, object, hash, size, content_type, byte_count, due)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (direction, object) DO NOTHING
                    """)
            let want = try db.cachedStatement(sql: "INSERT OR IGNORE INTO wanted VALUES (?, ?)")
            for (direction, item) in items {
                let size: Int? = if case .preview(let size) = item.variant { size } else { nil }
                let object = item.key.description
                try add.execute(arguments: [
                    direction.rawValue, object, item.hash.description, size, item.contentType, item.byteCount,
                    now.milliseconds,
                ])
                try want.execute(arguments: [direction.rawValue, object])
            }
            try db.execute(sql: "DELETE FROM transfers WHERE (direction, object) NOT IN (SELECT direction, object FROM wanted)")
        }
    }

    /// Items that are due: fewest failures first, then smallest.
    package func due(now: Date = Date()) async throws(SyncError) -> [Entry] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM transfers WHERE due <= ? ORDER BY attempts, size IS NULL, byte_count, id",
                arguments: [now.milliseconds]
            ).map(Self.entry)
        }.compactMap { $0 }
    }

    /// All pending items, by due time.
    package func all() async throws(SyncError) -> [Entry] {
        try await read { db in try Row.fetchAll(db, sql: "SELECT * FROM transfers ORDER BY due, id").map(Self.entry) }.compactMap {
            $0
        }
    }

    /// When the next item is due; nil where the queue is empty.
    package func nextDue() async throws(SyncError) -> Date? {
        try await read { db in try Int64.fetchOne(db, sql: "SELECT min(due) FROM transfers") }.map(Date.init(milliseconds:))
    }

    /// Removes an item, after its transfer.
    package func remove(_ entry: Entry) async throws(SyncError) {
        try await write { db in try db.execute(sql: "DELETE FROM transfers WHERE id = ?", arguments: [entry.id]) }
    }

    /// Schedules the next attempt of a failed item in `delay` seconds.
    package func postpone(_ entry: Entry, by delay: Double, because error: String, now: Date = Date()) async throws(SyncError) {
        try await write { db in
            try db.execute(
                sql: "UPDATE transfers SET attempts = attempts + 1, due = ?, error = ? WHERE id = ?",
                arguments: [now.addingTimeInterval(delay).milliseconds, error, entry.id])
        }
    }

    /// Makes all items due now: on the user's request, or when the network is back.
    package func retryNow(now: Date = Date()) async throws(SyncError) {
        try await write { db in
            try db.execute(sql: "UPDATE transfers SET due = min(due, ?)", arguments: [now.milliseconds])
        }
    }

    private static func entry(_ row: Row) -> Entry? {
        guard let direction = TransferDirection(rawValue: row["direction"]), let hash = AssetHash(row["hash"] as String) else {
            return nil
        }
        let size: Int? = row["size"]
        return Entry(
            id: row["id"], direction: direction,
            item: MediaItem(
                hash: hash, variant: size.map { .preview($0) } ?? .original, contentType: row["content_type"],
                byteCount: row["byte_count"]),
            attempts: row["attempts"], due: Date(milliseconds: row["due"]), error: row["error"])
    }

    private func read<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws(SyncError) -> R {
        do { return try await database.read(body) } catch { throw Self.error(error, file) }
    }

    private func write<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws(SyncError) -> R {
        do { return try await database.write(body) } catch { throw Self.error(error, file) }
    }

    private static func error(_ error: any Error, _ file: URL) -> SyncError {
        if error is CancellationError { return .cancelled }
        let code = (error as? DatabaseError)?.resultCode
        let kind: SyncError.Kind =
            switch code {
            case .SQLITE_FULL?: .full
            case .SQLITE_BUSY?, .SQLITE_LOCKED?: .unavailable
            case .SQLITE_CANTOPEN?, .SQLITE_READONLY?, .SQLITE_PERM?: .noPermission
            case .SQLITE_CORRUPT?, .SQLITE_NOTADB?: .damaged
            default: .failed
            }
        return SyncError(
            kind, "couldn't access the queue of transfers in \(file.path): \((error as? DatabaseError)?.message ?? "\(error)")")
    }
}
