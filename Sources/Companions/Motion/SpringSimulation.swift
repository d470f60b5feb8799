import Geometry
import Models

/// Adds the motion of springs to the frames of a clip.
struct SpringSimulation {
    private struct State {
        var position: SIMD3<Double>
        var velocity = SIMD3<Double>()
    }

    private let springs: [Spring]
    private let step: Double
    private var states: [State?]

    /// - Parameters:
    ///   - springs: joints above others come first.
    ///   - step: seconds between two frames.
    init(_ springs: [Spring], step: Double) {
        self.springs = springs
        self.step = step
        states = springs.map { _ in nil }
    }

    /// The frames with the springs' rotations. A loop is repeated until the motion is periodic, a single action starts at rest. The
    /// last pose equals the first one.
    static func apply(_ springs: [Spring], to frames: [Pose], step: Double, isLoop: Bool) -> [Pose] {
        guard frames.count > 1, !springs.isEmpty else { return frames }
        var simulation = SpringSimulation(springs, step: step)
        let cycles = isLoop ? 5 : 1
        var result: [Pose] = []
        for cycle in 0..<cycles {
            // The first frame of a further cycle is the last one of the cycle before.
            result =
                (cycle == 0 ? [] : [result[result.count - 1]]) + frames.dropFirst(cycle == 0 ? 0 : 1).map { simulation.advance($0) }
        }
        close(&result, springs)
        return result
    }

    /// Lets the rotations of springs at the end run into those of the beginning.
    private static func close(_ frames: inout [Pose], _ springs: [Spring]) {
        let count = max(frames.count / 5, 1)
        for spring in springs {
            guard let first = frames.first?[spring.bone].rotation, let last = frames.last?[spring.bone].rotation else { return }
            let difference = last.inverse * first
            for k in 0..<count {
                let t = Curve.smooth(Float(k + 1) / Float(count))
                let at = frames.count - count + k
                let now = frames[at][spring.bone].rotation
                frames[at][spring.bone].rotation = (now * Quaternion.interpolate(.identity, difference, at: t)).normalized
            }
            frames[frames.count - 1][spring.bone].rotation = first
        }
    }

    /// A frame with the springs as they are after one more step.
    private mutating func advance(_ frame: Pose) -> Pose {
        var pose = frame
        for (i, spring) in springs.enumerated() where pose.rig.has(spring.bone) {
            let map = pose.world[pose.rig.index(spring.bone)]
            let target = map.apply(SIMD3<Double>(spring.tip))
            guard var state = states[i] else {
                states[i] = State(position: target)
                continue
            }
            let omega = 2 * Double.pi * Double(spring.frequency)
            let substeps = 4
            for _ in 0..<substeps {
                let acceleration =
                    omega * omega * (target - state.position) - 2 * Double(spring.damping) * omega * state.velocity
                state.velocity += acceleration * (step / Double(substeps))
                state.position += state.velocity * (step / Double(substeps))
            }
            states[i] = state
            let local = Vector3(map.inverse.apply(state.position))
            pose[spring.bone].rotation =
                (pose[spring.bone].rotation * Self.rotation(from: spring.tip, to: local, limit: spring.limit)).normalized
        }
        return pose
    }

    /// The rotation on the shortest arc between two directions, of at most `limit` radians.
    private static func rotation(from a: Vector3, to b: Vector3, limit: Float) -> Quaternion {
        let u = a.normalized
        let v = b.normalized
        let axis = cross(u, v)
        let sine = axis.length
        guard sine > 1e-6 else { return .identity }
        let angle = Trigonometry.atan2(sine, dot(u, v))
        // Softly up to the limit: x / (1 + x / limit).
        return Quaternion(angle: angle / (1 + angle / (2 * limit)), axis: axis)
    }
}
