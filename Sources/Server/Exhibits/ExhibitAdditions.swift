import Spaces
import Support
import Synchronization

/// Models that are being added to exhibits: how far each is, and cancelling it. Requests name an addition by a word of their own.
final class ExhibitAdditions: Sendable {
    /// How long the name of an addition can be.
    static let nameLength = 1...64

    private struct Addition {
        var progress = WorkProgress(fraction: 0, what: "")
        let cancel: @Sendable () -> Void
    }

    private let open = Mutex<[String: Addition]>([:])

    /// How far an addition is; nil where none of this name is under way.
    func progress(_ name: String) -> WorkProgress? { open.withLock { $0[name]?.progress } }

    /// Cancels an addition.
    /// - Returns: whether one of this name was under way.
    func cancel(_ name: String) -> Bool {
        guard let addition = open.withLock({ $0[name] }) else { return false }
        addition.cancel()
        return true
    }

    /// Runs `work` under a name, or where that is nil without one.
    /// - Throws: `Problem` 409 where the name is taken or the addition was cancelled; what `work` throws.
    func run<Value: Sendable>(
        _ name: String?, _ work: @escaping @Sendable (ProgressReporter) async throws -> Value
    ) async throws -> Value {
        guard let name else { return try await work(.silent) }
        let reporter = ProgressReporter { [self] progress in open.withLock { $0[name]?.progress = progress } }
        let task = Task { try await work(reporter) }
        let isFree = open.withLock { open in
            if open[name] != nil { return false }
            open[name] = Addition(cancel: { task.cancel() })
            return true
        }
        guard isFree else {
            task.cancel()
            throw Problem(.conflict, "A model is being added under this name already.")
        }
        defer { open.withLock { $0[name] = nil } }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError {
            throw Problem(.conflict, "Adding the model was cancelled; the exhibit is as it was.")
        }
    }
}
