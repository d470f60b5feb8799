import Geometry

/// Another trajectory of the same frames. By how much it moves what was observed shows the error of the one that was used.
public struct TrajectoryVariant: Sendable, Equatable {
    /// How a variant was made.
    public enum Kind: String, Sendable, Codable {
        /// By another method: the recorded poses where refined ones are used, refined ones where the recorded are used.
        case alternative
        /// By the same method with randomly weighted evidence, as in a bootstrap.
        case resample
    }

    /// How it was made.
    public var kind: Kind
    /// Camera to world, one a frame; nil for frames without a pose.
    public var poses: [RigidTransform?]

    /// One pose per frame, in the world of the trajectory in use.
    public init(kind: Kind, poses: [RigidTransform?]) {
        self.kind = kind
        self.poses = poses
    }
}
