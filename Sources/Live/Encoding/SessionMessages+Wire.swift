import Geometry

// The layouts of session messages in the current version, without ``Snapshot``, whose content depends on the version.

extension ParticipantKey: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let low = try reader.long()
        self.init(low: low, high: try reader.long())
    }

    func write(to writer: inout ByteWriter) {
        writer.put(low)
        writer.put(high)
    }
}

/// A hello comes before a version is agreed on. So its first fields are the same in all versions, capabilities are optional, and
/// bytes after them are ignored.
extension Hello: WireValue {
    static let signature: UInt32 = 0x5649_4C44

    init(reading reader: inout ByteReader) throws(LiveError) {
        guard try reader.word() == Self.signature else { throw reader.error(.wrongSignature, size: 4) }
        let oldest = try reader.byte()
        let newest = try reader.byte()
        let key = try ParticipantKey(reading: &reader)
        guard newest >= ProtocolVersion.v2.rawValue else {
            self = Version1.Hello(oldest: oldest, newest: newest, key: key).migrated
            return
        }
        self.init(oldest: oldest, newest: newest, key: key, capabilities: Capabilities(rawValue: try reader.word()))
    }

    func write(to writer: inout ByteWriter) {
        writer.put(Self.signature)
        writer.put(oldest)
        writer.put(newest)
        key.write(to: &writer)
        if newest >= ProtocolVersion.v2.rawValue { writer.put(capabilities.rawValue) }
    }
}

extension Welcome: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let start = try Version1.Welcome(reading: &reader)
        self = start.migrated
        capabilities = Capabilities(rawValue: try reader.word())
    }

    func write(to writer: inout ByteWriter) {
        Version1.Welcome(self).write(to: &writer)
        writer.put(capabilities.rawValue)
    }
}

extension Refusal: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let reason = try reader.code(of: Reason.self)
        let operation = try reader.word()
        self.init(reason, remedy: try reader.code(of: Remedy.self), operation: operation)
    }

    func write(to writer: inout ByteWriter) {
        writer.put(reason.rawValue)
        writer.put(operation)
        writer.put(remedy.rawValue)
    }
}

extension Presence: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        self = try Version1.Presence(reading: &reader).migrated
        if try reader.flag() { pointer = try reader.position() }
    }

    func write(to writer: inout ByteWriter) {
        Version1.Presence(self).write(to: &writer)
        writer.put(pointer != nil)
        if let pointer { writer.put(pointer) }
    }
}

extension Reaction: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let participant = try reader.participant()
        let time = try reader.long()
        self.init(participant: participant, time: time, symbol: try reader.code(of: ReactionSymbol.self))
    }

    func write(to writer: inout ByteWriter) {
        participant.write(to: &writer)
        writer.put(time)
        writer.put(symbol.rawValue)
    }
}

extension Ping: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) { self.init(clientTime: try reader.long()) }
    func write(to writer: inout ByteWriter) { writer.put(clientTime) }
}

extension Pong: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let clientTime = try reader.long()
        let time = try reader.long()
        let newest = try reader.word()
        self.init(clientTime: clientTime, time: time, newest: newest, received: try reader.word())
    }

    func write(to writer: inout ByteWriter) {
        writer.put(clientTime)
        writer.put(time)
        writer.put(newest)
        writer.put(received)
    }
}

extension Resume: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) { self.init(after: try reader.word()) }
    func write(to writer: inout ByteWriter) { writer.put(sequence) }
}
