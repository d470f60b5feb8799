import CSplats
import Geometry
import Images
import Rendering
import Support

/// Draws splats exactly, on the CPU or a Vulkan device: thumbnails, videos, held-out images, the reference of other
/// renderers.
///
/// Each splat is projected as an elliptical Gaussian (EWA: Zwicker et al. 2001), splats are blended front to back in the order of
/// their centres' depths, per pixel and without a limit on their number, until less than 1/10,000 of what lies behind would show.
/// An alpha below 1/255 counts as nothing, one above 0.99 as 0.99. The CPU's image is the same whatever the number of
/// threads and the vector unit.
///
/// A renderer is made once for a cloud and used for any number of images, by one thread at a time.
public final class SplatRenderer {
    /// Largest width and height of an image.
    public static let maximumSize = 16_384

    /// What the camera sees.
    public struct Output: Sendable {
        /// sRGB, blended over the background, alpha 255.
        public var color: ColorImage
        /// Metres along the viewing axis: the mean of the splats' depths by their share of the pixel; 0 where alpha is below 1/2.
        public var depth: DepthImage
        /// How much of the background is covered, 0…1.
        public var alpha: Image<Float>
        /// The colours before rounding to 8 bit: sRGB, not limited to 0…1.
        public var exact: Image<Vector3>
    }

    private let blocks: SplatBlocks
    private let backend: any SplatBackend
    private let antialiasing: SplatAntialiasing

    /// Prepares a cloud.
    /// - Parameters:
    ///   - cloud: the splats.
    ///   - antialiasing: how projected splats are blurred.
    ///   - device: what draws them.
    /// - Throws: `SplatError.badInput` where the cloud's arrays are inconsistent or not finite; `.device` where the device can't be
    ///   used.
    public init(
        _ cloud: SplatCloud, antialiasing: SplatAntialiasing = .standard, device: SplatDevice = .cpu
    ) throws(SplatError) {
        if let flaw = cloud.flaw { throw .badInput("the splats can't be drawn: \(flaw)") }
        blocks = SplatBlocks(cloud, capacity: cloud.count, degree: cloud.degree)
        backend = try device.makeBackend(capacity: cloud.count, trains: false)
        self.antialiasing = antialiasing
    }

    /// What draws the splats.
    public var device: SplatDeviceName { backend.name }

    /// Draws the splats as `camera` sees them.
    /// - Parameters:
    ///   - camera: a perspective or measured camera.
    ///   - width: pixels.
    ///   - height: pixels.
    ///   - background: sRGB, 0…1.
    /// - Throws: `SplatError.badOption` for sizes and cameras that make no sense, `.memory`, `.device`.
    public func render(
        camera: RenderCamera, width: Int, height: Int, background: Vector3 = Vector3(repeating: 0)
    ) throws(SplatError) -> Output {
        guard (1...Self.maximumSize).contains(width), (1...Self.maximumSize).contains(height) else {
            throw .badOption("an image of splats can't be \(width) x \(height) pixels; use 1 to \(Self.maximumSize)")
        }
        let intrinsics: CameraIntrinsics
        switch camera.projection {
        case .perspective(let angle):
            let focal = Float(height) / 2 / Float(Trigonometry.tan(min(max(angle, 0.001), 3.1) / 2))
            intrinsics = CameraIntrinsics(
                width: width, height: height, fx: focal, fy: focal, cx: Float(width - 1) / 2, cy: Float(height - 1) / 2)
        case .pinhole(let k): intrinsics = k.scaled(toWidth: width, height: height)
        case .orthographic: throw .badOption("splats can't be drawn with parallel rays; use a perspective camera")
        }
        return try render(pose: camera.pose, intrinsics: intrinsics, near: camera.near, background: background)
    }

    /// Draws the splats as a measured camera sees them.
    /// - Parameters:
    ///   - pose: camera to world.
    ///   - intrinsics: the camera, of the image's size.
    ///   - near: splats nearer than this many metres are left out.
    ///   - background: sRGB, 0…1.
    /// - Throws: `SplatError.badOption` for cameras that make no sense, `.memory`, `.device`.
    public func render(
        pose: RigidTransform, intrinsics: CameraIntrinsics, near: Float = 0.02, background: Vector3 = Vector3(repeating: 0)
    ) throws(SplatError) -> Output {
        guard intrinsics.isValid, pose.isFinite, near.isFinite, background.isFinite,
            max(intrinsics.width, intrinsics.height) <= Self.maximumSize
        else { throw .badOption("the camera's pose, size or focal length is not finite, not positive or too large") }
        let planes = ImagePlanes(width: intrinsics.width, height: intrinsics.height, hasDepth: true)
        planes.background = (background.x, background.y, background.z)
        let view = SplatCamera(
            pose: pose, intrinsics: intrinsics, near: max(near, 1e-6), antialiasing: antialiasing, degree: blocks.degree)
        try backend.draw(blocks, camera: view, image: planes)
        return planes.output
    }

    /// Draws one image of a cloud.
    /// - Throws: as `init` and `render(camera:width:height:background:)`.
    public static func render(
        _ cloud: SplatCloud, camera: RenderCamera, width: Int, height: Int, background: Vector3 = Vector3(repeating: 0),
        antialiasing: SplatAntialiasing = .standard
    ) throws(SplatError) -> Output {
        try SplatRenderer(cloud, antialiasing: antialiasing)
            .render(camera: camera, width: width, height: height, background: background)
    }
}

extension ImagePlanes {
    var output: SplatRenderer.Output {
        var exact = Image(width: width, height: height, repeating: Vector3(repeating: 0))
        var alpha = Image(width: width, height: height, repeating: Float(0))
        var depth = DepthImage(width: width, height: height, repeating: 0)
        let red = plane(0)
        let green = plane(1)
        let blue = plane(2)
        let left = plane(3)
        let sum = plane(4)
        for y in 0..<height {
            for x in 0..<width {
                let at = y * stride + x
                let i = y * width + x
                exact.pixels[i] = Vector3(red[at], green[at], blue[at])
                let cover = 1 - left[at]
                alpha.pixels[i] = cover
                depth.pixels[i] = cover >= 0.5 ? sum[at] / cover : 0
            }
        }
        return SplatRenderer.Output(color: colorImage, depth: depth, alpha: alpha, exact: exact)
    }

    /// The colours, rounded to 8 bit.
    var colorImage: ColorImage {
        var color = ColorImage(width: width, height: height, repeating: SIMD4(0, 0, 0, 255))
        let red = plane(0)
        let green = plane(1)
        let blue = plane(2)
        func byte(_ v: Float) -> UInt8 { v > 0 ? UInt8(min(v * 255 + 0.5, 255)) : 0 }
        for y in 0..<height {
            for x in 0..<width {
                let at = y * stride + x
                color.pixels[y * width + x] = SIMD4(byte(red[at]), byte(green[at]), byte(blue[at]), 255)
            }
        }
        return color
    }
}
