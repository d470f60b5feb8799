import Geometry

/// How a visitor sees the place.
public enum CameraMode: UInt8, CaseIterable, Sendable {
    /// From above at a nearly fixed pitch, following the avatar.
    case sandTable = 0
    /// Through the avatar's eyes.
    case look = 1
}

/// The camera that belongs to the avatar: follows it, turns by swipes with momentum, zooms. It is still while the camera is on a
/// flight.
struct CameraRig: Sendable {
    static let degree: Float = .pi / 180
    /// The sand table is seen through a narrow lens from far away.
    static let tableLens: Float = 16 * degree
    static let lookLens: Float = 62 * degree
    /// The lens that an orthographic camera stands for.
    static let parallelLens: Float = 4 * degree
    static let tablePitch = (lowest: 40 * degree, usual: 52 * degree, highest: 66 * degree)
    static let lookPitch = (lowest: -80 * degree, highest: 80 * degree)
    /// How fast a swipe's turn dies away, in seconds, and how fast it may be, in radians a second.
    static let coasting: Float = 0.22
    static let fastest: Float = 12

    var mode = CameraMode.sandTable
    var isOrthographic = false
    var yaw: Float
    private(set) var yawSpeed: Float = 0
    private var pitch = Damped(CameraRig.tablePitch.usual)
    private var wantedPitch = CameraRig.tablePitch.usual
    private(set) var lookPitch: Float = 0
    private var focus: DampedPoint
    private var span: Damped
    private var wantedSpan: Float
    private let spanRange: (Float, Float)
    private let eyes: Float

    init(_ place: Place, _ avatar: Avatar) {
        let size = place.bounds.size
        let diagonal = max(size.length, 0.01)
        spanRange = (min(1.5, 0.5 * diagonal), 2 * diagonal)
        wantedSpan = clamp(0.9 * diagonal, min(3, diagonal), 8)
        span = Damped(wantedSpan)
        // A little askew, on the long side.
        yaw = (size.z > 1.05 * size.x ? 114 : 24) * Self.degree
        eyes = place.body.eyes
        focus = DampedPoint(avatar.shownPosition + Vector3(0, Self.focusHeight, 0))
    }

    /// What the sand table's camera looks at, above the feet.
    static let focusHeight: Float = 0.6

    var focusPoint: Vector3 { focus.value }
    var isAtRest: Bool { yawSpeed == 0 && pitch.isAtRest && focus.isAtRest && span.isAtRest }

    /// Takes up what the visitor did in `dt` seconds and follows the avatar.
    mutating func step(_ dt: Float, _ input: ExplorationInput, following avatar: Avatar) {
        if input.orbitX != 0 || input.isHeld {
            yaw = shortTurn(yaw + input.orbitX)
            // The speed that a finger leaves with: of its last few hundredths of a second.
            let speed = clamp(input.orbitX / max(dt, 0.001), -Self.fastest, Self.fastest)
            yawSpeed += (speed - yawSpeed) * (1 - decay(dt / 0.04))
        } else if yawSpeed != 0 {
            yaw = shortTurn(yaw + yawSpeed * dt)
            yawSpeed *= decay(dt / Self.coasting)
            if yawSpeed.magnitude < 0.01 { yawSpeed = 0 }
        }
        switch mode {
        case .sandTable: wantedPitch = clamp(wantedPitch + input.orbitY, Self.tablePitch.lowest, Self.tablePitch.highest)
        case .look: lookPitch = clamp(lookPitch + input.orbitY, Self.lookPitch.lowest, Self.lookPitch.highest)
        }
        pitch.follow(wantedPitch, time: 0.06, dt)
        wantedSpan = clamp(wantedSpan * input.zoom, spanRange.0, spanRange.1)
        span.follow(wantedSpan, time: 0.1, dt)
        focus.follow(avatar.shownPosition + Vector3(0, Self.focusHeight, 0), time: 0.2, dt)
    }

    mutating func set(_ mode: CameraMode, isOrthographic: Bool) { (self.mode, self.isOrthographic) = (mode, isOrthographic) }

    /// Ends a swipe's momentum.
    mutating func stop() { yawSpeed = 0 }

    /// The visitor was put somewhere else: no following across the place.
    mutating func jump(to avatar: Avatar) { focus = DampedPoint(avatar.shownPosition + Vector3(0, Self.focusHeight, 0)) }

    /// The joystick's vector in the world: `x` to the right in the image, `y` away from the camera.
    func direction(_ x: Float, _ y: Float) -> Vector3 {
        let (s, c) = Trigonometry.sincos(yaw)
        var wish = Vector3(c * x - s * y, 0, -s * x - c * y)
        let size = wish.length
        // Hardly touched is not touched.
        if size < 0.08 { return Vector3(repeating: 0) }
        if size > 1 { wish = wish / size }
        return wish
    }

    func camera(_ avatar: Avatar) -> Camera {
        let turn = Quaternion(angle: yaw, axis: Vector3(0, 1, 0))
        switch mode {
        case .look:
            let rotation = (turn * Quaternion(angle: lookPitch, axis: Vector3(1, 0, 0))).normalized
            let eye = avatar.shownPosition + Vector3(0, eyes, 0)
            return Camera(pose: RigidTransform(rotation: rotation, translation: eye), fieldOfView: Self.lookLens)
        case .sandTable:
            let rotation = (turn * Quaternion(angle: -pitch.value, axis: Vector3(1, 0, 0))).normalized
            let lens = isOrthographic ? Self.parallelLens : Self.tableLens
            let distance = span.value * 0.5 / Trigonometry.tan(lens * 0.5)
            let eye = focus.value + rotation.rotate(Vector3(0, 0, 1)) * distance
            return Camera(
                pose: RigidTransform(rotation: rotation, translation: eye), fieldOfView: lens,
                orthographicHeight: isOrthographic ? span.value : 0, distance: distance, openness: 1)
        }
    }
}
