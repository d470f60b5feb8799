import Live

/// The server of a simulated session: connections, storage and a room.
struct SimulatedServer {
    var room: Room
    /// The current connection of each client; nil where the server knows of none.
    private(set) var connections: [Int?]
    private let roles: [Role]
    private var participants: [ParticipantID?]
    private let codec = PacketCodec()
    /// Every event that left the server, by sequence number − 1, with its time.
    private(set) var events: [(operation: SessionOperation, time: UInt64)] = []
    /// The number of the last operation of each participant that was answered by an event or a refusal.
    private var answered: [ParticipantID: UInt32] = [:]
    /// Answers to connections that were refused.
    private var refusals: [Packet] = []

    init(settings: RoomSettings, roles: [Role]) {
        room = Room(settings: settings)
        self.roles = roles
        connections = roles.map { _ in nil }
        participants = roles.map { _ in nil }
    }

    /// Processes the packets that arrived during a tick.
    /// - Returns: the deliveries, which leave the server only once the room is stored.
    mutating func process(_ packets: [Packet], at time: UInt64) throws -> [Delivery] {
        var deliveries = room.advance(to: time)
        for packet in packets {
            guard let frames = try? codec.decode(packet.bytes) else { continue }
            for frame in frames {
                if case .hello(let hello) = frame.message {
                    deliveries += admit(hello, packet, at: time)
                } else if connections[packet.client] == packet.connection, let id = participants[packet.client] {
                    let answer = room.receive(frame, from: id, at: time)
                    try checkOrder(of: frame, from: id, answer)
                    deliveries += answer
                }
            }
        }
        return deliveries
    }

    /// Each operation of a participant is answered once, in the order of their numbers.
    private mutating func checkOrder(of frame: Frame, from id: ParticipantID, _ answer: [Delivery]) throws {
        guard case .operation = frame.message, case .send(let first) = answer.first?.content else { return }
        if case .refusal(let refusal) = first.message, refusal.reason == .tooFast { return }
        guard frame.sequence == (answered[id] ?? 0) + 1 else {
            throw SimulationFailure("operation \(frame.sequence) of \(id.number) was processed out of order or twice")
        }
        answered[id] = frame.sequence
    }

    private mutating func admit(_ hello: Hello, _ packet: Packet, at time: UInt64) -> [Delivery] {
        if let current = connections[packet.client], current > packet.connection { return [] }
        switch room.admit(hello, role: roles[packet.client], at: time) {
        case .welcomed(let id, let deliveries):
            connections[packet.client] = packet.connection
            participants[packet.client] = id
            return deliveries
        case .refused(let refusal):
            refusals.append(
                Packet(
                    client: packet.client, isForServer: false, connection: packet.connection,
                    bytes: codec.encode([Frame(.refusal(refusal))])))
            return []
        }
    }

    /// The packets of deliveries, and the clients whose connection is closed.
    mutating func carryOut(_ deliveries: [Delivery], at time: UInt64) -> (packets: [Packet], closed: [Int]) {
        var packets = refusals
        refusals = []
        var closed: [Int] = []
        for delivery in deliveries {
            let clients = delivery.recipients.compactMap { id in participants.firstIndex { $0 == id } }
            switch delivery.content {
            case .send(let frame):
                if case .operation(let operation) = frame.message, frame.sequence == UInt32(events.count) + 1 {
                    events.append((operation, time))
                }
                let bytes = codec.encode([frame])
                for client in clients {
                    guard let connection = connections[client] else { continue }
                    packets.append(Packet(client: client, isForServer: false, connection: connection, bytes: bytes))
                }
            case .close:
                for client in clients {
                    connections[client] = nil
                    closed.append(client)
                }
            }
        }
        return (packets, closed)
    }

    /// The server notices that a connection ended.
    mutating func noticeEnd(ofConnection connection: Int, client: Int, at time: UInt64) {
        guard connections[client] == connection, let id = participants[client] else { return }
        connections[client] = nil
        room.disconnect(id, at: time)
    }

    /// The server starts again with the room as it is stored.
    mutating func restart(at time: UInt64) throws {
        room = try Room(restoring: room.saved(), settings: room.settings, at: time)
        connections = connections.map { _ in nil }
        refusals = []
    }
}
