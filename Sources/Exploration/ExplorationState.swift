import Geometry

/// What a renderer has to know after a step, as words of 32 bits: numbers as single-precision floats, counts and pins as integers.
/// The browser reads it in place, at the offsets in Web/src/core/generated.ts.
public struct ExplorationState: Sendable, Equatable {
    /// Words of a state.
    public static let size = 160
    /// Grows when the layout changes.
    public static let version: UInt32 = 1
    /// The maximum number of pins that are reported of each type of event.
    public static let maxEvents = 16

    /// All words; those after the last field are zero.
    public private(set) var words: [UInt32]

    init(_ exploration: Exploration) {
        words = [UInt32](unsafeUninitializedCapacity: Self.size) { buffer, count in
            buffer.initialize(repeating: 0)
            if let base = buffer.baseAddress {
                var writer = WordWriter(base)
                exploration.put(into: &writer)
            }
            count = Self.size
        }
    }

    /// Bits of the field `flags`.
    public struct Flags: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The camera is on a flight.
        public static let flying = Flags(rawValue: 1)
        /// The camera has left the avatar: on its way to a viewpoint, there, or on its way back.
        public static let away = Flags(rawValue: 2)
        /// The avatar has ground under its feet.
        public static let grounded = Flags(rawValue: 4)
        /// Something moves, so that a new frame is due.
        public static let moving = Flags(rawValue: 8)
        /// There is nothing to stand on; the avatar glides.
        public static let gliding = Flags(rawValue: 16)
        /// The camera is at eye height.
        public static let look = Flags(rawValue: 32)
        /// The camera is orthographic.
        public static let orthographic = Flags(rawValue: 64)

        /// All flags with their names.
        public static let named: [(name: StaticString, flag: Flags)] = [
            ("flying", .flying), ("away", .away), ("grounded", .grounded), ("moving", .moving), ("gliding", .gliding),
            ("look", .look),
            ("orthographic", .orthographic),
        ]
    }
}

extension Exploration {
    /// What is to be drawn now.
    public var state: ExplorationState { ExplorationState(self) }

    private var flags: ExplorationState.Flags {
        var flags: ExplorationState.Flags = []
        if isFlying { flags.insert(.flying) }
        if isAway { flags.insert(.away) }
        if avatar.isGrounded { flags.insert(.grounded) }
        if isMoving { flags.insert(.moving) }
        if avatar.isGliding { flags.insert(.gliding) }
        if rig.mode == .look { flags.insert(.look) }
        if rig.isOrthographic { flags.insert(.orthographic) }
        return flags
    }
}

extension Exploration: WordFields {
    public func put(into sink: inout some WordSink) {
        sink.put("version", ExplorationState.version)
        sink.put("flags", flags.rawValue)
        sink.put("steps", steps)
        sink.put("rescues", avatar.rescues)
        putCamera(into: &sink)
        sink.put("avatarPosition", avatar.shownPosition)
        sink.put("avatarHeading", avatar.heading)
        sink.put("avatarSpeed", avatar.speed)
        sink.put("avatarFloor", avatar.position.y)
        cut.put(into: &sink)
        sink.put("nearestIndex", pins?.nearest?.index ?? -1)
        sink.put("nearestDistance", pins?.nearest?.distance ?? 0)
        sink.put("pinCount", UInt32(truncatingIfNeeded: pins?.points.count ?? 0))
        sink.put("cuesVersion", cues?.version ?? 0)
        sink.put("atmosphere", atmosphere.map { $0.value })
        sink.put("discovered", events.discovered, limit: ExplorationState.maxEvents)
        sink.put("entered", events.entered, limit: ExplorationState.maxEvents)
        sink.put("left", events.left, limit: ExplorationState.maxEvents)
        putNearPins(into: &sink)
    }

    private func putCamera(into sink: inout some WordSink) {
        let range = camera.clipping(place.bounds)
        sink.put("cameraPosition", camera.pose.translation)
        sink.put("cameraRotation", camera.pose.rotation)
        sink.put("cameraFieldOfView", camera.fieldOfView)
        sink.put("cameraOrthographicHeight", camera.orthographicHeight)
        sink.put("cameraNear", range.near)
        sink.put("cameraFar", range.far)
        sink.put("cameraOpenness", camera.openness)
    }

    /// A count, and pairs of index and distance.
    private func putNearPins(into sink: inout some WordSink) {
        let near = pins?.near ?? []
        sink.begin("near", count: 1 + 2 * ExplorationState.maxEvents)
        sink.put(UInt32(near.count))
        for i in 0..<ExplorationState.maxEvents {
            sink.put(i < near.count ? UInt32(bitPattern: near[i].index) : 0)
            sink.put(i < near.count ? near[i].distance.bitPattern : 0)
        }
    }
}

extension Cut: WordFields {
    public func put(into sink: inout some WordSink) {
        sink.put("cutHeight", height)
        sink.put("cutSoftness", softness)
        sink.put("cutWallDirection", wallDirection)
        sink.put("cutFocus", focus)
        sink.put("cutWallFrom", wallFrom)
        sink.put("cutWallTo", wallTo)
        sink.put("cutWallLow", wallLow)
        sink.put("cutWallHigh", wallHigh)
        sink.put("cutWallStrength", wallStrength)
        sink.put("cutReserved", 0 as UInt32)
    }
}
