import Geometry

/// What a click may catch.
public struct SnapOptions: Sendable, Equatable {
    /// Where several are within the radius, the first of corner, vertex, edge and plane wins; else it is the surface.
    public var kinds: Set<MeasuredPoint.Snap>
    /// Metres around the click.
    public var radius: Double

    /// - Parameters:
    ///   - kinds: what a point may snap to.
    ///   - radius: search radius, metres.
    public init(kinds: Set<MeasuredPoint.Snap> = [.corner, .vertex, .edge, .plane], radius: Double = 0.05) {
        self.kinds = kinds
        self.radius = radius
    }
}

extension SurfaceIndex {
    /// The place that a click at `p` means: a corner, a vertex, an edge or a plane within the radius, in this order; else the
    /// surface itself.
    ///
    /// Corners and edges are where fitted planes meet, not where the mesh has rounded them off. Beside other kinds a vertex only
    /// counts where the mesh was modelled rather than scanned, and has a corner there: where no triangle at it is smaller than the
    /// radius, and the surface bends, or its border turns.
    /// - Throws: where nothing lies within the radius.
    public func snap(_ p: Point, options: SnapOptions = SnapOptions()) throws(MeasurementError) -> MeasuredPoint {
        guard options.radius.isFinite, options.radius > 0, options.radius <= 10 else {
            throw MeasurementError("a snapping radius of \(options.radius) m is out of range; use up to 10 m")
        }
        guard p.isFinite, let near = bvh.nearest(to: p.single, within: Float(options.radius)) else {
            throw noSurface(near: p, within: options.radius)
        }
        let foot = Point(near.point)
        let side = normal(of: near.triangle)
        if !options.kinds.isDisjoint(with: [.corner, .edge]) {
            let reach = max(Self.planeRadius, 2 * options.radius)
            let planes = PlanePatch.fit(surface(around: foot, radius: reach), tolerance: tolerance, most: 4)
            if options.kinds.contains(.corner), let corner = corner(planes, near: p, options.radius) { return corner }
            if options.kinds.contains(.vertex), let vertex = vertex(p, options) { return vertex }
            if options.kinds.contains(.edge), let edge = edge(planes, near: p, options.radius) { return edge }
        } else if options.kinds.contains(.vertex), let vertex = vertex(p, options) {
            return vertex
        }
        if options.kinds.contains(.plane), let patch = plane(at: foot, facing: side), abs(patch.distance(to: p)) <= options.radius {
            return point(patch.foot(of: p), on: patch)
        }
        return surfacePoint(foot, facing: side)
    }

    /// The plane that the surface at a place lies in, fitted to what is within `radius` metres; nil where it is not flat.
    public func plane(at p: Point, radius: Double = SurfaceIndex.planeRadius) throws(MeasurementError) -> PlanePatch {
        guard p.isFinite, let near = bvh.nearest(to: p.single, within: Float(radius)) else {
            throw MeasurementError(
                "there is no surface within \(PositionText.metres(radius)) of \(PositionText.of(p)); choose a point on the surface")
        }
        guard let patch = plane(at: Point(near.point), facing: normal(of: near.triangle), radius: radius) else {
            throw MeasurementError(
                "the surface at \(PositionText.of(p)) is not flat; choose a point on a wall, floor or other plane")
        }
        return patch
    }

    /// m²; a level surface that is smaller is a board, or what is seen of the floor between things.
    private static let minFloor = 0.5

