import Capture
import Geometry
import Images
import Rendering
import SyntheticScenes

/// The photos of the demo with the true depths of those pixels that at least some number of other photos see, too.
struct TrueDepth: FrameSource {
    /// Share of the pixels that have depth.
    let coverage: Double
    private let capture: Capture
    private let depths: [DepthImage]
    private let camera: CameraIntrinsics

    /// A photo: where it was taken, and the depths of all of its pixels.
    private struct View {
        let pose: RigidTransform
        let toCamera: RigidTransform
        let depths: [Float]
    }

    init(_ demo: DemoCapture, seenBy least: Int) throws {
        capture = demo.capture
        let camera = try demo.capture.frame(at: 0).colorIntrinsics
        self.camera = camera
        let w = camera.width
        let h = camera.height
        let views = demo.truePoses.map { pose in
            let render = RenderCamera(pose: pose, projection: .pinhole(camera))
            return View(
                pose: pose, toCamera: pose.inverse,
                depths: Renderer.visibility(of: demo.groundTruth, camera: render, width: w, height: h).depths)
        }
        var count = 0
        depths = views.indices.map { i in
            var pixels = [Float](repeating: 0, count: w * h)
            for k in 0..<w * h where views[i].depths[k].isFinite {
                let pixel = Vector2(Float(k % w), Float(k / w))
                let point = views[i].pose.apply(camera.unproject(pixel, depth: views[i].depths[k]))
                let seen = views.indices.lazy.filter { $0 != i && Self.sees(views[$0], camera, point, besides: views[i]) }
                guard seen.prefix(least).count == least else { continue }
                pixels[k] = views[i].depths[k]
                count += 1
            }
            return DepthImage(width: w, height: h, pixels: pixels)
        }
        coverage = Double(count) / Double(w * h * views.count)
    }

    /// Whether a photo shows a point, at an angle of at least 1° to the ray of the other.
    private static func sees(_ view: View, _ camera: CameraIntrinsics, _ point: Vector3, besides other: View) -> Bool {
        let p = view.toCamera.apply(point)
        guard -p.z > 0.05, let pixel = camera.project(p), pixel.x >= 0, pixel.y >= 0, pixel.x <= Float(camera.width - 1),
            pixel.y <= Float(camera.height - 1)
        else { return false }
        let depth = view.depths[Int(pixel.y + 0.5) * camera.width + Int(pixel.x + 0.5)]
        guard (depth + p.z).magnitude < 0.02 * depth else { return false }
        let a = other.pose.translation - point
        let b = view.pose.translation - point
        return cross(a, b).length > 0.0175 * a.length * b.length
    }

    var frameCount: Int { capture.frameCount }
    var notes: [String] { [] }

    func pose(at index: Int) -> RigidTransform? { capture.pose(at: index) }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        var frame = try capture.frame(at: index)
        frame.depth = depths[index]
        frame.depthIntrinsics = camera
        frame.confidence = nil
        return frame
    }
}
