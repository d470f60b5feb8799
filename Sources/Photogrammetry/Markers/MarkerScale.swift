import Capture
import Geometry
import Images
import Support

/// Derives the scale from printed markers that photos show.
package struct MarkerScale {
    let capture: Capture
    let views: [ScaleView]
    /// The capture's frame of each view.
    let frames: [Int]
    /// What errors name.
    let place: String

    /// The longer side at which markers are looked for.
    private static let longEdge = 2000
    /// The most photos that are searched, spread over the set.
    private static let maxPhotos = 80
    /// How far the sides of a marker may differ from each other, as a share.
    private static let maxSpread = 0.06

    /// Metres in a unit of the world, and the relative error.
    /// - Parameter side: the side of the markers' black squares as measured on paper, in metres.
    /// - Throws: `PhotogrammetryError` where no marker is seen in two photos; `CancellationError`.
    func scale(side: Double, progress: ProgressReporter) throws -> (scale: Double, relativeError: Double?) {
        guard side.isFinite, side > 0.001, side < 10 else {
            throw PhotogrammetryError(
                place, "\(side) m is not the side of a marker", remedy: "measure it on the paper, in metres: 0.12")
        }
        let step = max(1, (views.count + Self.maxPhotos - 1) / Self.maxPhotos)
        var seen: [Int: [(view: ScaleView, corners: [Vector2])]] = [:]
        for i in stride(from: 0, to: views.count, by: step) {
            try progress.report(Double(i) / Double(views.count), "Looking for markers")
            for marker in try markers(i) { seen[marker.id, default: []].append((views[i], marker.corners)) }
        }
        return try Self.scale(seen, side: side, place: place)
    }

    private func markers(_ i: Int) throws(PhotogrammetryError) -> [DetectedMarker] {
        let frame: Frame
        do throws(CaptureError) { frame = try capture.frame(at: frames[i]) } catch { throw PhotogrammetryError(error) }
        guard let image = frame.color else { return [] }
        let long = max(image.width, image.height)
        guard long > Self.longEdge else { return MarkerDetector(image).markers() }
        let small = image.resized(toWidth: image.width * Self.longEdge / long, height: image.height * Self.longEdge / long)
        let scale = Vector2(Float(image.width) / Float(small.width), Float(image.height) / Float(small.height))
        return MarkerDetector(small).markers().map { marker in
            DetectedMarker(id: marker.id, corners: marker.corners.map { ($0 + 0.5) * scale - 0.5 })
        }
    }

    /// The scale of markers whose corners are known in photos.
    package static func scale(
        _ seen: [Int: [(view: ScaleView, corners: [Vector2])]], side: Double, place: String
    ) throws(PhotogrammetryError) -> (scale: Double, relativeError: Double?) {
        guard !seen.isEmpty else {
            throw PhotogrammetryError(
                place, "no printed marker was found in the photos",
                remedy: "print the page of markers, lay it flat beside the object, and photograph both together")
        }
        var ratios: [Double] = []
        for (id, views) in seen.sorted(by: { $0.key < $1.key }) where views.count >= 2 {
            guard let corners = corners(views) else { continue }
            let sides = (0..<4).map { Double((corners[$0] - corners[($0 + 1) % 4]).length) }
            let diagonals = [Double((corners[0] - corners[2]).length), Double((corners[1] - corners[3]).length)]
            let mean = (sides.reduce(0, +) + diagonals.reduce(0, +) / 2.0.squareRoot()) / 6
            guard mean > 0 else { continue }
            // A marker that is not square after triangulation was seen wrongly, or lies on no plane.
            let spread = (sides + diagonals.map { $0 / 2.0.squareRoot() }).map { abs($0 / mean - 1) }.max() ?? 1
            guard spread < maxSpread else { continue }
            _ = id
            ratios.append(side / mean)
        }
        guard !ratios.isEmpty else {
            let count = seen.values.map(\.count).max() ?? 0
            throw PhotogrammetryError(
                place,
                count < 2
                    ? "each printed marker is in one photo only"
                    : "the printed markers that were found are not square; is the paper flat?",
                remedy: "show the flat page in several photos from different sides")
        }
        ratios.sort()
        let median = (ratios[(ratios.count - 1) / 2] + ratios[ratios.count / 2]) / 2
        let spread = (ratios[ratios.count - 1] - ratios[0]) / median
        guard spread < 0.15 else {
            throw PhotogrammetryError(
                place, "the printed markers differ in size by \(Int(spread * 100)) %", remedy: "print them at one size")
        }
        return (median, max(spread / 2, 0.005))
    }

    /// The corners in space, without photos in which they are elsewhere.
    private static func corners(_ views: [(view: ScaleView, corners: [Vector2])]) -> [Vector3]? {
        var kept = views
        for _ in 0..<3 {
            guard kept.count >= 2 else { return nil }
            var corners: [Vector3] = []
            var angle: Float = 0
            for k in 0..<4 {
                guard let found = Triangulation.point(kept.map { $0.view.ray($0.corners[k]) }) else { return nil }
                corners.append(found.point)
                angle = max(angle, found.angle)
            }
            func miss(_ view: (view: ScaleView, corners: [Vector2])) -> Float {
                (0..<4).map { k in
                    view.view.project(corners[k]).map { (($0 - view.corners[k]) * ($0 - view.corners[k])).sum().squareRoot() }
                        ?? .infinity
                }.max() ?? .infinity
            }
            let limit = 0.004 * Float(max(kept[0].view.camera.width, kept[0].view.camera.height)) + 1
            let misses = kept.map(miss)
            if misses.allSatisfy({ $0 < limit }) { return angle > 2 ? corners : nil }
            guard kept.count > 2, let worst = misses.indices.max(by: { misses[$0] < misses[$1] }) else { return nil }
            // With many photos, all that are far off at once.
            let median = misses.sorted()[misses.count / 2]
            kept = kept.enumerated().filter { i, _ in misses[i] <= max(limit, 3 * median) && !(i == worst && misses[i] >= limit) }
                .map(\.element)
        }
        return nil
    }
}
