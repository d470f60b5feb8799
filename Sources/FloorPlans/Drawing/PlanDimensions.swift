import Foundation

/// Dimension chains around a storey: on each side one of corners and openings and one of the whole; skew outer walls each by itself.
struct PlanDimensions {
    private(set) var all: [PlanDimension] = []

    private let storey: Storey
    private let footprints: [PlanPolygon]
    private let style: PlanGraphics.Style
    private let textHeight: Double

    init(_ storey: Storey, _ footprints: [PlanPolygon], _ style: PlanGraphics.Style) {
        (self.storey, self.footprints, self.style) = (storey, footprints, style)
        textHeight = style.metres(2)
        guard !storey.walls.isEmpty else { return }
        let axis = Self.mainDirection(storey.walls)
        // Down, up, left, right as seen along the main direction.
        let sides = [-axis.left, axis.left, -axis, axis].map { Side(out: $0) }
        let walls = sides.map(outer)
        let straight = Set(walls.joined())
        for (i, wall) in storey.walls.enumerated() where !straight.contains(i) { skew(i, wall) }
        // Chains stand clear of doors that open outwards, and of what is measured along skew walls.
        var kept: [PlanPoint] = footprints.flatMap(\.corners) + all.flatMap { [$0.parts.ends.0, $0.parts.ends.1] }
        for opening in storey.openings {
            if let wall = storey.walls.first(where: { $0.id == opening.wall }) {
                kept += opening.swept(in: wall).flatMap(\.corners)
            }
        }
        // A chain that repeats that of the other side is left out.
        var earlier: [[Double]] = []
        for (side, walls) in zip(sides, walls) {
            let marks = marks(side, walls)
            guard marks.count > 1 else { continue }
            let repeated = earlier.contains { other in
                other.count == marks.count && zip(other, marks).allSatisfy { abs($0 - $1) < 0.005 }
            }
            if repeated { continue }
            earlier.append(marks)
            let clear = kept.map { $0.dot(side.out) }.max()!
            chains(side, marks, clear: clear)
        }
    }

    /// A side of the building: what is measured along `u`, and lies outwards along `out`.
    private struct Side {
        var out: PlanPoint
        /// Rightwards or upwards on the page.
        var u: PlanPoint

        init(out: PlanPoint) {
            self.out = out
            let turned = out.left
            u = abs(turned.x) >= abs(turned.y) ? (turned.x >= 0 ? turned : -turned) : (turned.y >= 0 ? turned : -turned)
        }
    }

    /// The direction that most of the walls' length follows, up to right angles; within 45° of +x.
    static func mainDirection(_ walls: [Wall]) -> PlanPoint {
        func folded(_ wall: Wall) -> Double {
            let d = wall.direction
            let angle = atan2(d.y, d.x) / (.pi / 2)
            return angle - angle.rounded()
        }
        // Candidates are the longest walls: the others follow one of them, or do not matter.
        let angles = walls.map { (angle: folded($0), length: $0.length) }
        var best = (angle: 0.0, length: -1.0)
        for candidate in angles.sorted(by: { $0.length > $1.length }).prefix(64) {
            let length = angles.reduce(0) { sum, other in
                let difference = other.angle - candidate.angle
                return abs(difference - difference.rounded()) < 0.02 ? sum + other.length : sum
            }
            if length > best.length + 1e-9 { best = (candidate.angle, length) }
        }
        let angle = abs(best.angle) < 1e-9 ? 0 : best.angle * .pi / 2
        return PlanPoint(cos(angle), sin(angle))
    }

    /// Walls along a side that nothing else stands in front of.
    private func outer(_ side: Side) -> [Int] {
        storey.walls.indices.filter { i in
            let wall = storey.walls[i]
            guard abs(wall.direction.dot(side.out)) < 0.02 else { return false }
            return isFree(from: wall.point(wall.length / 2), side.out, except: i)
        }
    }

