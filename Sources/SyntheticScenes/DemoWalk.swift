import Geometry
import Support

/// The way of the camera through the flat: a person walks through both rooms and looks at everything, from floor to ceiling.
struct DemoWalk: Sendable {
    /// A moment of the walk: where the person stands and looks. Yaw 0 looks along −z and grows to the right; degrees.
    private struct Stop {
        var time: Float
        var x: Float
        var z: Float
        var yaw: Float
        var pitch: Float
    }

    private static let stops: [Stop] = [
        Stop(time: 0, x: 4.15, z: 4.10, yaw: -45, pitch: -10),
        Stop(time: 12, x: 3.75, z: 3.60, yaw: -20, pitch: -26),
        Stop(time: 24, x: 3.10, z: 2.95, yaw: -30, pitch: -30),
        Stop(time: 36, x: 2.10, z: 2.80, yaw: 25, pitch: -16),
        Stop(time: 46, x: 1.20, z: 2.72, yaw: 78, pitch: -24),
        Stop(time: 56, x: 0.85, z: 2.45, yaw: 138, pitch: -28),
        Stop(time: 64, x: 0.80, z: 1.95, yaw: 185, pitch: 12),
        Stop(time: 74, x: 0.85, z: 1.50, yaw: 165, pitch: -34),
        Stop(time: 82, x: 1.45, z: 1.42, yaw: 232, pitch: -2),
        Stop(time: 92, x: 2.10, z: 1.45, yaw: 292, pitch: -22),
        Stop(time: 101, x: 2.75, z: 1.50, yaw: 345, pitch: 22),
        Stop(time: 110, x: 3.45, z: 1.35, yaw: 415, pitch: 20),
        Stop(time: 118, x: 3.95, z: 1.35, yaw: 470, pitch: -28),
        Stop(time: 127, x: 4.20, z: 2.05, yaw: 545, pitch: -16),
        Stop(time: 135, x: 4.25, z: 2.65, yaw: 600, pitch: 26),
        Stop(time: 144, x: 4.30, z: 3.08, yaw: 690, pitch: -32),
        Stop(time: 152, x: 4.45, z: 3.20, yaw: 790, pitch: -20),
        Stop(time: 159, x: 5.10, z: 3.20, yaw: 808, pitch: -8),
        Stop(time: 166, x: 5.75, z: 2.95, yaw: 765, pitch: -26),
        Stop(time: 174, x: 6.10, z: 2.55, yaw: 714, pitch: -32),
        Stop(time: 183, x: 7.00, z: 2.60, yaw: 742, pitch: 20),
        Stop(time: 191, x: 7.68, z: 2.42, yaw: 754, pitch: -34),
        Stop(time: 198, x: 7.70, z: 2.45, yaw: 705, pitch: 24),
        Stop(time: 205, x: 7.40, z: 2.58, yaw: 652, pitch: 14),
        Stop(time: 212, x: 7.00, z: 2.62, yaw: 602, pitch: -24),
        Stop(time: 219, x: 6.85, z: 2.48, yaw: 548, pitch: -22),
        Stop(time: 227, x: 6.60, z: 2.40, yaw: 492, pitch: -28),
        Stop(time: 234, x: 6.35, z: 2.30, yaw: 445, pitch: 14),
        Stop(time: 240, x: 6.12, z: 2.20, yaw: 402, pitch: -18),
    ]

    /// The way back from there to where the walk began.
    private static let wayBack: [Stop] = [
        Stop(time: 247, x: 5.95, z: 2.62, yaw: 350, pitch: -14),
        Stop(time: 254, x: 5.55, z: 3.08, yaw: 300, pitch: -10),
        Stop(time: 260, x: 5.05, z: 3.20, yaw: 275, pitch: -12),
        Stop(time: 266, x: 4.55, z: 3.24, yaw: 268, pitch: -16),
        Stop(time: 274, x: 4.30, z: 3.62, yaw: 285, pitch: -14),
        Stop(time: 282, x: 4.15, z: 4.10, yaw: 315, pitch: -10),
    ]

    private let stops: [Stop]

    /// - Parameter returns: whether the person walks back to where the walk began.
    init(returns: Bool = false) { stops = Self.stops + (returns ? Self.wayBack : []) }

