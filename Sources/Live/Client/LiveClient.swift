import Geometry

/// The client of a session, complete except for the connection: a ``Replica`` with its codec, throttles, heartbeat and
/// interpolation. The web page and the command line use the same one.
///
/// A value without clocks and connections. The caller passes local times in milliseconds and
/// 1. calls ``connect(at:)`` when a connection is open and ``disconnect()`` when it has ended,
/// 2. passes each packet to ``receive(_:at:)`` and closes the connection where that throws,
/// 3. sends what ``takeOutgoing(at:)`` returns, at least every 50 ms while there is something to move, otherwise every second,
/// 4. closes the connection where ``isUnresponsive(at:)``, and connects again.
public struct LiveClient: Sendable {
    /// The state of the connection.
    public enum Status: UInt8, CaseIterable, Sendable {
        /// There is no connection.
        case disconnected = 0
        /// The connection is open, but the room hasn't answered yet.
        case connecting = 1
        /// The room has welcomed the client.
        case connected = 2
        /// The room refused the connection.
        case refused = 3
    }

    /// Milliseconds between two pings.
    public static let pingInterval: UInt64 = 1_000
    /// Milliseconds without an answer after which a connection is given up.
    public static let responseTimeout: UInt64 = 4_000

    /// The client's copy of the session.
    public internal(set) var replica: Replica
    /// The state of the connection.
    public internal(set) var status = Status.disconnected
    /// Why the room refused the connection.
    public internal(set) var connectionRefusal: Refusal?
    /// The first packet of the room that broke a rule on the current connection.
    public internal(set) var error: LiveError?

    /// The name and colour with which the client joins; set by ``join(name:color:at:)``.
    var profile: (name: DisplayName, color: AvatarColor)?
    /// Whether the operation join was made.
    var hasJoined = false
    /// The codec of the agreed version; nil until the first answer.
    public internal(set) var codec: PacketCodec?
    /// What is to be sent.
    var outgoing: [Frame] = []
    var events: [LiveEvent] = []
    /// Those who were active when events were last made; nil before the first state.
    var active: [ParticipantID]?
    /// The names when events were last made.
    var names = SortedTable<ParticipantID, DisplayName>()

    var presence = Throttle<Presence>()
    var lastPresence: Presence?
    var moved = SortedTable<CompanionID, MovedCompanion>()
    var lastReaction: UInt64 = 0

    var avatars = SortedTable<ParticipantID, Motion>()
    var pointers = SortedTable<ParticipantID, Motion>()
    var companionMotions = SortedTable<CompanionID, Motion>()

    private var nextPing: UInt64 = 0
    /// When the oldest ping without an answer was sent.
    private var unanswered: UInt64?

    /// A companion that this client moves: it is shown where it was moved to, before the throttle sends that.
    struct MovedCompanion: Sendable {
        var throttle = Throttle<Update>()
        /// Everything that was set since the movement began.
        var shown: Update
        /// When it was last moved, in local milliseconds.
        var time: UInt64
    }

    /// A client that has not connected yet.
    /// - Parameter key: 128 random bits; the same after a reload of the page, if it is to remain the same participant.
    public init(key: ParticipantKey) { replica = Replica(key: key) }

    // MARK: Connection

    /// Begins a new connection; the first packet is then in ``takeOutgoing(at:)``.
    /// - Parameter time: local milliseconds.
    public mutating func connect(at time: UInt64) {
        status = .connecting
        connectionRefusal = nil
        error = nil
        codec = nil
        nextPing = time
        // The hello itself has to be answered.
        unanswered = time
        outgoing = replica.connect()
    }

    /// Notes that the connection ended. Changes are kept until the next one.
    public mutating func disconnect() {
        replica.disconnect()
        if status != .refused { status = .disconnected }
        outgoing = []
        unanswered = nil
    }

    /// Whether the room hasn't answered for ``responseTimeout`` milliseconds.
    public func isUnresponsive(at time: UInt64) -> Bool {
        guard let unanswered else { return false }
        return time > unanswered &+ Self.responseTimeout
    }

    /// Processes a packet of the room.
    /// - Parameters:
    ///   - bytes: one binary WebSocket message.
    ///   - time: local milliseconds.
    /// - Throws: `LiveError` where the packet breaks a rule. Nothing of it was applied; the connection is to be closed.
    public mutating func receive(_ bytes: [UInt8], at time: UInt64) throws(LiveError) {
        guard status == .connecting || status == .connected else { return }
        do throws(LiveError) {
            let codec: PacketCodec
            if let agreed = self.codec { codec = agreed } else { codec = try PacketCodec(forAnswer: bytes) }
            let frames = try codec.decode(bytes)
            self.codec = codec
            unanswered = nil
            for frame in frames { receive(frame, at: time) }
        } catch {
            self.error = error
            disconnect()
            throw error
        }
        processEvents(at: time)
    }

    private mutating func receive(_ frame: Frame, at time: UInt64) {
        switch frame.message {
        case .welcome:
            // One for each connection.
            guard status == .connecting else { return }
            status = .connected
        default: guard status == .connected || isRefusal(frame.message) else { return }
        }
        outgoing += replica.receive(frame, at: time)
    }

    private func isRefusal(_ message: Message) -> Bool {
        if case .refusal = message { true } else { false }
    }

    // MARK: Sending

    /// The next packet to send; empty if there is nothing. Call it until it is empty.
    /// - Parameter time: local milliseconds.
    public mutating func takeOutgoing(at time: UInt64) -> [UInt8] {
        if status == .connected {
            sendDue(at: time)
            if time >= nextPing {
                nextPing = time + Self.pingInterval
                if unanswered == nil { unanswered = time }
                outgoing.append(replica.ping(at: time))
            }
        }
        guard !outgoing.isEmpty else { return [] }
        // Far below the limits of a packet, whatever the messages are.
        let count = min(outgoing.count, LiveLimits.maxPacketFrames / 2)
        let packet = (codec ?? PacketCodec()).encode([Frame](outgoing[..<count]))
        outgoing.removeFirst(count)
        return packet
    }

    /// Whether something waits for its throttle, so that ``takeOutgoing(at:)`` is to be called within 50 ms.
    public var isWaiting: Bool {
        if presence.isWaiting { return true }
        for companion in moved.values where companion.throttle.isWaiting { return true }
        return false
    }

    /// What happened since the last call, in order.
    public mutating func takeEvents() -> [LiveEvent] {
        let taken = events
        events = []
        return taken
    }
}
