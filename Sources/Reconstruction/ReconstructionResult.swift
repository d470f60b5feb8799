import Geometry
import Images

/// The result of a reconstruction.
public struct ReconstructionResult: Sendable {
    /// Metres, world y-up; positions, normals and colours.
    public var mesh: TriangleMesh
    /// Frames that were fused.
    public var frames: Int
    /// Frames that could not be read and were left out.
    public var skippedFrames: Int
    /// Summary of them for the user, with the first one's reason; nil where none was left out.
    public var skipSummary: String?
    /// Blocks of 8³ voxels that the surface needed.
    public var blocks: Int
    /// Floating pieces that were removed.
    public var removedPieces = 0
    /// Holes that were filled.
    public var filledHoles = 0
    /// The camera trajectory that the frames were fused along, where it comes from, and how reliable it is. Of several captures one
    /// after the other.
    public var path: RefinedPoses
    /// How each of several captures lies in the frame of the first; empty for one capture.
    public var alignments: [Alignment] = []
    /// Remarks of the steps, a plain sentence each.
    public var notes: [String] = []
    /// Wall seconds of each stage.
    public var seconds: Stages
    /// The assessment of the scan; nil where it was not evaluated.
    public var report: ScanReport? = nil
    /// From where each place was seen: what measurements in the surface make their uncertainty from.
    public var observations = ScanObservations()
    /// The edges beyond which nothing was seen: each a line of points in metres, world y-up.
    public var boundaryLoops: [[Vector3]] = []
    /// The base colour image (sRGB) that the mesh's UVs refer to; nil where the mesh is coloured by its vertices.
    public var texture: ColorImage? = nil

    /// Wall-clock seconds of the stages of a reconstruction.
    public struct Stages: Sendable {
        /// Trajectory refinement or odometry.
        public var poses = 0.0
        /// Registration of several captures; 0 for one capture.
        public var registration = 0.0
        /// Decoding and filtering of depth and colour images.
        public var decoding = 0.0
        /// TSDF fusion.
        public var fusion = 0.0
        /// Surface extraction.
        public var extraction = 0.0
        /// Cleaning, smoothing, hole filling and simplification.
        public var cleaning = 0.0
        /// Texturing; 0 without a texture.
        public var texture = 0.0
        /// Sum of all stages.
        public var total: Double { poses + registration + decoding + fusion + extraction + cleaning + texture }
    }
}
