/// A client's copy of a session. Its own changes are visible at once and are sent until the room has processed them; what the room
/// refuses is undone.
///
/// A value without clocks and connections: the caller passes local times in milliseconds, sends the frames that the methods return,
/// and reads ``takeEvents()`` for what it has to show.
///
/// Two states are kept: what the room confirmed, and the same with the client's own unconfirmed operations, which is shown. Since
/// operations commute, a confirmed operation is applied to both; only a refusal makes the shown state anew.
public struct Replica: Sendable {
    /// The participant's secret.
    public let key: ParticipantKey
    /// Who this client is; nil before the first welcome.
    public internal(set) var id: ParticipantID?
    /// What it may do.
    public internal(set) var role: Role = .viewer
    /// The state to show.
    public internal(set) var state = SessionState()
    /// What the room confirmed.
    public internal(set) var confirmed = SessionState()
    /// The sequence number up to which all events have arrived.
    public internal(set) var sequence: UInt32 = 0
    /// Whether the room has welcomed the client on the current connection.
    public internal(set) var isConnected = false
    /// The session clock.
    public internal(set) var clock = SessionClock()

    /// Own operations that the room has neither confirmed nor refused, by number.
    var pending: [PendingOperation] = []
    /// The number of the last own operation.
    var lastNumber: UInt32 = 0
    /// The number of the last own operation when the last ping was sent.
    var numberAtPing: UInt32 = 0
    /// The largest Lamport clock known; never goes back.
    var lamport: UInt64 = 0
    /// Events whose predecessors are missing; nil for those that this version doesn't know.
    var held = SortedTable<UInt32, SessionOperation?>()
    /// Once `sequence` reaches `newest`, own operations up to `received` are settled.
    var settlement: Settlement?
    /// Effects that were shown, with their end.
    var shownEffects = SortedTable<EffectID, UInt64>()
    var presences = SortedTable<ParticipantID, Presence>()
    var reactionTimes = SortedTable<ParticipantID, UInt64>()
    var events: [ReplicaEvent] = []

    struct PendingOperation: Sendable {
        var number: UInt32
        var operation: SessionOperation
    }

    struct Settlement: Sendable {
        var received: UInt32
        var newest: UInt32
    }

    /// An empty copy.
    /// - Parameter key: 128 random bits; the same after a reload of the page, if it is to remain the same participant.
    public init(key: ParticipantKey) { self.key = key }

    // MARK: Queries

    /// The newest presence of a participant.
    public func presence(of id: ParticipantID) -> Presence? { presences[id] }

    /// Whether the room has processed all own operations.
    public var isSettled: Bool { pending.isEmpty }

    /// What happened since the last call, in order.
    public mutating func takeEvents() -> [ReplicaEvent] {
        let taken = events
        events = []
        return taken
    }

    // MARK: Connection

    /// The first frames of a new connection.
    public mutating func connect(capabilities: Capabilities = .all) -> [Frame] {
        isConnected = false
        return [Frame(.hello(Hello(key: key, capabilities: capabilities)))]
    }

    /// Notes that the connection ended. Changes are kept until the next one.
    public mutating func disconnect() { isConnected = false }

    /// A ping, to be sent about once per second: it also finds lost messages.
    /// - Parameter time: local milliseconds.
    public mutating func ping(at time: UInt64) -> Frame {
        numberAtPing = lastNumber
        return Frame(.ping(Ping(clientTime: time)))
    }

    // MARK: Own changes

    /// The id of the companion that the next operation creates; nil before the first welcome.
    public var nextCompanionID: CompanionID? { id.map { CompanionID(creator: $0, number: lastNumber &+ 1) } }
    /// The id of the effect that the next operation starts; nil before the first welcome.
    public var nextEffectID: EffectID? { id.map { EffectID(creator: $0, number: lastNumber &+ 1) } }

    /// The id of the measurement that the next operation shares; nil before the first welcome.
    public var nextMeasurementID: MeasurementID? { id.map { MeasurementID(creator: $0, number: lastNumber &+ 1) } }

    /// Makes a change: it is visible at once.
    /// - Parameters:
    ///   - change: the change; new companions and effects have the next id.
    ///   - time: local milliseconds.
    /// - Returns: what to send, if there is a connection; without one the change waits for the next.
    /// - Throws: `Refusal` where the room would refuse the change. Nothing has changed then.
    public mutating func perform(_ change: Change, at time: UInt64) throws(Refusal) -> Frame? {
        guard let id else { throw Refusal(.notJoined) }
        guard pending.count < LiveLimits.maxPendingOperations, lastNumber < LiveLimits.maxOperations else {
            throw Refusal(.tooFast)
        }
        let operation = SessionOperation(change, stamp: Stamp(clock: lamport &+ 1, participant: id))
        let sender = Sender(id: id, role: role)
        let sessionTime = clock.sessionTime(at: time)
        if let reason = state.refusalReason(of: operation, by: sender, number: lastNumber + 1, at: sessionTime) {
            throw Refusal(reason)
        }
        lamport = operation.stamp.clock
        lastNumber += 1
        pending.append(PendingOperation(number: lastNumber, operation: operation))
        state.apply(operation)
        if case .effect(let effect) = change { show(effect) }
        return isConnected ? Frame(.operation(operation), sequence: lastNumber) : nil
    }

    mutating func show(_ effect: TimedEffect) {
        guard !shownEffects.contains(effect.id) else { return }
        shownEffects[effect.id] = effect.end
        events.append(.effect(effect))
    }
}

/// Something that a client has to show.
public enum ReplicaEvent: Equatable, Sendable {
    /// The room welcomed the client.
    case welcomed
    /// The connection was refused.
    case connectionRefused(Refusal)
    /// An operation changed the state.
    case changed(Change)
    /// The state was replaced as a whole.
    case replaced
    /// An own change was refused and undone.
    case refused(Refusal, Change)
    /// An effect begins or is in its middle. Reported once for each effect.
    case effect(TimedEffect)
    /// A participant moved.
    case presence(Presence)
    /// A participant reacted.
    case reaction(Reaction)
}
