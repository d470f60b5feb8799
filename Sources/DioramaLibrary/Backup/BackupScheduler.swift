import Foundation
import Support

/// Makes backups by itself: when the library has been quiet for a while, and when the program is about to be suspended; only where
/// something was written since the last one. Backups with rows that were deleted long enough ago are removed with that.
///
/// A server calls `watch()`. An app calls `activity()` whenever the user does something, `suspend()` when the system says that the
/// program goes to the background. Both call `stop()` before the library is closed.
public actor BackupScheduler {
    private let library: Library
    private let options: BackupOptions
    private let quiet: Duration
    private let interval: Duration
    private let report: @Sendable (Result<Backup, LibraryError>) -> Void
    private var waiting: Task<Void, Never>?
    private var working: Task<Backup?, any Error>?
    private var isStopped = false
    /// Why the latest backup failed; nil where it was made.
    public private(set) var failure: LibraryError?
    /// Whether a backup is being made.
    public var isWorking: Bool { working != nil }

    /// - Parameters:
    ///   - library: the library to back up.
    ///   - options: how each backup is made.
    ///   - quiet: how long nothing must have happened before a backup is made.
    ///   - interval: the shortest time between two backups at quiet times.
    ///   - report: hears of each backup that was made or failed.
    public init(
        _ library: Library, options: BackupOptions = BackupOptions(), quiet: Duration = .seconds(60),
        interval: Duration = .zero,
        report: @escaping @Sendable (Result<Backup, LibraryError>) -> Void = { _ in }
    ) {
        self.library = library
        self.options = options
        self.quiet = quiet
        self.interval = interval
        self.report = report
    }

    deinit { waiting?.cancel() }

    /// Something is being done with the library: the backup waits until it has been quiet again.
    public func activity() {
        guard !isStopped else { return }
        waiting?.cancel()
        let quiet = quiet
        waiting = Task { [weak self] in
            do {
                try await Task.sleep(for: quiet)
                while let rest = await self?.untilNext(), rest > .zero { try await Task.sleep(for: rest) }
            } catch { return }
            _ = try? await self?.work(isChecked: true)
        }
    }

    /// Watches the database until the task is cancelled: each change counts as activity, whichever program made it.
    /// - Parameter pause: how often it looks.
    public func watch(every pause: Duration = .seconds(10)) async {
        var state: String?
        while !Task.isCancelled, !isStopped {
            let present = library.databaseState
            if present != state { activity() }
            state = present
            try? await Task.sleep(for: pause)
        }
    }

    /// How long to wait until `interval` is over since the newest backup.
    private func untilNext() -> Duration {
        guard let newest = try? library.backups(in: options.folder).first(where: { !$0.isBad }) else { return .zero }
        let age = Date().timeIntervalSince(newest.made)
        // A backup of the future was made by a clock that was wrong.
        return age < 0 ? .zero : interval - .seconds(age)
    }

    /// The program is about to be suspended: makes a backup now, without checking it, which is for the next quiet time.
    /// - Returns: the backup, or nil where nothing was written since the last one.
    /// - Throws: `LibraryError`, as `Library.backup` does.
    @discardableResult
    public func suspend() async throws(LibraryError) -> Backup? {
        waiting?.cancel()
        do {
            return try await work(isChecked: false)
        } catch {
            throw LibraryError(error, could: "make a backup", in: library.folder)
        }
    }

    /// No further backups; waits for the one that is being made.
    public func stop() async {
        isStopped = true
        waiting?.cancel()
        _ = await working?.result
    }

    /// One backup after another.
    private func work(isChecked: Bool) async throws -> Backup? {
        while let working { _ = await working.result }
        guard !isStopped else { return nil }
        let task = Task { try await run(isChecked: isChecked) }
        working = task
        defer { working = nil }
        return try await task.value
    }

    private func run(isChecked: Bool) async throws -> Backup? {
        let newest = try library.backups(in: options.folder).first { !$0.isBad }
        do {
            if let newest, !library.hasChanged(since: newest) {
                // Made without a check at the last suspension: check it now.
                guard isChecked, newest.check == nil else { return nil }
                let checked = try await library.checkBackup(newest.id, in: options.folder)
                if checked.isGood, let policy = options.policy { try await library.pruneBackups(policy, in: options.folder) }
                return nil
            }
            var options = options
            options.isChecked = isChecked
            let made = try await library.backup(options)
            if isChecked {
                try await library.expireBackups(options)
            } else if let policy = options.policy {
                try await library.pruneBackups(policy, in: options.folder)
            }
            failure = nil
            report(.success(made))
            return made
        } catch {
            let error = LibraryError(error, could: "make a backup", in: library.folder)
            failure = error
            report(.failure(error))
            throw error
        }
    }
}
