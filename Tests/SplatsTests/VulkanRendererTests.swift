import Foundation
import Geometry
import Images
import Rendering
import Splats
import Support
import Testing

/// Whether Vulkan finds a device that can draw splats, and which one the tests run on: `VK_ICD_FILENAMES` chooses among drivers.
enum VulkanTests {
    static let device = VulkanDeviceDescription.preferred()
    static let isThere = device != nil
    static let why: Comment = "no Vulkan device is usable (Debian: mesa-vulkan-drivers)"

    /// lavapipe rounds as C does. A graphics processor may fuse products and sums: an alpha of about 1/255 is then counted by one
    /// and not by the other.
    static let isExact = device?.type == .software
    /// Of images: at least so many dB, depths within this share.
    static let psnr: Double = isExact ? 100 : 60
    static let depth: Float = isExact ? 1e-3 : 1e-2
    /// Of derivatives: within this share of the largest one.
    static let derivative: Float = isExact ? 1e-4 : 1e-2
}

/// The images of a Vulkan device against those of CSplats.
@Suite(.enabled(if: VulkanTests.isThere, VulkanTests.why)) struct VulkanRendererTests {
    typealias Scene = (name: String, cloud: SplatCloud)
    static let camera = CameraIntrinsics(width: 133, height: 101, fx: 150, fy: 140, cx: 66, cy: 50)
    static let pose = RigidTransform.lookingAt(Vector3(0, 0, 0), from: Vector3(0.5, 0.4, 2.2))

    /// Draws with both, compares, and returns Vulkan's image.
    @discardableResult
    static func check(
        _ cloud: SplatCloud, _ name: String, antialiasing: SplatAntialiasing = .standard, pose: RigidTransform = pose,
        camera: CameraIntrinsics = camera, background: Vector3 = Vector3(0.1, 0.2, 0.3)
    ) throws -> SplatRenderer.Output {
        let plain = try SplatRenderer(cloud, antialiasing: antialiasing)
            .render(pose: pose, intrinsics: camera, background: background)
        let renderer = try SplatRenderer(cloud, antialiasing: antialiasing, device: .vulkan)
        #expect(renderer.device.device == .vulkan && renderer.device.model?.isEmpty == false)
        let drawn = try renderer.render(pose: pose, intrinsics: camera, background: background)
        var squares = 0.0
        var depth: Float = 0
        for i in plain.exact.pixels.indices {
            let d = plain.exact.pixels[i] - drawn.exact.pixels[i]
            squares += Double(dot(d, d))
            // Between an alpha that is just above a half and one just below, the depth jumps.
            if abs(plain.alpha.pixels[i] - 0.5) > 1e-3 {
                depth = max(depth, abs(plain.depth.pixels[i] - drawn.depth.pixels[i]) / max(plain.depth.pixels[i], 1))
            }
        }
        let psnr = -10 * Foundation.log10(max(squares / Double(3 * plain.exact.pixels.count), 1e-20))
        #expect(psnr > VulkanTests.psnr, "\(name): \(psnr) dB")
        #expect(depth < VulkanTests.depth, "\(name): depths differ by \(depth)")
        // The same bits again, by the same renderer and by another one.
        let again = try renderer.render(pose: pose, intrinsics: camera, background: background)
        let other = try SplatRenderer(cloud, antialiasing: antialiasing, device: .vulkan)
            .render(pose: pose, intrinsics: camera, background: background)
        #expect(again.exact == drawn.exact && other.exact == drawn.exact && other.depth == drawn.depth, "\(name)")
        return drawn
    }

    @Test(arguments: 0...3, [SplatAntialiasing.standard, .mip])
    func `images are those of the processor`(degree: Int, antialiasing: SplatAntialiasing) throws {
        let cloud = SplatRendererTests.scene(2000, seed: 3, degree: degree)
        try Self.check(cloud, "degree \(degree)", antialiasing: antialiasing)
        let inside = RigidTransform.lookingAt(Vector3(0, 0, 0), from: Vector3(0.1, 0.2, 0.3))
        try Self.check(cloud, "degree \(degree) from inside", antialiasing: antialiasing, pose: inside)
    }

    @Test func `so many splats that sorts and sums take several workgroups`() throws {
        let cloud = SplatRendererTests.scene(30_000, seed: 4, degree: 1)
        let large = CameraIntrinsics(width: 640, height: 360, fx: 700, fy: 700, cx: 320, cy: 180)
        let drawn = try Self.check(cloud, "many", camera: large)
        #expect(drawn.alpha.pixels.contains { $0 > 0.9 })
    }

    @Test(arguments: [(1, 1), (5, 3), (16, 16), (17, 33), (200, 9)]) func `images of any size`(width: Int, height: Int) throws {
        let f = Float(max(width, height))
        let camera = CameraIntrinsics(
            width: width, height: height, fx: f, fy: f, cx: Float(width) / 2 - 0.3, cy: Float(height) / 2 - 0.4)
        try Self.check(SplatRendererTests.scene(300, seed: 5, degree: 0), "\(width) x \(height)", camera: camera)
    }

    /// Clouds that are hard on the arithmetic or on the sort.
    static let degenerate: [Scene] = {
        func splat(_ p: Vector3, size: Vector3, opacity: Float = 0.8) -> SplatCloud {
            var cloud = SplatRendererTests.splat(at: p, opacity: opacity)
            cloud.scales = [size]
            return cloud
        }
        func all(_ clouds: [SplatCloud]) -> SplatCloud {
            SplatCloud(
                positions: clouds.flatMap(\.positions), rotations: clouds.flatMap(\.rotations), scales: clouds.flatMap(\.scales),
                opacities: clouds.flatMap(\.opacities), degree: 0, harmonics: clouds.flatMap(\.harmonics))
        }
        let small = Vector3(repeating: 0.05)
        let grid: [Vector3] = (0..<300).map { i in Vector3(Float(i % 20), Float(i / 20), 0) * 0.02 }
        let directions: [Vector3] = (0..<40).map { i in Vector3(Float(i % 7) - 3, Float(i % 5) - 2, Float(i % 3) - 1) }
        return [
            ("none", SplatCloud()),
            ("behind the camera", all([splat(Vector3(1, 1, 9), size: small), splat(Vector3(0, 0, 40), size: small)])),
            ("beside the image", splat(Vector3(30, 0, 0), size: small)),
            ("huge", all([splat(Vector3(0, 0, 0), size: Vector3(repeating: 1e4)), splat(Vector3(0, 0, 1), size: small)])),
            ("as large as can be", splat(Vector3(0, 0, 0), size: Vector3(repeating: 1e9))),
            ("tiny", all(directions.map { splat($0 * 0.1, size: Vector3(repeating: 1e-9)) })),
            ("needles and discs", all(directions.map { splat($0 * 0.2, size: Vector3(1, 1e-8, abs($0.x) < 1 ? 1 : 1e-8)) })),
            ("invisible and opaque", all(directions.map { splat($0 * 0.2, size: small, opacity: $0.x > 0 ? 1 : 0) })),
            ("at the camera", all([splat(Vector3(0.5, 0.4, 2.2), size: small), splat(Vector3(0.5, 0.4, 2.19), size: small)])),
            ("far away", all([splat(Vector3(0, 0, -1e6), size: small * 2e6), splat(Vector3(0, 0, -1e30), size: small)])),
            ("all at one depth", all(grid.map { splat($0, size: small) })),
        ]
    }()

    @Test(arguments: 0..<11) func `degenerate clouds`(index: Int) throws {
        #expect(Self.degenerate.count == 11)
        let (name, cloud) = Self.degenerate[index]
        // Along −z for the last ones: all their depths are the same number.
        let pose = name == "all at one depth" ? RigidTransform(rotation: .identity, translation: Vector3(0, 0, 2)) : Self.pose
        let drawn = try Self.check(cloud, name, pose: pose)
        if ["none", "behind the camera", "beside the image"].contains(name) {
            #expect(drawn.alpha.pixels.allSatisfy { $0 == 0 }, "\(name)")
        }
    }

    @Test func `a renderer draws images of different sizes one after the other`() throws {
        let cloud = SplatRendererTests.scene(500, seed: 6, degree: 1)
        let renderer = try SplatRenderer(cloud, device: .vulkan)
        for size in [40, 300, 20, 150] {
            let camera = RenderCamera(pose: Self.pose, projection: .perspective(verticalFieldOfView: 0.8))
            let drawn = try renderer.render(camera: camera, width: size, height: size)
            let plain = try SplatRenderer(cloud).render(camera: camera, width: size, height: size)
            let worst = zip(drawn.color.pixels, plain.color.pixels).reduce(0) { worst, pair in
                (0..<4).reduce(worst) { max($0, abs(Int(pair.0[$1]) - Int(pair.1[$1]))) }
            }
            #expect(drawn.color.width == size && worst <= (VulkanTests.isExact ? 1 : 3), "\(size): \(worst)")
        }
    }

    @Test(.enabled(if: (VulkanTests.device?.maximumBuffer ?? .max) <= 128 << 20, "buffers may be larger than 128 MiB"))
    func `an image too large for a buffer is refused with what to reduce`() throws {
        let renderer = try SplatRenderer(SplatRendererTests.splat(at: Vector3(0, 0, -2)), device: .vulkan)
        let camera = RenderCamera(pose: .identity, projection: .perspective(verticalFieldOfView: 1))
        let error = #expect(throws: SplatError.self) { try renderer.render(camera: camera, width: 2800, height: 2800) }
        let text = error?.description ?? ""
        #expect(text.contains("128 MiB") && text.contains("smaller images"), "\(text)")
        // And goes on.
        #expect(try renderer.render(camera: camera, width: 64, height: 64).alpha.pixels.contains { $0 > 0.5 })
    }
}
