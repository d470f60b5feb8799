import Foundation

extension RoomScan {
    /// Walls shorter, and openings narrower than this are noise of the scan.
    static let shortest = 0.02

    /// - Parameters:
    ///   - room: without rooms of its own.
    ///   - notes: gets a line for each part that is left out, or had to be guessed.
    init(_ room: CapturedRoom, name: String?, notes: inout [String]) {
        self.name = name
        for (i, wall) in room.walls.enumerated() {
            let id = wall.identifier ?? "wall-\(i)"
            let faces = Self.faces(of: wall, id: id)
            if faces.isEmpty { notes.append("wall \(id) is left out: it is not upright, or shorter than 2 cm") }
            if let curve = wall.curve, curve.center == nil {
                notes.append("wall \(id) is curved, but its centre is missing: its ends are assumed beside its middle")
            }
            self.faces += faces
        }
        for (surfaces, kind) in [(room.doors, Opening.Kind.door), (room.windows, .window), (room.openings, .opening)] {
            for (i, surface) in surfaces.enumerated() {
                let id = surface.identifier ?? "\(kind.rawValue)-\(i)"
                guard let (start, end, bottom, top) = Self.rectangle(surface), (end - start).length >= 0.1, top - bottom >= 0.1
                else {
                    notes.append("\(kind.rawValue) \(id) is left out: it is not upright, or smaller than 10 cm")
                    continue
                }
                openings.append(
                    SeenOpening(
                        id: id, kind: kind, parent: surface.parentIdentifier, start: start, end: end, bottom: bottom, top: top,
                        confidence: surface.confidence, isOpen: surface.isOpen ?? false, story: surface.story))
            }
        }
        for (i, floor) in room.floors.enumerated() {
            let id = floor.identifier ?? "floor-\(i)"
            var corners = floor.polygonCorners
            if corners.isEmpty {
                let half = floor.dimensions / 2
                corners = [[-half.x, -half.y, 0], [half.x, -half.y, 0], [half.x, half.y, 0], [-half.x, half.y, 0]]
            }
            let places = corners.map(floor.transform.apply)
            let polygon = PlanPolygon(places.map(\.onPlan)).anticlockwise.withoutStraightCorners
            guard polygon.corners.count >= 3, polygon.area > 0.05, polygon.isSimple else {
                notes.append("floor \(id) is left out: its outline has no area or crosses itself")
                continue
            }
            floors.append(
                SeenFloor(
                    id: id, polygon: polygon, height: places.reduce(0) { $0 + $1.y } / Double(places.count),
                    confidence: floor.confidence, story: floor.story))
        }
        sections = room.sections.map {
            SeenSection(label: $0.label, center: $0.center.onPlan, height: $0.center.y, story: $0.story)
        }
        objects = room.objects
    }

    /// Ends of an upright surface as seen from above, its room to the right, and the heights that it reaches between. Nil where it
    /// lies.
    static func rectangle(_ surface: CapturedRoom.Surface) -> (start: PlanPoint, end: PlanPoint, bottom: Double, top: Double)? {
        let pose = surface.transform
        guard abs(pose.y.y) > 0.9, pose.x.onPlan.length > 0.9 else { return nil }
        var low = SIMD3(-surface.dimensions.x / 2, -surface.dimensions.y / 2, 0)
        var high = -low
        // Gables and the like count as high as they reach.
        if surface.polygonCorners.count >= 3 {
            low = surface.polygonCorners.reduce(surface.polygonCorners[0], pointwiseMin)
            high = surface.polygonCorners.reduce(surface.polygonCorners[0], pointwiseMax)
        }
        var start = pose.apply([low.x, 0, 0]).onPlan
        var end = pose.apply([high.x, 0, 0]).onPlan
        guard (end - start).length >= shortest else { return nil }
        if (-(end - start).left).dot(pose.z.onPlan) < 0 { swap(&start, &end) }
        let heights = [pose.apply([0, low.y, 0]).y, pose.apply([0, high.y, 0]).y]
        return (start, end, heights.min()!, heights.max()!)
    }

    /// One face, or a chain of them along a curve.
    private static func faces(of wall: CapturedRoom.Surface, id: String) -> [ObservedFace] {
        guard let (start, end, bottom, top) = rectangle(wall), top - bottom > 0.05 else { return [] }
        func face(_ id: String, a: PlanPoint, b: PlanPoint, isCurved: Bool) -> ObservedFace {
            ObservedFace(
                id: id, start: a, end: b, bottom: bottom, top: top, confidence: wall.confidence, story: wall.story,
                isCurved: isCurved)
        }
        guard let curve = wall.curve else { return [face(id, a: start, b: end, isCurved: false)] }
        var points = curve.points.map { wall.transform.apply([$0.x, 0, $0.y]).onPlan }
        // Its room is on the side that the surface faces, as for a straight one.
        if (points[points.count - 1] - points[0]).dot(end - start) < 0 { points.reverse() }
        let pairs = zip(points, points.dropFirst()).filter { ($1 - $0).length >= shortest }
        return pairs.enumerated().map { face("\(id)-\($0)", a: $1.0, b: $1.1, isCurved: true) }
    }
}

extension CapturedRoom.Curve {
    /// Along the arc, so that chords keep within a centimetre of it, but at most 64 of them.
    var points: [SIMD2<Double>] {
        let span = endAngle - startAngle
        let turn = min(abs(span), 2 * .pi) * (span < 0 ? -1 : 1)
        // The sagitta of a chord is r (1 − cos(step / 2)).
        let step = 2 * acos(max(0, 1 - 0.01 / radius))
        let count = min(64, max(2, Int((abs(turn) / step).rounded(.up))))
        let arc = (0...count).map { i -> SIMD2<Double> in
            let angle = startAngle + turn * Double(i) / Double(count)
            return SIMD2(cos(angle), sin(angle)) * radius
        }
        let middle = center ?? -(arc[0] + arc[count]) / 2
        return arc.map { $0 + middle }
    }
}
