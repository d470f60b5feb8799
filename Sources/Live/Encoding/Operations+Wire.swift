import Geometry

// The layouts of changes in the current version. What older versions have instead is in Versions/.

extension Profile: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let participant = try reader.participant()
        let role = try reader.code(of: Role.self)
        let red = try reader.byte()
        let green = try reader.byte()
        let blue = try reader.byte()
        let color = AvatarColor(red: red, green: green, blue: blue)
        self.init(participant: participant, role: role, color: color, name: try reader.name())
    }

    func write(to writer: inout ByteWriter) {
        participant.write(to: &writer)
        writer.put(role.rawValue)
        writer.put(color.red)
        writer.put(color.green)
        writer.put(color.blue)
        writer.put(UInt8(name.utf8.count))
        writer.put(contentsOf: name.utf8)
    }
}

extension Spawn: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let id = try CompanionID(reading: &reader)
        let model = try CompanionModel(reading: &reader)
        let position = try reader.position()
        let rotation = try reader.rotation()
        self.init(id: id, model: model, position: position, rotation: rotation, scale: try reader.scale())
    }

    func write(to writer: inout ByteWriter) {
        id.write(to: &writer)
        model.write(to: &writer)
        writer.put(position)
        writer.put(rotation)
        writer.put(scale)
    }
}

extension Update: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        self.init(id: try CompanionID(reading: &reader))
        let fields = try reader.byte()
        guard fields != 0, fields < 8 else { throw reader.error(.unknownCode, size: 1) }
        if fields & 1 != 0 { position = try reader.position() }
        if fields & 2 != 0 { rotation = try reader.rotation() }
        if fields & 4 != 0 { scale = try reader.scale() }
    }

    func write(to writer: inout ByteWriter) {
        id.write(to: &writer)
        writer.put(UInt8((position == nil ? 0 : 1) | (rotation == nil ? 0 : 2) | (scale == nil ? 0 : 4)))
        if let position { writer.put(position) }
        if let rotation { writer.put(rotation) }
        if let scale { writer.put(scale) }
    }
}

extension Handover: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let companion = try CompanionID(reading: &reader)
        self.init(companion: companion, owner: try reader.participant())
    }

    func write(to writer: inout ByteWriter) {
        companion.write(to: &writer)
        owner.write(to: &writer)
    }
}

extension TimedAction: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let companion = try CompanionID(reading: &reader)
        let action = try reader.code(of: CompanionAction.self)
        let start = try reader.long()
        self.init(companion: companion, action: action, start: start, duration: try reader.duration())
    }

    func write(to writer: inout ByteWriter) {
        companion.write(to: &writer)
        writer.put(action.rawValue)
        writer.put(start)
        writer.put(duration)
    }
}

extension SharedMeasurement: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let id = try MeasurementID(reading: &reader)
        let isClosed = try reader.flag()
        let count = Int(try reader.byte())
        guard (LiveLimits.minMeasurementPoints...LiveLimits.maxMeasurementPoints).contains(count) else {
            throw reader.error(.numberOutOfRange, size: 1)
        }
        var points: [Vector3] = []
        for _ in 0..<count { points.append(try reader.position()) }
        self.init(id: id, points: points, isClosed: isClosed)
    }

    func write(to writer: inout ByteWriter) {
        id.write(to: &writer)
        writer.put(isClosed)
        writer.put(UInt8(truncatingIfNeeded: points.count))
        for point in points { writer.put(point) }
    }
}

extension TimedEffect: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        let id = try EffectID(reading: &reader)
        let style = try reader.code(of: EffectStyle.self)
        let position = try reader.position()
        let start = try reader.long()
        let duration = try reader.duration()
        let companion = try reader.flag() ? try CompanionID(reading: &reader) : nil
        self.init(id: id, style: style, position: position, companion: companion, start: start, duration: duration)
    }

    func write(to writer: inout ByteWriter) {
        id.write(to: &writer)
        writer.put(style.rawValue)
        writer.put(position)
        writer.put(start)
        writer.put(duration)
        writer.put(companion != nil)
        companion?.write(to: &writer)
    }
}
