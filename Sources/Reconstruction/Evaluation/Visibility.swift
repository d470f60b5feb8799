import Capture
import Geometry
import Images

/// Which points of a surface a capture could have seen: those that lie in some frame's view, near enough, with nothing before them.
///
/// Judging by the recorded depths and poses, it says of a reconstruction what it could know, and no more.
public struct Visibility: Sendable {
    private struct View: Sendable {
        var worldToCamera: RigidTransform
        var camera: CameraIntrinsics
        var depth: DepthImage
    }
    private var views: [View] = []
    private let maximumDepth: Float
    private let tolerance: Float

    /// - Parameters:
    ///   - capture: frames that cannot be read are left out.
    ///   - every: use every n-th frame.
    ///   - tolerance: metres by which a measured depth may be nearer than the point.
    public init(of capture: Capture, every: Int = 2, maximumDepth: Float = 5, tolerance: Float = 0.1) {
        self.maximumDepth = maximumDepth
        self.tolerance = tolerance
        for i in stride(from: 0, to: capture.frameCount, by: every) {
            guard let frame = try? capture.frame(at: i) else { continue }
            views.append(View(worldToCamera: frame.pose.inverse, camera: frame.depthIntrinsics, depth: frame.depth))
        }
    }

    /// Whether some frame measured the surface at the world point `p`.
    @Sendable
    public func saw(_ p: Vector3) -> Bool {
        views.contains { view in
            let q = view.worldToCamera.apply(p)
            guard -q.z < maximumDepth, let pixel = view.camera.project(q) else { return false }
            let (x, y) = (Int(pixel.x.rounded()), Int(pixel.y.rounded()))
            guard x >= 0, y >= 0, x < view.depth.width, y < view.depth.height else { return false }
            let d = view.depth[x, y]
            return d > 0 && (d + q.z).magnitude < tolerance
        }
    }
}
