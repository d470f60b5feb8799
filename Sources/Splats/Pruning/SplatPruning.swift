import CSplats
import Geometry
import Rendering
import Support

/// Removes splats that don't belong to the scene.
public enum SplatPruning {
    /// The splats whose centres are in the box.
    public static func cropped(_ cloud: SplatCloud, to box: Bounds) -> SplatCloud {
        cloud.picked((0..<cloud.count).filter { box.contains(cloud.positions[$0]) })
    }

    /// For each splat its largest share of a pixel that it covers, summed over the cameras' images: Σ weight, in pixels. A splat
    /// that no image shows, behind surfaces or beside all views, has 0.
    /// - Parameters:
    ///   - cameras: measured cameras with their poses, camera to world.
    ///   - edge: images are drawn with this longer edge, pixels.
    /// - Throws: `SplatError.badInput`, `.memory`; `CancellationError`.
    public static func visibility(
        of cloud: SplatCloud, from cameras: [(pose: RigidTransform, intrinsics: CameraIntrinsics)], edge: Int = 320,
        progress: ProgressReporter = .silent
    ) throws -> [Float] {
        if let flaw = cloud.flaw { throw SplatError.badInput("the splats can't be drawn: \(flaw)") }
        let blocks = SplatBlocks(cloud.limited(toDegree: 0), capacity: cloud.count, degree: 0)
        let rasterizer = SplatRasterizer(capacity: cloud.count, trains: true)
        var result = [Float](repeating: 0, count: cloud.count)
        for (number, camera) in cameras.enumerated() {
            try progress.report(Double(number) / Double(max(cameras.count, 1)), "Finding visible splats")
            guard camera.intrinsics.isValid, camera.pose.isFinite else {
                throw SplatError.badInput("camera \(number) has a pose or focal length that is not finite or not positive")
            }
            let size = ImageLevel.size(width: camera.intrinsics.width, height: camera.intrinsics.height, edge: max(edge, 16))
            let planes = ImagePlanes(width: size.width, height: size.height, hasDepth: false)
            let view = SplatCamera(
                pose: camera.pose, intrinsics: camera.intrinsics.scaled(toWidth: size.width, height: size.height), near: 1e-3,
                antialiasing: .standard, degree: 0)
            try rasterizer.draw(blocks, camera: view, image: planes)
            // The derivative of Σ red by a splat's red is the sum of its weights.
            let area = planes.stride * planes.rows
            let ones = AlignedMemory<Float>(count: 2 * area)
            for y in 0..<size.height { for x in 0..<size.width { ones.pointer[y * planes.stride + x] = 1 } }
            let none = ones.pointer + area
            let sums = rasterizer.drawBackward(
                image: planes, gradient: SplatImageGradient(red: ones.pointer, green: none, blue: none, depth: nil, weight: nil))
            for i in 0..<cloud.count where rasterizer.flags.pointer[i] != 0 { result[i] += sums[i * Int(SplatSums) + 6] }
        }
        return result
    }

    /// The cloud without floaters: splats that all images together show with less than `minimumWeight` pixels, and splats that are
    /// larger than a fifth of the scene.
    /// - Throws: as `visibility`.
    public static func withoutFloaters(
        _ cloud: SplatCloud, seenFrom cameras: [(pose: RigidTransform, intrinsics: CameraIntrinsics)], minimumWeight: Float = 0.5,
        progress: ProgressReporter = .silent
    ) throws -> SplatCloud {
        let weights = try visibility(of: cloud, from: cameras, progress: progress)
        let kept = (0..<cloud.count).filter { weights[$0] >= minimumWeight }
        guard kept.count > 20 else { return cloud.picked(kept) }
        // The box of the middle 90 % of the kept centres.
        var size = Vector3(repeating: 0)
        for k in 0..<3 {
            let sorted = kept.map { cloud.positions[$0][k] }.sorted()
            size[k] = sorted[sorted.count * 19 / 20] - sorted[sorted.count / 20]
        }
        let limit = size.length / 5
        return cloud.picked(kept.filter { max(cloud.scales[$0].x, cloud.scales[$0].y, cloud.scales[$0].z) <= limit })
    }
}
