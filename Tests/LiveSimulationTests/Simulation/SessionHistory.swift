import Geometry
import Live
import Support

/// One random history of a session: everything in it follows from its seed.
struct SessionHistory {
    /// Milliseconds.
    private static let tick: UInt64 = 10
    /// How long people act and the network is bad.
    private static let activeTime: UInt64 = 1_200
    /// How long everything may take to settle with a good network.
    private static let settlingTime: UInt64 = 3_000

    private var random: SplitMix64
    private var network: SimulatedNetwork
    private var server: SimulatedServer
    private var clients: [SimulatedClient]
    private var time: UInt64 = 0
    /// When the server notices connections that ended.
    private var ended: [(client: Int, connection: Int, time: UInt64)] = []
    /// When each client's current connection ended last, for the check of effects.
    private var intervals: [(client: Int, from: UInt64, to: UInt64)] = []
    private(set) var counts = SessionCounts()

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // Mostly small sessions; up to 16 participants.
        let count = 2 + Int(random.next() % 4) + (random.next() % 8 == 0 ? Int(random.next() % 12) : 0)
        var roles = [Role](repeating: .guest, count: count)
        roles[0] = .host
        if random.next() % 3 == 0 { roles[1] = .host }
        if count > 3, random.next() % 3 == 0 { roles[count - 1] = .viewer }
        server = SimulatedServer(
            settings: RoomSettings(gracePeriod: 300, logCapacity: random.next() % 2 == 0 ? 4 : 1_000), roles: roles)
        clients = (0..<count).map { SimulatedClient(index: $0) }
        network = SimulatedNetwork(seed: random.next())
        network.lossPercent = random.next() % 20
        network.duplicationPercent = random.next() % 20
        network.maxDelay = random.next() % 120
        self.random = random
    }

    /// Runs the history and checks its end.
    mutating func run() throws {
        while time < Self.activeTime { try step(isActive: true) }
        network.lossPercent = 0
        network.maxDelay = 20
        for i in clients.indices where !clients[i].isBanned && !clients[i].isOpen { open(i) }
        while time < Self.activeTime + Self.settlingTime { try step(isActive: false) }
        for i in clients.indices { endInterval(of: i) }
        try checkEnd()
    }

    // MARK: One tick

    private mutating func step(isActive: Bool) throws {
        time += Self.tick
        let arrived = network.arrivals(by: time)
        let packets = arrived.filter { $0.isForServer }
        if isActive && random.next() % 400 == 0 {
            try restartServer(after: packets)
        } else {
            for end in ended where end.time <= time { server.noticeEnd(ofConnection: end.connection, client: end.client, at: time) }
            ended.removeAll { $0.time <= time }
            carryOut(try server.process(packets, at: time))
        }
        for packet in arrived where !packet.isForServer { try deliver(packet) }
        for i in clients.indices { act(i, isActive: isActive) }
        for i in clients.indices { try clients[i].processEvents(at: time) }
    }

    /// The server fails after it has processed the packets, but before it has stored the room and sent anything.
    private mutating func restartServer(after packets: [Packet]) throws {
        let stored = server
        _ = try server.process(packets, at: time)
        server = stored
        try server.restart(at: time)
        counts.restarts += 1
        for i in clients.indices where clients[i].isOpen { close(i, isNoticed: true) }
    }

    private mutating func carryOut(_ deliveries: [Delivery]) {
        let (packets, closed) = server.carryOut(deliveries, at: time)
        for packet in packets { network.send(packet, at: time) }
        for client in closed {
            clients[client].isBanned = true
            close(client, isNoticed: true)
        }
    }

    private mutating func deliver(_ packet: Packet) throws {
        let i = packet.client
        guard clients[i].isOpen, clients[i].connection == packet.connection else { return }
        for frame in try PacketCodec().decode(packet.bytes) {
            send(clients[i].replica.receive(frame, at: time), from: i)
            if case .operation(let operation) = frame.message, case .remove(let id) = operation.change,
                clients[i].replica.confirmed.isRemoved(id)
            {
                clients[i].removed.insert(id)
            }
        }
    }

    private mutating func send(_ frames: [Frame], from i: Int) {
        for frame in frames {
            let bytes = PacketCodec().encode([frame])
            network.send(
                Packet(client: i, isForServer: true, connection: clients[i].connection, bytes: bytes), at: time)
        }
    }

    // MARK: Clients

    private mutating func act(_ i: Int, isActive: Bool) {
        if clients[i].isBanned { return }
        if !clients[i].isOpen {
            if random.next() % 12 == 0 || !isActive { open(i) }
        } else if !clients[i].replica.isConnected, time - clients[i].attempted > 300 {
            open(i)
        }
        if clients[i].replica.isConnected, time >= clients[i].nextPing {
            clients[i].nextPing = time + 80
            send([clients[i].replica.ping(at: time)], from: i)
        }
        guard isActive else { return }
        if random.next() % 7 == 0, let change = clients[i].randomChange(&random, at: time) {
            do throws(Refusal) {
                if let frame = try clients[i].replica.perform(change, at: time) { send([frame], from: i) }
                counts.operations += 1
            } catch {
                counts.refusals += 1
            }
        }
        if random.next() % 40 == 0, let id = clients[i].replica.id, clients[i].replica.isConnected {
            let now = clients[i].replica.clock.sessionTime(at: time)
            let presence = Presence(participant: id, time: now, position: Vector3(1, 1, Float(i)))
            send([Frame(.presence(presence))], from: i)
        }
        if clients[i].isOpen && random.next() % 100 == 0 {
            close(i, isNoticed: random.next() % 2 == 0)
            if random.next() % 4 == 0 { clients[i].reload() }
        }
    }

    private mutating func open(_ i: Int) {
        endInterval(of: i)
        clients[i].connection += 1
        clients[i].isOpen = true
        clients[i].attempted = time
        counts.connections += 1
        send(clients[i].replica.connect(), from: i)
    }

    private mutating func close(_ i: Int, isNoticed: Bool) {
        endInterval(of: i)
        clients[i].isOpen = false
        clients[i].replica.disconnect()
        let connection = clients[i].connection
        ended.append((client: i, connection: connection, time: isNoticed ? time : time + 200))
    }

    private mutating func endInterval(of i: Int) {
        if let from = clients[i].welcomed { intervals.append((client: i, from: from, to: time)) }
        clients[i].welcomed = nil
    }

    // MARK: The end

    private mutating func checkEnd() throws {
        let room = server.room
        var alive: Set<CompanionID> = []
        var dead: Set<CompanionID> = []
        for event in server.events {
            switch event.operation.change {
            case .spawn(let spawn):
                guard !dead.contains(spawn.id), alive.insert(spawn.id).inserted else {
                    throw SimulationFailure("a companion was created twice")
                }
                counts.spawns += 1
            case .remove(let id):
                alive.remove(id)
                dead.insert(id)
            default: break
            }
        }
        guard server.events.count == Int(room.newest) else { throw SimulationFailure("an event never left the server") }
        guard Set(room.state.companionIDs) == alive else {
            throw SimulationFailure("the room's companions are not those of its events")
        }
        try checkOwners(room.state)
        try checkMeasurements(room.state)
        for client in clients where !client.isBanned { try check(client, room) }
        try checkEffects()
    }

    /// Companions belong to participants that are present, as long as there is a host.
    private func checkOwners(_ state: SessionState) throws {
        guard state.firstHost != nil else { return }
        for id in state.companionIDs {
            guard let owner = state.companion(id)?.owner?.value, state.participant(owner)?.isActive == true else {
                throw SimulationFailure("companion \(id.creator.number)/\(id.number) is an orphan although there is a host")
            }
        }
    }

    /// Measurements are those that were shared and not removed, of participants that are present.
    private mutating func checkMeasurements(_ state: SessionState) throws {
        var shown: Set<MeasurementID> = []
        var removed: Set<MeasurementID> = []
        for event in server.events {
            switch event.operation.change {
            case .measure(let measurement):
                guard !removed.contains(measurement.id), shown.insert(measurement.id).inserted else {
                    throw SimulationFailure("a measurement was shared twice")
                }
                counts.measurements += 1
            case .removeMeasurement(let id):
                shown.remove(id)
                removed.insert(id)
            default: break
            }
        }
        guard Set(state.measurements.map(\.id)) == shown else {
            throw SimulationFailure("the room's measurements are not those of its events")
        }
        for measurement in state.measurements where state.participant(measurement.id.creator)?.isActive != true {
            throw SimulationFailure("a measurement is shown although its author isn't here")
        }
    }

    private func check(_ client: SimulatedClient, _ room: Room) throws {
        let replica = client.replica
        guard replica.isConnected else { throw SimulationFailure("client \(client.index) is not connected at the end") }
        guard replica.isSettled else { throw SimulationFailure("client \(client.index) has operations without an answer") }
        guard replica.sequence == room.newest else {
            throw SimulationFailure("client \(client.index) is at event \(replica.sequence) of \(room.newest)")
        }
        guard replica.confirmed == room.state else { throw SimulationFailure("client \(client.index) differs from the room") }
        guard replica.state == room.state else {
            throw SimulationFailure("client \(client.index) shows another state than the room's")
        }
        if let (id, count) = client.measured.first(where: { $0.value > 1 }) {
            throw SimulationFailure("client \(client.index) showed measurement \(id.creator.number)/\(id.number) \(count) times")
        }
        if let (id, count) = client.spawned.first(where: { $0.value > 1 }) {
            throw SimulationFailure("client \(client.index) showed companion \(id.creator.number)/\(id.number) \(count) times")
        }
    }

    private mutating func checkEffects() throws {
        for client in clients {
            if let (id, count) = client.shown.first(where: { $0.value > 1 }) {
                throw SimulationFailure("client \(client.index) showed effect \(id.creator.number)/\(id.number) \(count) times")
            }
        }
        for event in server.events {
            guard case .effect(let effect) = event.operation.change else { continue }
            counts.effects += 1
            // Whoever was connected when the effect was sent, and stayed until the end, has shown it.
            for interval in intervals where interval.from <= event.time && interval.to == time {
                guard clients[interval.client].shown[effect.id] == 1 else {
                    throw SimulationFailure(
                        "client \(interval.client) never showed effect \(effect.id.creator.number)/\(effect.id.number)")
                }
            }
        }
    }
}

/// What happened in a history, to see that histories are worth running.
struct SessionCounts {
    var operations = 0
    var refusals = 0
    var connections = 0
    var restarts = 0
    var spawns = 0
    var effects = 0
    var measurements = 0
}