    /// The lowest level plane of the storey straight below a place: the floor, not the table on it. All of it that lies within 2 m,
    /// since it is rounded off beside the feet of walls and things.
    public func floor(below p: Point) throws(MeasurementError) -> PlanePatch {
        guard p.isFinite else { throw MeasurementError("a height needs a point") }
        var found: PlanePatch?
        var origin = p + Point(0, 1e-3, 0)
        // Each layer below is met once; a hundred are more than a building has.
        for _ in 0..<100 {
            guard let hit = bvh.intersect(Ray(origin: origin.single, direction: Vector3(0, -1, 0))) else { break }
            let place = origin - Point(0, Double(hit.t), 0)
            let up = normal(of: hit.triangle)
            if up.y > 0.9, plane(at: place, facing: up)?.normal.y ?? 0 > 0.97, let patch = try? wholePlane(at: place),
                patch.normal.y > 0.97, patch.area > Self.minFloor
            {
                // Nobody walks under a table: what is that far below is the floor of another storey.
                if let last = found, last.center.y - place.y > 1.8 { break }
                found = patch
            }
            origin = place - Point(0, 0.01, 0)
        }
        guard let found else {
            throw MeasurementError(
                "there is no floor directly below \(PositionText.of(p)); give a second point on the floor")
        }
        return found
    }

    func plane(
        at foot: Point, facing side: Point, radius: Double = SurfaceIndex.planeRadius, tolerance: Double? = nil
    ) -> PlanePatch? {
        let tolerance = tolerance ?? self.tolerance
        let around = surface(around: foot, radius: radius)
        let normal = shape(at: foot, facing: side).normal
        // Beside an edge the mean of what is around is nobody's normal; the triangle's own is noisy, but of one side.
        return PlanePatch.nearest(around, normal: normal, tolerance: tolerance)
            ?? PlanePatch.nearest(around, normal: side, tolerance: tolerance)
    }

    /// A place on a fitted plane.
    public func point(_ p: Point, on patch: PlanePatch) -> MeasuredPoint {
        Measurer(self).point(p, on: patch)
    }

    /// The clicked place itself. Only its error across the surface counts: where along it the click was meant is for the one who
    /// clicked.
    func surfacePoint(_ p: Point, facing side: Point) -> MeasuredPoint {
        let shape = shape(at: p, facing: side)
        return MeasuredPoint(
            p, snap: .surface, normal: shape.normal,
            covariance: noise.map {
                $0.covariance(normal: shape.normal, variance: $0.surfaceVariance(at: p, roughness: shape.roughness), at: p)
            }.finite ?? ownScatter?.covariance(normal: shape.normal, roughness: shape.roughness))
    }

    // MARK: Kinds

    private func corner(_ planes: [PlanePatch], near p: Point, _ radius: Double) -> MeasuredPoint? {
        var best: (distance: Double, point: Point, of: [PlanePatch])?
        for i in planes.indices {
            for j in planes.indices.dropFirst(i + 1) {
                for k in planes.indices.dropFirst(j + 1) {
                    guard let q = PlaneIntersection.point(planes[i], planes[j], planes[k]) else { continue }
                    let d = (q - p).length
                    if d <= min(radius, best?.distance ?? .infinity) { best = (d, q, [planes[i], planes[j], planes[k]]) }
                }
            }
        }
        return best.map { found in
            MeasuredPoint(found.point, snap: .corner, covariance: covariance(of: found.of, at: found.point))
        }
    }

    private func edge(_ planes: [PlanePatch], near p: Point, _ radius: Double) -> MeasuredPoint? {
        var best: (distance: Double, point: Point, of: [PlanePatch])?
        for i in planes.indices {
            for j in planes.indices.dropFirst(i + 1) {
                guard let q = PlaneIntersection.point(planes[i], planes[j], near: p) else { continue }
                let d = (q - p).length
                // Planes meet far from the surface too: an edge is where the mesh is.
                guard d <= min(radius, best?.distance ?? .infinity), bvh.nearest(to: q.single, within: Float(3 * tolerance)) != nil
                else { continue }
                best = (d, q, [planes[i], planes[j]])
            }
        }
        return best.map { found in
            MeasuredPoint(found.point, snap: .edge, covariance: covariance(of: found.of, at: found.point))
        }
    }

