import ExhibitMotion
import Exploration

/// What is behind a handle of exhibit.wasm, with memory in which the browser reads answers.
final class ExhibitHandle<Value> {
    var value: Value
    /// Records of the last answer, valid until the next call.
    private(set) var block: UnsafeMutablePointer<UInt32>
    private var capacity = 64

    init(_ value: Value) {
        self.value = value
        block = .allocate(capacity: capacity)
        block.initialize(repeating: 0, count: capacity)
    }

    deinit { block.deallocate() }

    /// Writes records one after the other.
    func answer(_ records: [some WordFields]) {
        guard let first = records.first else { return }
        var layout = WordLayout()
        first.put(into: &layout)
        reserve(layout.size * records.count)
        var writer = WordWriter(block)
        for record in records { record.put(into: &writer) }
    }

    private func reserve(_ count: Int) {
        guard count > capacity else { return }
        block.deallocate()
        capacity = 2 * count
        block = .allocate(capacity: capacity)
        block.initialize(repeating: 0, count: capacity)
    }

    static func of(_ handle: UnsafeMutableRawPointer) -> ExhibitHandle<Value> {
        Unmanaged<ExhibitHandle<Value>>.fromOpaque(handle).takeUnretainedValue()
    }

    static func free(_ handle: UnsafeMutableRawPointer) { Unmanaged<ExhibitHandle<Value>>.fromOpaque(handle).release() }

    var handle: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}
