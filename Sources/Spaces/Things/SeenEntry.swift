import DioramaLibrary
import Synchronization

/// What a caller has seen of an entry that they want to change: compared with what is stored within the transaction that changes
/// it, so that nothing is written over a change of somebody else's.
final class SeenEntry<Value: Equatable & Sendable>: Sendable {
    private let seen: Value?
    private let wasChanged = Mutex(false)

    /// `seen`: nil compares nothing.
    init(_ seen: Value?) { self.seen = seen }

    /// Changes `value` where it is as it was seen; runs within the transaction.
    func change(_ value: inout Value, _ change: (inout Value) throws -> Void) rethrows {
        if let seen, value != seen {
            wasChanged.withLock { $0 = true }
        } else {
            try change(&value)
        }
    }

    /// - Throws: `SpacesError` of kind `conflict` where it was not as it was seen; nothing was changed then.
    func check() throws(SpacesError) {
        if wasChanged.withLock({ $0 }) {
            throw SpacesError(.conflict, "it was changed meanwhile", remedy: "load it again before changing it")
        }
    }
}
