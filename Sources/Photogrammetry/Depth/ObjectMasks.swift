import CStereo
import Capture
import Geometry
import Images
import Reconstruction
import Rendering
import Support

/// Finds the pixels of each view that may show the object that all views look at, so that only these are matched at full size.
///
/// Depths are computed at half size first, fused coarsely, and the object is cut out of that surface. What is near it in an image
/// counts, too: its support, and parts that the coarse surface lacks.
struct ObjectMasks {
    let views: [PosedView]
    let plans: [ViewPlan]
    let matcher: ViewMatcher
    let store: DepthScratchFile

    /// How often images are halved for the coarse depths.
    static let level = 1
    /// Edge of a voxel of the coarse surface, and how far around it is looked at, as shares of the cameras' distance from the
    /// object.
    private static let voxelShare: Float = 0.012
    private static let marginShare: Float = 0.05
    /// Masks that cover more than this share of the pixels are not worth it.
    private static let largestShare = 0.85

    /// Writes the mask of each used view: 1 where nothing is matched. The coarse hypotheses of all views are in `.planes`
    /// afterwards.
    /// - Returns: whether there are masks; none where no object is found or it fills the images.
    func write(_ used: [Int], minimumViews: Int, progress: ProgressReporter) throws -> Bool {
        for (k, i) in used.enumerated() {
            try progress.report(0.8 * Double(k) / Double(used.count), "Matching photo \(k + 1) of \(used.count) at half size")
            try store.write(try matcher.match(i, plans[i], to: Self.level).map(PackedPlane.init), .planes, of: i)
        }
        guard let object = try object(used, minimumViews: minimumViews, progress: progress.part(0.8...0.95)) else { return false }
        var inside = 0
        var total = 0
        for i in used {
            try progress.report(0.95, "Locating the object")
            let mask = outside(object.mesh, of: views[i], margin: Self.marginShare * object.distance)
            inside += mask.count { $0 == 0 }
            total += mask.count
            try store.write(mask, .outside, of: i)
        }
        return inside > 0 && Double(inside) < Self.largestShare * Double(total)
    }

    /// The coarse object, and the cameras' distance from it; nil where none can be cut out.
    private func object(
        _ used: [Int], minimumViews: Int, progress: ProgressReporter
    ) throws -> (mesh: TriangleMesh, distance: Float)? {
        guard let focus = ViewFocus(used.map { views[$0].pose }) else { return nil }
        var depths: [DepthImage] = []
        for i in used {
            let small = views[i].halved(Self.level)
            let others = try plans[i].sources.map { j in
                let view = views[j].halved(Self.level)
                return DepthFiltering.Other(
                    view: view, planes: try store.read(.planes, of: j, count: view.pixelCount, as: PackedPlane.self))
            }
            var depth = DepthFiltering.consistent(
                small, try store.read(.planes, of: i, count: small.pixelCount, as: PackedPlane.self), others: others,
                minimum: min(minimumViews, others.count))
            DepthFiltering.removeSpecks(
                &depth, width: small.camera.width, height: small.camera.height, smallest: small.pixelCount / 500)
            depths.append(
                DepthImage(
                    width: small.camera.width, height: small.camera.height, pixels: depth.inverses.map { $0 > 0 ? 1 / $0 : 0 }))
        }
        var options = ReconstructionMode.object.options
        options.poses = .none
        options.refinesPoses = false
        options.levels = false
        options.scaleIsKnown = false
        options.keepsOpenings = false
        options.smooths = false
        options.voxelSize = Self.voxelShare
        let frames = CoarseFrames(views: used.map { views[$0].halved(Self.level) }, depths: depths)
        do throws(ReconstructionError) {
            return (try Self.surface(frames, options), focus.distance)
        } catch { return nil }
    }

    /// - Throws: `ReconstructionError` only: the frames are in memory.
    private static func surface(
        _ frames: CoarseFrames, _ options: ReconstructionOptions
    ) throws(ReconstructionError) -> TriangleMesh {
        do {
            return try Reconstructor.run(Capture(name: "photos", kind: "photos", source: frames), options: options).mesh
        } catch let error as ReconstructionError {
            throw error
        } catch {
            throw .nothingSeen("\(error)")
        }
    }

    /// 1 at the pixels of a view that show neither the mesh nor what is within `margin` (in the unit of the poses) beside it.
    private func outside(_ mesh: TriangleMesh, of view: PosedView, margin: Float) -> [UInt8] {
        let small = view.halved(Self.level).camera
        let near = margin * 0.01
        let seen = Renderer.visibility(
            of: mesh, camera: RenderCamera(pose: view.pose, projection: .pinhole(small), near: near), width: small.width,
            height: small.height)
        // Distances in rows, then in columns: a square around each pixel, by the depth at the object's middle.
        let depth = seen.depths.filter(\.isFinite).sorted()
        guard let middle = depth.isEmpty ? nil : depth[depth.count / 2], middle > 0 else {
            return [UInt8](repeating: 1, count: view.pixelCount)
        }
        let reach = max(2, Int((margin * small.fx / middle).rounded(.up)))
        var hit = seen.depths.map { $0.isFinite }
        hit = Self.widened(hit, width: small.width, height: small.height, reach: reach, step: 1, across: small.width)
        hit = Self.widened(hit, width: small.height, height: small.width, reach: reach, step: small.width, across: 1)
        var mask = [UInt8](repeating: 1, count: view.pixelCount)
        let full = view.camera
        for y in 0..<full.height {
            let row = min(y / 2, small.height - 1) * small.width
            for x in 0..<full.width where hit[row + min(x / 2, small.width - 1)] { mask[y * full.width + x] = 0 }
        }
        return mask
    }

    /// Widens what is true along lines of `width` pixels that are `step` apart; the lines are `across` apart.
    private static func widened(
        _ hit: [Bool], width: Int, height: Int, reach: Int, step: Int, across: Int
    ) -> [Bool] {
        var result = hit
        for line in 0..<height {
            var last = -reach - 1
            for x in 0..<width {
                if hit[line * across + x * step] { last = x }
                if x - last <= reach { result[line * across + x * step] = true }
            }
            last = width + reach
            for x in stride(from: width - 1, through: 0, by: -1) {
                if hit[line * across + x * step] { last = x }
                if last - x <= reach { result[line * across + x * step] = true }
            }
        }
        return result
    }
}

/// Depth images in memory, without colours.
private struct CoarseFrames: FrameSource {
    let views: [PosedView]
    let depths: [DepthImage]

    var frameCount: Int { views.count }
    var notes: [String] { [] }
    func pose(at index: Int) -> RigidTransform? { views.indices.contains(index) ? views[index].pose : nil }
    func hasColor(at index: Int) -> Bool { false }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        guard views.indices.contains(index) else {
            throw CaptureError(path: "photos", "there is no frame \(index) among \(views.count)")
        }
        let view = views[index]
        return Frame(
            index: index, pose: view.pose, depth: depths[index], depthIntrinsics: view.camera, colorIntrinsics: view.camera)
    }
}
