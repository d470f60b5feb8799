import CStereo
import Geometry
import Support

/// Gives depth to what has nothing to match: plain walls, ceilings, floors. The planes of the whole scene are found first
/// (`ScenePlanes`), then which of them each view shows where nothing is confirmed (`PlaneLabelling`).
struct PlaneCompletion {
    let views: [PosedView]
    let plans: [ViewPlan]
    let store: DepthScratchFile

    /// Points of all views together at most, and of a view.
    private static let mostPoints = 300_000
    private static let pointsPerView = 4800
    /// A confirmed point is on a plane within this share of its depth.
    private static let tolerance: Float = 0.007
    /// A confirmed pixel is moved onto its label's plane where it is off by less than this share of its depth.
    private static let snap: Float = 0.015
    /// Views that are labelled side by side.
    private static let batch = 8

    /// Completes the views `used`: reads `.gray`, `.refined` and `.confirmed`, writes `.planes` (hypotheses, with the planes) and
    /// `.confidences` (not 0 where a pixel was given a plane).
    /// - Parameter outside: whether the pixels that `.outside` names are left out.
    func run(_ used: [Int], outside: Bool, progress: ProgressReporter) throws {
        var small: [Int: PlanarView] = [:]
        var points: [ConfirmedPoint] = []
        var starts = [0]
        for (k, i) in used.enumerated() {
            try progress.report(0.3 * Double(k) / Double(used.count), "Looking for planes in photo \(k + 1) of \(used.count)")
            let confirmed = try store.read(.confirmed, of: i, count: views[i].pixelCount, as: Float.self)
            small[i] = PlanarView(views[i], image: try image(i), confirmed: confirmed)
            points += try self.points(i, confirmed, most: min(Self.pointsPerView, Self.mostPoints / used.count))
            starts.append(points.count)
        }
        try progress.report(0.3, "Looking for planes")
        let planes = ScenePlanes(points: points, starts: starts).planes()
        let labelling = PlaneLabelling(views: small, planes: planes)
        for start in stride(from: 0, to: used.count, by: Self.batch) {
            try progress.report(
                0.4 + 0.6 * Double(start) / Double(used.count), "Completing planes of photo \(start + 1) of \(used.count)")
            let views = Array(used[start..<min(start + Self.batch, used.count)])
            var failures = [PhotogrammetryError?](repeating: nil, count: views.count)
            failures.withUnsafeMutableBufferPointer { failures in
                nonisolated(unsafe) let failures = failures
                Parallel.forEach(views.count) { k in
                    do throws(PhotogrammetryError) {
                        try complete(views[k], planes, labelling, outside: outside)
                    } catch {
                        failures[k] = error
                    }
                }
            }
            if let failure = failures.lazy.compactMap({ $0 }).first { throw failure }
        }
    }

    private func image(_ i: Int) throws(PhotogrammetryError) -> LumaImage {
        LumaImage(
            width: views[i].camera.width, height: views[i].camera.height,
            pixels: try store.read(.gray, of: i, count: views[i].pixelCount, as: UInt8.self))
    }

    /// Confirmed points of a view, on a grid.
    private func points(_ i: Int, _ confirmed: [Float], most: Int) throws(PhotogrammetryError) -> [ConfirmedPoint] {
        let view = views[i]
        let planes = try store.read(.refined, of: i, count: view.pixelCount, as: PackedPlane.self)
        let step = max(2, Int((Double(view.pixelCount) / Double(max(1, most))).squareRoot().rounded(.up)))
        var points: [ConfirmedPoint] = []
        for y in stride(from: step / 2, to: view.camera.height, by: step) {
            for x in stride(from: step / 2, to: view.camera.width, by: step) {
                let inverse = confirmed[y * view.camera.width + x]
                guard inverse > 0 else { continue }
                let pixel = Vector2(Float(x), Float(y))
                let depth = 1 / inverse
                points.append(
                    ConfirmedPoint(
                        position: view.point(pixel, inverse: inverse),
                        normal: view.pose.rotation.rotate(normal(planes[y * view.camera.width + x].plane, view, pixel)),
                        tolerance: Self.tolerance * depth, area: depth * depth))
            }
        }
        return points
    }

    /// The normal of a hypothesis in the camera's axes: normal · ray = inverse depth for every ray of the plane.
    private func normal(_ plane: StereoPlane, _ view: PosedView, _ pixel: Vector2) -> Vector3 {
        // Images run downwards, the camera's y axis upwards.
        let x = plane.right * view.camera.fx
        let y = -plane.down * view.camera.fy
        let ray = view.camera.unproject(pixel, depth: 1)
        return Vector3(x, y, x * ray.x + y * ray.y - plane.inverse).normalized
    }

    private func complete(
        _ i: Int, _ scene: [ScenePlane], _ labelling: PlaneLabelling, outside: Bool
    ) throws(PhotogrammetryError) {
        let view = views[i]
        let count = view.pixelCount
        let labels = labelling.labels(i, plans[i], image: try image(i))
        let inverses = scene.map { $0.inverseDepths(in: view) }
        let confirmed = try store.read(.confirmed, of: i, count: count, as: Float.self)
        let excluded = outside ? try store.read(.outside, of: i, count: count, as: UInt8.self) : []
        var planes = try store.read(.refined, of: i, count: count, as: PackedPlane.self)
        var completed = [UInt8](repeating: 0, count: count)
        let level = PlanarView.level(view)
        let w = view.camera.width >> level
        let h = view.camera.height >> level
        for y in 0..<view.camera.height {
            for x in 0..<view.camera.width {
                let k = y * view.camera.width + x
                // The last odd row and column have no reduced pixel of their own.
                let label = labels[min(y >> level, h - 1) * w + min(x >> level, w - 1)]
                guard label >= 0, let plane = inverses[label], excluded.isEmpty || excluded[k] == 0 else { continue }
                let inverse = plane.at(x, y)
                guard inverse > 0 else { continue }
                let known = confirmed[k]
                if known > 0, (inverse - known).magnitude >= Self.snap * known { continue }
                planes[k] = PackedPlane(StereoPlane(inverse: inverse, right: plane.right, down: plane.down, cost: 2))
                completed[k] = 1
            }
        }
        try store.write(planes, .planes, of: i)
        try store.write(completed, .confidences, of: i)
    }
}
