import Foundation
import Geometry
import Live
import Synchronization
import Testing

import Sessions

/// Rooms with connections inside the process: what participants see, storage, hostile and slow participants.
@Suite struct HostedRoomTests {
    @Test func `two participants see each other's companions and end equal`() async throws {
        let room = HostedRoom(Room(), clock: SessionTime())
        let ada = try await Guest.join(room, "Ada", role: .host)
        let ben = try await Guest.join(room, "Ben")
        let id = try await ada.participant.change { (client, time) throws(Refusal) in
            try client.spawn(CompanionModel(1)!, position: Vector3(1, 0, 2), at: time)
        }
        try await ben.waits("for the companion") { $0.replica.state.companion(id) != nil }
        for step in 1...30 {
            try await ada.participant.change { (client, time) throws(Refusal) in
                try client.move(Update(id: id, position: Vector3(Float(step) / 10, 0, 0)), at: time)
            }
        }
        try await ben.waits("for the last position") {
            $0.replica.state.companion(id)?.position?.value == Vector3(3, 0, 0)
        }
        try await ada.waits("for the room") { $0.replica.isSettled }
        #expect(await ada.participant.snapshot.digest == (await ben.participant.snapshot.digest))
        #expect(room.sessionState == (await ben.participant.snapshot.replica.confirmed))
        await ada.leave()
        try await ben.waits("for the handover") { !($0.replica.state.participant(ParticipantID(1))?.isActive ?? true) }
        await ben.leave()
    }

    @Test func `presence reaches everybody else, also in large rooms, and the last one is sent`() async throws {
        let room = HostedRoom(Room(), clock: SessionTime())
        var guests: [Guest] = []
        for number in 0..<12 { guests.append(try await Guest.join(room, "Guest \(number)")) }
        for step in 0..<10 {
            for (i, guest) in guests.enumerated() {
                _ = try await guest.participant.change { (client, time) throws(Refusal) in
                    client.setPresence(
                        position: Vector3(Float(i), Float(step), 0), rotation: .identity, pointer: nil, at: time)
                }
            }
        }
        for (i, guest) in guests.enumerated() {
            try await guest.waits("for the presence of all") { client in
                (0..<12).allSatisfy { other in
                    other == i
                        || client.replica.presence(of: ParticipantID(UInt32(other) + 1))?.position == Vector3(Float(other), 9, 0)
                }
            }
        }
        for guest in guests { await guest.leave() }
    }

    @Test func `nothing is sent before it is stored, and a restart loses nothing`() async throws {
        let disk = Disk()
        let room = HostedRoom(Room(), clock: SessionTime(), store: disk.store)
        let ada = try await Guest.join(room, "Ada")
        let ben = try await Guest.join(room, "Ben")
        disk.isFull.withLock { $0 = true }
        let id = try await ada.participant.change { (client, time) throws(Refusal) in
            try client.spawn(CompanionModel(0)!, position: Vector3(0, 0, 0), at: time)
        }
        try await Task.sleep(for: .milliseconds(300))
        #expect(await ben.participant.snapshot.replica.state.companion(id) == nil)
        #expect(await !ada.participant.snapshot.replica.isSettled)
        disk.isFull.withLock { $0 = false }
        try await ben.waits("until it is stored") { $0.replica.state.companion(id) != nil }

        let restored = try Room(restoring: disk.bytes.withLock { $0 }, at: room.time)
        #expect(restored.state == room.sessionState)
        let again = HostedRoom(restored, clock: SessionTime(at: room.time), store: disk.store)
        ada.set(target: again)
        ben.set(target: again)
        room.end(.goingAway)
        try await ada.waits("for the connection") { $0.status == .connected }
        let second = try await ada.participant.change { (client, time) throws(Refusal) in
            try client.spawn(CompanionModel(2)!, position: Vector3(0, 0, 1), at: time)
        }
        try await ben.waits("for the second companion") { $0.replica.state.companion(second) != nil }
        #expect(await ben.participant.snapshot.replica.state.companion(id) != nil)
        await ada.leave()
        await ben.leave()
    }

    @Test func `a participant that sends garbage is disconnected, the others are not disturbed`() async throws {
        let room = HostedRoom(Room(), clock: SessionTime())
        let ada = try await Guest.join(room, "Ada")
        for bytes in [[], [0xFF], [UInt8](repeating: 7, count: 300), PacketCodec().encode([Frame(.ping(Ping(clientTime: 1)))])] {
            let (end, hostile) = InProcessTransport.pair()
            room.connect(end, role: .guest)
            let closed = Closing(hostile)
            hostile.send(SharedPacket(bytes))
            #expect(try await closed.reason() == .protocolError)
        }
        let mallory = try await Guest.join(room, "Mallory")
        try await ada.waits("for Mallory") { $0.replica.state.participant(ParticipantID(2))?.isActive == true }
        mallory.transport?.send(SharedPacket([1, 2, 3]))
        try await mallory.waits("for the end") { $0.status == .disconnected }
        #expect(await ada.participant.snapshot.status == .connected)
        #expect(room.participantCount == 1)
        await ada.leave()
    }

