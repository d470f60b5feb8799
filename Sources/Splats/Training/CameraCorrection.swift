import Geometry

/// Where a camera stands instead of where its capture says: small, in the world's axes.
struct CameraCorrectionValues: Sendable, Equatable {
    /// Metres.
    var shift = SIMD3<Float>(repeating: 0)
    /// Radians about the axis, of the camera about its own position.
    var turn = SIMD3<Float>(repeating: 0)

    func applied(to pose: RigidTransform) -> RigidTransform {
        if self == Self() { return pose }
        var result = pose
        result.translation += shift
        let angle = turn.length
        if angle > 0 { result.rotation = (Quaternion(angle: angle, axis: turn / angle) * pose.rotation).normalized }
        return result
    }

    /// Between two corrections; `share` is the second one's.
    static func between(_ a: Self, _ b: Self, share: Float) -> Self {
        Self(shift: a.shift + (b.shift - a.shift) * share, turn: a.turn + (b.turn - a.turn) * share)
    }
}

/// The correction of a camera while it is trained, with the optimizer's averages.
struct CameraCorrection: Sendable, Equatable {
    var values = CameraCorrectionValues()
    private var optimizer = ImageOptimizer()

    /// Numbers of a state in a checkpoint.
    static let stateCount = 6 + ImageOptimizer.stateCount
    /// No camera is moved by more than this many radians, or this many distances of the scene.
    private static let most: Float = 0.05

    init() {}

    /// The numbers of a checkpoint.
    init(state: [Float]) {
        values = CameraCorrectionValues(shift: SIMD3(state[0], state[1], state[2]), turn: SIMD3(state[3], state[4], state[5]))
        optimizer = ImageOptimizer(state: state[6...])
    }

    var state: [Float] {
        let s = values.shift
        let t = values.turn
        return [s.x, s.y, s.z, t.x, t.y, t.z] + optimizer.state
    }

    /// One step of Adam.
    /// - Parameters:
    ///   - rate: radians of a turn.
    ///   - pull: draws the values to none; of radians.
    ///   - distance: metres from the cameras to the scene: so far a shift of them moves the image as much as a turn of a radian.
    mutating func step(_ gradient: CameraCorrectionValues, rate: Float, pull: Float, distance: Float) {
        let unit = SIMD8(SIMD3(repeating: distance), SIMD3<Float>(repeating: 1))
        var now = SIMD8(values.shift / distance, values.turn)
        now += optimizer.step(SIMD8(gradient.shift * distance, gradient.turn) + pull * now, rates: SIMD8(repeating: rate))
        now.clamp(lowerBound: SIMD8(repeating: -Self.most), upperBound: SIMD8(repeating: Self.most))
        (values.shift, values.turn) = (now * unit).triples
    }

    /// Moves all cameras back by what they have in common: it says nothing about any of them, and the splats would drift away from
    /// the capture's frame.
    static func center(_ corrections: inout [CameraCorrection], of chosen: [Int]) {
        guard !chosen.isEmpty else { return }
        var mean = CameraCorrectionValues()
        for i in chosen {
            mean.shift += corrections[i].values.shift
            mean.turn += corrections[i].values.turn
        }
        let scale = 1 / Float(chosen.count)
        for i in chosen {
            corrections[i].values.shift -= mean.shift * scale
            corrections[i].values.turn -= mean.turn * scale
        }
    }
}
