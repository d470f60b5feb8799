import Geometry

/// How the camera trajectory is estimated.
public struct PoseOptions: Sendable, Equatable {
    /// Where the path comes from.
    public enum Method: String, Sendable {
        /// `refine` where poses were recorded, `odometry` where not.
        case automatic
        /// The recorded poses as they are; refined ones only show their error.
        case none
        /// The recorded poses, corrected where the surfaces seen from different places say so.
        case refine
        /// From depth and colour alone.
        case odometry
    }

    /// Whether the world is turned so that floors are level.
    public enum Levelling: String, Sendable {
        /// Where the capture does not tell which way is up, and where floors slope by more than recorded gravity can be wrong.
        case automatic
        /// Whenever a floor or ceiling is observed.
        case always
        /// The recorded coordinates stay as they are.
        case never
    }

    /// Where the trajectory comes from.
    public var method: Method
    /// Whether floors are made level.
    public var levelling: Levelling
    /// Whether the world is turned about the vertical so that most walls run along x and z.
    public var alignsWalls: Bool
    /// Frames are reduced to at most this many columns.
    public var width: Int
    /// Metres; depths beyond are not used.
    public var maximumDepth: Float
    /// Metres that the camera moves from one keyframe to the next.
    public var keyframeDistance: Float
    /// Radians that the camera turns from one keyframe to the next.
    public var keyframeAngle: Float
    /// A longer walk gets keyframes farther apart.
    public var maximumKeyframes: Int

    /// Options with defaults for a phone's or headset's depth camera; distances in metres, angles in radians.
    public init(
        method: Method = .automatic, levelling: Levelling = .automatic, alignsWalls: Bool = false, width: Int = 160,
        maximumDepth: Float = 5, keyframeDistance: Float = 0.4, keyframeAngle: Float = 0.35, maximumKeyframes: Int = 1500
    ) {
        self.method = method
        self.levelling = levelling
        self.alignsWalls = alignsWalls
        self.width = width
        self.maximumDepth = maximumDepth
        self.keyframeDistance = keyframeDistance
        self.keyframeAngle = keyframeAngle
        self.maximumKeyframes = maximumKeyframes
    }

    func check() throws(ReconstructionError) {
        guard width >= 32, width <= 1024 else {
            throw .badOption("frames reduced to \(width) columns can't be aligned; choose between 32 and 1024")
        }
        guard maximumDepth.isFinite, maximumDepth > 0, maximumDepth <= 1000 else {
            throw .badOption("the maximum depth is \(maximumDepth) m; it must be between 0 and 1000")
        }
        guard keyframeDistance.isFinite, keyframeDistance > 0, keyframeAngle.isFinite, keyframeAngle > 0 else {
            throw .badOption("keyframes \(keyframeDistance) m and \(keyframeAngle) radians apart; both must be above 0")
        }
        guard maximumKeyframes >= 2, maximumKeyframes <= 20_000 else {
            throw .badOption("\(maximumKeyframes) keyframes at most; choose between 2 and 20000")
        }
    }
}

/// The camera trajectory, where it comes from, and how reliable it is.
public struct RefinedPoses: Sendable, Equatable {
    /// Where a path comes from; `rawValue` is what reports print.
    public enum Source: String, Sendable {
        /// The capture's own, because nothing was to be done or nothing better was found.
        case recorded
        /// The capture's own, corrected.
        case refined
        /// Found from depth and colour alone.
        case odometry
    }

    /// Camera to world, one a frame; nil for frames whose place is not known.
    public var poses: [RigidTransform?]
    /// Where the trajectory comes from.
    public var source: Source
    /// 0…1: how sure it is that the path is right to a few centimetres.
    public var confidence: Double
    /// Number of loop closures.
    public var loops: Int
    /// The most that a frame was moved against the recorded path, metres; 0 for odometry.
    public var correction: Double
    /// By how much the world was turned to make floors level, radians.
    public var levelled: Double
    /// Remarks about the path: one plain sentence each.
    public var notes: [String]
    /// Whether a surface made with this path can be measured in. Where not, the notes say why.
    public var isTrustworthy: Bool
    /// Other trajectories that the same frames allow.
    public var variants: [TrajectoryVariant]
    /// The scale of the depths relative to the recorded trajectory; nil where the evidence doesn't determine it.
    public var depthScale: DepthScale?

    /// A trajectory with its assessment: one pose per frame, corrections in metres, `levelled` in radians.
    public init(
        poses: [RigidTransform?], source: Source, confidence: Double, loops: Int = 0, correction: Double = 0, levelled: Double = 0,
        notes: [String] = [], isTrustworthy: Bool, variants: [TrajectoryVariant] = [], depthScale: DepthScale? = nil
    ) {
        self.poses = poses
        self.source = source
        self.confidence = confidence
        self.loops = loops
        self.correction = correction
        self.levelled = levelled
        self.notes = notes
        self.isTrustworthy = isTrustworthy
        self.variants = variants
        self.depthScale = depthScale
    }

    /// Moves all poses, and those of the variants, in the world.
    mutating func move(by motion: RigidTransform) {
        func moved(_ poses: [RigidTransform?]) -> [RigidTransform?] { poses.map { $0.map { motion * $0 } } }
        poses = moved(poses)
        for i in variants.indices { variants[i].poses = moved(variants[i].poses) }
    }
}
