import Geometry

extension ByteReader {
    /// A rotation about +y in radians. The bound is a little above π, which rounding may exceed.
    fileprivate mutating func heading() throws(LiveError) -> Float { try number(in: -3.1416...3.1416) }
}

extension Version1.Welcome: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        version = try reader.code(of: ProtocolVersion.self)
        participant = try reader.participant()
        role = try reader.code(of: Role.self)
        time = try reader.long()
        clock = try reader.long()
        received = try reader.word()
    }

    func write(to writer: inout ByteWriter) {
        writer.put(version.rawValue)
        participant.write(to: &writer)
        writer.put(role.rawValue)
        writer.put(time)
        writer.put(clock)
        writer.put(received)
    }
}

extension Version1.Presence: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        participant = try reader.participant()
        time = try reader.long()
        position = try reader.position()
        rotation = try reader.rotation()
    }

    func write(to writer: inout ByteWriter) {
        participant.write(to: &writer)
        writer.put(time)
        writer.put(position)
        writer.put(rotation)
    }
}

extension Version1.Spawn: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        id = try CompanionID(reading: &reader)
        model = try CompanionModel(reading: &reader)
        position = try reader.position()
        heading = try reader.heading()
    }

    func write(to writer: inout ByteWriter) {
        id.write(to: &writer)
        model.write(to: &writer)
        writer.put(position)
        writer.put(heading)
    }
}

extension Version1.Update: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        id = try CompanionID(reading: &reader)
        let fields = try reader.byte()
        guard fields != 0, fields < 4 else { throw reader.error(.unknownCode, size: 1) }
        if fields & 1 != 0 { position = try reader.position() }
        if fields & 2 != 0 { heading = try reader.heading() }
    }

    func write(to writer: inout ByteWriter) {
        id.write(to: &writer)
        writer.put(UInt8((position == nil ? 0 : 1) | (heading == nil ? 0 : 2)))
        if let position { writer.put(position) }
        if let heading { writer.put(heading) }
    }
}