    /// Whether a ray meets no wall but its own.
    private func isFree(from origin: PlanPoint, _ direction: PlanPoint, except own: Int) -> Bool {
        for (i, footprint) in footprints.enumerated() where i != own {
            for (a, b) in footprint.edges {
                let (c, d) = (direction.cross(a - origin), direction.cross(b - origin))
                guard (c > 0) != (d > 0) else { continue }
                let t = c / (c - d)
                if (a + (b - a) * t - origin).dot(direction) > 1e-6 { return false }
            }
        }
        return true
    }

    /// Places along a side where something begins or ends, sorted: corners of its outer walls, and jambs.
    private func marks(_ side: Side, _ walls: [Int]) -> [Double] {
        var places: [Double] = []
        for i in walls {
            let wall = storey.walls[i]
            let ends = outerFace(i, side.out).map { $0.dot(side.u) }
            places += [ends.min()!, ends.max()!]
            for opening in storey.openings(in: wall.id) {
                places += [opening.offset, opening.offset + opening.width].map { wall.point($0).dot(side.u) }
            }
        }
        let all = footprints.flatMap(\.corners).map { $0.dot(side.u) }
        places += [all.min()!, all.max()!]
        var marks: [Double] = []
        for place in places.sorted() where marks.isEmpty || place - marks[marks.count - 1] > 0.02 { marks.append(place) }
        return marks
    }

    /// Corners of a wall's face that looks outwards.
    private func outerFace(_ wall: Int, _ out: PlanPoint) -> [PlanPoint] {
        let corners = footprints[wall].corners
        let farthest = corners.map { $0.dot(out) }.max()!
        return corners.filter { $0.dot(out) > farthest - 0.02 }
    }

    private mutating func chains(_ side: Side, _ marks: [Double], clear: Double) {
        let edge = footprints.flatMap(\.corners).map { $0.dot(side.out) }.max()!
        let whole = [marks[0], marks[marks.count - 1]]
        let rows = marks.count > 2 ? [marks, whole] : [whole]
        // Ten millimetres from the wall, or behind what is in the way.
        let first = max(edge + style.metres(10), clear + style.metres(5))
        for (row, places) in rows.enumerated() {
            let line = side.out * (first + style.metres(8 * Double(row)))
            var lifted = false
            for (a, b) in zip(places, places.dropFirst()) {
                // Extension lines begin a little outside of the building, whatever the depth of the corner they belong to.
                let base = side.out * (edge + style.metres(1.5))
                var dimension = PlanDimension(
                    start: base + side.u * a, end: base + side.u * b, direction: side.u, line: line, textHeight: textHeight,
                    text: style.units.length(b - a))
                // A text that is wider than its place stands a row higher, but not beside another one that does.
                lifted = Double(dimension.text.count) * 0.62 * textHeight > b - a && !lifted
                dimension.lift = lifted ? 1 : 0
                all.append(dimension)
            }
        }
    }

    /// An outer wall at no right angle to the others is measured along its own outer face.
    private mutating func skew(_ index: Int, _ wall: Wall) {
        for out in [wall.direction.left, -wall.direction.left]
        where isFree(from: wall.point(wall.length / 2), out, except: index)
            && !isFree(from: wall.point(wall.length / 2), -out, except: index)
        {
            let corners = outerFace(index, out)
            let (face, along) = (corners[0].dot(out), corners.map { $0.dot(wall.direction) })
            guard let low = along.min(), let high = along.max(), high - low > 0.05 else { return }
            var u = wall.direction
            var (start, end) = (u * low + out * face, u * high + out * face)
            if abs(u.x) >= abs(u.y) ? u.x < 0 : u.y < 0 { (u, start, end) = (-u, end, start) }
            all.append(
                PlanDimension(
                    start: start + out * style.metres(1.5), end: end + out * style.metres(1.5), direction: u,
                    line: start + out * style.metres(5), textHeight: textHeight, text: style.units.length(high - low)))
            return
        }
    }
}
