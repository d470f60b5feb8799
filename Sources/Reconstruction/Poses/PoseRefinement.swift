import Capture
import Geometry
import Support

/// Finds the path that a capture's camera went: corrects the recorded one where it drifted, or finds one where none was recorded.
///
/// The recorded path is right from one moment to the next and drifts over the trajectory. So only some frames, the keyframes, are
/// decoded and aligned with each other wherever they see the same surfaces; a pose graph spreads the differences over the
/// trajectory, and the frames between follow. Without recorded poses every frame is aligned with the last keyframe first
/// (`Odometry`), and then the same is done.
public enum PoseRefinement {
    /// - Returns: One pose a frame, in the recorded world or, for odometry, in a world whose up was found from the floor.
    /// - Throws: `ReconstructionError` for options that make no sense, `CaptureError` where odometry can't read more than a tenth
    ///   of the frames, `CancellationError`.
    public static func refine(
        _ capture: Capture, options: PoseOptions = PoseOptions(), progress: ProgressReporter = .silent
    ) throws -> RefinedPoses {
        try options.check()
        guard capture.frameCount > 0 else {
            return RefinedPoses(
                poses: [], source: .recorded, confidence: 0, notes: ["The capture has no frames."], isTrustworthy: false)
        }
        guard capture.hasDepth else { return unchanged(capture, "Without depth the camera trajectory can't be checked.") }
        switch options.method {
        case .none: return try RecordedTrajectory(capture, options).checked(progress: progress)
        case .refine: return try RecordedTrajectory(capture, options).refined(progress: progress)
        case .odometry: return try Odometry(capture, options).path(progress: progress)
        case .automatic:
            return capture.hasPoses
                ? try RecordedTrajectory(capture, options).refined(progress: progress)
                : try Odometry(capture, options).path(progress: progress)
        }
    }

    /// The recorded poses as they are.
    static func unchanged(_ capture: Capture, _ note: String?) -> RefinedPoses {
        RefinedPoses(
            poses: recorded(capture), source: .recorded, confidence: capture.hasPoses ? 0.5 : 0, notes: note.map { [$0] } ?? [],
            isTrustworthy: capture.hasPoses)
    }

    /// The recorded poses; nil where there is none, or one that is no rigid motion: not finite, or its quaternion not of length 1.
    static func recorded(_ capture: Capture) -> [RigidTransform?] {
        (0..<capture.frameCount).map { i in
            guard let pose = capture.pose(at: i), pose.isFinite else { return nil }
            let square = (pose.rotation.vector * pose.rotation.vector).sum()
            return (square - 1).magnitude < 0.02 ? pose : nil
        }
    }
}
