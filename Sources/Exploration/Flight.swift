import Geometry

/// A camera on its way from one view to another: smooth in position and rotation, also where it begins in the midst of another
/// flight, and exact at its end.
struct Flight: Sendable {
    enum Goal: Sendable {
        /// A view of its own.
        case viewpoint(Camera)
        /// Back to the avatar's camera, wherever that is.
        case rig
    }

    let goal: Goal
    private let from: Camera
    private let seconds: Float
    private var elapsed: Float = 0
    /// What the camera moved at when the flight began: metres a second, and radians a second about an axis.
    private let velocity: Vector3
    private let spin: Vector3

    init(from: Camera, to goal: Goal, seconds: Float, velocity: Vector3, spin: Vector3) {
        self.from = from
        self.goal = goal
        self.seconds = seconds
        self.velocity = velocity
        self.spin = spin
    }

    var isOver: Bool { elapsed >= seconds }

    mutating func advance(_ dt: Float) { elapsed += dt }

    /// The camera now; `rig` is the avatar's.
    func camera(_ rig: Camera) -> Camera {
        let to: Camera
        switch goal {
        case .viewpoint(let camera): to = camera
        case .rig: to = rig
        }
        guard seconds > 0, elapsed < seconds else { return to }
        if elapsed <= 0 { return from }
        let u = elapsed / seconds
        // Speed and acceleration are zero at both ends (Perlin 2002); the way back is the same way.
        let eased = u * u * u * (u * (u * 6 - 15) + 10)
        var camera = Camera.between(from, to, at: eased)
        // What the camera came with dies away: its slope is 1 at the beginning, it ends at 0 with no slope.
        let left = 1 - u
        let carried = elapsed * left * left * left
        camera.pose.translation += velocity * carried
        let turn = spin.length * carried
        if turn > 1e-6 { camera.pose.rotation = (Quaternion(angle: turn, axis: spin) * camera.pose.rotation).normalized }
        return camera
    }
}
