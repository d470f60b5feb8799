import Capture
import Geometry

/// The report of a scan: when and where it was made, how much of the place it saw and how well. Kept with
/// the space, shown in the viewer and printed by `reconstruct --json`.
public struct ScanReport: Sendable, Equatable, Codable {
    /// "interior", "object" or "exterior".
    public var mode: String
    /// Number of frames that were fused.
    public var frames: Int
    /// Seconds of recording, where known.
    public var duration: Double?
    /// Seconds since 1970 (UTC) at the beginning of the recording, where known.
    public var recorded: Double?
    /// Model of the recording device, where known.
    public var device: String?
    /// Geographic location of the scan, where recorded.
    public var place: GeographicPlace?
    /// Extents along x, y and z in metres.
    public var size: Vector3
    /// 0…1: the observed share of the surface that was found; the rest is gaps that it encloses. What was never looked at is not
    /// part of it: see `shell`.
    public var coverage: Double
    /// How much of the floor, the walls and the ceiling was observed; nil where the scan shows no room.
    public var shell: RoomShell?
    /// Why `shell` is missing, in a few words; nil where it is there, or in reports of earlier versions.
    public var noRoom: String?
    /// 0…1: all of `parts` together.
    public var quality: Double
    /// What `quality` is computed from.
    public var parts: Parts
    /// What would make the scan better, one plain sentence each, the most useful first; empty where nothing would.
    public var advice: [String]
    /// Source and confidence of the camera trajectory.
    public var poses: Poses
    /// "unknown" where lengths have an arbitrary unit instead of metres, as those of photos without a reference have; "known" or
    /// nil otherwise.
    public var scale: String?
    /// Whether lengths are metres.
    public var isScaleKnown: Bool { scale != "unknown" }

    /// What the quality is made of, each 0…1.
    public struct Parts: Sendable, Equatable, Codable {
        /// How densely the surface was measured.
        public var density: Double
        /// Viewing angles: how frontal, and from how many directions, the surface was observed.
        public var angles: Double
        /// How sharp the images are.
        public var sharpness: Double

        /// Each value is 0…1.
        public init(density: Double, angles: Double, sharpness: Double) {
            self.density = density
            self.angles = angles
            self.sharpness = sharpness
        }
    }

    /// Where the camera trajectory comes from, and how reliable it is.
    public struct Poses: Sendable, Equatable, Codable {
        /// "recorded", "refined" (recorded, then aligned with the model) or "odometry" (found from the images alone).
        public var source: String
        /// 0…1.
        public var confidence: Double
        /// Number of loop closures.
        public var loops: Int
        /// The most that a frame was moved, in metres.
        public var correction: Double
        /// The scale of the depths relative to the recorded trajectory; nil where its 95 % interval includes 1.
        public var depthScale: DepthScale?

        /// - Parameters:
        ///   - source: "recorded", "refined" or "odometry".
        ///   - confidence: 0…1.
        ///   - loops: number of loop closures.
        ///   - correction: largest correction of a pose, metres.
        ///   - depthScale: scale of the depths relative to the recorded trajectory, where it is not 1.
        public init(
            source: String, confidence: Double, loops: Int = 0, correction: Double = 0, depthScale: DepthScale? = nil
        ) {
            self.source = source
            self.confidence = confidence
            self.loops = loops
            self.correction = correction
            self.depthScale = depthScale
        }
    }

    /// A report of one scan; duration, time, device and location come from `details`.
    public init(
        mode: String, frames: Int, details: CaptureDetails, size: Vector3, coverage: Double, shell: ShellFinding, quality: Double,
        parts: Parts, advice: [String], poses: Poses
    ) {
        self.mode = mode
        self.frames = frames
        duration = details.duration
        recorded = details.recorded
        device = details.device
        place = details.place
        self.size = size
        self.coverage = coverage
        switch shell {
        case .room(let room): self.shell = room
        case .noRoom(let reason): noRoom = reason
        }
        self.quality = quality
        self.parts = parts
        self.advice = advice
        self.poses = poses
    }
}
