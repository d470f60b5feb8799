/// Replays a recording: a client that receives the recorded packets at their times.
public struct SessionReplay: Sendable {
    /// The recording.
    public let recording: SessionRecording
    /// What a viewer saw, up to the time that was reached. Its local time is the session clock.
    public private(set) var client: LiveClient
    private var next = 0

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
    }

    /// The time of the next packet, in milliseconds of the session clock; nil at the end.
    public var nextTime: UInt64? { next < recording.records.count ? recording.records[next].time : nil }

    /// Passes all packets up to a time to the client.
    /// - Returns: what happened.
    /// - Throws: `LiveError` with the offset in the packet that can't be read; ``nextTime`` is its time.
    public mutating func advance(to time: UInt64) throws(LiveError) -> [LiveEvent] {
        while let due = nextTime, due <= time {
            try client.receive(recording.records[next].packet, at: due)
            // Nobody is there to answer.
            while !client.takeOutgoing(at: due).isEmpty {}
            next += 1
        }
        return client.takeEvents()
    }
}
