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
    /// Objects in which values of rows arrived that had been purged here.
    var lateObjects: [ChangeKey] = []
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
        /// How often an object that arrives damaged is read in one run before it counts as damaged.
        public var readAttempts = 3
        /// In how many runs a damaged object is read again; after that once a day.
        public var damagedAttempts = 5
        /// In how many runs a changeset must be absent before its content is requested: lists can be late.
        public var absentAttempts = 3
        /// After how many seconds missing changesets are requested again.
        public var requestInterval: TimeInterval = 3600
        /// Limits of changesets from other devices.
        public var limits = ChangesetLimits()
        /// Whether a changeset may contain the row; a changeset with any other row is refused.
        public var accepts: @Sendable (_ table: String, _ id: String) -> Bool = { _, _ in true }
        /// Columns whose conflicts are not recorded, because they change with every other column.
        public var unremarkable: Set<String> = []
        /// Updates derived data at the end of each transaction that has merged rows.
        public var derive: @Sendable (_ db: Database) throws -> Void = { _ in }

        /// Waits until no other process synchronizes the same library; the result is held during a run.
        package var exclusively: @Sendable () async throws(SyncError) -> (any Sendable)? = { nil }

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
        let lock = try await options.exclusively()
        defer { withExtendedLifetime(lock) {} }
        var report = SyncReport()
        try await install()
        try await renewDevice(&report)
        try check(progress, 0, stage: "Sending changes")
        try await push(bucket, &report)
        try check(progress, 0.2, stage: "Looking for changes")
        try await pull(bucket, into: &report, progress: progress.part(0.2...0.9))
        // What was missing only now is requested at once, not by the next run.
        if report.isBehind { try await push(bucket, &report) }
        try await answerRequests(bucket, &report)
        try check(progress, 0.9, stage: "Compacting the bucket")
        try await compact(bucket, &report)
        try await redact(bucket, late: lateObjects, &report)
        lateObjects = []
        if report.isBehind {
            try check(progress, 1, stage: "Behind: changes of other devices are missing")
            return report
        }
        let name = bucket.name
        try await write { db in
            try db.execute(
                sql: "UPDATE sync_buckets SET synced = ? WHERE name = ?",
                arguments: [Date().milliseconds, name])
        }
        try check(progress, 1, stage: "Synchronized")
        return report
    }

    /// Gives the device a new id where `run` would: so that what it writes of itself before a run is under that id.
    func renewDevice() async throws(SyncError) -> SyncReport {
        var report = SyncReport()
        try await install()
        try await renewDevice(&report)
        return report
    }

    /// Gives the device a new id where it was copied, or where it wrote under times that others refuse.
    private func renewDevice(_ report: inout SyncReport) async throws(SyncError) {
        (report.newDevice, report.restamped) = try await write { db in
            let clock = try ChangeTracking.wallClock(db)
            guard try clock.isCutOff || ChangeTracking.isCopied(db) else { return (nil, 0) }
            // Writes of others that lost against a time that is no longer valid are read again: they may win now.
            if clock.isCutOff { try db.execute(sql: "DELETE FROM sync_cursors") }
            let device = try Self.becomeNewDevice(db)
            return (device, clock.isCutOff ? try ChangeTracking.restamp(db) : 0)
        }
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
                behind: try MissingChangesets.all(db),
                conflicts: try Int.fetchOne(db, sql: "SELECT count(*) FROM sync_conflicts WHERE undone = 0") ?? 0,
                clock: try ChangeTracking.wallClock(db))
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
