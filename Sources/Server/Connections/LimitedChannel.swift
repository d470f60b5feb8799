import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import Sessions

/// HTTP/1.1 connections that are counted, and that are closed where the header of a request takes too long.
struct LimitedChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let http: HTTP1Channel
    let limits: ConnectionLimits
    /// Whether a channel around this one counts the connections.
    var isCounted = false

    init(_ http: HTTP1Channel, _ limits: ConnectionLimits) {
        self.http = http
        self.limits = limits
    }

    /// The same within a channel that counts the connections.
    var counted: LimitedChannel {
        var channel = self
        channel.isCounted = true
        return channel
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let id = ObjectIdentifier(channel)
        let isAccepted = isCounted || limits.register(channel)
        let deadline = limits.headerTimeout
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(HeaderDeadline(deadline))
        }.flatMap { [http, table = limits.table] in
            http.setup(channel: channel, logger: logger).flatMapThrowing { value in
                let operations = channel.pipeline.syncOperations
                let first = try operations.handler(type: HTTPConnectionStateHandler.self)
                try operations.addHandler(RequestTracker(id, table), position: .before(first))
                // Closed only once it is set up: an error here would end the listener.
                if !isAccepted { channel.eventLoop.execute { channel.close(promise: nil) } }
                return value
            }
        }
    }

    func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}

/// Closes a connection whose request's header isn't there in time: from its first byte or, of the first request, from the start.
final class HeaderDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let timeout: TimeAmount
    private var task: Scheduled<Void>?
    private var hasBytes = false
    /// Requests whose answer isn't complete.
    private var requests = 0

    init(_ timeout: TimeAmount) { self.timeout = timeout }

    /// Behind TLS the connection has long been active.
    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        if task == nil { start(context) }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if requests == 0 {
            hasBytes = true
            if task == nil { start(context) }
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    /// A header is complete.
    func requestBegan() {
        requests += 1
        hasBytes = false
        stop()
    }

    /// The body of the request is complete: what came of it behind an early answer was no header.
    func requestRead() {
        if requests > 0 { return }
        hasBytes = false
        stop()
    }

    /// An answer is complete.
    func requestEnded() { requests -= 1 }

    private func start(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        task = context.eventLoop.scheduleTask(in: timeout) {
            let (handler, context) = bound.value
            handler.expire(context)
        }
    }

    private func stop() {
        task?.cancel()
        task = nil
    }

    private func expire(_ context: ChannelHandlerContext) {
        task = nil
        guard requests == 0 else { return }
        if hasBytes {
            let answer = ByteBuffer(string: "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        }
        context.close(promise: nil)
    }
}

/// Tells the table and the deadline when requests begin and end.
final class RequestTracker: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let id: ConnectionTable.ID
    private let table: ConnectionTable
    private var requests = 0
    /// What gets the WebSocket that the connection becomes after the answer under way.
    private var begin: (@Sendable (WebSocketTransport) -> Void)?
    private var isWebSocket = false

    init(_ id: ConnectionTable.ID, _ table: ConnectionTable) {
        self.id = id
        self.table = table
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            requests += 1
            table.set(id, isWaiting: false)
            deadline(context)?.requestBegan()
        case .end: deadline(context)?.requestRead()
        case .body: break
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // The client may send as soon as it has the header: the handlers change before anything is read.
        if case .head = unwrapOutboundIn(data), let begin {
            self.begin = nil
            isWebSocket = true
            context.writeAndFlush(data, promise: promise)
            return switchProtocols(context, begin)
        }
        if case .end = unwrapOutboundIn(data) {
            // The end of an answer that has made a WebSocket of the connection.
            if isWebSocket {
                promise?.succeed()
                return
            }
            requests -= 1
            if requests == 0 { table.set(id, isWaiting: true) }
            deadline(context)?.requestEnded()
        }
        context.write(data, promise: promise)
    }

    /// The answer under way makes a WebSocket of the connection, which counts as a participant from then on.
    /// - Returns: false where there are as many participants as there may be.
    func becomeWebSocket(_ begin: @escaping @Sendable (WebSocketTransport) -> Void) -> Bool {
        guard table.joined(id) else { return false }
        self.begin = begin
        return true
    }

    private func switchProtocols(_ context: ChannelHandlerContext, _ begin: (WebSocketTransport) -> Void) {
        do {
            let operations = context.pipeline.syncOperations
            let deadline = try operations.handler(type: HeaderDeadline.self)
            // The handlers of HTTP remain behind those of the WebSocket, which let nothing pass.
            let transport = try WebSocketTransport.install(on: context.channel, position: .after(deadline))
            operations.removeHandler(deadline, promise: nil)
            operations.removeHandler(try operations.handler(type: HTTPConnectionStateHandler.self), promise: nil)
            begin(transport)
        } catch {
            context.close(promise: nil)
        }
    }

    private func deadline(_ context: ChannelHandlerContext) -> HeaderDeadline? {
        try? context.pipeline.syncOperations.handler(type: HeaderDeadline.self)
    }
}
