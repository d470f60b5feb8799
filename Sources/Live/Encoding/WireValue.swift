/// A value with one layout on the wire.
protocol WireValue {
    init(reading reader: inout ByteReader) throws(LiveError)
    func write(to writer: inout ByteWriter)
}

extension Stamp: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let clock = try reader.long()
        self.init(clock: clock, participant: try reader.participant())
    }

    func write(to writer: inout ByteWriter) {
        writer.put(clock)
        writer.put(participant.number)
    }
}

extension CompanionID: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let creator = try reader.participant()
        self.init(creator: creator, number: try reader.word())
    }

    func write(to writer: inout ByteWriter) {
        writer.put(creator.number)
        writer.put(number)
    }
}

extension EffectID: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let creator = try reader.participant()
        self.init(creator: creator, number: try reader.word())
    }

    func write(to writer: inout ByteWriter) {
        writer.put(creator.number)
        writer.put(number)
    }
}

extension MeasurementID: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let creator = try reader.participant()
        self.init(creator: creator, number: try reader.word())
    }

    func write(to writer: inout ByteWriter) {
        writer.put(creator.number)
        writer.put(number)
    }
}

extension ParticipantID: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) { self = try reader.participant() }
    func write(to writer: inout ByteWriter) { writer.put(number) }
}

extension CompanionModel: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        guard let model = CompanionModel(try reader.byte()) else { throw reader.error(.unknownCode, size: 1) }
        self = model
    }

    func write(to writer: inout ByteWriter) { writer.put(index) }
}
