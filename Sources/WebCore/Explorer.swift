import Exploration

/// What a handle in the browser stands for: an exploration, and memory that stays where it is for what it tells.
final class Explorer {
    /// Words of an answer.
    static let resultSize = 64

    let exploration: Exploration
    let state: UnsafeMutablePointer<UInt32>
    let result: UnsafeMutablePointer<UInt32>
    var drag: ScreenDrag?
    /// The recording, laid out for the browser to copy.
    private var recorded: UnsafeMutableBufferPointer<UInt8>?

    init(_ exploration: Exploration) {
        self.exploration = exploration
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
        let words = exploration.state.words
        for i in 0..<words.count { state[i] = words[i] }
    }

    /// The recording's bytes; nil where nothing is recorded or there is no memory for them.
    func writeRecording() -> UnsafeMutableBufferPointer<UInt8>? {
        recorded?.deallocate()
        recorded = nil
        guard let bytes = exploration.recording, Memory.has(Int64(bytes.count)) else { return nil }
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = copy.initialize(from: bytes)
        recorded = copy
        return copy
    }

    // MARK: Handles

    static func of(_ handle: UnsafeMutableRawPointer) -> Explorer { Unmanaged<Explorer>.fromOpaque(handle).takeUnretainedValue() }
    var handle: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}
