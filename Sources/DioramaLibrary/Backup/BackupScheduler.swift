import Foundation
import Support

/// Makes backups by itself: when the library has been quiet for a while, and when the program is about to be suspended; only where
/// something was written since the last one.
///
/// Call `activity()` whenever the user does something, `suspend()` when the system says that the program goes to the background,
/// and `stop()` before the library is closed.
public actor BackupScheduler {
    private let library: Library
    private let options: BackupOptions
    private let quiet: Duration
    private let report: @Sendable (Result<Backup, LibraryError>) -> Void
    private var waiting: Task<Void, Never>?
    private var working: Task<Backup?, any Error>?
    private var isStopped = false

    /// - Parameters:
    ///   - library: the library to back up.
    ///   - options: how each backup is made.
    ///   - quiet: how long nothing must have happened before a backup is made.
    ///   - report: hears of each backup that was made or failed.
    public init(
        _ library: Library, options: BackupOptions = BackupOptions(), quiet: Duration = .seconds(60),
        report: @escaping @Sendable (Result<Backup, LibraryError>) -> Void = { _ in }
    ) {
        self.library = library
        self.options = options
        self.quiet = quiet
        self.report = report
    }

    deinit { waiting?.cancel() }

    /// Something is being done with the library: the backup waits until it has been quiet again.
    public func activity() {
        guard !isStopped else { return }
        waiting?.cancel()
        let quiet = quiet
        waiting = Task { [weak self] in
            do { try await Task.sleep(for: quiet) } catch { return }
            _ = try? await self?.work(isChecked: true)
        }
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
            report(.success(made))
            return made
        } catch {
            let error = LibraryError(error, could: "make a backup", in: library.folder)
            report(.failure(error))
            throw error
        }
    }
}
