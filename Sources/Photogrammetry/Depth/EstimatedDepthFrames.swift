import Capture
import Geometry
import Images

/// The photos of a capture with computed depth.
struct EstimatedDepthFrames: FrameSource {
    /// The photos.
    let capture: Capture
    let views: [PosedView]
    /// Numbers of the views that have depth.
    let frames: [Int]
    let store: DepthScratchFile
    let notes: [String]

    var frameCount: Int { frames.count }
    var details: CaptureDetails { capture.details }
    var sparsePoints: PointCloud { capture.sparsePoints }

    func pose(at index: Int) -> RigidTransform? { frames.indices.contains(index) ? views[frames[index]].pose : nil }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        guard frames.indices.contains(index) else {
            throw CaptureError(path: capture.name, "there is no frame \(index) among \(frames.count)")
        }
        let number = frames[index]
        let view = views[number]
        var frame = try capture.frame(at: view.frame)
        let depth = try depth(of: number)
        frame.index = index
        frame.depth = DepthImage(width: view.camera.width, height: view.camera.height, pixels: depth.depths)
        frame.depthIntrinsics = view.camera
        frame.confidence = ConfidenceImage(width: view.camera.width, height: view.camera.height, pixels: depth.confidences)
        return frame
    }

    private func depth(of view: Int) throws(CaptureError) -> (depths: [Float], confidences: [UInt8]) {
        do throws(PhotogrammetryError) {
            let inverses = try store.read(.inverses, of: view, count: views[view].pixelCount, as: Float.self)
            return (
                inverses.map { $0 > 0 ? 1 / $0 : 0 },
                try store.read(.confidences, of: view, count: views[view].pixelCount, as: UInt8.self)
            )
        } catch {
            throw CaptureError(path: error.place, error.problem, remedy: error.remedy)
        }
    }
}
