import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// HTTP/2 connections (RFC 9113), with limits such as HTTP/1.1 has, and those that only HTTP/2 needs.
///
/// A client gains nothing by it: the requests of one address that are under way are limited as its connections are, so that many
/// streams cost no more than many connections. docs/tls.md lists the limits.
struct HTTP2Channel: ServerChildChannel {
    /// Limits on one connection.
    struct Limits: Sendable {
        /// Requests under way.
        var streams = 64
        /// Of all fields of a header, as RFC 9113 counts them: name, value and 32 bytes for each.
        var headerBytes = 32 * 1024
        /// Of one field.
        var fieldBytes = 16 * 1024
        var fieldCount = 100
        /// Frames that continue a header (CVE-2024-27316).
        var continuations = 5
        /// Streams that the client ends early, within 30 seconds (CVE-2023-44487).
        var resets = 100
        /// Streams that break the protocol, within 30 seconds.
        var errors = 100
        /// PING, SETTINGS and PRIORITY frames within 30 seconds (CVE-2019-9512, CVE-2019-9515).
        var controls = 200
        /// Bytes that a connection, and one of its streams, may send before a handler reads them.
        var window = 256 * 1024
        var streamWindow = 128 * 1024
    }

    typealias Stream = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let streams: NIOHTTP2Handler.AsyncStreamMultiplexer<Stream>
    }

    /// Answers the request of a stream.
    let requests: HTTP1Channel
    let connections: ConnectionLimits
    let idleTimeout: TimeAmount
    var limits = Limits()

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let operations = channel.pipeline.syncOperations
            try operations.addHandler(HeaderBlockDeadline(connections.headerTimeout))
            let id = ObjectIdentifier(channel)
            let streams = try operations.configureAsyncHTTP2Pipeline(
                mode: .server, connectionManagerConfiguration: management, http2HandlerConfiguration: configuration
            ) { stream in
                stream.eventLoop.makeCompletedFuture {
                    try setUp(stream, of: id, logger)
                    return try Stream(wrappingChannelSynchronously: stream)
                }
            }
            try operations.addHandler(ConnectionErrorHandler())
            return Value(channel: channel, streams: streams)
        }
    }

    private func setUp(_ stream: any Channel, of connection: ConnectionTable.ID, _ logger: Logger) throws {
        try stream.pipeline.syncOperations.addHandlers([
            HTTP2FramePayloadToHTTPServerCodec(), StreamRequestHandler(connection, connections.table, limits),
            HTTPConnectionStateHandler(idleTimeout: .nanoseconds(idleTimeout.nanoseconds), logger: logger),
        ])
    }

    func handle(value: Value, logger: Logger) async {
        do {
            try await withThrowingDiscardingTaskGroup { group in
                for try await stream in value.streams.inbound {
                    group.addTask { await requests.handle(value: stream, logger: logger) }
                }
            }
        } catch {
            logger.debug("an HTTP/2 connection ended: \(error)")
        }
    }

    /// Unused connections end; a peer that doesn't answer within 20 seconds is gone.
    private var management: NIOHTTP2ServerConnectionManagementHandler.Configuration {
        .init(
            maxIdleTime: idleTimeout, maxAge: nil, maxGraceTime: .seconds(10),
            keepalive: .init(pingInterval: .seconds(60), ackTimeout: .seconds(20)))
    }

    private var configuration: NIOHTTP2Handler.Configuration {
        var configuration = NIOHTTP2Handler.Configuration()
        configuration.connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: limits.streams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: limits.headerBytes),
            HTTP2Setting(parameter: .initialWindowSize, value: limits.streamWindow),
        ]
        configuration.connection.maximumSequentialContinuationFrames = limits.continuations
        configuration.connection.maximumBufferedControlFrames = 1000
        configuration.connection.maximumConnectionGlitches = limits.errors
        configuration.connection.controlFrameRateLimit.maximumCount = limits.controls
        configuration.connection.targetWindowSize = limits.window
        configuration.stream.targetWindowSize = limits.streamWindow
        configuration.stream.outboundBufferSizeHighWatermark = 64 * 1024
        configuration.stream.outboundBufferSizeLowWatermark = 32 * 1024
        configuration.stream.streamResetFrameRateLimit.maximumCount = limits.resets
        configuration.stream.streamErrorRateLimit.maximumCount = limits.errors
        return configuration
    }
}

/// The request of one stream: it is counted while it is under way, its header is checked, and fields that HTTP/2 doesn't have are
/// removed from its answer.
private final class StreamRequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// RFC 9113, section 8.2.2.
    private static let connectionFields = ["Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "Upgrade"]
        .compactMap { HTTPField.Name($0) }

    private let connection: ConnectionTable.ID
    private let table: ConnectionTable
    private let limits: HTTP2Channel.Limits
    private var isCounted = false
    private var isRefused = false

    init(_ connection: ConnectionTable.ID, _ table: ConnectionTable, _ limits: HTTP2Channel.Limits) {
        self.connection = connection
        self.table = table
        self.limits = limits
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let request) = unwrapInboundIn(data) {
            if !hasValidSize(request.headerFields) {
                refuse(context, .init(status: .requestHeaderFieldsTooLarge))
            } else if !table.requestBegan(connection) {
                refuse(context, .init(status: .serviceUnavailable, headerFields: [.retryAfter: "5"]))
            } else {
                isCounted = true
            }
        }
        if !isRefused { context.fireChannelRead(data) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var response) = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        for name in Self.connectionFields { response.headerFields[name] = nil }
        context.write(wrapOutboundOut(.head(response)), promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func hasValidSize(_ fields: HTTPFields) -> Bool {
        fields.count <= limits.fieldCount
            && fields.allSatisfy { $0.name.rawName.utf8.count + $0.value.utf8.count <= limits.fieldBytes }
    }

    /// Answers without asking the routes, and ends the stream.
    private func refuse(_ context: ChannelHandlerContext, _ response: HTTPResponse) {
        isRefused = true
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in bound.value.close(promise: nil) }
    }

    /// Only once the stream is closed: an answer that the client doesn't read takes memory until then.
    private func end() {
        guard isCounted else { return }
        isCounted = false
        table.requestEnded(connection)
    }
}

/// Ends a connection whose client broke the protocol or a limit: the GOAWAY frame was sent by then, but the connection stays open.
private final class ConnectionErrorHandler: ChannelInboundHandler {
    typealias InboundIn = Any

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        // A stream ended on one side while the other still sent.
        case is NIOHTTP2Errors.StreamError, is NIOHTTP2Errors.NoSuchStream, is NIOHTTP2Errors.StreamClosed: break
        default: context.close(promise: nil)
        }
    }
}
