import Foundation
import Live
import Synchronization
import Testing

@testable import Sessions

/// A participant of a hosted room in the same process.
final class Guest: Sendable {
    let participant: SessionParticipant
    private let box: RoomBox
    private let running = Mutex<Task<Void, any Error>?>(nil)

    private init(_ room: HostedRoom, _ name: DisplayName, role: Role) {
        let box = RoomBox(room)
        self.box = box
        participant = SessionParticipant(name: name, color: AvatarColor(red: 1, green: 2, blue: 3)) {
            let (end, own) = InProcessTransport.pair()
            box.transport.withLock { $0 = own }
            box.room.withLock { $0 }.connect(end, role: role)
            return own
        }
        let participant = participant
        running.withLock { $0 = Task { try await participant.run() } }
    }

    /// Its end of the current connection.
    var transport: InProcessTransport? { box.transport.withLock { $0 } }

    /// Sets the room that it connects to next.
    func set(target room: HostedRoom) { box.room.withLock { $0 = room } }

    /// Joins a room.
    static func join(_ room: HostedRoom, _ name: String, role: Role = .guest) async throws -> Guest {
        let guest = Guest(room, try #require(DisplayName(name)), role: role)
        try await guest.waits("to join") { $0.isJoined && $0.replica.isSettled }
        return guest
    }

    /// Waits for something that has to happen.
    func waits(_ what: String, until condition: @Sendable (LiveClient) -> Bool) async throws {
        for _ in 0..<3_000 {
            if condition(await participant.snapshot) { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw SessionsError(.failed, "waited in vain \(what)")
    }

    func leave() async {
        await participant.leave()
        let task = running.withLock { $0 }
        _ = await task?.result
    }
}

/// What the connections of a guest share.
private final class RoomBox: Sendable {
    let room: Mutex<HostedRoom>
    let transport = Mutex<InProcessTransport?>(nil)

    init(_ room: HostedRoom) { self.room = Mutex(room) }
}

/// The end of a connection that somebody else closes.
final class Closing: Sendable {
    private let received = Mutex<LiveCloseReason?>(nil)

    init(_ transport: InProcessTransport) {
        transport.start { event in
            if case .closed(let reason) = event { self.received.withLock { $0 = reason } }
        }
    }

    func reason() async throws -> LiveCloseReason {
        for _ in 0..<3_000 {
            if let reason = received.withLock({ $0 }) { return reason }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw SessionsError(.failed, "the connection was not closed")
    }
}
