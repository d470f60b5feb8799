import NIOCore
import NIOWebSocket

/// The last handler of a WebSocket: turns its messages into events of a ``WebSocketTransport``, answers pings, and closes.
///
/// Nothing passes it in either direction, so that the handlers of HTTP may remain behind it.
final class WebSocketPackets: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = Never
    typealias OutboundOut = WebSocketFrame

    /// Nil once the connection has ended.
    var transport: WebSocketTransport?
    private let isClient: Bool
    private var context: ChannelHandlerContext?
    private var reason: LiveCloseReason?
    private var hasSentClose = false

    /// How long the other end has to answer a close frame.
    private static let closeTimeout = TimeAmount.seconds(3)

    init(isClient: Bool) { self.isClient = isClient }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        transport = nil
    }

    /// Sends a binary message, unless the connection is ending.
    func send(_ data: ByteBuffer) {
        guard let context, reason == nil else { return }
        send(.binary, data, context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        // A server reads only masked frames (RFC 6455, section 5.1).
        guard isClient || frame.maskKey != nil || hasSentClose else { return close(.protocolError) }
        switch frame.opcode {
        case .binary where reason == nil: transport?.deliver(.packet(Array(frame.unmaskedData.readableBytesView)))
        case .ping where reason == nil: send(.pong, frame.unmaskedData, context)
        case .connectionClose: closed(by: frame.unmaskedData, context)
        case .text: close(.protocolError)
        default: break
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        transport?.set(isWritable: context.channel.isWritable)
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        transport?.deliver(.closed(reason ?? .lost))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let error as NIOWebSocketError where error == .invalidFrameLength: close(.tooLarge)
        case is NIOWebSocketError: close(.protocolError)
        case is NIOWebSocketFrameAggregator.Error: close(.tooLarge)
        default:
            reason = reason ?? .lost
            context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The server is stopping.
        if event is ChannelShouldQuiesceEvent { return close(.goingAway) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Sends a close frame and ends the connection once it is answered, or after a time.
    func close(_ reason: LiveCloseReason) {
        guard let context, self.reason == nil else { return }
        self.reason = reason
        sendClose(reason, context)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.closeTimeout) { bound.value.close(promise: nil) }
    }

    private func closed(by data: ByteBuffer, _ context: ChannelHandlerContext) {
        var data = data
        let code = data.readInteger(as: UInt16.self) ?? LiveCloseReason.ended.rawValue
        if reason == nil { reason = LiveCloseReason(code: code) }
        if !hasSentClose { sendClose(.ended, context) }
        context.close(promise: nil)
    }

    private func sendClose(_ reason: LiveCloseReason, _ context: ChannelHandlerContext) {
        hasSentClose = true
        var data = ByteBuffer()
        // 1006 is never sent.
        data.writeInteger(reason == .lost ? LiveCloseReason.goingAway.rawValue : reason.rawValue)
        send(.connectionClose, data, context)
    }

    private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: isClient ? .random() : nil, data: data)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }
}