    /// The camera's pose at `progress` (0…1) of the walk.
    func pose(at progress: Float) -> RigidTransform {
        let time = progress * (stops.last?.time ?? 0)
        let x = interpolate(time, \.x)
        let z = interpolate(time, \.z)
        let yaw = interpolate(time, \.yaw) * .pi / 180
        let pitch = interpolate(time, \.pitch) * .pi / 180
        // Steps: the camera bobs by a centimetre or two, and sways with it.
        let height = 1.46 + 0.018 * Trigonometry.sin(time * 1.13) + 0.02 * Trigonometry.sin(time * 0.071)
        let sway = 0.012 * Trigonometry.sin(time * 0.565 + 1)
        let roll = 0.015 * Trigonometry.sin(time * 0.31) + 0.008 * Trigonometry.sin(time * 0.83 + 2)
        let turn = Quaternion(angle: -yaw, axis: Vector3(0, 1, 0))
        let tilt = Quaternion(angle: pitch, axis: Vector3(1, 0, 0))
        let lean = Quaternion(angle: roll, axis: Vector3(0, 0, 1))
        return RigidTransform(
            rotation: (turn * tilt * lean).normalized, translation: Vector3(x, height, z) + turn.rotate(Vector3(sway, 0, 0)))
    }

    /// A smooth curve through the stops: cubic Hermite pieces whose slopes are those between the neighbours.
    private func interpolate(_ time: Float, _ value: (Stop) -> Float) -> Float {
        let last = stops.count - 1
        var i = 0
        while i < last - 1 && stops[i + 1].time <= time { i += 1 }
        func slope(_ k: Int) -> Float {
            let a = stops[max(k - 1, 0)]
            let b = stops[min(k + 1, last)]
            return (value(b) - value(a)) / (b.time - a.time)
        }
        let a = stops[i]
        let b = stops[i + 1]
        let span = b.time - a.time
        let t = min(max((time - a.time) / span, 0), 1)
        let t2 = t * t
        let t3 = t * t * t
        return value(a) * (2 * t3 - 3 * t2 + 1) + value(b) * (3 * t2 - 2 * t3) + slope(i) * span * (t3 - 2 * t2 + t)
            + slope(i + 1) * span * (t3 - t2)
    }
}

/// The error of the recorded poses: nothing at first, one or two centimetres and 0.2° in the end, without jumps; or as much as is
/// asked for.
package struct DemoDrift: Sendable {
    private let phases: [Float]
    /// Metres and radians of each wave at the end of the walk.
    private var shift: Float = 0.013
    private var turn: Float = 0.0025

    /// - Parameter metres: the largest error of a place in the walk; turns grow by as much as the shifts do. The usual drift where
    ///   nil.
    package init(seed: UInt64, metres: Float? = nil) {
        var random = SplitMix64(seed: seed ^ 0xd21f7)
        phases = (0..<12).map { _ in random.unit() * 2 * .pi }
        guard let metres else { return }
        let largest = (0...1000).reduce(Float(0)) { max($0, shift(at: Float($1) * 0.001).length) }
        let scale = largest > 0 ? metres / largest : 0
        shift *= scale
        turn *= scale
    }

    private func wander(_ k: Int, _ progress: Float) -> Float {
        0.7 * Trigonometry.sin(3.1 * progress + phases[k]) + 0.3 * Trigonometry.sin(8.3 * progress + phases[k + 6])
    }

    private func shift(at progress: Float) -> Vector3 {
        Vector3(wander(0, progress), 0.5 * wander(1, progress), wander(2, progress)) * (shift * progress)
    }

    /// The recorded pose of a camera whose true pose is `pose`, at `progress` (0…1) of the walk.
    package func applied(to pose: RigidTransform, at progress: Float) -> RigidTransform {
        let turn = Vector3(wander(3, progress), wander(4, progress), wander(5, progress)) * (turn * progress)
        let angle = turn.length
        let rotation = angle > 0 ? Quaternion(angle: angle, axis: turn) * pose.rotation : pose.rotation
        return RigidTransform(rotation: rotation.normalized, translation: pose.translation + shift(at: progress))
    }
}
