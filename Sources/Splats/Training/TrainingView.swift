import Capture
import Geometry
import Images
import Support

/// One posed image that splats are trained on or measured with.
public struct TrainingView: Sendable {
    /// Names the image in messages.
    public var name: String
    /// Camera to world; metres, the camera looks along its −z.
    public var pose: RigidTransform
    /// The camera of `image`, without distortion.
    public var intrinsics: CameraIntrinsics
    /// sRGB; pixels with alpha 0 are unknown and don't count.
    public var image: ColorImage
    /// Metres along the viewing axis, 0 where unknown; the same view as `image`, of any size.
    public var depth: DepthImage?
    /// Seconds from the beginning of a recording; nil where the image stands by itself. Images of a recording whose times are near
    /// have nearly the same exposure, and their cameras nearly the same error.
    public var time: Double?

    /// A view of its parts; they are checked by the trainer.
    public init(
        name: String, pose: RigidTransform, intrinsics: CameraIntrinsics, image: ColorImage, depth: DepthImage? = nil,
        time: Double? = nil
    ) {
        self.name = name
        self.pose = pose
        self.intrinsics = intrinsics
        self.image = image
        self.depth = depth
        self.time = time
    }

    /// What makes the view unusable; nil where nothing does.
    var flaw: String? {
        if image.width < 8 || image.height < 8 { return "its image is \(image.width) x \(image.height) pixels" }
        if !intrinsics.isValid { return "its camera's focal length or principal point is not finite or not positive" }
        if !pose.isFinite { return "its pose is not finite" }
        let length = (pose.rotation.vector * pose.rotation.vector).sum()
        if abs(length - 1) > 0.01 { return "its pose's rotation is not a unit quaternion" }
        return nil
    }

    /// The frames of a capture that have a colour image and a pose, made smaller where a longer edge than `imageEdge` pixels.
    /// - Parameters:
    ///   - maximumCount: of more frames, so many are taken at equal steps.
    /// - Throws: `SplatError.badInput` where the capture has no poses or fewer than three such frames; `CancellationError`.
    public static func views(
        of capture: Capture, imageEdge: Int, maximumCount: Int = .max, progress: ProgressReporter = .silent
    ) throws -> [TrainingView] {
        guard capture.hasPoses else {
            throw SplatError.badInput("\(capture.name): the frames have no poses; find them first (photogrammetry)")
        }
        let usable = (0..<capture.frameCount).filter { capture.hasColor(at: $0) && capture.pose(at: $0) != nil }
        let count = min(usable.count, max(maximumCount, 1))
        let chosen = (0..<count).map { usable[$0 * usable.count / count] }
        var views: [TrainingView?] = Array(repeating: nil, count: count)
        let batch = 8
        for start in stride(from: 0, to: count, by: batch) {
            try progress.report(Double(start) / Double(count), "Reading images")
            let size = min(batch, count - start)
            let read = [TrainingView?](unsafeUninitializedCapacity: size) { buffer, initialized in
                nonisolated(unsafe) let base = buffer.baseAddress!
                for i in 0..<size { (base + i).initialize(to: nil) }
                Parallel.forEach(size) { i in base[i] = view(of: capture, at: chosen[start + i], imageEdge: imageEdge) }
                initialized = size
            }
            for i in 0..<size { views[start + i] = read[i] }
        }
        let good = views.compactMap { $0 }
        if good.count < 3 {
            throw SplatError.badInput(
                "\(capture.name): \(good.count) of \(capture.frameCount) frames have a readable image and a pose; "
                    + "splats need at least 3, better 30 or more")
        }
        return good
    }

    private static func view(of capture: Capture, at index: Int, imageEdge: Int) -> TrainingView? {
        guard let frame = try? capture.frame(at: index), let image = frame.color else { return nil }
        let size = ImageLevel.size(width: image.width, height: image.height, edge: imageEdge)
        let scaled = image.averaged(toWidth: size.width, height: size.height)
        let depth = frame.depth.width > 0 && frame.depth.height > 0 ? frame.depth : nil
        return TrainingView(
            name: "\(capture.name), frame \(index)", pose: frame.pose,
            intrinsics: frame.colorIntrinsics.scaled(toWidth: size.width, height: size.height), image: scaled, depth: depth,
            // Frames with depth are recorded one after the other, also where the format doesn't say when.
            time: frame.timestamp ?? (depth == nil ? nil : Double(index)))
    }
}
