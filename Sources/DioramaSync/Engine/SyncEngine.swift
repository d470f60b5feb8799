import Changes
import Foundation
import GRDB
import DioramaLibrary
import Support

/// Brings a database and a bucket together: sends what was written here, takes in what others wrote. docs/sync.md has the way in
/// full.
///
/// A run can be cut off at any point, by a kill, a full disk or a lost network: the next one goes on. Nothing is lost, because a
/// changeset stays here until the bucket has it; nothing is doubled, because merging again changes nothing.
public actor SyncEngine {
    let database: any DatabaseWriter
    let options: Options
    private var isInstalled = false
    private var isRunning = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public struct Options: Sendable {
        /// About how many rows and cells one changeset holds.
        public var cellsPerChangeset = 20_000
        /// About how many cells are merged in one transaction: others can write in between.
        public var cellsPerTransaction = 5_000
        /// This many of the latest changesets stay in the library, for buckets that have not got them yet.
        public var keptChangesets: Int64 = 256
        /// A snapshot is made once there are this many changesets in the bucket that no snapshot holds.
        public var changesetsPerSnapshot = 200
        /// What a changeset from elsewhere may hold.
        public var limits = ChangesetLimits()
        /// Which rows, by table and id, may be in a changeset; one with any other is refused.
        public var accepts: @Sendable (_ table: String, _ id: String) -> Bool = { _, _ in true }
        /// Names of columns of which no conflict is noted, as they are written whenever another one is.
        public var unremarkable: Set<String> = []
        /// Runs at the end of each transaction that has merged rows: brings up to date what the database derives from them.
        public var derive: @Sendable (_ db: Database) throws -> Void = { _ in }

        public init() {}
    }

    /// - Parameters:
    ///   - database: with `ChangeTracking` installed.
    ///   - options: sizes and limits.
    public init(database: any DatabaseWriter, options: Options = Options()) {
        self.database = database
        self.options = options
    }

    /// Sends and takes in, once.
    /// - Throws: `SyncError`: where the bucket fails for good or is not allowed, the disk is full, or it was cancelled. What was
    ///   done until then stays done.
    @discardableResult
    public func run(_ bucket: any Bucket, progress: ProgressReporter = .silent) async throws(SyncError) -> SyncReport {
        // One run at a time: an actor lets others in wherever it waits.
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
        try check(progress, 0.9, stage: "Tidying up")
        try await compact(bucket, &report)
        let name = bucket.name
        try await write { db in
            try db.execute(
                sql: "UPDATE sync_buckets SET synced = ? WHERE name = ?",
                arguments: [Int64(Date().timeIntervalSince1970 * 1000), name])
        }
        try check(progress, 1, stage: "In step")
        return report
    }

    /// How sync stands.
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
                        synced: synced.map { Date(timeIntervalSince1970: Double($0) / 1000) })
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

    /// How many changesets this device has made.
    static func sequence(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT sequence FROM sync_progress") ?? 0
    }

    // MARK: What the parts share

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
            throw SyncError(.cancelled, "sync was cancelled; it goes on where it stopped when it is run again")
        }
    }

    static func key(_ key: ChangeKey) throws(SyncError) -> BucketKey {
        guard let key = key.key else {
            throw SyncError(.failed, "the device's id \(key.device) can't be part of a name in a bucket")
        }
        return key
    }
}

extension SyncError {
    /// The one line for whatever stopped a transaction.
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
