import Capture
import Geometry

/// A camera that looks at a surface: where a point is seen, and how well.
struct ViewPoint: Sendable {
    let pose: RigidTransform
    let intrinsics: CameraIntrinsics
    private let rows: (Vector3, Vector3, Vector3)

    init(pose: RigidTransform, intrinsics: CameraIntrinsics) {
        self.pose = pose
        self.intrinsics = intrinsics
        let (a, b, c) = pose.rotation.matrix.columns
        rows = (a, b, c)
    }

    /// Pixel and depth in metres of a point, where it lies in the image.
    @inline(__always)
    func project(_ p: Vector3) -> (x: Float, y: Float, depth: Float)? {
        let q = p - pose.translation
        let depth = -dot(rows.2, q)
        guard depth > 0.05 else { return nil }
        let x = intrinsics.cx + intrinsics.fx * dot(rows.0, q) / depth
        let y = intrinsics.cy - intrinsics.fy * dot(rows.1, q) / depth
        guard x >= 0, y >= 0, x <= Float(intrinsics.width - 1), y <= Float(intrinsics.height - 1) else { return nil }
        return (x, y, depth)
    }

    /// Pixels a square metre of surface, and less for slanting views, whose errors in place count more; 0 beyond 75°.
    @inline(__always)
    func quality(_ p: Vector3, normal: Vector3, depth: Float) -> Float {
        let toEye = pose.translation - p
        let cosine = dot(normal, toEye) / toEye.length
        guard cosine > 0.26 else { return 0 }
        let f = intrinsics.fx / depth
        return f * f * cosine * cosine
    }
}
