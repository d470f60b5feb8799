import Live

/// What a room wants to be sent, until it is stored: frames for sets of participants, and connections to be closed.
struct Outgoing {
    /// Frames that go to the same participants.
    struct Run {
        var recipients: [ParticipantID]
        var frames: [Frame]

        /// Whether it begins with a welcome, which makes a connection ready for everything else.
        var isWelcome: Bool {
            if case .welcome = frames.first?.message { true } else { false }
        }
    }

    private(set) var runs: [Run] = []
    /// Connections that end after what was sent.
    private(set) var closed: [ParticipantID] = []
    /// The events among the frames, once each, for the recording.
    private(set) var events: [Frame] = []

    var isEmpty: Bool { runs.isEmpty && closed.isEmpty && events.isEmpty }

    /// Appends a delivery of the room.
    mutating func append(_ delivery: Delivery) {
        switch delivery.content {
        case .send(let frame): append(frame, to: delivery.recipients)
        case .close: closed += delivery.recipients
        }
    }

    /// Appends what comes after this.
    mutating func append(_ other: Outgoing) {
        runs += other.runs
        closed += other.closed
        events += other.events
    }

    private mutating func append(_ frame: Frame, to recipients: [ParticipantID]) {
        // Repeated events for one participant that resumes were recorded when they happened.
        if case .operation = frame.message, frame.sequence > (events.last?.sequence ?? lastEvent) { events.append(frame) }
        if case .operation = frame.message { lastEvent = max(lastEvent, frame.sequence) }
        if recipients.isEmpty { return }
        let last = runs.indices.last
        if let last, runs[last].recipients == recipients, runs[last].frames.count < LiveLimits.maxPacketFrames, !isWelcome(frame) {
            runs[last].frames.append(frame)
        } else {
            runs.append(Run(recipients: recipients, frames: [frame]))
        }
    }

    /// The sequence number of the newest event that was recorded.
    var lastEvent: UInt32 = 0

    private func isWelcome(_ frame: Frame) -> Bool {
        if case .welcome = frame.message { true } else { false }
    }

    /// The frames in packets that aren't longer than the protocol permits; a snapshot is in a packet of its own.
    static func packets(of frames: [Frame], codec: PacketCodec) -> [SharedPacket] {
        var packets: [SharedPacket] = []
        var bytes: [UInt8] = []
        for frame in frames {
            let encoded = codec.encode([frame])
            if !bytes.isEmpty && bytes.count + encoded.count > LiveLimits.maxPacketBytes {
                packets.append(SharedPacket(bytes))
                bytes = []
            }
            bytes += encoded
        }
        if !bytes.isEmpty { packets.append(SharedPacket(bytes)) }
        return packets
    }
}
