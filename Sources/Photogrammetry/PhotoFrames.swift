import Capture
import Geometry
import Images

/// The registered photos as a capture: the frames of another one, in a world that has been scaled and levelled.
struct PhotoFrames: FrameSource {
    let base: Capture
    /// The base's frame of each of these.
    let frames: [Int]
    /// Camera to world, after the similarity.
    let poses: [RigidTransform?]
    let sparsePoints: PointCloud
    let notes: [String]
    /// The base's depths are multiplied by it.
    var depthScale: Float = 1
    var details: CaptureDetails

    var frameCount: Int { frames.count }
    var hasDepth: Bool { base.hasDepth }

    func pose(at index: Int) -> RigidTransform? { poses.indices.contains(index) ? poses[index] : nil }

    func hasColor(at index: Int) -> Bool { frames.indices.contains(index) && base.hasColor(at: frames[index]) }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        guard frames.indices.contains(index) else {
            throw CaptureError(path: base.name, "there is no frame \(index) (the capture has \(frames.count))")
        }
        guard let pose = poses[index] else { throw CaptureError(path: base.name, "the pose of frame \(index) could not be found") }
        var frame = try base.frame(at: frames[index])
        frame.index = index
        frame.pose = pose
        if depthScale != 1 { for i in frame.depth.pixels.indices { frame.depth.pixels[i] *= depthScale } }
        return frame
    }
}
