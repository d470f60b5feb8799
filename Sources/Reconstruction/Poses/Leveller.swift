import Geometry

/// Levels a found path by what its keyframes see.
struct Leveller {
    private let normals: [Vector3]
    private let weights: [Float]
    private let options: PoseOptions

    /// A recorded up is taken to be right within this angle: phones know gravity to a fraction of a degree.
    private static let recordedTilt: Float = 3 * .pi / 180

    init(_ map: KeyframeMap, _ options: PoseOptions) {
        self.options = options
        var normals: [Vector3] = []
        var weights: [Float] = []
        for (frame, pose) in zip(map.frames, map.poses) {
            let level = frame.coarse
            let rotation = pose.transform.rotation
            for y in 0..<level.height {
                for x in 0..<level.width {
                    guard let surface = level.surface(x, y) else { continue }
                    normals.append(rotation.rotate(surface.normal))
                    // A pixel covers more surface the farther and flatter it looks; what is far errs more.
                    weights.append(min(surface.point.lengthSquared, 9))
                }
            }
        }
        self.normals = normals
        self.weights = weights
    }

    /// - Parameter isAssumed: whether the vertical is not recorded.
    func level(_ result: inout RefinedPoses, isAssumed: Bool) {
        guard options.levelling != .never else { return }
        guard
            let found = Gravity.align(
                normals: normals, weights: weights, assumedUp: Vector3(0, 1, 0), alignsWalls: options.alignsWalls)
        else {
            if isAssumed {
                result.notes.append(
                    "No floor or ceiling shows which way is up; the first camera is assumed to be upright.")
            }
            return
        }
        let tilt = Trigonometry.atan2(cross(found.estimate.up, Vector3(0, 1, 0)).length, found.estimate.up.y)
        let recordedShare = Gravity.levelShare(normals: normals, weights: weights, up: Vector3(0, 1, 0))
        let isDue =
            options.levelling == .always || isAssumed || (tilt > Self.recordedTilt && found.estimate.share > 2 * recordedShare)
        guard isDue || options.alignsWalls else { return }
        var motion = found.motion
        if !isDue { motion = Gravity.wallTurn(normals: normals, weights: weights) ?? .identity }
        result.move(by: motion)
        guard isDue else { return }
        result.levelled = Double(tilt)
        if !isAssumed && tilt > Self.recordedTilt {
            result.notes.append(
                "The floor sloped by \((tilt * 1800 / .pi).rounded() / 10)° in the recorded coordinates and was levelled.")
        }
    }
}
