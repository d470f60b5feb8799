import FloorPlans
import Foundation
import Geometry
import DioramaLibrary
import Measurement

/// Takes measurements in spaces.
struct SpaceMeasurer: Sendable {
    let indexes: SurfaceIndexes
    let plans: SpacePlans

    /// A value, or for `snap` the place alone.
    struct Result: Sendable {
        var points: [MeasuredPoint]
        var value: MeasuredValue?
    }

    /// - Throws: `Problem` 422 where it can't be measured: the reason, in a plain sentence.
    func measure(_ body: MeasureBody, in space: Space) async throws -> Result {
        try body.check()
        if let room = body.room { return try await measure(room: room, body, space) }
        if let object = body.object { return try await measure(object: object, body, space) }
        let index = try await indexes.index(of: space)
        return try await Blocking.run {
            do { return try Self.measure(body, index) } catch let error as MeasurementError {
                throw Problem(.unprocessableContent, SpacePlans.sentence(error.reason))
            }
        }
    }

    private static func measure(_ body: MeasureBody, _ index: SurfaceIndex) throws -> Result {
        let measurer = Measurer(index)
        let points = try (body.points ?? []).map { place in
            let kinds = MeasureBody.kinds(of: place.snap) ?? []
            let p = Point(place.at[0], place.at[1], place.at[2])
            return kinds.isEmpty
                ? MeasuredPoint(p) : try index.snap(p, options: SnapOptions(kinds: kinds, radius: body.radius ?? 0.08))
        }
        func need(_ count: ClosedRange<Int>, _ what: String) throws(MeasurementError) {
            guard count.contains(points.count) else { throw MeasurementError("\(what); there are \(points.count)") }
        }
        var value: MeasuredValue?
        switch body.kind ?? "" {
        case "snap": try need(1...1, "snapping takes one point")
        case "distance":
            try need(2...2, "a distance takes two points")
            value = try measurer.distance(points[0], points[1])
        case "path":
            try need(2...MeasureBody.mostPoints, "a path takes two points or more")
            value = try measurer.path(points)
        case "area":
            try need(3...MeasureBody.mostPoints, "an area takes three points or more, or a room")
            value = try measurer.area(points)
        case "angle":
            try need(2...3, "an angle takes three points, its corner in the middle, or two on planes")
            if points.count == 3 {
                value = try measurer.angle(points[0], points[1], points[2])
            } else {
                value = measurer.angle(
                    try index.wholePlane(at: points[0].position), try index.wholePlane(at: points[1].position))
                value?.points = points
            }
        case "height":
            try need(1...2, "a height takes a point, and one of the floor below it")
            let floor = try points.count == 2 ? index.wholePlane(at: points[1].position) : index.floor(below: points[0].position)
            value = try measurer.height(points[0], above: floor)
        case "clearance":
            try need(2...2, "a clearance takes two points on planes that face each other")
            value = try measurer.clearance(
                try index.wholePlane(at: points[0].position), try index.wholePlane(at: points[1].position))
        default:
            try need(0...1, "a volume takes one point on a closed part, or none for the whole model")
            value = try points.isEmpty ? index.volume() : index.volume(of: try index.part(at: points[0].position))
        }
        return Result(points: value?.points ?? points, value: value?.stated)
    }

    // MARK: Of the plan

    private func measure(room name: String, _ body: MeasureBody, _ space: Space) async throws -> Result {
        let plan = try await plans.current(of: space.id).plan
        for storey in plan.storeys {
            guard let room = storey.rooms.first(where: { $0.id.rawValue == name }) else { continue }
            let measurer = Measurer(try await indexes.index(of: space))
            switch body.kind {
            case "area": return Self.result(measurer.area(of: room, in: storey))
            case "volume": return Self.result(measurer.volume(of: room, in: storey))
            default: throw Problem(.unprocessableContent, "Of a room, area and volume can be measured.")
            }
        }
        throw Problem(.unprocessableContent, "The plan has no such room.")
    }

    private func measure(object name: String, _ body: MeasureBody, _ space: Space) async throws -> Result {
        guard body.kind == "volume" else { throw Problem(.unprocessableContent, "Of an object, the volume can be measured.") }
        let plan = try await plans.current(of: space.id).plan
        for storey in plan.storeys {
            guard let item = storey.furniture.first(where: { $0.id.rawValue == name }) else { continue }
            let box = UprightBox(
                center: Point(item.center.x, storey.elevation + item.elevation + item.height / 2, -item.center.y),
                size: Point(item.width, item.height, item.depth), angle: item.angle)
            return Self.result(Measurer(try await indexes.index(of: space)).volume(of: box))
        }
        throw Problem(.unprocessableContent, "The plan has no such object.")
    }

    private static func result(_ value: MeasuredValue) -> Result { Result(points: value.points, value: value.stated) }
}
