import DioramaLibrary
import DioramaSync
import Foundation
import Spaces
import Support

/// The check of the library's files that is under way, if there is one, and how the last one ended. One at a time.
actor VerificationRuns {
    /// How a check ended.
    struct Ended: Sendable {
        let ended: Date
        /// What was found, or why the library couldn't be checked.
        let result: Result<LibraryVerification, any Error>
    }

    private let sync: SyncClient
    private var task: Task<Void, Never>?
    private var isStopped = false
    private let progress = ProgressBox()
    /// The last check that ended.
    private(set) var last: Ended?

    init(sync: SyncClient) { self.sync = sync }

    /// The progress of the check that is under way; nil where there is none.
    var running: WorkProgress? { task == nil ? nil : progress.value }

    /// Starts a check, unless one is under way.
    /// - Throws: `Problem` 503 while the server stops.
    func start() throws {
        guard !isStopped else { throw Problem.stopping }
        guard task == nil else { return }
        progress.value = WorkProgress(fraction: 0, what: "Checking the catalogue")
        let reporter = ProgressReporter { [progress] in progress.value = $0 }
        task = Task {
            let result: Result<LibraryVerification, any Error>
            do {
                result = .success(try await sync.verify(progress: reporter))
            } catch {
                result = .failure(error)
            }
            end(result)
        }
    }

    /// Starts nothing more, and waits until the check has ended.
    func shutDown() async {
        isStopped = true
        task?.cancel()
        await task?.value
    }

    private func end(_ result: Result<LibraryVerification, any Error>) {
        last = Ended(ended: Date(), result: result)
        task = nil
    }
}