    @Test func `a participant that doesn't read is disconnected, and the others get everything in time`() async throws {
        var timing = RoomTiming()
        timing.maxBlocked = 300
        let room = HostedRoom(Room(), clock: SessionTime(), timing: timing)
        let ada = try await Guest.join(room, "Ada")
        let ben = try await Guest.join(room, "Ben")
        let slow = StuckTransport()
        room.connect(slow, role: .guest)
        slow.sends(PacketCodec().encode([Frame(.hello(Hello(key: ParticipantKey(low: 9, high: 9))))]))
        slow.isStuck.withLock { $0 = true }
        for step in 1...40 {
            _ = try await ada.participant.change { (client, time) throws(Refusal) in
                client.setPresence(position: Vector3(Float(step), 0, 0), rotation: .identity, pointer: nil, at: time)
            }
            if step % 10 == 0 { room.tick() }
            try await Task.sleep(for: .milliseconds(20))
        }
        try await ben.waits("for Ada") { $0.replica.presence(of: ParticipantID(1))?.position.x == 40 }
        room.tick()
        #expect(slow.reason.withLock { $0 } == .tooSlow)
        // The welcome, and no presence while it was stuck.
        #expect(slow.packets.withLock { $0 } <= 2)
        #expect(room.participantCount == 2)
        await ada.leave()
        await ben.leave()
    }

    @Test func `a participant that floods the room is disconnected`() async throws {
        let room = HostedRoom(Room(), clock: SessionTime())
        let ada = try await Guest.join(room, "Ada")
        let (end, hostile) = InProcessTransport.pair()
        room.connect(end, role: .guest)
        let closing = Closing(hostile)
        hostile.send(SharedPacket(PacketCodec().encode([Frame(.hello(Hello(key: ParticipantKey(low: 7, high: 7))))])))
        let pings = PacketCodec().encode([Frame](repeating: Frame(.ping(Ping(clientTime: 1))), count: 200))
        for _ in 0..<20 { hostile.send(SharedPacket(pings)) }
        #expect(try await closing.reason() == .policy)
        #expect(room.participantCount == 1)
        #expect(await ada.participant.snapshot.status == .connected)
        await ada.leave()
    }

    @Test func `the more participants a server has, the less often small rooms send`() async throws {
        let timing = RoomTiming()
        #expect(timing.interval(participants: 4, everywhere: 4) == 2)
        #expect(timing.interval(participants: 4, everywhere: 400) == 12)
        #expect(timing.interval(participants: 4, everywhere: 4_000) == 20)
        #expect(timing.interval(participants: 9, everywhere: 9) == 20)
        let load = ServerLoad()
        let rooms = (0..<2).map { _ in HostedRoom(Room(), clock: SessionTime(), load: load) }
        let ada = try await Guest.join(rooms[0], "Ada")
        let ben = try await Guest.join(rooms[1], "Ben")
        // On a busy machine a participant can be away for a moment.
        while load.participants != 2 { try await Task.sleep(for: .milliseconds(5)) }
        await ada.leave()
        while load.participants != 1 { try await Task.sleep(for: .milliseconds(5)) }
        rooms[1].end(.ended)
        #expect(load.participants == 0)
        await ben.leave()
    }

    @Test func `a later connection with the same key replaces the earlier one`() async throws {
        let room = HostedRoom(Room(), clock: SessionTime())
        let hello = PacketCodec().encode([Frame(.hello(Hello(key: ParticipantKey(low: 5, high: 5))))])
        let (first, firstEnd) = InProcessTransport.pair()
        room.connect(first, role: .guest)
        let closing = Closing(firstEnd)
        firstEnd.send(SharedPacket(hello))
        // Packets of different connections have no order.
        while room.participantCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
        let (second, secondEnd) = InProcessTransport.pair()
        room.connect(second, role: .guest)
        let other = Closing(secondEnd)
        secondEnd.send(SharedPacket(hello))
        #expect(try await closing.reason() == .policy)
        #expect(room.participantCount == 1)
        secondEnd.close(.ended)
        _ = try await other.reason()
    }
}

/// A disk that can be full.
private final class Disk: Sendable {
    let bytes = Mutex<[UInt8]>([])
    let isFull = Mutex(false)

    var store: @Sendable ([UInt8]) throws -> Void {
        { bytes in
            if self.isFull.withLock({ $0 }) { throw SessionsError(.failed, "the disk is full") }
            self.bytes.withLock { $0 = bytes }
        }
    }
}

/// A connection whose other end stops reading.
private final class StuckTransport: LiveTransport {
    let isStuck = Mutex(false)
    let packets = Mutex(0)
    let reason = Mutex<LiveCloseReason?>(nil)
    private let receiver = Mutex<(@Sendable (LiveTransportEvent) -> Void)?>(nil)

    var isWritable: Bool { !isStuck.withLock { $0 } }
    func send(_ packet: SharedPacket) { packets.withLock { $0 += 1 } }
    func close(_ reason: LiveCloseReason) { self.reason.withLock { $0 = reason } }
    func start(_ receiver: @escaping @Sendable (LiveTransportEvent) -> Void) { self.receiver.withLock { $0 = receiver } }
    func sends(_ bytes: [UInt8]) { receiver.withLock { $0 }?(.packet(bytes)) }
}
