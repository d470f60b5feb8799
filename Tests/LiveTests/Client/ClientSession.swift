import Geometry
import Live
import Testing

/// A room and clients in one process: packets of bytes go back and forth until nobody has anything to send.
struct ClientSession {
    var room = Room(settings: RoomSettings(maxOperationRate: 1_000), at: 0)
    var clients: [LiveClient] = []
    /// By client; nil while it has no connection.
    var ids: [ParticipantID?] = []
    var roles: [Role] = []
    /// Local milliseconds of all clients; the session clock is 1,000,000 ahead.
    var time: UInt64 = 5_000
    /// Operations and presences that clients sent.
    var sent = 0
    /// What client `recorded` receives, as a recording has it.
    var records: [SessionRecording.Record] = []
    var recorded: Int?
    /// Whether packets to clients are lost.
    var dropsDeliveries = false

    var sessionTime: UInt64 { time + 1_000_000 }

    mutating func add(_ name: String, role: Role = .guest) throws -> Int {
        let i = clients.count
        clients.append(LiveClient(key: ParticipantKey(low: UInt64(i) + 1, high: 9)))
        ids.append(nil)
        roles.append(role)
        let color = AvatarColor(red: UInt8(i), green: 100, blue: 200)
        clients[i].join(name: try #require(DisplayName(name)), color: color, at: time)
        clients[i].connect(at: time)
        try exchange()
        return i
    }

    /// Sends everything that is due, until nothing is.
    mutating func exchange() throws {
        var isBusy = true
        while isBusy {
            isBusy = false
            for i in clients.indices {
                while true {
                    let packet = clients[i].takeOutgoing(at: time)
                    if packet.isEmpty { break }
                    isBusy = true
                    try receive(packet, from: i)
                }
            }
        }
    }

    /// Lets time pass in steps of 10 ms.
    mutating func run(_ milliseconds: UInt64) throws {
        for _ in 0..<milliseconds / 10 {
            time += 10
            try exchange()
        }
    }

    private mutating func receive(_ packet: [UInt8], from i: Int) throws {
        for frame in try PacketCodec().decode(packet) {
            if case .hello(let hello) = frame.message {
                switch room.admit(hello, role: roles[i], at: sessionTime) {
                case .welcomed(let id, let deliveries):
                    ids[i] = id
                    try carryOut(deliveries)
                case .refused(let refusal):
                    try clients[i].receive(PacketCodec().encode([Frame(.refusal(refusal))]), at: time)
                    clients[i].disconnect()
                }
                continue
            }
            if case .ping = frame.message {} else { sent += 1 }
            guard let id = ids[i] else { continue }
            try carryOut(room.receive(frame, from: id, at: sessionTime))
        }
    }

    private mutating func carryOut(_ deliveries: [Delivery]) throws {
        for delivery in deliveries {
            for id in delivery.recipients {
                guard let i = ids.firstIndex(of: id) else { continue }
                switch delivery.content {
                case .send(let frame):
                    record(frame, to: i)
                    if !dropsDeliveries { try clients[i].receive(PacketCodec().encode([frame]), at: time) }
                case .close: disconnect(i)
                }
            }
        }
    }

    private mutating func record(_ frame: Frame, to i: Int) {
        guard i == recorded else { return }
        switch frame.message {
        case .snapshot, .operation, .presence, .reaction:
            records.append(.init(time: sessionTime, packet: PacketCodec().encode([frame])))
        default: break
        }
    }

    mutating func disconnect(_ i: Int) {
        clients[i].disconnect()
        if let id = ids[i] { room.disconnect(id, at: sessionTime) }
        ids[i] = nil
    }

    mutating func connect(_ i: Int) throws {
        clients[i].connect(at: time)
        try exchange()
    }

    /// Whether the room and all clients have the same state.
    func expectEqual(_ location: SourceLocation = #_sourceLocation) {
        for client in clients {
            #expect(client.replica.confirmed == room.state && client.replica.state == room.state, sourceLocation: location)
            #expect(client.digest == clients[0].digest, sourceLocation: location)
        }
    }
}
