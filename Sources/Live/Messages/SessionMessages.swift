import Geometry

/// The first message of a client: the versions that it knows, and who it is.
public struct Hello: Equatable, Sendable {
    /// The oldest version that the client knows.
    public var oldest: UInt8
    /// The newest version that the client knows.
    public var newest: UInt8
    /// The participant's secret.
    public var key: ParticipantKey
    /// What the client wants to receive.
    public var capabilities: Capabilities

    /// A client that knows the versions `oldest` to `newest`.
    public init(
        oldest: UInt8 = ProtocolVersion.oldest.rawValue, newest: UInt8 = ProtocolVersion.current.rawValue, key: ParticipantKey,
        capabilities: Capabilities = .all
    ) {
        self.oldest = oldest
        self.newest = newest
        self.key = key
        self.capabilities = capabilities
    }
}

/// The room's answer to ``Hello``.
public struct Welcome: Equatable, Sendable {
    /// The version of everything that follows, in both directions.
    public var version: ProtocolVersion
    /// Who the client is.
    public var participant: ParticipantID
    /// What it may do.
    public var role: Role
    /// The session clock: milliseconds since the session was created.
    public var time: UInt64
    /// The room's Lamport clock.
    public var clock: UInt64
    /// The number of the last operation of this participant that the room processed.
    public var received: UInt32
    /// What the room will send to this client: the client's capabilities that the room knows.
    public var capabilities: Capabilities

    /// The welcome of `participant`.
    public init(
        version: ProtocolVersion, participant: ParticipantID, role: Role, time: UInt64, clock: UInt64, received: UInt32,
        capabilities: Capabilities
    ) {
        self.version = version
        self.participant = participant
        self.role = role
        self.time = time
        self.clock = clock
        self.received = received
        self.capabilities = capabilities
    }
}

/// Where a participant is and what it points at. Not stored; the newest wins.
public struct Presence: Equatable, Sendable {
    /// Who.
    public var participant: ParticipantID
    /// When the pose was valid: milliseconds of the session clock.
    public var time: UInt64
    /// Eye position, in metres of the space.
    public var position: Vector3
    /// View rotation, a unit quaternion; the identity looks along −z.
    public var rotation: Quaternion
    /// The point on the surface that it points at, in metres.
    public var pointer: Vector3?

    /// The pose of `participant` at `time`.
    public init(
        participant: ParticipantID, time: UInt64, position: Vector3, rotation: Quaternion = .identity, pointer: Vector3? = nil
    ) {
        self.participant = participant
        self.time = time
        self.position = position
        self.rotation = rotation
        self.pointer = pointer
    }
}

/// A symbol above a participant's avatar. Not stored.
public struct Reaction: Equatable, Sendable {
    /// Who.
    public var participant: ParticipantID
    /// When: milliseconds of the session clock; larger than that of the participant's previous reaction.
    public var time: UInt64
    /// The symbol.
    public var symbol: ReactionSymbol

    /// A reaction of `participant` at `time`.
    public init(participant: ParticipantID, time: UInt64, symbol: ReactionSymbol) {
        self.participant = participant
        self.time = time
        self.symbol = symbol
    }
}

/// A client asks for the time and for what it may have missed. Also the heartbeat.
public struct Ping: Equatable, Sendable {
    /// Milliseconds of the client's own clock.
    public var clientTime: UInt64

    /// A ping at `clientTime`.
    public init(clientTime: UInt64) { self.clientTime = clientTime }
}

/// The room's answer to ``Ping``.
public struct Pong: Equatable, Sendable {
    /// The time of the ping.
    public var clientTime: UInt64
    /// The session clock, in milliseconds.
    public var time: UInt64
    /// The sequence number of the room's newest event. A client that has not received it sends ``Resume``.
    public var newest: UInt32
    /// The number of the client's last operation that the room processed. The client sends later ones again.
    public var received: UInt32

    /// The answer to a ping of `clientTime`.
    public init(clientTime: UInt64, time: UInt64, newest: UInt32, received: UInt32) {
        self.clientTime = clientTime
        self.time = time
        self.newest = newest
        self.received = received
    }
}

/// A client asks for all events after a sequence number.
public struct Resume: Equatable, Sendable {
    /// The sequence number up to which the client has received everything; 0 asks for a snapshot.
    public var sequence: UInt32

    /// Asks for the events after `sequence`.
    public init(after sequence: UInt32) { self.sequence = sequence }
}

/// The replicated state at a sequence number, as the operations that produce it.
public struct Snapshot: Equatable, Sendable {
    /// The sequence number of the last event that it includes.
    public var sequence: UInt32
    /// The room's Lamport clock.
    public var clock: UInt64
    /// The session clock, in milliseconds.
    public var time: UInt64
    /// The number of the recipient's last operation that the snapshot includes or that was refused.
    public var received: UInt32
    /// The operations, in any order.
    public var operations: [SessionOperation]

    /// The state after the event `sequence`.
    public init(sequence: UInt32, clock: UInt64, time: UInt64, received: UInt32, operations: [SessionOperation]) {
        self.sequence = sequence
        self.clock = clock
        self.time = time
        self.received = received
        self.operations = operations
    }
}
