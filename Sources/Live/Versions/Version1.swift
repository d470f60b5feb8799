import Geometry

/// What version 1 has instead of the messages of version 2, with the migrations in both directions.
enum Version1 {
    /// A hello without capabilities.
    struct Hello: Equatable {
        var oldest: UInt8
        var newest: UInt8
        var key: ParticipantKey

        /// Clients of version 1 always receive presence and don't know reactions.
        var migrated: Live.Hello { Live.Hello(oldest: oldest, newest: newest, key: key, capabilities: .presence) }
    }

    /// A welcome without capabilities.
    struct Welcome: Equatable {
        var version: ProtocolVersion
        var participant: ParticipantID
        var role: Role
        var time: UInt64
        var clock: UInt64
        var received: UInt32

        init(_ later: Live.Welcome) {
            version = later.version
            participant = later.participant
            role = later.role
            time = later.time
            clock = later.clock
            received = later.received
        }

        var migrated: Live.Welcome {
            Live.Welcome(
                version: version, participant: participant, role: role, time: time, clock: clock, received: received,
                capabilities: .presence)
        }
    }

    /// A presence without a pointer.
    struct Presence: Equatable {
        var participant: ParticipantID
        var time: UInt64
        var position: Vector3
        var rotation: Quaternion

        init(_ later: Live.Presence) {
            participant = later.participant
            time = later.time
            position = later.position
            rotation = later.rotation
        }

        var migrated: Live.Presence {
            Live.Presence(participant: participant, time: time, position: position, rotation: rotation)
        }
    }

    /// A spawn with a heading instead of a rotation, and without a scale.
    struct Spawn: Equatable {
        var id: CompanionID
        var model: CompanionModel
        var position: Vector3
        /// Rotation about +y in radians, −π…π.
        var heading: Float

        init(_ later: Version2.Spawn) {
            id = later.id
            model = later.model
            position = later.position
            heading = Version1.heading(of: later.rotation)
        }

        var migrated: Version2.Spawn {
            Version2.Spawn(id: id, model: model, position: position, rotation: Version1.rotation(heading: heading))
        }
    }

    /// An update with a heading instead of a rotation, and without a scale.
    struct Update: Equatable {
        var id: CompanionID
        var position: Vector3?
        /// Rotation about +y in radians, −π…π.
        var heading: Float?

        /// Nil where only the scale changes.
        init?(_ later: Version2.Update) {
            guard later.position != nil || later.rotation != nil else { return nil }
            id = later.id
            position = later.position
            if let rotation = later.rotation { heading = Version1.heading(of: rotation) }
        }

        var migrated: Version2.Update {
            var update = Version2.Update(id: id, position: position)
            if let heading { update.rotation = Version1.rotation(heading: heading) }
            return update
        }
    }

    /// The rotation about +y that is nearest to `rotation`, in radians.
    static func heading(of rotation: Quaternion) -> Float {
        let q = rotation.vector
        // Of q and −q, which are the same rotation, the one with w ≥ 0 gives an angle in −π…π.
        return q.w < 0 ? 2 * Trigonometry.atan2(-q.y, -q.w) : 2 * Trigonometry.atan2(q.y, q.w)
    }

    /// The rotation by `heading` radians about +y.
    static func rotation(heading: Float) -> Quaternion { Quaternion(angle: heading, axis: Vector3(0, 1, 0)) }
}
