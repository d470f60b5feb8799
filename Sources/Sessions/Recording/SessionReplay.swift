import Live

/// Replays a recording: a client that receives the recorded packets at their times.
public struct SessionReplay: Sendable {
    /// The recording.
    public let recording: SessionRecording
    /// What a viewer saw, up to the time that was reached. Its local time is the session clock.
    public private(set) var client: LiveClient
    private var next = 0

    /// Prepares to replay.
    /// - Parameters:
    ///   - bytes: the content of a recording's file.
    ///   - name: how errors name the file.
    /// - Throws: `SessionsError` where it isn't a recording.
    public init(_ bytes: [UInt8], name: String) throws(SessionsError) {
        do throws(LiveError) {
            recording = try SessionRecording(bytes)
        } catch {
            throw SessionsError(.damaged, "\(name): \(error)")
        }
        client = LiveClient(key: ParticipantKey(low: 0, high: 0))
        // The recording begins behind the welcome of a connection.
        let start = recording.header.start
        let welcome = Welcome(
            version: recording.header.version, participant: .room, role: .viewer, time: start, clock: 0, received: 0,
            capabilities: .all)
        client.connect(at: start)
        _ = client.takeOutgoing(at: start)
        do throws(LiveError) {
            let codec = PacketCodec(version: recording.header.version)
            try client.receive(codec.encode([Frame(.welcome(welcome))]), at: start)
        } catch {
            throw SessionsError(.damaged, "\(name): \(error)")
        }
        _ = client.takeEvents()
        self.name = name
    }

    private let name: String

    /// The time of the next packet, in milliseconds of the session clock; nil at the end.
    public var nextTime: UInt64? { next < recording.records.count ? recording.records[next].time : nil }

    /// Passes all packets up to a time to the client.
    /// - Returns: what happened.
    /// - Throws: `SessionsError` where a packet can't be read.
    public mutating func advance(to time: UInt64) throws(SessionsError) -> [LiveEvent] {
        while let due = nextTime, due <= time {
            do throws(LiveError) {
                try client.receive(recording.records[next].packet, at: due)
            } catch {
                throw SessionsError(.damaged, "\(name): the packet at \(due) ms: \(error)")
            }
            // Nobody is there to answer.
            while !client.takeOutgoing(at: due).isEmpty {}
            next += 1
        }
        return client.takeEvents()
    }
}
