// A recording. All numbers are little-endian, as in packets:
//
//   u32  signature "DLRC"
//   u8   1, the version of this layout
//   u8   version of the protocol of the packets
//   u64  when recording began, milliseconds since 1970 UTC
//   u64  session clock at that time, milliseconds
//   records until the end of the file; each:
//     u64  session clock, milliseconds, not less than that of the record before
//     u32  bytes of the packet
//     …    a packet as a viewer receives it; the first has the snapshot of the state at the beginning

/// A recorded session: the packets that a viewer would have received, with their times.
///
/// Replaying passes them to a ``Replica`` at their times, so that it shows exactly what participants saw.
public struct SessionRecording: Equatable, Sendable {
    /// What stands at the beginning of a recording.
    public struct Header: Equatable, Sendable {
        /// The version of the packets.
        public var version: ProtocolVersion
        /// When recording began: milliseconds since 1970 UTC.
        public var began: UInt64
        /// The session clock at that time, in milliseconds.
        public var start: UInt64

        /// The header of a recording that begins now.
        public init(version: ProtocolVersion = .current, began: UInt64, start: UInt64) {
            self.version = version
            self.began = began
            self.start = start
        }

        /// The bytes of the header.
        public var bytes: [UInt8] {
            var writer = ByteWriter()
            writer.put(SessionRecording.signature)
            writer.put(SessionRecording.layoutVersion)
            writer.put(version.rawValue)
            writer.put(began)
            writer.put(start)
            return writer.bytes
        }
    }

    /// A packet and when it was sent.
    public struct Record: Equatable, Sendable {
        /// The session clock, in milliseconds.
        public var time: UInt64
        /// The content of a binary WebSocket message, in the version of the header.
        public var packet: [UInt8]

        /// `packet` at `time`.
        public init(time: UInt64, packet: [UInt8]) {
            self.time = time
            self.packet = packet
        }

        /// The bytes of the record.
        public var bytes: [UInt8] {
            var writer = ByteWriter()
            writer.put(time)
            writer.put(UInt32(packet.count))
            return writer.bytes + packet
        }
    }

    static let signature: UInt32 = 0x4352_4C44
    static let layoutVersion: UInt8 = 1
    /// Bytes of a header.
    public static let headerBytes = 22

    /// The header.
    public var header: Header
    /// The packets in the order of their times.
    public var records: [Record]
    /// Whether the last record is incomplete, as where the server was stopped in the middle of it. It is left out.
    public var isTruncated = false

    /// A recording of these packets.
    public init(header: Header, records: [Record]) {
        self.header = header
        self.records = records
    }

    /// How long it lasts, in milliseconds.
    public var duration: UInt64 { (records.last?.time ?? header.start) - header.start }

    /// The recording in a file's bytes.
    /// - Throws: `LiveError` with the offset of the value that breaks a rule. The packets themselves aren't decoded.
    public init(_ bytes: [UInt8]) throws(LiveError) {
        var reader = ByteReader(bytes)
        guard try reader.word() == Self.signature else { throw LiveError(.wrongSignature, offset: 0) }
        guard try reader.byte() == Self.layoutVersion else { throw LiveError(.invalidRecording, offset: 4) }
        header = Header(version: try reader.code(of: ProtocolVersion.self), began: try reader.long(), start: try reader.long())
        guard header.start <= LiveLimits.maxSessionTime else { throw LiveError(.invalidRecording, offset: 14) }
        records = []
        var last = header.start
        while !reader.isAtEnd {
            guard reader.remaining >= 12 else {
                isTruncated = true
                return
            }
            let offset = reader.offset
            let time = try reader.long()
            let length = Int(try reader.word())
            guard time >= last, time - header.start <= LiveLimits.maxRecordingDuration,
                (PacketCodec.headerBytes...LiveLimits.maxSnapshotBytes).contains(length)
            else {
                throw LiveError(.invalidRecording, offset: offset)
            }
            guard length <= reader.remaining else {
                isTruncated = true
                return
            }
            records.append(Record(time: time, packet: try reader.bytes(length)))
            last = time
        }
    }

    /// The whole recording as bytes.
    public var bytes: [UInt8] {
        var bytes = header.bytes
        for record in records { bytes += record.bytes }
        return bytes
    }
}
