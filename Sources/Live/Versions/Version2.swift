import Geometry

/// What version 2 has instead of the messages of version 3, with the migrations in both directions.
enum Version2 {
    /// Version 3 changed neither spawn nor update.
    typealias Spawn = Live.Spawn
    typealias Update = Live.Update

    /// An effect at a position, never on a companion.
    struct Effect: Equatable {
        var id: EffectID
        var style: EffectStyle
        var position: Vector3
        var start: UInt64
        var duration: UInt32

        /// An effect on a companion remains where the companion was at its start.
        init(_ later: TimedEffect) {
            id = later.id
            style = later.style
            position = later.position
            start = later.start
            duration = later.duration
        }

        var migrated: TimedEffect {
            TimedEffect(id: id, style: style, position: position, start: start, duration: duration)
        }
    }

    /// A refusal without a remedy.
    struct Refusal: Equatable {
        var reason: Live.Refusal.Reason
        var operation: UInt32

        init(_ later: Live.Refusal) {
            reason = later.reason
            operation = later.operation
        }

        var migrated: Live.Refusal { Live.Refusal(reason, operation: operation) }
    }

    /// The change that version 2 has for `later`, one of version 3; nil where it has none. A kick is a leave.
    static func change(_ later: Change) -> Change? {
        switch later {
        case .kick(let participant): .leave(participant)
        case .handOver, .lock, .muteEffects: nil
        default: later
        }
    }
}

extension Version2.Effect: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        id = try EffectID(reading: &reader)
        style = try reader.code(of: EffectStyle.self)
        position = try reader.position()
        start = try reader.long()
        duration = try reader.duration()
    }

    func write(to writer: inout ByteWriter) {
        id.write(to: &writer)
        writer.put(style.rawValue)
        writer.put(position)
        writer.put(start)
        writer.put(duration)
    }
}

extension Version2.Refusal: WireValue {
    init(reading reader: inout ByteReader) throws(LiveError) {
        reason = try reader.code(of: Live.Refusal.Reason.self)
        operation = try reader.word()
    }

    func write(to writer: inout ByteWriter) {
        writer.put(reason.rawValue)
        writer.put(operation)
    }
}
