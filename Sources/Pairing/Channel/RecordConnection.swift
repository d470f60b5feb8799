import DioramaSync
import NIOCore
import NIOPosix

/// A TCP connection that carries records of up to 65,535 bytes.
final class RecordConnection: Sendable {
    private let channel: any Channel
    private let handler: NIOLoopBound<RecordHandler>
    private let timeouts: PeerTimeouts

    private init(_ channel: any Channel, handler: NIOLoopBound<RecordHandler>, timeouts: PeerTimeouts) {
        self.channel = channel
        self.handler = handler
        self.timeouts = timeouts
    }

    deinit {
        channel.eventLoop.execute { [handler] in
            if !handler.value.isLingering { handler.value.end(with: SyncError(.cancelled, "the connection was given up")) }
        }
    }

    /// Where the other is, for messages.
    var remote: String { channel.remoteAddress?.ipAddress ?? "a device" }

    // MARK: Making

    static func connect(to address: PeerAddress, _ timeouts: PeerTimeouts) async throws(SyncError) -> RecordConnection {
        do {
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .channelOption(.autoRead, value: false)
                .connectTimeout(TimeAmount(timeouts.connect))
                .connect(host: address.host, port: address.port).get()
            return try await make(channel, timeouts).get()
        } catch let error as SyncError {
            throw error
        } catch {
            throw SyncError(
                .unavailable,
                "no device answers at \(address) (\(String(describing: error).oneLine())); is it on, and in this network?")
        }
    }

    /// Listens; `accept` gets each connection.
    static func listen(
        host: String, port: Int, _ timeouts: PeerTimeouts, accept: @escaping @Sendable (RecordConnection) -> Void
    ) async throws(SyncError) -> any Channel {
        do {
            return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelOption(.backlog, value: 16)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .childChannelOption(.autoRead, value: false)
                .childChannelInitializer { channel in make(channel, timeouts).map(accept) }
                .bind(host: host, port: port).get()
        } catch {
            throw SyncError(.unavailable, "can't listen at \(host):\(port): \(error)")
        }
    }

    private static func make(_ channel: any Channel, _ timeouts: PeerTimeouts) -> EventLoopFuture<RecordConnection> {
        channel.eventLoop.submit {
            let quiet = Quiet()
            let handler = RecordHandler { quiet.call() }
            try channel.pipeline.syncOperations.addHandlers([
                IdleStateHandler(readTimeout: TimeAmount(timeouts.silence), writeTimeout: TimeAmount(timeouts.keepAlive)),
                ByteToMessageHandler(RecordDecoder()), handler,
            ])
            let connection = RecordConnection(
                channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop), timeouts: timeouts)
            quiet.connection.withLockedValue { $0 = WeakConnection(connection) }
            return connection
        }
    }

    // MARK: Using

    /// Called, on the network's thread, when nothing was sent for a while.
    let onQuiet = Locked<(@Sendable () -> Void)?>(nil)

    func read() async throws(SyncError) -> [UInt8] {
        let promise = channel.eventLoop.makePromise(of: ByteBuffer.self)
        let handler = handler
        channel.eventLoop.execute { handler.value.next(promise) }
        do {
            let record = try await withTaskCancellationHandler {
                try await promise.futureResult.get()
            } onCancel: {
                close(SyncError(.cancelled, "cancelled"))
            }
            return Array(record.readableBytesView)
        } catch {
            throw error as? SyncError ?? SyncError(.unavailable, "the connection broke: \(error)")
        }
    }

    /// Puts records into the queue at once, in this order.
    /// - Returns: what is done when the network has taken them; it fails, and the connection ends, where that takes too long.
    func enqueue(_ records: [[UInt8]]) -> EventLoopFuture<Void> {
        var buffer = channel.allocator.buffer(capacity: records.reduce(0) { $0 + $1.count + 2 })
        for record in records {
            buffer.writeInteger(UInt16(truncatingIfNeeded: record.count))
            buffer.writeBytes(record)
        }
        let done = channel.writeAndFlush(buffer)
        let handler = handler
        let timeout = channel.eventLoop.scheduleTask(in: TimeAmount(timeouts.sending)) {
            handler.value.end(with: SyncError(.unavailable, "the other device takes nothing in"))
        }
        done.whenComplete { _ in timeout.cancel() }
        return done
    }

    func write(_ records: [[UInt8]]) async throws(SyncError) {
        do {
            try await enqueue(records).get()
        } catch {
            throw error as? SyncError ?? SyncError(.unavailable, "the connection ended while sending")
        }
    }

    /// Ends the connection behind what was sent last.
    func closeGently(_ reason: SyncError) {
        let handler = handler
        channel.eventLoop.execute { handler.value.endGently(with: reason) }
    }

    /// Ends the connection; whoever waits for a record hears why.
    func close(_ reason: SyncError) {
        let handler = handler
        channel.eventLoop.execute { handler.value.end(with: reason) }
    }

    /// Ends the connection after `time`, unless that is cancelled.
    func deadline(_ time: Duration, _ message: String) -> Scheduled<Void> {
        let handler = handler
        return channel.eventLoop.scheduleTask(in: TimeAmount(time)) { handler.value.end(with: SyncError(.unavailable, message)) }
    }
}

/// What the handler calls back; it must not keep the connection alive.
private final class Quiet: Sendable {
    let connection = Locked(WeakConnection(nil))

    func call() { connection.withLockedValue { $0.connection }?.onQuiet.withLockedValue { $0 }?() }
}

private struct WeakConnection: Sendable {
    weak let connection: RecordConnection?
    init(_ connection: RecordConnection?) { self.connection = connection }
}
