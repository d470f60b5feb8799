import DioramaSync
import NIOCore

/// Buffers received records and stops reading from the network while the buffer is full, so that TCP applies back pressure.
final class RecordHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let maxWaiting = 8

    private var waiting: [ByteBuffer] = []
    private var reader: EventLoopPromise<ByteBuffer>?
    private var end: SyncError?
    private var context: ChannelHandlerContext?
    /// Whether everything was sent and the connection waits for the other device to close it.
    private(set) var isLingering = false
    /// Called when nothing was sent for a while.
    private let onWriteIdle: @Sendable () -> Void

    init(onWriteIdle: @escaping @Sendable () -> Void) { self.onWriteIdle = onWriteIdle }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { context.read() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        finish(SyncError(.unavailable, "the connection ended"))
    }

    /// The next record, for one reader at a time.
    func next(_ promise: EventLoopPromise<ByteBuffer>) {
        if !waiting.isEmpty {
            promise.succeed(waiting.removeFirst())
            readOn()
        } else if let end {
            promise.fail(end)
        } else if reader != nil {
            promise.fail(SyncError(.failed, "a connection has one reader"))
        } else {
            reader = promise
            readOn()
        }
    }

    /// Also without a reader, so that keep-alive records are received.
    private func readOn() {
        if waiting.count < Self.maxWaiting { context?.read() }
    }

    /// Ends the connection; a pending read fails with `error`.
    func end(with error: SyncError) {
        finish(error)
        context?.close(promise: nil)
    }

    /// Ends the connection once the other device has closed it, or in a second: closing a socket with unread data resets the
    /// connection and discards sent data.
    func endGently(with error: SyncError) {
        finish(error)
        guard let context, !isLingering else { return }
        isLingering = true
        waiting = []
        context.close(mode: .output, promise: nil)
        context.read()
        context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { self.context?.close(promise: nil) }
    }

    private func finish(_ error: SyncError) {
        if end == nil { end = error }
        let promise = reader
        reader = nil
        promise?.fail(end ?? error)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isLingering { return }
        let record = unwrapInboundIn(data)
        if let reader {
            self.reader = nil
            reader.succeed(record)
        } else {
            waiting.append(record)
        }
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        readOn()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        readOn()
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish(SyncError(.unavailable, "the other device ended the connection"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(with: error as? SyncError ?? SyncError(.unavailable, "the connection broke: \(error)"))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event as? IdleStateHandler.IdleStateEvent {
        case .read: end(with: SyncError(.unavailable, "the other device doesn't respond"))
        case .write: onWriteIdle()
        default: context.fireUserInboundEventTriggered(event)
        }
    }
}
