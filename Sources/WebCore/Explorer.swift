import Exploration

/// The object behind a handle in the browser: an exploration, and memory with a fixed address for its state and answers.
final class Explorer {
    /// Words of an answer.
    static let resultSize = 64

    let exploration: Exploration
    let state: UnsafeMutablePointer<UInt32>
    let result: UnsafeMutablePointer<UInt32>
    var drag: ScreenDrag?
    /// Of an exploration that replays a recording: the commands, and the first whose state differed, or −1.
    let replayed: (commands: Int32, firstDifference: Int32)
    /// The recording, laid out for the browser to copy.
    private(set) var recorded: UnsafeMutableBufferPointer<UInt8>?

    init(_ exploration: Exploration, replayed: (commands: Int32, firstDifference: Int32) = (0, -1)) {
        self.exploration = exploration
        self.replayed = replayed
        state = .allocate(capacity: ExplorationState.size)
        result = .allocate(capacity: Self.resultSize)
        result.initialize(repeating: 0, count: Self.resultSize)
        state.initialize(repeating: 0, count: ExplorationState.size)
        writeState()
    }

    deinit {
        state.deallocate()
        result.deallocate()
        recorded?.deallocate()
    }

    func writeState() {
        var writer = WordWriter(state)
        exploration.put(into: &writer)
    }

    /// Writes the result block, which is valid until the next call.
    func answer(_ fields: some WordFields) {
        var writer = WordWriter(result)
        fields.put(into: &writer)
    }

    /// Lays the recording out in `recorded`; nil where nothing is recorded or memory is short.
    func writeRecording() {
        recorded?.deallocate()
        recorded = nil
        guard let bytes = exploration.recording, Memory.has(Int64(bytes.count)) else { return }
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = copy.initialize(from: bytes)
        recorded = copy
    }

    // MARK: Handles

    static func of(_ handle: UnsafeMutableRawPointer) -> Explorer { Unmanaged<Explorer>.fromOpaque(handle).takeUnretainedValue() }
    var handle: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}
