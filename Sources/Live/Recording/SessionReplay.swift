/// Replays a recording: a client that receives the recorded packets at their times.
///
/// Copies of the client are kept every ten seconds of the recording, so that going back doesn't begin at its start.
public struct SessionReplay: Sendable {
    /// The recording.
    public let recording: SessionRecording
    /// What a viewer saw, up to the time that was reached. Its local time is the session clock.
    public private(set) var client: LiveClient
    private var next = 0
    private var copies: [Copy] = []
    /// Milliseconds between two copies.
    private var copyInterval: UInt64 = 10_000
    private static let maxCopies = 128

    /// The client before the record `next`.
    private struct Copy: Sendable {
        var time: UInt64
        var next: Int
        var client: LiveClient
    }

    /// Prepares to replay.
    /// - Throws: `LiveError` where the client can't begin.
    public init(_ recording: SessionRecording) throws(LiveError) {
        self.recording = recording
        client = LiveClient(key: ParticipantKey(low: 0, high: 0))
        // The recording begins behind the welcome of a connection.
        let start = recording.header.start
        let welcome = Welcome(
            version: recording.header.version, participant: .room, role: .viewer, time: start, clock: 0, received: 0,
            capabilities: .all)
        client.connect(at: start)
        _ = client.takeOutgoing(at: start)
        try client.receive(PacketCodec(version: recording.header.version).encode([Frame(.welcome(welcome))]), at: start)
        _ = client.takeEvents()
        copies = [Copy(time: start, next: 0, client: client)]
    }

    /// The session clock at the beginning, in milliseconds.
    public var start: UInt64 { recording.header.start }
    /// The session clock at the last packet, in milliseconds.
    public var end: UInt64 { recording.header.start + recording.duration }

    /// The time of the next packet, in milliseconds of the session clock; nil at the end.
    public var nextTime: UInt64? { next < recording.records.count ? recording.records[next].time : nil }

    /// Passes all packets up to a time to the client.
    /// - Returns: what happened.
    /// - Throws: `LiveError` with the offset in the packet that can't be read; ``nextTime`` is its time.
    public mutating func advance(to time: UInt64) throws(LiveError) -> [LiveEvent] {
        while let due = nextTime, due <= time {
            if due >= (copies.last?.time ?? 0) + copyInterval { keepCopy(at: due) }
            try client.receive(recording.records[next].packet, at: due)
            // Nobody is there to answer.
            while !client.takeOutgoing(at: due).isEmpty {}
            next += 1
        }
        return client.takeEvents()
    }

    /// Goes to a time, forwards or backwards.
    /// - Returns: the effects that are running then; what else happened meanwhile isn't reported.
    /// - Throws: `LiveError` with the offset in the packet that can't be read; ``nextTime`` is its time.
    public mutating func seek(to time: UInt64) throws(LiveError) -> [LiveEvent] {
        // Packets of that very time are in it.
        if next > 0, recording.records[next - 1].time > time, let copy = copies.last(where: { $0.time <= time }) {
            client = copy.client
            next = copy.next
        }
        _ = try advance(to: time)
        return client.replica.state.effects.filter { $0.start <= time && $0.end > time }.map { .effect($0) }
    }

    private mutating func keepCopy(at time: UInt64) {
        if copies.count >= Self.maxCopies {
            // Every second one stays, the first among them.
            var isKept = false
            copies.removeAll { _ in
                isKept.toggle()
                return !isKept
            }
            copyInterval *= 2
        }
        copies.append(Copy(time: time, next: next, client: client))
    }
}
