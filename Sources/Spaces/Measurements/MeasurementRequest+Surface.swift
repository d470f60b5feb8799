import FloorPlans
import Measurement

/// What was measured: the snapped points, and the values.
public struct MeasurementOutcome: Sendable {
    /// What the values were measured between; of `snap` the snapped point.
    public var points: [MeasuredPoint]
    /// None for `snap`, three for `size`, one for each room of a plan without a named one, one for all else.
    public var values: [MeasuredValue]
    /// The scale by which the values were corrected; nil where there are no check distances.
    public var scale: ScaleCorrection?

    /// What check distances give where nothing else is measured.
    init(_ scale: ScaleCorrection) {
        self.init([])
        self.scale = scale
    }

    /// - Parameter points: where they are not those of the only value.
    init(_ values: [MeasuredValue], points: [MeasuredPoint]? = nil) {
        self.values = values.map(\.stated)
        self.points = points ?? (values.count == 1 ? values[0].points : [])
    }
}

extension MeasurementOutcome {
    /// Corrects the values.
    mutating func apply(_ scale: ScaleCorrection?) {
        guard let scale else { return }
        values = values.map(scale.applied)
        self.scale = scale
    }
}

extension MeasurementRequest {
    /// Measures on a surface.
    /// - Parameters:
    ///   - index: the surface.
    ///   - scale: the correction of its scale by check distances; nil for none.
    /// - Throws: `SpacesError` of kind `invalidInput` where the request has other points than its kind takes, `notPossible` where
    ///   the surface doesn't allow it.
    public func measure(on index: SurfaceIndex, scale: ScaleCorrection? = nil) throws(SpacesError) -> MeasurementOutcome {
        try checkRanges()
        do throws(MeasurementError) {
            var outcome = try outcome(on: scale?.index(index) ?? index)
            if index.isCloud, index.noise == nil {
                for i in outcome.values.indices where outcome.values[i].uncertainty.standard != nil {
                    outcome.values[i].notes.append(PointScatter.note)
                }
            }
            outcome.apply(scale)
            return outcome
        } catch {
            throw SpacesError(.notPossible, error.reason)
        }
    }

    private func outcome(on index: SurfaceIndex) throws(MeasurementError) -> MeasurementOutcome {
        let measurer = Measurer(index)
        switch kind {
        case .volume, .size:
            try need(0...1, "a \(kind.rawValue) takes one point, or none for the whole model")
            let place = points.first?.position
            if let place { try index.requireSurface(near: place, within: radius) }
            if kind == .size {
                var triangles = Array(0..<index.mesh.triangleCount)
                if let place { triangles = try index.part(at: place) }
                return MeasurementOutcome(measurer.sizes(of: try index.box(of: triangles)))
            }
            guard let place else { return MeasurementOutcome([try index.volume()]) }
            return MeasurementOutcome([try volume(ofPartAt: place, index, measurer)])
        case .clearance where points.count == 1:
            guard let direction else {
                throw MeasurementError("a clearance at one point needs a direction; give one, or a second point")
            }
            try index.requireInside(points[0].position)
            return MeasurementOutcome([try index.clearance(at: points[0].position, along: direction, spread: spread)])
        case .clearance:
            try need(2...2, "a clearance takes two points on planes that face each other, or one point and a direction")
            return MeasurementOutcome([try measurer.clearance(try plane(0, index), try plane(1, index))])
        case .distance where betweenPlanes:
            try need(2...2, "a distance takes two points")
            return MeasurementOutcome([try measurer.clearance(try plane(0, index), try plane(1, index))])
        default: return try outcomeOfPoints(index, measurer)
        }
    }

    /// The kinds whose points are snapped.
    private func outcomeOfPoints(_ index: SurfaceIndex, _ measurer: Measurer) throws(MeasurementError) -> MeasurementOutcome {
        var snapped: [MeasuredPoint] = []
        for pick in points { snapped.append(try snap(pick, index)) }
        switch kind {
        case .distance:
            try need(2...2, "a distance takes two points")
            return MeasurementOutcome([try measurer.distance(snapped[0], snapped[1])], points: snapped)
        case .path:
            try need(2...Self.maxPoints, "a path takes two points or more")
            return MeasurementOutcome([try measurer.path(snapped)])
        case .area:
            try need(3...Self.maxPoints, "an area takes three points or more, or a room")
            return MeasurementOutcome([try measurer.area(snapped)])
        case .perimeter:
            try need(3...Self.maxPoints, "a perimeter takes three points or more, or a room")
            return MeasurementOutcome([try measurer.perimeter(snapped)])
        case .angle where points.count == 3:
            return MeasurementOutcome([try measurer.angle(snapped[0], snapped[1], snapped[2])])
        case .angle:
            try need(2...2, "an angle takes three points, its corner in the middle, or two on planes")
            var value = measurer.angle(try plane(0, index), try plane(1, index))
            value.points = snapped
            return MeasurementOutcome([value])
        case .height:
            try need(1...2, "a height takes a point, and one of the floor below it")
            let floor = try points.count == 2 ? plane(1, index) : index.floor(below: snapped[0].position)
            return MeasurementOutcome([try measurer.height(snapped[0], above: floor)])
        case .snap, .clearance, .volume, .size:
            try need(1...1, "snapping takes one point")
            return MeasurementOutcome([], points: snapped)
        }
    }

    private func need(_ count: ClosedRange<Int>, _ rule: String) throws(MeasurementError) {
        guard count.contains(points.count) else { throw MeasurementError("\(rule); there are \(points.count)") }
    }

    private func plane(_ i: Int, _ index: SurfaceIndex) throws(MeasurementError) -> PlanePatch {
        // A plane is fitted to what is that far around.
        try index.requireSurface(near: points[i].position, within: max(radius, SurfaceIndex.planeRadius))
        return try index.wholePlane(at: points[i].position)
    }

    private func snap(_ pick: Pick, _ index: SurfaceIndex) throws(MeasurementError) -> MeasuredPoint {
        switch pick.snap {
        case .off:
            try index.requireInside(pick.position)
            return MeasuredPoint(pick.position)
        case .automatic: return try index.snap(pick.position, options: SnapOptions(radius: radius))
        case .features(let kinds): return try index.snap(pick.position, options: SnapOptions(kinds: kinds, radius: radius))
        }
    }

    /// Of a closed part its own volume; of an open one, with a note, that of the upright box around it.
    private func volume(ofPartAt place: Point, _ index: SurfaceIndex, _ measurer: Measurer) throws(MeasurementError)
        -> MeasuredValue
    {
        let part = try index.part(at: place)
        do {
            return try index.volume(of: part)
        } catch {
            var value = measurer.volume(of: try index.box(of: part))
            value.notes.append("The part is not closed: this is the volume of the upright box around it.")
            return value
        }
    }

    private func checkRanges() throws(SpacesError) {
        guard points.count <= Self.maxPoints else {
            throw SpacesError(.invalidInput, "a measurement has at most \(Self.maxPoints) points", input: "points")
        }
        guard points.allSatisfy({ $0.position.isFinite }) else {
            throw SpacesError(.invalidInput, "a point is three finite numbers in metres", input: "points")
        }
        guard radius.isFinite, radius > 0, radius <= 10 else {
            throw SpacesError(.invalidInput, "it must be above 0 and at most 10 metres", input: "radius")
        }
        guard spread.isFinite, (0...10).contains(spread) else {
            throw SpacesError(.invalidInput, "it must be 0 to 10 metres", input: "spread")
        }
    }
}
