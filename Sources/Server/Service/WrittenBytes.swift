import Synchronization

/// How far an upload's file is written.
final class WrittenBytes: Sendable {
    private let value: Atomic<Int64>

    init(_ count: Int64) { value = Atomic(count) }

    var count: Int64 { value.load(ordering: .relaxed) }

    func add(_ count: Int) { value.wrappingAdd(Int64(count), ordering: .relaxed) }
}
