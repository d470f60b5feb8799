import Geometry

/// Derives the scale from lengths that the user knows.
package struct LengthScale {
    let views: [ScaleView]
    let points: [Vector3]

    package init(views: [ScaleView], points: [Vector3]) {
        self.views = views
        self.points = points
    }

    /// How many sparse points are needed around a point that is marked in one photo only.
    private static let minNeighbours = 6

    /// Metres in a unit of the world, and the relative error where several lengths tell it.
    /// - Throws: `PhotogrammetryError` where a photo isn't registered or a point can't be located.
    package func scale(_ lengths: [ScaleLength]) throws(PhotogrammetryError) -> (scale: Double, relativeError: Double?) {
        var ratios: [Double] = []
        for length in lengths {
            let a = try locate(length.start)
            let b = try locate(length.end)
            let distance = Double((a - b).length)
            guard distance > 0, distance.isFinite else {
                throw PhotogrammetryError("scale", "the two points of a known length are at the same place")
            }
            ratios.append(length.metres / distance)
        }
        guard !ratios.isEmpty else { throw PhotogrammetryError("scale", "no length is given", remedy: "write A,B=1.20") }
        ratios.sort()
        let median = (ratios[(ratios.count - 1) / 2] + ratios[ratios.count / 2]) / 2
        guard ratios.count > 1 else { return (median, nil) }
        let spread = (ratios[ratios.count - 1] - ratios[0]) / median
        guard spread < 0.2 else {
            throw PhotogrammetryError(
                "scale", "the known lengths contradict each other by \(Int(spread * 100)) %",
                remedy: "check the points and the lengths")
        }
        return (median, spread / 2)
    }

    /// The position of a point that is marked in photos.
    func locate(_ marks: [PhotoPoint]) throws(PhotogrammetryError) -> Vector3 {
        var seen: [(view: ScaleView, pixel: Vector2)] = []
        for mark in marks {
            guard let view = view(mark.photo) else {
                throw PhotogrammetryError(
                    mark.photo, "this photo is not registered, or not one of the set",
                    remedy: "mark the point in another photo, such as \(views.first?.name ?? "")")
            }
            let p = view.undistorted(mark.pixel)
            guard p.x < Double(view.camera.width) + 0.5, p.y < Double(view.camera.height) + 0.5, p.x > -1, p.y > -1 else {
                throw PhotogrammetryError(
                    mark.photo,
                    "the pixel \(Int(mark.pixel.x)),\(Int(mark.pixel.y)) is outside of the photo "
                        + "(\(view.camera.width)x\(view.camera.height))")
            }
            seen.append((view, Vector2(Float(p.x), Float(p.y))))
        }
        guard seen.count > 1 else {
            guard let only = seen.first else { throw PhotogrammetryError("scale", "a point is marked in no photo") }
            return try onSurface(only.view, only.pixel)
        }
        guard let (point, angle) = Triangulation.point(seen.map { $0.view.ray($0.pixel) }), angle > 1 else {
            throw PhotogrammetryError(
                seen[0].view.name, "the photos that show this point were taken from nearly the same direction",
                remedy: "mark it in photos from different sides")
        }
        for (view, pixel) in seen {
            let at = view.project(point)
            let miss = at.map { ($0 - pixel) }.map { ($0 * $0).sum().squareRoot() } ?? .infinity
            guard miss < 0.02 * Float(max(view.camera.width, view.camera.height)) else {
                throw PhotogrammetryError(
                    view.name,
                    "the marked pixels don't show the same point (it would be \(miss.isFinite ? Int(miss) : 0) pixels away)",
                    remedy: "mark the same point in each photo")
            }
        }
        return point
    }

    private func view(_ name: String) -> ScaleView? {
        if let view = views.first(where: { $0.name == name }) { return view }
        // The name alone where the set has subfolders.
        let found = views.filter { $0.name.split(separator: "/").last.map(String.init) == name }
        return found.count == 1 ? found[0] : nil
    }

    /// Where a pixel's ray meets the plane of the sparse points that are seen around it.
    private func onSurface(_ view: ScaleView, _ pixel: Vector2) throws(PhotogrammetryError) -> Vector3 {
        let candidates = view.points.map { $0.filter(points.indices.contains).map { points[$0] } } ?? points
        let reach = 0.08 * Float(max(view.camera.width, view.camera.height))
        var near: [(point: Vector3, distance: Float, depth: Float)] = []
        let toCamera = view.pose.inverse
        for p in candidates {
            let local = toCamera.apply(p)
            guard let at = view.camera.project(local) else { continue }
            let d = ((at - pixel) * (at - pixel)).sum().squareRoot()
            if d < reach { near.append((p, d, -local.z)) }
        }
        near.sort { $0.distance < $1.distance }
        let nearest = near.prefix(30)
        // Of several surfaces behind each other the nearest points' one.
        let depths = nearest.prefix(9).map(\.depth).sorted()
        guard nearest.count >= Self.minNeighbours else {
            throw PhotogrammetryError(
                view.name, "too few points are known around the pixel \(Int(pixel.x)),\(Int(pixel.y)) to locate it",
                remedy: "mark the same point in a second photo, taken from another side")
        }
        let depth = depths[depths.count / 2]
        let surface = nearest.filter { abs($0.depth - depth) < 0.1 * depth }.map(\.point)
        let ray = view.ray(pixel)
        if surface.count >= Self.minNeighbours, let (n, offset) = DominantPlane.fit(surface), abs(dot(n, ray.direction)) > 0.15 {
            let t = (offset - dot(n, ray.origin)) / dot(n, ray.direction)
            let along = -view.pose.rotation.inverse.rotate(ray.direction).z
            if t > 0, abs(t * along - depth) < 0.15 * depth { return ray.at(t) }
        }
        let along = -view.pose.rotation.inverse.rotate(ray.direction).z
        return ray.at(depth / max(along, 1e-3))
    }
}
