import Geometry

/// From where, and how, an image is taken.
public struct RenderCamera: Sendable, Equatable {
    /// How points in front of the camera become points of the image.
    public enum Projection: Sendable, Equatable {
        /// The angle between the image's lower and upper edge, in radians.
        case perspective(verticalFieldOfView: Float)
        /// Parallel rays; the height of the image in metres.
        case orthographic(height: Float)
        /// A measured camera; scaled where the image has another size.
        case pinhole(CameraIntrinsics)
    }

    /// Camera to world; the camera looks along its −z with +y up.
    public var pose: RigidTransform
    /// How points in front of the camera become points of the image.
    public var projection: Projection
    /// Nothing nearer than this many metres along the viewing axis is drawn.
    public var near: Float

    /// A camera at `pose` (camera to world); `near` is in metres.
    public init(pose: RigidTransform, projection: Projection, near: Float = 0.02) {
        self.pose = pose
        self.projection = projection
        self.near = near
    }

    /// A perspective camera at `eye` that looks at `target`; the angle between lower and upper edge in radians.
    public static func looking(at target: Vector3, from eye: Vector3, verticalFieldOfView angle: Float = 0.8) -> RenderCamera {
        RenderCamera(pose: .lookingAt(target, from: eye), projection: .perspective(verticalFieldOfView: angle))
    }
}

/// A camera's map from world points to homogeneous image coordinates, in samples.
struct ScreenTransform {
    /// World to camera.
    private let rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
    private let offset: SIMD3<Double>
    private let fx: Double
    private let fy: Double
    private let cx: Double
    private let cy: Double
    let isPerspective: Bool
    let near: Double

    /// The map for an image of `width` x `height` samples.
    init(_ camera: RenderCamera, width: Int, height: Int) {
        let view = camera.pose.inverse
        let (a, b, c) = view.rotation.matrix.columns
        func row(_ k: Int) -> SIMD3<Double> { SIMD3(Double(a[k]), Double(b[k]), Double(c[k])) }
        rows = (row(0), row(1), row(2))
        offset = SIMD3(Double(view.translation.x), Double(view.translation.y), Double(view.translation.z))
        near = Double(max(camera.near, 1e-6))
        switch camera.projection {
        case .perspective(let angle):
            let half = Trigonometry.tan(min(max(angle, 0.001), 3.1) / 2)
            fx = Double(height) / 2 / Double(half)
            fy = fx
            cx = Double(width - 1) / 2
            cy = Double(height - 1) / 2
            isPerspective = true
        case .orthographic(let metres):
            fx = Double(height) / Double(max(metres, 1e-6))
            fy = fx
            cx = Double(width - 1) / 2
            cy = Double(height - 1) / 2
            isPerspective = false
        case .pinhole(let intrinsics):
            let k = intrinsics.scaled(toWidth: width, height: height)
            fx = Double(k.fx)
            fy = Double(k.fy)
            cx = Double(k.cx)
            cy = Double(k.cy)
            isPerspective = true
        }
    }

    /// X, Y, W and the depth in metres: the sample seen is (X/W, Y/W).
    @inline(__always)
    func apply(_ p: Vector3) -> SIMD4<Double> {
        let q = SIMD3(Double(p.x), Double(p.y), Double(p.z))
        let x = (rows.0 * q).sum() + offset.x
        let y = (rows.1 * q).sum() + offset.y
        let depth = -((rows.2 * q).sum() + offset.z)
        let w = isPerspective ? depth : 1
        return SIMD4(fx * x + cx * w, cy * w - fy * y, w, depth)
    }

    /// Samples a metre at `depth` metres.
    func samplesPerMetre(at depth: Double) -> Double { isPerspective ? fx / depth : fx }
}