    private func covariance(of planes: [PlanePatch], at p: Point) -> Covariance? {
        if let scatter = ownScatter { return scatter.covariance(of: planes, at: p) }
        return noise.flatMap { noise in
            PlaneIntersection.covariance(
                planes.map(\.normal),
                variances: planes.map { noise.wholeVariance(PlaneReading(plane: $0, place: p, gradient: .zero)) })
        }
    }

    /// Cosines of 15°, by which triangles at a corner are turned against each other, and of 30°, by which a border turns.
    private static let bend = 0.966
    private static let turn = 0.866

    /// Whether a vertex is more than a place where triangles of a flat surface meet, as after simplification.
    private func isCorner(_ vertex: UInt32, of triangles: [Int]) -> Bool {
        let normals = triangles.map { normal(of: $0) }
        for (i, a) in normals.enumerated() where normals.dropFirst(i + 1).contains(where: { $0.dot(a) < Self.bend }) { return true }
        // A neighbour that one triangle only has is on the border.
        var counts: [UInt32: Int] = [:]
        for t in triangles {
            for k in 0..<3 where mesh.indices[3 * t + k] != vertex { counts[mesh.indices[3 * t + k], default: 0] += 1 }
        }
        let place = Point(mesh.positions[Int(vertex)])
        let border = counts.keys.filter { counts[$0] == 1 }.sorted().map { (Point(mesh.positions[Int($0)]) - place).normalized }
        return border.count > 2 || border.count == 2 && border[0].dot(border[1]) > -Self.turn
    }

    private func vertex(_ p: Point, _ options: SnapOptions) -> MeasuredPoint? {
        if let points {
            // In a cloud every place is near some point, which means nothing beside other kinds.
            guard options.kinds.count == 1, let near = points.nearest(to: p, within: options.radius) else { return nil }
            let covariance = ownScatter?.covariance(normal: near.normal, roughness: 0)
            return MeasuredPoint(near.position, snap: .vertex, normal: near.normal, covariance: covariance)
        }
        let triangles = bvh.triangles(within: Float(options.radius), of: p.single, limit: 20_000)
        var best: (distance: Double, vertex: UInt32)?
        for t in triangles {
            for k in 0..<3 {
                let v = mesh.indices[3 * t + k]
                let d = (Point(mesh.positions[Int(v)]) - p).length
                if d <= options.radius, d < best?.distance ?? .infinity { best = (d, v) }
            }
        }
        guard let best else { return nil }
        let around = triangles.filter { t in (0..<3).contains { mesh.indices[3 * t + $0] == best.vertex } }
        if options.kinds.count > 1 {
            // Of a dense mesh every place is near some vertex, which means nothing.
            let shortest = around.reduce(Double.infinity) { shortest, t in
                let (a, b, c) = mesh.corners(t)
                return min(shortest, Double(min((b - a).length, (c - b).length, (a - c).length)))
            }
            guard shortest >= options.radius, noise == nil, isCorner(best.vertex, of: around) else { return nil }
        }
        let position = Point(mesh.positions[Int(best.vertex)])
        let normal = around.reduce(Point.zero) { $0 + self.normal(of: $1) }.normalized
        let covariance = noise.map { noise in
            let lateral = noise.surface.lateral * noise.voxelSize
            let across = noise.surfaceVariance(at: position, roughness: shape(at: position, facing: normal).roughness)
            return Covariance(variance: lateral * lateral) + Covariance(along: normal, variance: max(0, across - lateral * lateral))
        }
        let fromChecks = ownScatter?.covariance(normal: normal, roughness: 0)
        return MeasuredPoint(position, snap: .vertex, normal: normal, covariance: covariance.finite ?? fromChecks)
    }
}

extension Covariance? {
    /// nil where its numbers are infinite: what the scan did not see.
    var finite: Covariance? { flatMap { $0.squares.isFinite && $0.products.isFinite ? $0 : nil } }
}
