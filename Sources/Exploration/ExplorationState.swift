import Geometry

/// What a renderer has to know after a step, as words of 32 bits: numbers as single-precision floats, counts and pins as integers. The browser
/// reads it where it lies; `Web/src/core/layout.ts` has the same places.
public struct ExplorationState: Sendable, Equatable {
    /// Words of a state.
    public static let size = 160
    /// Grows when a place changes its meaning.
    public static let version: UInt32 = 1
    /// As many pins of each kind of event are told.
    public static let mostEvents = 16

    public private(set) var words: [UInt32]
    private var at = 0

    init(_ e: Exploration) {
        words = [UInt32](repeating: 0, count: Self.size)
        put(Self.version)
        put(Self.flags(e))
        put(e.steps)
        put(e.avatar.rescues)
        put(e.camera, e.place)  // 4…15
        put(e.avatar)  // 16…21
        put(e.cut)  // 22…35
        let nearest = e.pins?.nearest
        put(UInt32(bitPattern: nearest?.index ?? -1))
        put(nearest?.distance ?? 0)
        put(UInt32(truncatingIfNeeded: e.pins?.points.count ?? 0))
        put(e.cues?.version ?? 0)
        for mood in e.atmosphere { put(mood.value) }  // 40…45
        put(e.events.discovered, from: 46)
        put(e.events.entered, from: 63)
        put(e.events.left, from: 80)
        at = 97
        let near = e.pins?.near ?? []
        put(UInt32(near.count))
        for pin in near.prefix(Self.mostEvents) {
            put(UInt32(bitPattern: pin.index))
            put(pin.distance)
        }
    }

    private static func flags(_ e: Exploration) -> UInt32 {
        var flags: UInt32 = 0
        if e.isFlying { flags |= 1 }
        if e.isAway { flags |= 2 }
        if e.avatar.isGrounded { flags |= 4 }
        if e.isMoving { flags |= 8 }
        if e.avatar.isGliding { flags |= 16 }
        if e.rig.mode == .look { flags |= 32 }
        if e.rig.isOrthographic { flags |= 64 }
        return flags
    }

    private mutating func put(_ word: UInt32) {
        words[at] = word
        at += 1
    }

    private mutating func put(_ number: Float) { put(number.bitPattern) }

    private mutating func put(_ p: Vector3) {
        put(p.x)
        put(p.y)
        put(p.z)
    }

    private mutating func put(_ camera: Camera, _ place: Place) {
        put(camera.pose.translation)
        let q = camera.pose.rotation.vector
        put(q.x)
        put(q.y)
        put(q.z)
        put(q.w)
        put(camera.fieldOfView)
        put(camera.orthographicHeight)
        let (near, far) = camera.clipping(place.bounds)
        put(near)
        put(far)
        put(camera.openness)
    }

    private mutating func put(_ avatar: Avatar) {
        put(avatar.shownPosition)
        put(avatar.heading)
        put(avatar.speed)
        put(avatar.position.y)
    }

    private mutating func put(_ cut: Cut) {
        put(cut.height)
        put(cut.softness)
        put(cut.wallDirection)
        put(cut.focus)
        put(cut.wallFrom)
        put(cut.wallTo)
        put(cut.wallLow)
        put(cut.wallHigh)
        put(cut.wallStrength)
        put(0 as UInt32)
    }

    private mutating func put(_ pins: [Int32], from place: Int) {
        at = place
        put(UInt32(min(pins.count, Self.mostEvents)))
        for pin in pins.prefix(Self.mostEvents) { put(UInt32(bitPattern: pin)) }
    }
}

extension Exploration {
    /// What is to be drawn now.
    public var state: ExplorationState { ExplorationState(self) }
}
