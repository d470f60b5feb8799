/// The latest events of a room, for participants that resume.
struct EventLog: Sendable {
    /// The sequence number of the newest event; 0 before the first.
    private(set) var newest: UInt32
    private var operations: [SessionOperation] = []
    private let capacity: Int

    /// An empty log after the event `newest`.
    init(after newest: UInt32 = 0, capacity: Int) {
        self.newest = newest
        self.capacity = max(1, capacity)
    }

    /// The sequence number before the oldest event of the log.
    private var base: UInt32 { newest - UInt32(operations.count) }

    /// Appends an event.
    /// - Returns: its frame.
    mutating func append(_ operation: SessionOperation) -> Frame {
        // Half of a full buffer is dropped at once, so that an append takes constant time on average.
        if operations.count >= 2 * capacity { operations.removeFirst(capacity) }
        operations.append(operation)
        newest += 1
        return Frame(.operation(operation), sequence: newest)
    }

    /// The events after `sequence`; nil where the log no longer has them, or never had.
    func frames(after sequence: UInt32) -> [Frame]? {
        guard sequence >= base, sequence <= newest else { return nil }
        var frames: [Frame] = []
        for i in Int(sequence - base)..<operations.count {
            frames.append(Frame(.operation(operations[i]), sequence: base + UInt32(i) + 1))
        }
        return frames
    }
}
