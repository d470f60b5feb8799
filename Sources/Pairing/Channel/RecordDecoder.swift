import DioramaSync
import NIOCore

/// Splits a stream into records: a big-endian length of two bytes, then that many bytes.
struct RecordDecoder: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let record = buffer.readLengthPrefixedSlice(as: UInt16.self) else { return .needMoreData }
        context.fireChannelRead(wrapInboundOut(record))
        return .continue
    }

    mutating func decodeLast(context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool) throws -> DecodingState {
        while try decode(context: context, buffer: &buffer) == .continue {}
        if buffer.readableBytes > 0 { throw SyncError(.unavailable, "the connection ended in the middle of a message") }
        return .needMoreData
    }
}
