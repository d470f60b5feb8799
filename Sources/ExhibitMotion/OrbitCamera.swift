import Geometry

/// A camera that turns around a model: by fingers, with inertia, by keys, and on flights to parts. Times in seconds, gestures in
/// CSS pixels.
public struct OrbitCamera: Sendable {
    /// Radians that a drag of one pixel turns.
    public static let turnRate: Float = 0.006
    /// Radians that an arrow key turns (10 degrees).
    public static let keyTurn: Float = 0.174_533
    /// The factor of the distance of a zoom key.
    public static let keyZoom: Float = 0.8
    /// Seconds in which the inertia of a turn falls to 1/e.
    public static let inertiaTime: Float = 0.32
    /// A turn that is slower than this on release stops, in radians per second.
    public static let minInertia: Float = 0.15
    /// The fastest inertia, in radians per second.
    public static let maxInertia: Float = 9
    /// The inertia has ended below this speed, in radians per second.
    static let restSpeed: Float = 0.01
    /// The spring that a zoom by wheel or key follows, of the logarithm of the distance.
    public static let zoomSpring = Spring(frequency: 16)
    /// The spring that a turn by key follows.
    public static let keySpring = Spring(frequency: 14)

    /// The model, and where the camera may be.
    public var limits: OrbitLimits { didSet { pose = limits.clamped(pose) } }
    /// Where the camera is.
    public private(set) var pose: OrbitPose
    /// Radians per second after a release.
    private var yawSpeed: Float = 0
    private var pitchSpeed: Float = 0
    private var zoom: SpringTarget?
    private var keyYaw: SpringTarget?
    private var keyPitch: SpringTarget?
    private var flight: Flight?

    private struct SpringTarget: Sendable {
        var state: Spring.State
        var target: Float
    }

    private struct Flight: Sendable {
        var from: OrbitPose
        var to: OrbitPose
        var elapsed: Float
        var duration: Float
    }

    /// A camera at a pose.
    public init(limits: OrbitLimits, pose: OrbitPose) {
        self.limits = limits
        self.pose = limits.clamped(pose)
    }

    /// The pose at the end of the current movement.
    public var destination: OrbitPose { flight?.to ?? pose }
    /// Whether `advance` changes anything.
    public var isMoving: Bool {
        flight != nil || zoom != nil || keyYaw != nil || keyPitch != nil || yawSpeed != 0 || pitchSpeed != 0
    }

    // MARK: Gestures

    /// A finger or button went down: everything stops.
    public mutating func hold() {
        yawSpeed = 0
        pitchSpeed = 0
        zoom = nil
        keyYaw = nil
        keyPitch = nil
        flight = nil
    }

    /// A drag with one finger.
    public mutating func turn(dx: Float, dy: Float) {
        pose.yaw -= dx * Self.turnRate
        pose.pitch += dy * Self.turnRate
        pose = limits.clamped(pose)
    }

    /// A drag with two fingers. `metresPerPixel`: at a distance of one metre.
    public mutating func pan(dx: Float, dy: Float, metresPerPixel: Float) {
        let scale = metresPerPixel * pose.distance
        pose.target += pose.up * (dy * scale) - pose.right * (dx * scale)
        pose = limits.clamped(pose)
    }

    /// A pinch: the image shows `factor` times as much.
    public mutating func pinch(factor: Float) {
        guard factor > 0, factor.isFinite else { return }
        zoom = nil
        pose.distance *= factor
        pose = limits.clamped(pose)
    }

    /// Two fingers turn around each other, in radians clockwise on the screen.
    public mutating func twist(angle: Float) {
        pose.yaw += angle
        pose = limits.clamped(pose)
    }

    /// The finger was lifted while it turned, at a velocity in pixels per second.
    public mutating func release(vx: Float, vy: Float) {
        func inertia(_ speed: Float) -> Float {
            speed.magnitude < Self.minInertia || !speed.isFinite ? 0 : min(Self.maxInertia, max(-Self.maxInertia, speed))
        }
        yawSpeed = inertia(-vx * Self.turnRate)
        pitchSpeed = inertia(vy * Self.turnRate)
    }

    // MARK: Commands

