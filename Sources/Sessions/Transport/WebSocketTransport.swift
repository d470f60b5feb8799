import NIOCore
import NIOWebSocket
import Synchronization

/// A WebSocket (RFC 6455) as a connection to a room: each packet is one binary message.
///
/// A server adds it to a channel by ``install(on:position:)``; ``WebSocketClient`` opens one.
public final class WebSocketTransport: LiveTransport {
    private struct State {
        var receiver: (@Sendable (LiveTransportEvent) -> Void)?
        var waiting: [LiveTransportEvent] = []
        var isClosed = false
    }

    private let packets: NIOLoopBound<WebSocketPackets>
    private let writable = Atomic(true)
    private let state = Mutex(State())

    /// The event loop of the connection.
    let eventLoop: any EventLoop

    private init(_ packets: WebSocketPackets, on eventLoop: any EventLoop) {
        self.packets = NIOLoopBound(packets, eventLoop: eventLoop)
        self.eventLoop = eventLoop
    }

    /// Adds a WebSocket's handlers to a server's channel whose handshake is complete. On the channel's event loop.
    /// - Parameters:
    ///   - channel: the connection.
    ///   - position: where in the pipeline; handlers behind it get nothing from then on.
    /// - Throws: where the handlers can't be added.
    public static func install(
        on channel: any Channel, position: ChannelPipeline.SynchronousOperations.Position
    ) throws -> WebSocketTransport {
        let packets = WebSocketPackets(isClient: false)
        let limits = WebSocketLimits(isClient: false)
        try channel.pipeline.syncOperations.addHandlers(
            [
                WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limits.maxMessageBytes)),
                limits.aggregator, packets,
            ], position: position)
        return transport(of: packets, on: channel)
    }

    /// Adds the handlers behind the encoder and decoder of a client's channel.
    static func installPackets(on channel: any Channel) throws -> WebSocketTransport {
        let packets = WebSocketPackets(isClient: true)
        try channel.pipeline.syncOperations.addHandlers([WebSocketLimits(isClient: true).aggregator, packets])
        return transport(of: packets, on: channel)
    }

    private static func transport(of packets: WebSocketPackets, on channel: any Channel) -> WebSocketTransport {
        let transport = WebSocketTransport(packets, on: channel.eventLoop)
        packets.transport = transport
        return transport
    }

    public var isWritable: Bool { writable.load(ordering: .relaxed) }

    public func send(_ packet: SharedPacket) {
        if eventLoop.inEventLoop { return packets.value.send(packet.buffer) }
        eventLoop.execute { [packets] in packets.value.send(packet.buffer) }
    }

    public func close(_ reason: LiveCloseReason) { eventLoop.execute { [packets] in packets.value.close(reason) } }

    public func start(_ receiver: @escaping @Sendable (LiveTransportEvent) -> Void) {
        eventLoop.execute { [self] in
            let waiting = state.withLock { state in
                state.receiver = receiver
                defer { state.waiting = [] }
                return state.waiting
            }
            for event in waiting { receiver(event) }
        }
    }

    // MARK: From the handler

    func set(isWritable: Bool) {
        writable.store(isWritable, ordering: .relaxed)
        if isWritable { deliver(.writable) }
    }

    func deliver(_ event: LiveTransportEvent) {
        let receiver = state.withLock { state -> (@Sendable (LiveTransportEvent) -> Void)? in
            if state.isClosed { return nil }
            if case .closed = event { state.isClosed = true }
            if state.receiver == nil { state.waiting.append(event) }
            return state.receiver
        }
        receiver?(event)
    }
}

/// How large messages may be: those of a participant as the protocol permits, those of a room with a snapshot.
private struct WebSocketLimits {
    let maxMessageBytes: Int

    init(isClient: Bool) { maxMessageBytes = isClient ? 1 << 20 : 1 << 16 }

    /// Joins fragmented messages.
    var aggregator: NIOWebSocketFrameAggregator {
        NIOWebSocketFrameAggregator(
            minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 64, maxAccumulatedFrameSize: maxMessageBytes)
    }
}
