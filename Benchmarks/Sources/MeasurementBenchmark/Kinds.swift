import Geometry
import Measurement
import Support

/// All other kinds of measurement at random clicks, as `diorama measure` and the page take them.
extension Clicks {
    func otherTrials(_ random: inout SplitMix64) throws -> [Trial] {
        guard all.count > 3 else { return [] }
        var found: [Trial] = []
        let measurer = Measurer(index)
        func add(_ name: String, _ value: MeasuredValue?, truth: MeasuredValue?) {
            if let value, let truth { found.append(Trial(name: name, isDistance: false, value: value, truth: truth.value)) }
        }
        let exact = Measurer(noise: nil)

        let corners = (0..<3).compactMap { _ in all.randomElement(using: &random) }
        let places = corners.map { MeasuredPoint($0.place) }
        // Corners that nearly coincide or lie in a line are no polygon and no angle that anybody measures.
        let sides = (0..<3).map { (places[$0].position - places[($0 + 1) % 3].position).length }
        let area = try? exact.area(places)
        if let area, sides.allSatisfy({ $0 > 0.3 }), area.value > 0.1 * sides.max()! * sides.max()! {
            add("area of a polygon", try? measurer.area(corners.map(\.point)), truth: area)
            add("perimeter", try? measurer.perimeter(corners.map(\.point)), truth: try? exact.perimeter(places))
            add(
                "angle of three points", try? measurer.angle(corners[0].point, corners[1].point, corners[2].point),
                truth: try? exact.angle(places[0], places[1], places[2]))
        }
        add("path", try? measurer.path(corners.map(\.point)), truth: try? exact.path(places))

        let a = corners[0]
        // A person sees that what lies below is another board or the next step.
        if let floor = try? index.floor(below: a.point.position), let floorOfTruth = try? truth.floor(below: a.place),
            abs(floor.center.y - floorOfTruth.center.y) < 0.03, a.place.y - floorOfTruth.center.y > 0.1
        {
            add(
                "height above the floor", try? measurer.height(a.point, above: floor),
                truth: try? exact.height(MeasuredPoint(a.place), above: floorOfTruth))
        }
        guard let p = flat.randomElement(using: &random), let planes = p.planes else { return found }
        let n = planes.truth.normal
        if let opening = try? truth.clearance(at: p.place + n * 0.05, along: n),
            isWide(p.place + n * 0.05, along: n, width: opening.value)
        {
            let measured = try? index.clearance(at: p.point.position + n * 0.05, along: planes.fitted.normal)
            // Another surface was met: a thing that is not there in the one of the two, or an edge beside the line.
            if let measured, abs(measured.value - opening.value) < 0.15 {
                add("clearance along a normal", measured, truth: opening)
            }
        }
        for _ in 0..<20 {
            guard let other = flat.randomElement(using: &random), let facing = other.planes?.truth else { break }
            guard abs(facing.normal.dot(n)) > 0.9999, abs(planes.truth.distance(to: other.place)) > 0.1,
                let first = try? index.wholePlane(at: p.point.position),
                let second = try? index.wholePlane(at: other.point.position)
            else { continue }
            add(
                "clearance of two planes", try? measurer.clearance(first, second), truth: try? exact.clearance(planes.truth, facing)
            )
            break
        }
        if let other = flat.randomElement(using: &random), let b = other.planes?.truth, abs(b.normal.dot(n)) < 0.95,
            let first = try? index.wholePlane(at: p.point.position), let second = try? index.wholePlane(at: other.point.position)
        {
            add("angle of two planes", measurer.angle(first, second), truth: exact.angle(planes.truth, b))
        }
        if let first = try? index.wholePlane(at: p.point.position), abs(planes.truth.distance(to: a.place)) > 0.1 {
            add(
                "point to plane", try? measurer.distance(a.point, to: first),
                truth: try? exact.distance(MeasuredPoint(a.place), to: planes.truth))
        }
        return found
    }

    /// Whether the free space is as wide 4 cm to all sides.
    private func isWide(_ p: Point, along n: Point, width: Double) -> Bool {
        let u = n.cross(abs(n.y) < 0.9 ? Point(0, 1, 0) : Point(1, 0, 0)).normalized
        let w = u.cross(n)
        return [u, -u, w, -w].allSatisfy { side in
            guard let other = try? truth.clearance(at: p + side * 0.04, along: n) else { return false }
            return abs(other.value - width) < 0.002
        }
    }
}
