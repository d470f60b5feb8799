extension PacketCodec {
    /// The codec for the answer to a hello, whose version the client doesn't know yet.
    /// - Parameter answer: the first packet from the room; its first frame is a welcome, whose first byte is the agreed version, or
    ///   a refusal, which has a remedy since version 3.
    /// - Throws: `LiveError` where the packet is neither, or the version is unknown.
    public init(forAnswer answer: [UInt8]) throws(LiveError) {
        var reader = ByteReader(answer)
        let header = try FrameHeader(reading: &reader)
        switch MessageType(rawValue: header.type) {
        case .welcome: self.init(version: try reader.code(of: ProtocolVersion.self))
        // Refusals have the same layout since version 3.
        case .refusal: self.init(version: header.length > 5 ? .v3 : .v2)
        default: throw LiveError(.wrongSignature, offset: 0)
        }
    }
}