    /// Zooms by the wheel or a key, smoothly.
    public mutating func zoom(factor: Float) {
        guard factor > 0, factor.isFinite else { return }
        flight = nil
        let start = zoom?.target ?? Exponential.log(pose.distance)
        let low = Exponential.log(limits.radius * OrbitLimits.minDistanceFactor)
        let high = Exponential.log(limits.radius * OrbitLimits.maxDistanceFactor)
        let target = min(high, max(low, start + Exponential.log(factor)))
        zoom = SpringTarget(
            state: zoom?.state ?? Spring.State(value: Exponential.log(pose.distance)), target: target)
    }

    /// Turns by a key, smoothly, in radians.
    public mutating func turn(yaw: Float, pitch: Float) {
        flight = nil
        func moved(_ current: SpringTarget?, from value: Float, by angle: Float) -> SpringTarget? {
            guard angle != 0 else { return current }
            return SpringTarget(state: current?.state ?? Spring.State(value: value), target: (current?.target ?? value) + angle)
        }
        keyYaw = moved(keyYaw, from: pose.yaw, by: yaw)
        keyPitch = moved(keyPitch, from: pose.pitch, by: pitch)
    }

    /// Flies to a pose on the shorter way around; a duration of 0 jumps.
    public mutating func fly(to destination: OrbitPose, duration: Float) {
        hold()
        var end = limits.clamped(destination)
        guard duration > 0 else {
            pose = end
            return
        }
        let turns = ((end.yaw - pose.yaw) / (2 * .pi)).rounded(.toNearestOrEven)
        end.yaw -= turns * 2 * .pi
        flight = Flight(from: pose, to: end, elapsed: 0, duration: duration)
    }

    /// Moves the camera on.
    /// - Returns: whether it moved.
    @discardableResult
    public mutating func advance(seconds: Float) -> Bool {
        guard seconds.isFinite, seconds > 0, isMoving else { return false }
        if flight != nil {
            advanceFlight(seconds)
            return true
        }
        advanceInertia(seconds)
        if let next = Self.advance(zoom, by: Self.zoomSpring, rest: 0.0005, seconds: seconds) {
            pose.distance = Exponential.exp(next.value)
            zoom = next.remaining
        }
        if let next = Self.advance(keyYaw, by: Self.keySpring, rest: 0.0005, seconds: seconds) {
            pose.yaw = next.value
            keyYaw = next.remaining
        }
        if let next = Self.advance(keyPitch, by: Self.keySpring, rest: 0.0005, seconds: seconds) {
            pose.pitch = next.value
            keyPitch = next.remaining
        }
        pose = limits.clamped(pose)
        return true
    }

    /// After t seconds a speed v has become v·e^(−t/τ), and the angle has grown by v·τ·(1 − e^(−t/τ)).
    private mutating func advanceInertia(_ seconds: Float) {
        let decay = Exponential.exp(-seconds / Self.inertiaTime)
        pose.yaw += yawSpeed * Self.inertiaTime * (1 - decay)
        pose.pitch += pitchSpeed * Self.inertiaTime * (1 - decay)
        yawSpeed *= decay
        pitchSpeed *= decay
        if yawSpeed.magnitude < Self.restSpeed { yawSpeed = 0 }
        if pitchSpeed.magnitude < Self.restSpeed { pitchSpeed = 0 }
    }

    private mutating func advanceFlight(_ seconds: Float) {
        guard var current = flight else { return }
        current.elapsed += seconds
        guard current.elapsed < current.duration else {
            pose = current.to
            flight = nil
            return
        }
        let left = 1 - current.elapsed / current.duration
        let eased = 1 - left * left * left
        let from = current.from
        let to = current.to
        let ratio = Exponential.log(to.distance / from.distance)
        pose = limits.clamped(
            OrbitPose(
                yaw: from.yaw + (to.yaw - from.yaw) * eased, pitch: from.pitch + (to.pitch - from.pitch) * eased,
                distance: from.distance * Exponential.exp(ratio * eased), target: from.target + (to.target - from.target) * eased))
        flight = current
    }

    private static func advance(
        _ moving: SpringTarget?, by spring: Spring, rest: Float, seconds: Float
    ) -> (value: Float, remaining: SpringTarget?)? {
        guard var moving else { return nil }
        moving.state = spring.advance(moving.state, to: moving.target, seconds: seconds)
        if Spring.isAtRest(moving.state, at: moving.target, distance: rest, speed: 10 * rest) { return (moving.target, nil) }
        return (moving.state.value, moving)
    }
}
