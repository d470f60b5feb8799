import Geometry
import Live
import Models

/// Samples an action into the keys of an animation.
struct Clip {
    /// Frames per second of the samples.
    static let rate: Float = 30

    /// Seconds of an action.
    static func duration(_ action: CompanionAction, _ manner: Manner) -> Float {
        switch action {
        case .idle: 4
        case .walk: manner.cycle
        case .wave: 2.2
        case .dance: 3.6
        case .twirl: 1.8
        case .jump: 1.5
        case .sparkle: 2.6
        }
    }

    /// The animation of an action.
    /// - Parameters:
    ///   - action: the action.
    ///   - design: the companion.
    ///   - nodes: the node of each joint.
    static func animation(_ action: CompanionAction, of design: CompanionDesign, nodes: [Int]) -> Animation {
        let duration = duration(action, design.manner)
        let count = Int((duration * rate).rounded())
        let motions = Motions(rig: design.rig, manner: design.manner, accent: design.accent)
        var frames = (0...count).map { motions.pose(action, at: Float($0) / Float(count)) }
        let isLoop = action == .idle || action == .walk || action == .dance
        frames = SpringSimulation.apply(design.springs, to: frames, step: Double(duration) / Double(count), isLoop: isLoop)
        for i in frames.indices { design.plant(&frames[i]) }
        frames[count].changes = zip(frames[0].changes, frames[count].changes).map { first, last in
            // The same rotation, with the sign that continues the keys before it.
            var closed = first
            if (first.rotation.vector * last.rotation.vector).sum() < 0 {
                closed.rotation.vector = -first.rotation.vector
            }
            return closed
        }
        let times = (0...count).map { Float($0) * duration / Float(count) }
        var animation = Animation(name: action.name)
        for (joint, node) in nodes.enumerated() {
            let rest = Pose(design.rig).changes[joint]
            let offset = design.rig.offset(joint)
            let changes = frames.map { $0.changes[joint] }
            animation.append(
                node, .translation, times, changes.map { [Float]($0.offset + offset) }, rest: [Float](offset), tolerance: 0.0003)
            animation.append(
                node, .rotation, times, continuous(changes.map(\.rotation.vector)).map { [$0.x, $0.y, $0.z, $0.w] },
                rest: [0, 0, 0, 1], tolerance: 0.0015)
            animation.append(
                node, .scale, times, changes.map { [Float]($0.scale) }, rest: [Float](rest.scale), tolerance: 0.0015)
        }
        return animation
    }

    /// Quaternions with the signs of the shorter way from one to the next.
    private static func continuous(_ all: [SIMD4<Float>]) -> [SIMD4<Float>] {
        var result: [SIMD4<Float>] = []
        for q in all { result.append(result.last.map { ($0 * q).sum() < 0 ? -q : q } ?? q) }
        return result
    }
}

extension [Float] {
    fileprivate init(_ v: Vector3) { self = [v.x, v.y, v.z] }
}

extension Animation {
    /// Appends a channel with the keys that linear interpolation needs, unless the values remain those of the rest pose. A channel
    /// has keys at the beginning and at the end of the clip.
    fileprivate mutating func append(
        _ node: Int, _ target: Target, _ times: [Float], _ values: [[Float]], rest: [Float], tolerance: Float
    ) {
        let changes = values.contains { value in zip(value, rest).contains { abs($0 - $1) > 1e-6 } }
        guard changes else { return }
        let kept = Self.needed(times, values, tolerance: tolerance)
        channels.append(
            Channel(node: node, target: target, times: kept.map { times[$0] }, values: kept.flatMap { values[$0] }))
    }

    /// The keys between which a straight line differs from the values by less than the tolerance (Douglas and Peucker 1973).
    private static func needed(_ times: [Float], _ values: [[Float]], tolerance: Float) -> [Int] {
        var isKept = [Bool](repeating: false, count: times.count)
        isKept[0] = true
        isKept[times.count - 1] = true
        var spans = [(0, times.count - 1)]
        while let (low, high) = spans.popLast() {
            var worst = (error: tolerance, at: -1)
            for i in low + 1..<max(high, low + 1) {
                let t = (times[i] - times[low]) / (times[high] - times[low])
                var error: Float = 0
                for k in values[i].indices {
                    error = max(error, abs(values[low][k] + (values[high][k] - values[low][k]) * t - values[i][k]))
                }
                if error > worst.error { worst = (error, i) }
            }
            guard worst.at >= 0 else { continue }
            isKept[worst.at] = true
            spans += [(low, worst.at), (worst.at, high)]
        }
        return isKept.indices.filter { isKept[$0] }
    }
}
