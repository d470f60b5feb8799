import NIOCore

/// Closes an HTTP/2 connection whose first request isn't there in time, or on which a header takes too long.
///
/// It only follows the frames' own headers (RFC 9113, section 4.1): a header begins with a HEADERS frame and ends with the frame
/// that has the flag END_HEADERS.
final class HeaderBlockDeadline: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private enum FrameType {
        static let headers: UInt8 = 1
        static let continuation: UInt8 = 9
    }

    /// `PRI * HTTP/2.0` and what follows.
    private static let prefaceLength = 24
    private static let frameHeaderLength = 9
    private static let endHeaders: UInt8 = 4

    private let timeout: TimeAmount
    private var task: Scheduled<Void>?
    private var skipped = HeaderBlockDeadline.prefaceLength
    private var frameHeader: [UInt8] = []
    private var hadRequest = false
    /// Whether the frame that is being skipped, or one that will follow it, belongs to a header.
    private var isInHeader = false
    private var endsHeader = false

    init(_ timeout: TimeAmount) { self.timeout = timeout }

    func handlerAdded(context: ChannelHandlerContext) { update(context) }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        follow(unwrapInboundIn(data).readableBytesView)
        update(context)
        context.fireChannelRead(data)
    }

    private func follow(_ bytes: ByteBufferView) {
        var rest = bytes[...]
        while true {
            let count = min(skipped, rest.count)
            rest = rest.dropFirst(count)
            skipped -= count
            if skipped > 0 { return }
            endFrame()
            if rest.isEmpty { return }
            let missing = Self.frameHeaderLength - frameHeader.count
            frameHeader += rest.prefix(missing)
            rest = rest.dropFirst(missing)
            if frameHeader.count == Self.frameHeaderLength { beginFrame() }
        }
    }

    private func beginFrame() {
        skipped = Int(frameHeader[0]) << 16 | Int(frameHeader[1]) << 8 | Int(frameHeader[2])
        if [FrameType.headers, FrameType.continuation].contains(frameHeader[3]) {
            isInHeader = true
            endsHeader = frameHeader[4] & Self.endHeaders != 0
        }
        frameHeader = []
        if skipped == 0 { endFrame() }
    }

    private func endFrame() {
        guard isInHeader, endsHeader else { return }
        isInHeader = false
        endsHeader = false
        hadRequest = true
    }

    /// Starts or stops the time. It isn't started again while it runs.
    private func update(_ context: ChannelHandlerContext) {
        guard !hadRequest || isInHeader || !frameHeader.isEmpty else { return stop() }
        guard task == nil else { return }
        let channel = context.channel
        task = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
    }

    private func stop() {
        task?.cancel()
        task = nil
    }
}
