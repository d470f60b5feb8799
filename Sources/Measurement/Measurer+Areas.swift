import FloorPlans
import Geometry

extension Measurer {
    /// Of a polygon on any plane: its corners in turn, the last one joined to the first. Corners that lie off the plane count by their feet on
    /// it; the plane is that of Newell's normal.
    public func area(_ corners: [MeasuredPoint]) throws(MeasurementError) -> MeasuredValue {
        let (normal, value) = try face(corners)
        let n = corners.count
        let gradients = corners.indices.map { i in
            (corners[(i + 1) % n].position - corners[(i + n - 1) % n].position).cross(normal) / 2
        }
        return MeasuredValue(
            kind: .area, points: corners, value: value, uncertainty: uncertainty(Array(zip(corners, gradients))),
            notes: bulge(corners, normal).map { [$0] } ?? [])
    }

    /// Around a polygon.
    public func perimeter(_ corners: [MeasuredPoint]) throws(MeasurementError) -> MeasuredValue {
        try check(corners, atLeast: 3, "a perimeter")
        var round = try path(corners + [corners[0]])
        // The first point counts once, with both of its edges.
        let n = corners.count
        let gradients = corners.indices.map { i in
            let p = corners[i].position
            return (p - corners[(i + 1) % n].position).normalized + (p - corners[(i + n - 1) % n].position).normalized
        }
        (round.kind, round.points) = (.perimeter, corners)
        round.uncertainty = uncertainty(Array(zip(corners, gradients)))
        return round
    }

    /// Unit normal and area of a polygon.
    /// - Throws: where it has no area, or crosses itself.
    private func face(_ corners: [MeasuredPoint]) throws(MeasurementError) -> (Point, Double) {
        try check(corners, atLeast: 3, "an area")
        guard corners.count <= 1000 else {
            throw MeasurementError("a polygon of \(corners.count) corners is too long; use up to 1000")
        }
        let origin = corners[0].position
        var sum = Point.zero
        for (i, corner) in corners.enumerated() {
            sum += (corner.position - origin).cross(corners[(i + 1) % corners.count].position - origin)
        }
        let value = sum.length / 2
        guard value > 1e-12 else { throw MeasurementError("the polygon has no area; its corners lie in one line") }
        let normal = sum.normalized
        let (u, v) = normal.tangents
        let flat = PlanPolygon(corners.map { PlanPoint(($0.position - origin).dot(u), ($0.position - origin).dot(v)) })
        guard flat.isSimple else { throw MeasurementError("the polygon crosses itself; give its corners in turn") }
        return (normal, value)
    }

    /// What to say of a polygon that is not flat: by more than a hundredth of its extent.
    private func bulge(_ corners: [MeasuredPoint], _ normal: Point) -> String? {
        let mean = corners.reduce(Point.zero) { $0 + $1.position } / Double(corners.count)
        let off = corners.map { abs(($0.position - mean).dot(normal)) }.max() ?? 0
        let extent = corners.map { ($0.position - mean).length }.max() ?? 0
        guard off > 0.01 * extent, off > 0.005 else { return nil }
        return "Its corners lie up to \(PlaceText.metres(off)) off one plane: the area is that of their feet on it."
    }

    // MARK: Rooms

    /// Floor area of a room of a plan.
    public func area(of room: Room, in storey: Storey) -> MeasuredValue {
        let n = room.polygon.anticlockwise
        return value(.area, of: room, in: storey, n.area) { edge in edge.length }
    }

    /// Around the floor of a room.
    public func perimeter(of room: Room, in storey: Storey) -> MeasuredValue {
        // Moving a wall outwards lengthens both of its neighbours by the tangents of half of the turns at its ends.
        let edges = room.polygon.anticlockwise.edges
        var turns = [Double](repeating: 0, count: edges.count)
        for i in edges.indices {
            let (a, b) = (edges[i].end - edges[i].start, edges[(i + 1) % edges.count].end - edges[(i + 1) % edges.count].start)
            let half = (a.cross(b)) / (a.length * b.length + a.dot(b))
            turns[i] += half
            turns[(i + 1) % edges.count] += half
        }
        var k = -1
        return value(.perimeter, of: room, in: storey, room.perimeter) { _ in
            k += 1
            return turns[k]
        }
    }

    /// Air in a room.
    public func volume(of room: Room, in storey: Storey) -> MeasuredValue {
        var result = value(.volume, of: room, in: storey, room.volume) { edge in edge.length * room.ceilingHeight }
        // Floor and ceiling are planes like the walls.
        guard let noise, let standard = result.uncertainty.standard else { return result }
        let center = room.polygon.corners.reduce(PlanPoint.zero, +) / Double(max(1, room.polygon.corners.count))
        let heights = [0, room.ceilingHeight].map { world(center, storey.elevation + $0) }
        let plate = noise.surface.plane * noise.voxelSize
        let up = Point(0, room.area, 0)
        let parts = zip(heights, [-up, up]).map { place, gradient in
            Influence(
                place: place, gradient: gradient,
                variance: (plate * plate + noise.sensorVariance(at: place)) * room.area * room.area)
        }
        result.uncertainty = Uncertainty(variance: noise.variance(parts).map { $0 + standard * standard })
        return result
    }

    /// A value of a room that changes by `weight` of an edge as that edge's wall moves outwards.
    private func value(
        _ kind: MeasuredValue.Kind, of room: Room, in storey: Storey, _ value: Double, weight: (PlanPoint) -> Double
    ) -> MeasuredValue {
        let polygon = room.polygon.anticlockwise
        let corners = polygon.corners.map { MeasuredPoint(world($0, storey.elevation)) }
        var result = MeasuredValue(kind: kind, name: room.name, points: corners, value: value, uncertainty: .unknown(Self.imported))
        guard let noise else { return result }
        guard !room.isUnseen else {
            result.uncertainty = .unknown("part of the room's outline was concluded rather than seen")
            return result
        }
        let plate = noise.surface.plane * noise.voxelSize
        let parts = polygon.edges.map { a, b in
            let along = b - a
            let g = along.length > 0 ? weight(along) : 0
            let out = along.length > 0 ? -along.normalized.left : PlanPoint.zero
            // A wall is looked at in the middle of its height.
            let place = world((a + b) / 2, storey.elevation + room.ceilingHeight / 2)
            return Influence(
                place: place, gradient: Point(out.x, 0, -out.y) * g,
                variance: (plate * plate + noise.sensorVariance(at: place)) * g * g)
        }
        result.uncertainty = Uncertainty(variance: noise.variance(parts))
        return result
    }

    private func world(_ p: PlanPoint, _ y: Double) -> Point { Point(p.x, y, -p.y) }
}
