import Geometry
import Images

/// One moment of a capture: what the camera saw, how far it was, and where the camera stood.
public struct Frame: Sendable {
    /// Position in the capture, from 0.
    public var index: Int
    /// Seconds since the capture's own beginning or epoch, where the capture has them.
    public var timestamp: Double?
    /// Camera to world: metres, world y-up, the camera looks along its −z.
    public var pose: RigidTransform
    /// Metres along the viewing axis; 0 where nothing was measured.
    public var depth: DepthImage
    /// The camera of the depth image, at its size.
    public var depthIntrinsics: CameraIntrinsics
    /// Same size as `depth`, where the capture has it.
    public var confidence: ConfidenceImage?
    /// May have another size than `depth`; both look along the same axis from the same point.
    public var color: ColorImage?
    /// The camera of the colour image, at its size.
    public var colorIntrinsics: CameraIntrinsics

    /// A frame of its parts; that images and cameras have the same size is not checked.
    public init(
        index: Int, timestamp: Double? = nil, pose: RigidTransform, depth: DepthImage, depthIntrinsics: CameraIntrinsics,
        confidence: ConfidenceImage? = nil, color: ColorImage? = nil, colorIntrinsics: CameraIntrinsics
    ) {
        self.index = index
        self.timestamp = timestamp
        self.pose = pose
        self.depth = depth
        self.depthIntrinsics = depthIntrinsics
        self.confidence = confidence
        self.color = color
        self.colorIntrinsics = colorIntrinsics
    }
}
