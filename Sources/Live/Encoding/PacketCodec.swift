/// Encodes and decodes packets of one version. A packet is the content of one binary WebSocket message: frames without gaps.
///
/// A frame is a word of 32 bits (the type in the low 8 bits, the number of bytes of the body in the high 24), the sequence number
/// in 32 bits, and the body. docs/live-protocol.md describes every byte.
public struct PacketCodec: Sendable {
    /// The version that both sides agreed on; any version for the packet with the hello.
    public let version: ProtocolVersion

    /// Bytes of a frame before its body.
    static let headerBytes = 8

    /// A codec of `version`.
    public init(version: ProtocolVersion = .current) { self.version = version }

    /// The frames as bytes. What the version can't express is left out, or is an empty frame where it has a sequence number.
    public func encode(_ frames: [Frame]) -> [UInt8] {
        var writer = ByteWriter()
        for frame in frames { write(frame, to: &writer) }
        return writer.bytes
    }

    /// The frames of a packet. Types that the version doesn't have are skipped; those with a sequence number are ``Message/empty``.
    /// - Parameter bytes: a whole packet.
    /// - Throws: `LiveError` with the offset of the value that breaks a rule. Nothing of such a packet may be used.
    public func decode(_ bytes: [UInt8]) throws(LiveError) -> [Frame] {
        guard bytes.count <= LiveLimits.maxSnapshotBytes else { throw LiveError(.tooLarge, offset: LiveLimits.maxSnapshotBytes) }
        var reader = ByteReader(bytes)
        var frames: [Frame] = []
        var hasSnapshot = false
        while !reader.isAtEnd {
            guard frames.count < LiveLimits.maxPacketFrames else { throw reader.error(.tooLarge) }
            let header = try FrameHeader(reading: &reader)
            var body = try reader.part(header.length)
            let message = try message(of: header.type, reading: &body)
            if case .snapshot = message { hasSnapshot = true }
            if message != .empty || header.sequence != 0 { frames.append(Frame(message, sequence: header.sequence)) }
        }
        guard hasSnapshot || bytes.count <= LiveLimits.maxPacketBytes else {
            throw LiveError(.tooLarge, offset: LiveLimits.maxPacketBytes)
        }
        return frames
    }

    private func write(_ frame: Frame, to writer: inout ByteWriter) {
        let start = writer.bytes.count
        writer.put(0 as UInt32)
        writer.put(frame.sequence)
        let type = write(frame.message, to: &writer)
        if type == .empty && frame.sequence == 0 {
            writer.truncate(to: start)
            return
        }
        let length = writer.bytes.count - start - Self.headerBytes
        writer.overwrite(UInt32(type.rawValue) | UInt32(truncatingIfNeeded: length) << 8, at: start)
    }

    // MARK: Snapshots

    /// A snapshot: its fields, then a frame for each operation.
    func readSnapshot(_ reader: inout ByteReader) throws(LiveError) -> Snapshot {
        let sequence = try reader.word()
        let clock = try reader.long()
        let time = try reader.long()
        var snapshot = Snapshot(sequence: sequence, clock: clock, time: time, received: try reader.word(), operations: [])
        while !reader.isAtEnd {
            let header = try FrameHeader(reading: &reader)
            var body = try reader.part(header.length)
            // A snapshot has operations only, so that it can't contain another snapshot.
            guard let type = MessageType(rawValue: header.type), type.isOperation, type.since <= version else { continue }
            snapshot.operations.append(try readOperation(type, reading: &body))
        }
        return snapshot
    }

    func write(_ snapshot: Snapshot, to writer: inout ByteWriter) {
        writer.put(snapshot.sequence)
        writer.put(snapshot.clock)
        writer.put(snapshot.time)
        writer.put(snapshot.received)
        for operation in snapshot.operations { write(Frame(.operation(operation)), to: &writer) }
    }
}

/// The eight bytes before the body of a message.
struct FrameHeader {
    /// The code of the message type, known or not.
    var type: UInt8
    /// Bytes of the body.
    var length: Int
    var sequence: UInt32

    init(reading reader: inout ByteReader) throws(LiveError) {
        let word = try reader.word()
        type = UInt8(truncatingIfNeeded: word)
        length = Int(word >> 8)
        sequence = try reader.word()
    }
}
