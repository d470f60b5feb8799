import Capture
import Geometry
import Images

/// The frames of a capture without their depth.
struct PhotosOnly: FrameSource {
    private let capture: Capture

    init(_ capture: Capture) { self.capture = capture }

    var frameCount: Int { capture.frameCount }
    var notes: [String] { capture.notes }
    var hasDepth: Bool { false }
    var sparsePoints: PointCloud { capture.sparsePoints }

    func pose(at index: Int) -> RigidTransform? { capture.pose(at: index) }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        var frame = try capture.frame(at: index)
        frame.depth = DepthImage(width: 0, height: 0, pixels: [])
        frame.confidence = nil
        return frame
    }
}
