import FloorPlans
import Geometry

/// Measurements of a plan's rooms, which change as their walls move.
extension Measurer {
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
            let a = edges[i].end - edges[i].start
            let b = edges[(i + 1) % edges.count].end - edges[(i + 1) % edges.count].start
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
        guard !room.isCeilingUnseen else {
            result.uncertainty = .unknown("no ceiling of the room was observed, so its height is not determined")
            return result
        }
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

    /// Metres.
    private static let pieceOfWall = 0.5

    /// A value of a room that changes by `weight` of an edge as that edge's wall moves outwards.
    private func value(
        _ kind: MeasuredValue.Kind, of room: Room, in storey: Storey, _ value: Double, weight: (PlanPoint) -> Double
    ) -> MeasuredValue {
        let polygon = room.polygon.anticlockwise
        let corners = polygon.corners.map { MeasuredPoint(world($0, storey.elevation)) }
        var result = MeasuredValue(kind: kind, name: room.name, points: corners, value: value, uncertainty: .unknown(Self.imported))
        guard let noise else { return result }
        guard !room.isUnseen else {
            let range = room.areaRange.map { "; its area is \(PlanUnits.metric.area($0))" } ?? ""
            result.uncertainty = .unknown("part of the room's outline was inferred, not observed" + range)
            return result
        }
        var parts: [Influence] = []
        for (a, b) in polygon.edges {
            let along = b - a
            let g = along.length > 0 ? weight(along) : 0
            let out = along.length > 0 ? -along.normalized.left : PlanPoint.zero
            // A wall is looked at in the middle of its height, piece by piece.
            let count = max(1, Int((along.length / Self.pieceOfWall).rounded(.up)))
            let places = (0..<count).map {
                world(a + along * ((Double($0) + 0.5) / Double(count)), storey.elevation + room.ceilingHeight / 2)
            }
            let seen = places.filter { !noise.observations.visits(at: $0.single).isEmpty }
            guard 2 * seen.count >= count else {
                result.uncertainty = .unknown("one of its walls was not observed by the scan")
                return result
            }
            let plate = noise.surface.plane * noise.voxelSize
            parts += seen.map { place in
                Influence(
                    place: place, gradient: Point(out.x, 0, -out.y) * (g / Double(seen.count)),
                    variance: (plate * plate + noise.sensorVariance(at: place)) * g * g / Double(seen.count))
            }
        }
        result.uncertainty = Uncertainty(variance: noise.variance(parts))
        return result
    }

    private func world(_ p: PlanPoint, _ y: Double) -> Point { Point(p.x, y, -p.y) }
}
