/// A pinhole camera without distortion, in pixels. Pixel centres lie at integers, u to the right and v downwards (OpenCV's
/// convention); the camera itself looks along its −z with +y up, so that v grows against y.
public struct CameraIntrinsics: Sendable, Equatable {
    /// Size of the image in pixels.
    public var width: Int
    /// Height of the image in pixels.
    public var height: Int
    /// Focal lengths in pixels.
    public var fx: Float
    /// Vertical focal length in pixels.
    public var fy: Float
    /// Principal point in pixels.
    public var cx: Float
    /// Vertical position of the principal point in pixels, downwards.
    public var cy: Float

    /// A camera from its image size, focal lengths and principal point, all in pixels; `isValid` says whether they make sense.
    public init(width: Int, height: Int, fx: Float, fy: Float, cx: Float, cy: Float) {
        self.width = width
        self.height = height
        self.fx = fx
        self.fy = fy
        self.cx = cx
        self.cy = cy
    }

    /// Whether the numbers describe a camera: positive size and focal lengths, all finite.
    public var isValid: Bool {
        width > 0 && height > 0 && fx.isFinite && fy.isFinite && cx.isFinite && cy.isFinite && fx > 0 && fy > 0
    }

    /// The pixel of a point in camera coordinates (−z in front), or nil where it lies behind the camera.
    @inlinable
    public func project(_ p: Vector3) -> Vector2? {
        guard p.z < 0 else { return nil }
        return Vector2(cx - fx * p.x / p.z, cy + fy * p.y / p.z)
    }

    /// The point in camera coordinates seen at a pixel at `depth` metres along the viewing axis.
    @inlinable
    public func unproject(_ pixel: Vector2, depth: Float) -> Vector3 {
        Vector3((pixel.x - cx) / fx * depth, (cy - pixel.y) / fy * depth, -depth)
    }

    /// The same camera for the same image at another size. Pixel centres at integers: the image's edge lies at −½.
    public func scaled(toWidth w: Int, height h: Int) -> CameraIntrinsics {
        let sx = Float(w) / Float(width)
        let sy = Float(h) / Float(height)
        return CameraIntrinsics(
            width: w, height: h, fx: fx * sx, fy: fy * sy, cx: (cx + 0.5) * sx - 0.5, cy: (cy + 0.5) * sy - 0.5)
    }
}
