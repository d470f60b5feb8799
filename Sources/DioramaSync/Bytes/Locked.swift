import Synchronization

/// A value behind a lock that can be shared.
package final class Locked<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    package init(_ value: Value) { self.value = Mutex(value) }

    package func withLockedValue<R: Sendable>(_ body: (inout Value) throws -> R) rethrows -> R {
        try value.withLock { value in try body(&value) }
    }
}
