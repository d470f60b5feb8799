import Changes
import Foundation
import GRDB
import DioramaLibrary
import Support

/// Synchronizes a database with a bucket: uploads local changes, applies those of other devices (docs/sync.md).
///
/// A run can be interrupted at any point; the next one continues. A changeset stays here until the bucket has it, and merging is
/// idempotent.
public actor SyncEngine {
    let database: any DatabaseWriter
    let options: Options
    private var isInstalled = false
    private var isRunning = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Settings of sync.
    public struct Options: Sendable {
        /// Approximate number of rows and cells of a changeset.
        public var cellsPerChangeset = 20_000
        /// Approximate number of cells that one transaction merges: others can write in between.
        public var cellsPerTransaction = 5_000
        /// Number of the latest changesets that stay in the library for buckets that lack them.
        public var keptChangesets: Int64 = 256
        /// A snapshot is written once this many changesets are in the bucket.
        public var changesetsPerSnapshot = 200
        /// Limits of changesets from other devices.
        public var limits = ChangesetLimits()
        /// Whether a changeset may contain the row; a changeset with any other row is refused.
        public var accepts: @Sendable (_ table: String, _ id: String) -> Bool = { _, _ in true }
        /// Columns whose conflicts are not recorded, because they change with every other column.
        public var unremarkable: Set<String> = []
        /// Updates derived data at the end of each transaction that has merged rows.
        public var derive: @Sendable (_ db: Database) throws -> Void = { _ in }

        /// The default settings.
        public init() {}
    }

    /// An engine for `database`.
    /// - Parameters:
    ///   - database: with `ChangeTracking` installed.
    ///   - options: sizes and limits.
    public init(database: any DatabaseWriter, options: Options = Options()) {
        self.database = database
        self.options = options
    }

    /// Synchronizes once; one run at a time.
    /// - Throws: `SyncError`: the bucket failed or denied access, the disk is full, or the task was cancelled. What was done before
    ///   stays.
    @discardableResult
    public func run(_ bucket: any Bucket, progress: ProgressReporter = .silent) async throws(SyncError) -> SyncReport {
        // One run at a time: actors are reentrant.
        while isRunning { await withCheckedContinuation { waiting.append($0) } }
        isRunning = true
        defer {
            isRunning = false
            waiting.popLast()?.resume()
        }
        var report = SyncReport()
        try await install()
        report.newDevice = try await write { db in try ChangeTracking.isCopied(db) ? Self.becomeNewDevice(db) : nil }
        try check(progress, 0, stage: "Sending changes")
        try await push(bucket, &report)
        try check(progress, 0.2, stage: "Looking for changes")
        try await pull(bucket, into: &report, progress: progress.part(0.2...0.9))
        try check(progress, 0.9, stage: "Compacting the bucket")
        try await compact(bucket, &report)
        let name = bucket.name
        try await write { db in
            try db.execute(
                sql: "UPDATE sync_buckets SET synced = ? WHERE name = ?",
                arguments: [Date().milliseconds, name])
        }
        try check(progress, 1, stage: "Synchronized")
        return report
    }

    /// The state of sync.
    public func status() async throws(SyncError) -> SyncStatus {
        try await install()
        return try await write { db in
            let own = try ChangeTracking.device(db)
            var cursors = try Cursors.all(db)
            cursors[own] = nil
            let after = try Changeset.exported(db).rawValue
            let mine = "site = (SELECT site FROM sync_state) AND clock > \(after)"
            return SyncStatus(
                device: own, cursors: cursors, sequence: try Self.sequence(db),
                unsentWrites: try Int.fetchOne(
                    db,
                    sql: "SELECT (SELECT count(*) FROM sync_rows WHERE \(mine)) + (SELECT count(*) FROM sync_cells WHERE \(mine))")
                    ?? 0,
                buckets: try Row.fetchAll(db, sql: "SELECT name, sequence, synced FROM sync_buckets ORDER BY name").map { row in
                    let synced: Int64? = row["synced"]
                    return .init(
                        name: row["name"], sequence: row["sequence"],
                        synced: synced.map { Date(milliseconds: $0) })
                },
                refused: try Row.fetchAll(db, sql: "SELECT device, sequence, reason FROM sync_refused ORDER BY noticed").map {
                    row in
                    .init(device: row["device"], sequence: row["sequence"], reason: row["reason"])
                },
                conflicts: try Int.fetchOne(db, sql: "SELECT count(*) FROM sync_conflicts WHERE undone = 0") ?? 0)
        }
    }

    func install() async throws(SyncError) {
        if isInstalled { return }
        try await write { db in try SyncTables.install(db) }
        isInstalled = true
    }

    /// Number of changesets of this device.
    static func sequence(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT sequence FROM sync_progress") ?? 0
    }

    // MARK: Helpers

    func write<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws(SyncError) -> R {
        do {
            return try await database.write(body)
        } catch {
            throw SyncError(error)
        }
    }

    func check(_ progress: ProgressReporter, _ fraction: Double, stage: String) throws(SyncError) {
        do {
            try progress.report(fraction, stage)
        } catch {
            throw SyncError(.cancelled, "sync was cancelled; the next run continues from here")
        }
    }

    static func key(_ key: ChangeKey) throws(SyncError) -> BucketKey {
        guard let key = key.key else {
            throw SyncError(.failed, "the device's id \(key.device) can't be part of an object's name")
        }
        return key
    }
}

extension SyncError {
    /// Converts any error of a transaction.
    init(_ cause: any Error) {
        switch cause {
        case let error as SyncError: self = error
        case let error as ChangesError:
            let kind: Kind =
                switch error.kind {
                case .damaged: .damaged
                case .refused: .refused
                case .newerVersion: .newerVersion
                case .unsuitableTable, .failed: .failed
                }
            self.init(kind, error.message)
        case is CancellationError: self.init(.cancelled, "it was cancelled")
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            self.init(.full, "the disk of the library is full; free some space and try again")
        case let error as DatabaseError:
            self.init(.failed, "the library's database failed: \(error.message ?? "SQLite error \(error.resultCode.rawValue)")")
        default: self.init(.failed, "\(cause)")
        }
    }
}
