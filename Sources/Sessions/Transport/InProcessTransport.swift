import Dispatch
import Synchronization

/// A connection inside one process: for a host that runs the room itself, and for tests.
public final class InProcessTransport: LiveTransport {
    private struct State {
        var receiver: (@Sendable (LiveTransportEvent) -> Void)?
        /// Events before `start`.
        var waiting: [LiveTransportEvent] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "diorama.live.in-process")
    /// Strong until one end closes: the two ends are one object to their users.
    private let other = Mutex<InProcessTransport?>(nil)

    private init() {}

    /// Both ends of a new connection.
    public static func pair() -> (room: InProcessTransport, participant: InProcessTransport) {
        let room = InProcessTransport()
        let participant = InProcessTransport()
        room.other.withLock { $0 = participant }
        participant.other.withLock { $0 = room }
        return (room, participant)
    }

    public var isWritable: Bool { true }

    public func send(_ packet: SharedPacket) { other.withLock { $0 }?.deliver(.packet(packet.bytes)) }

    public func close(_ reason: LiveCloseReason) {
        let other = other.withLock { end in
            defer { end = nil }
            return end
        }
        other?.other.withLock { $0 = nil }
        other?.deliver(.closed(reason))
        deliver(.closed(reason))
    }

    public func start(_ receiver: @escaping @Sendable (LiveTransportEvent) -> Void) {
        queue.async { [self] in
            let waiting = state.withLock { state in
                state.receiver = receiver
                defer { state.waiting = [] }
                return state.waiting
            }
            for event in waiting { receiver(event) }
        }
    }

    private func deliver(_ event: LiveTransportEvent) {
        queue.async { [self] in
            let receiver = state.withLock { state -> (@Sendable (LiveTransportEvent) -> Void)? in
                if state.isClosed { return nil }
                if case .closed = event { state.isClosed = true }
                if state.receiver == nil { state.waiting.append(event) }
                return state.receiver
            }
            receiver?(event)
        }
    }
}
