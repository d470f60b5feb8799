/// Something that a room wants the server to do.
public struct Delivery: Equatable, Sendable {
    /// What to do with the recipients' connections.
    public enum Content: Equatable, Sendable {
        /// Send this frame.
        case send(Frame)
        /// Close the connection after what was sent.
        case close
    }

    /// The participants; all of them are connected.
    public var recipients: [ParticipantID]
    /// What to do.
    public var content: Content

    /// `content` for `recipients`.
    public init(_ content: Content, to recipients: [ParticipantID]) {
        self.content = content
        self.recipients = recipients
    }
}

/// The answer to a hello.
public enum Admission: Equatable, Sendable {
    /// The participant is connected; the deliveries begin with its welcome.
    case welcomed(ParticipantID, [Delivery])
    /// Send the refusal and close the connection.
    case refused(Refusal)
}

/// The settings of a room.
public struct RoomSettings: Equatable, Sendable {
    /// Milliseconds that a participant may be disconnected before it counts as absent.
    public var gracePeriod: UInt64
    /// Events that the room keeps for participants that resume.
    public var logCapacity: Int
    /// Operations per second of one participant; the burst is four times that.
    public var maxOperationRate: UInt64
    /// Presences and reactions per second of one participant; the burst is the same.
    public var maxTransientRate: UInt64

    /// Settings; the defaults are those of a server.
    public init(
        gracePeriod: UInt64 = 30_000, logCapacity: Int = 2_048, maxOperationRate: UInt64 = 30, maxTransientRate: UInt64 = 40
    ) {
        self.gracePeriod = gracePeriod
        self.logCapacity = logCapacity
        self.maxOperationRate = maxOperationRate
        self.maxTransientRate = maxTransientRate
    }
}
