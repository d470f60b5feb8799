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
            if !handler.value.isLingering { handler.value.end(with: SyncError(.cancelled, "the connection was closed")) }
        }
    }

    /// The other device's address, for messages.
    var remote: String { remoteHost ?? "a device" }

    /// The other device's IP address.
    var remoteHost: String? { channel.remoteAddress?.ipAddress }

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
                .unavailable, "no device answers at \(address); check the address, and that the device is on and in this network")
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
            let idle = IdleCallback()
            let handler = RecordHandler { idle.call() }
            try channel.pipeline.syncOperations.addHandlers([
                IdleStateHandler(readTimeout: TimeAmount(timeouts.idle), writeTimeout: TimeAmount(timeouts.keepAlive)),
                ByteToMessageHandler(RecordDecoder()), handler,
            ])
            let connection = RecordConnection(
                channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop), timeouts: timeouts)
            idle.connection.withLockedValue { $0 = WeakConnection(connection) }
            return connection
        }
    }

    // MARK: Using

    /// Called, on the event loop, when nothing was sent for a while.
    let onWriteIdle = Locked<(@Sendable () -> Void)?>(nil)

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

    /// Queues records for sending, in this order.
    /// - Returns: a future that completes when the records were sent; it fails, and the connection ends, on a timeout.
    func enqueue(_ records: [[UInt8]]) -> EventLoopFuture<Void> {
        var buffer = channel.allocator.buffer(capacity: records.reduce(0) { $0 + $1.count + 2 })
        for record in records {
            buffer.writeInteger(UInt16(truncatingIfNeeded: record.count))
            buffer.writeBytes(record)
        }
        let done = channel.writeAndFlush(buffer)
        let handler = handler
        let timeout = channel.eventLoop.scheduleTask(in: TimeAmount(timeouts.sending)) {
            handler.value.end(with: SyncError(.unavailable, "the other device doesn't receive data"))
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

    /// Ends the connection after everything was sent.
    func closeGently(_ reason: SyncError) {
        let handler = handler
        channel.eventLoop.execute { handler.value.endGently(with: reason) }
    }

    /// Ends the connection; pending reads fail with `reason`.
    func close(_ reason: SyncError) {
        let handler = handler
        channel.eventLoop.execute { handler.value.end(with: reason) }
    }

    /// Ends the connection after `time`, unless the timer is cancelled.
    func deadline(_ time: Duration, _ message: String) -> Scheduled<Void> {
        let handler = handler
        return channel.eventLoop.scheduleTask(in: TimeAmount(time)) { handler.value.end(with: SyncError(.unavailable, message)) }
    }
}

/// The callback of the handler; it must not retain the connection.
private final class IdleCallback: Sendable {
    let connection = Locked(WeakConnection(nil))

    func call() { connection.withLockedValue { $0.connection }?.onWriteIdle.withLockedValue { $0 }?() }
}

private struct WeakConnection: Sendable {
    weak let connection: RecordConnection?
    init(_ connection: RecordConnection?) { self.connection = connection }
}
