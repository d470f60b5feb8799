import Geometry

/// The visitor in the place: a capsule that walks, slides along walls, climbs steps and never leaves the ground it came by.
///
/// Why it can't tunnel: every move is at most 0.85 radii long, starts where no surface is nearer to the capsule's axis than its
/// radius, and is taken only if the same holds at its end. Why it can't fall out: a move is taken only where there is ground to
/// stand or to land on.
public struct Avatar: Sendable {
    /// Metres a second at full deflection of the joystick.
    static let walkingSpeed: Float = 1.9
    /// Metres a second².
    static let acceleration: Float = 9
    static let braking: Float = 14
    static let gravity: Float = 9.81
    /// Moves are cut into pieces of at most this time.
    static let longestStep: Float = 1 / 60

    /// The feet, in metres.
    public internal(set) var position: Vector3
    /// Metres a second, horizontal.
    public internal(set) var velocity = Vector3(repeating: 0)
    /// Turn about the vertical axis; 0 looks along −z, as a camera without rotation.
    public internal(set) var heading: Float = 0
    /// Whether there is ground under the feet; false while falling.
    public internal(set) var isGrounded = true
    /// How often the visitor had to be put back to the last good ground.
    public internal(set) var rescues: UInt32 = 0
    /// Metres a second downwards.
    var fall: Float = 0
    /// The feet's height as it is shown: steps are climbed softly.
    var height: Damped
    var lastGood: Vector3
    /// Whether there is nothing to stand on in the place: then the visitor glides over its plan.
    let isGliding: Bool

    init(in place: Place) {
        let below = Vector3(place.bounds.center.x, place.bounds.min.y, place.bounds.center.z)
        position = place.start ?? below
        isGliding = place.start == nil
        lastGood = position
        height = Damped(position.y)
    }

    /// The feet as they are shown.
    public var shownPosition: Vector3 { Vector3(position.x, height.value, position.z) }
    /// Metres per second.
    public var speed: Float { velocity.length }
    var isAtRest: Bool { velocity == Vector3(repeating: 0) && isGrounded && height.isAtRest }

    /// Stands still.
    mutating func stop() { velocity = Vector3(repeating: 0) }

    /// Puts the feet to `p`, which must be standing room.
    mutating func put(_ p: Vector3, heading: Float) {
        self = Avatar(at: p, heading: heading, like: self)
    }

    private init(at p: Vector3, heading: Float, like other: Avatar) {
        position = p
        self.heading = heading
        rescues = other.rescues
        height = Damped(p.y)
        lastGood = p
        isGliding = other.isGliding
    }
}
