import Foundation
import Spaces
import DioramaLibrary
import DioramaSync
import Synchronization
import Support

/// The run of sync that is under way, if there is one, and how the last one ended. One at a time; what happened before the server
/// was started is not known here.
actor SyncRuns {
    /// A run under way.
    struct Running: Sendable {
        let began: Date
        let progress: WorkProgress
        /// Whether it was cancelled and has not ended yet.
        let isCancelled: Bool
    }

    /// How a run ended.
    struct Ended: Sendable {
        let began: Date
        let ended: Date
        let result: Result<SyncClient.Run, SyncError>
    }

    private let sync: SyncClient
    /// Called within a run, after it has synchronized: the exchange with contacts.
    private let afterSync: @Sendable () async -> Void
    private var task: Task<Void, Never>?
    private var began = Date()
    private var isCancelled = false
    private var isStopped = false
    /// Written by the run itself, from whatever thread it is on.
    private let progress = ProgressBox()
    /// The last run that ended.
    private(set) var last: Ended?

    init(sync: SyncClient, afterSync: @escaping @Sendable () async -> Void = {}) {
        self.sync = sync
        self.afterSync = afterSync
    }

    var running: Running? {
        task == nil ? nil : Running(began: began, progress: progress.value, isCancelled: isCancelled)
    }

    /// Starts a run, unless one is under way.
    /// - Throws: `Problem` 503 while the server stops.
    func start() throws {
        guard !isStopped else { throw Problem.stopping }
        guard task == nil else { return }
        began = Date()
        isCancelled = false
        progress.value = WorkProgress(fraction: 0, what: "Connecting")
        let reporter = ProgressReporter { [progress] in progress.value = $0 }
        task = Task {
            let result: Result<SyncClient.Run, SyncError>
            do throws(SyncError) {
                let run = try await sync.run(progress: reporter)
                await afterSync()
                result = .success(run)
            } catch {
                result = .failure(error)
            }
            end(result)
        }
    }

    /// Cancels the run; it continues where it stopped when it is started again.
    /// - Returns: whether one was under way.
    func cancel() -> Bool {
        guard let task else { return false }
        isCancelled = true
        task.cancel()
        return true
    }

    /// Starts nothing more, and waits until the run has ended.
    func shutDown() async {
        isStopped = true
        _ = cancel()
        await task?.value
    }

    private func end(_ result: Result<SyncClient.Run, SyncError>) {
        last = Ended(began: began, ended: Date(), result: result)
        task = nil
    }
}

/// The progress of a run, reported from any thread.
final class ProgressBox: Sendable {
    private let box = Mutex(WorkProgress(fraction: 0, what: ""))

    var value: WorkProgress {
        get { box.withLock { $0 } }
        set { box.withLock { $0 = newValue } }
    }
}

/// The backup that is being made by request, if there is one: further requests get the same backup.
actor BackupRuns {
    private let library: Library
    private var task: Task<Result<Backup, LibraryError>, Never>?

    init(library: Library) { self.library = library }

    var isRunning: Bool { task != nil }

    /// Makes and checks a backup.
    func make() async -> Result<Backup, LibraryError> {
        if let task { return await task.value }
        let library = library
        let task = Task { () -> Result<Backup, LibraryError> in
            do throws(LibraryError) {
                return .success(try await library.backup(BackupOptions(application: "Diorama \(DioramaVersion.current)")))
            } catch {
                return .failure(error)
            }
        }
        self.task = task
        defer { self.task = nil }
        return await task.value
    }
}
