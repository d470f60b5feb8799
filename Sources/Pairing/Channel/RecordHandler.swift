import DioramaSync
import NIOCore

/// Keeps the records that came until they are asked for, and stops reading from the network while some wait: a device that sends
/// faster than this one works is held back by TCP.
final class RecordHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let mostWaiting = 8

    private var waiting: [ByteBuffer] = []
    private var reader: EventLoopPromise<ByteBuffer>?
    private var end: SyncError?
    private var context: ChannelHandlerContext?
    /// Whether the connection has said its last word and waits for the other to have read it.
    private(set) var isLingering = false
    /// Called when nothing was sent for a while.
    private let onQuiet: @Sendable () -> Void

    init(onQuiet: @escaping @Sendable () -> Void) { self.onQuiet = onQuiet }

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

    /// Also without a reader, so that signs of life are seen.
    private func readOn() {
        if waiting.count < Self.mostWaiting { context?.read() }
    }

    /// Ends the connection; the reader hears `error`.
    func end(with error: SyncError) {
        finish(error)
        context?.close(promise: nil)
    }

    /// Ends the connection once the other has heard the last word, or in a second: a socket that is closed with something unread in
    /// it takes back what was sent last.
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
        case .read: end(with: SyncError(.unavailable, "the other device has fallen silent"))
        case .write: onQuiet()
        default: context.fireUserInboundEventTriggered(event)
        }
    }
}
