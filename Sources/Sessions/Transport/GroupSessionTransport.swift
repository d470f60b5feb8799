#if canImport(GroupActivities)
    import Foundation
    import GroupActivities
    import NIOCore
    import Synchronization

    /// SharePlay's messenger as a connection to a room: the same packets between the participant that hosts the room and another.
    ///
    /// The host of a group session runs a ``HostedRoom`` and connects it to one of these for each other participant; the others
    /// connect to the host.
    @available(macOS 15, iOS 18, *)
    public final class GroupSessionTransport: LiveTransport {
        private struct State {
            var receiver: (@Sendable (LiveTransportEvent) -> Void)?
            var waiting: [LiveTransportEvent] = []
            var isClosed = false
        }

        private let messenger: GroupSessionMessenger
        private let other: Participant
        private let state = Mutex(State())
        /// Sends one packet after the other: the messenger keeps the order of calls that follow each other.
        private let outgoing: AsyncStream<Data>.Continuation

        /// A connection to another participant of a group session.
        /// - Parameters:
        ///   - messenger: a reliable messenger of the group session.
        ///   - other: the participant that hosts the room or, on the host, the one that joins it.
        public init(_ messenger: GroupSessionMessenger, to other: Participant) {
            self.messenger = messenger
            self.other = other
            let (packets, outgoing) = AsyncStream<Data>.makeStream()
            self.outgoing = outgoing
            Task { [weak self] in
                for await packet in packets {
                    do { try await messenger.send(packet, to: .only(other)) } catch { self?.deliver(.closed(.lost)) }
                }
            }
            Task { [weak self] in
                for await (data, context) in messenger.messages(of: Data.self) where context.source == other {
                    self?.deliver(.packet(Array(data)))
                }
                self?.deliver(.closed(.ended))
            }
        }

        public var isWritable: Bool { true }

        public func send(_ packet: SharedPacket) { outgoing.yield(Data(packet.bytes)) }

        public func close(_ reason: LiveCloseReason) {
            outgoing.finish()
            deliver(.closed(reason))
        }

        public func start(_ receiver: @escaping @Sendable (LiveTransportEvent) -> Void) {
            let waiting = state.withLock { state in
                state.receiver = receiver
                defer { state.waiting = [] }
                return state.waiting
            }
            for event in waiting { receiver(event) }
        }

        private func deliver(_ event: LiveTransportEvent) {
            let receiver = state.withLock { state -> (@Sendable (LiveTransportEvent) -> Void)? in
                if state.isClosed { return nil }
                if case .closed = event { state.isClosed = true }
                if state.receiver == nil { state.waiting.append(event) }
                return state.receiver
            }
            receiver?(event)
        }
    }
#endif
