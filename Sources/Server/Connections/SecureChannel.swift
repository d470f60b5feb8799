import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// Connections of a port with TLS: HTTP/2 or HTTP/1.1, as the client chooses in the handshake (ALPN, RFC 7301). Plain HTTP on the
/// same port is recognized by its first byte and answered by a channel of its own.
struct SecureChannel<HTTP1: ServerChildChannel, Plain: ServerChildChannel>: ServerChildChannel {
    /// Which protocol a connection speaks.
    enum Negotiated: Sendable {
        case http1(HTTP1.Value)
        case http2(HTTP2Channel.Value)
        case plain(Plain.Value)
    }

    struct Value: ServerChildChannelValue {
        let channel: any Channel
        /// Fails where the connection ends before.
        let negotiated: EventLoopFuture<Negotiated>
    }

    let certificates: CertificateStore
    let http1: HTTP1
    let http2: HTTP2Channel
    let plain: Plain
    let limits: ConnectionLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let isAccepted = limits.register(channel)
        return channel.eventLoop.makeCompletedFuture {
            let promise = channel.eventLoop.makePromise(of: Negotiated.self)
            let detector = ProtocolDetector { isTLS in
                isTLS ? secure(channel, logger) : plain.setup(channel: channel, logger: logger).map { .plain($0) }
            } onClosed: {
                promise.fail(ChannelError.eof)
            } onDecided: {
                promise.completeWith($0)
            }
            try channel.pipeline.syncOperations.addHandler(detector)
            // A handshake takes no longer than a header may.
            let deadline = channel.eventLoop.scheduleTask(in: limits.headerTimeout) { channel.close(promise: nil) }
            promise.futureResult.whenComplete { _ in deadline.cancel() }
            // Closed only once it is set up: an error here would end the listener.
            if !isAccepted { channel.eventLoop.execute { channel.close(promise: nil) } }
            return Value(channel: channel, negotiated: promise.futureResult)
        }
    }

    /// Adds TLS, and what the client chose behind it.
    private func secure(_ channel: any Channel, _ logger: Logger) -> EventLoopFuture<Negotiated> {
        let negotiation = NIOTypedApplicationProtocolNegotiationHandler<Negotiated> { result, channel in
            if case .negotiated("h2") = result { return http2.setup(channel: channel, logger: logger).map { .http2($0) } }
            return http1.setup(channel: channel, logger: logger).map { .http1($0) }
        }
        do {
            let operations = channel.pipeline.syncOperations
            try operations.addHandlers([NIOSSLServerHandler(context: certificates.context), negotiation])
            return negotiation.protocolNegotiationResult
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.negotiated.get() {
            case .http1(let value): await http1.handle(value: value, logger: logger)
            case .http2(let value): await http2.handle(value: value, logger: logger)
            case .plain(let value): await plain.handle(value: value, logger: logger)
            }
        } catch {
            // Clients that don't trust the certificate end the handshake: the server isn't at fault.
            logger.debug("a connection ended in its handshake: \(error)")
            try? await value.channel.close()
        }
    }
}

extension ServerChildChannel {
    /// The same behind TLS.
    func secured<Plain: ServerChildChannel>(
        by certificates: CertificateStore, http2: HTTP2Channel, plain: Plain, limits: ConnectionLimits
    ) -> any ServerChildChannel {
        SecureChannel(certificates: certificates, http1: self, http2: http2, plain: plain, limits: limits)
    }
}

/// Looks at the first byte of a connection: 22 begins a handshake of TLS (RFC 8446, section 5.1), a letter a request of plain HTTP.
///
/// Until the protocol is agreed on, it closes connections that end, or that are to end because the server does.
private final class ProtocolDetector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let handshake: UInt8 = 22

    private let decide: (Bool) -> EventLoopFuture<Void>
    private let onClosed: () -> Void
    private var isDecided = false
    private var isComplete = false

    init<Outcome: Sendable>(
        _ choose: @escaping (Bool) -> EventLoopFuture<Outcome>, onClosed: @escaping () -> Void,
        onDecided: @escaping @Sendable (EventLoopFuture<Outcome>) -> Void
    ) {
        decide = { isTLS in
            let outcome = choose(isTLS)
            onDecided(outcome)
            return outcome.map { _ in }
        }
        self.onClosed = onClosed
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isDecided {
            let buffer = unwrapInboundIn(data)
            guard let first = buffer.getInteger(at: buffer.readerIndex, as: UInt8.self) else { return }
            isDecided = true
            let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
            decide(first == Self.handshake).whenComplete { _ in bound.value.isComplete = true }
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        let isEnd = event is ChannelShouldQuiesceEvent || event as? ChannelEvent == .inputClosed
        if isEnd && !isComplete {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if !isDecided { onClosed() }
        isDecided = true
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        if !isDecided { onClosed() }
        isDecided = true
    }
}
