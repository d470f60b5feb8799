import Foundation

/// Dimension chains around a storey: on each side one of corners and openings and one of the whole; skew outer walls each by
/// itself.
struct PlanDimensions {
    private(set) var all: [PlanDimension] = []

    /// Walls at a lesser angle to the main direction, in radians, are measured along it: that shortens them by a thousandth at
    /// most.
    static let straight = 0.05

    private let storey: Storey
    private let footprints: [PlanPolygon]
    private let style: PlanGraphics.Style
    private let evidence: FaceEvidence
    private let textHeight: Double

    init(_ storey: Storey, footprints: [PlanPolygon], style: PlanGraphics.Style) {
        self.storey = storey
        self.footprints = footprints
        self.style = style
        evidence = FaceEvidence(storey: storey, footprints: footprints)
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
            let chain = chain(side, walls)
            let places = chain.places
            guard places.count > 1 else { continue }
            let repeated = earlier.contains { other in
                other.count == places.count && zip(other, places).allSatisfy { abs($0 - $1) < 0.005 }
            }
            if repeated { continue }
            earlier.append(places)
            let clear = kept.map { $0.dot(side.out) }.max()!
            draw(chain, side, clear: clear)
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
            guard abs(wall.direction.dot(side.out)) < Self.straight else { return false }
            return isFree(from: wall.point(wall.length / 2), side.out, except: i)
        }
    }

    /// Whether a ray meets no wall but its own.
    private func isFree(from origin: PlanPoint, _ direction: PlanPoint, except own: Int) -> Bool {
        for (i, footprint) in footprints.enumerated() where i != own {
            for (a, b) in footprint.edges {
                let c = direction.cross(a - origin)
                let d = direction.cross(b - origin)
                guard (c > 0) != (d > 0) else { continue }
                let t = c / (c - d)
                if (a + (b - a) * t - origin).dot(direction) > 1e-6 { return false }
            }
        }
        return true
    }

    /// Places along a side where something begins or ends: corners of its outer walls, and jambs.
    private func chain(_ side: Side, _ walls: [Int]) -> DimensionChain {
        var marks: [DimensionChain.Mark] = []
        for i in walls {
            let wall = storey.walls[i]
            let face = outerFace(i, side.out).sorted { $0.dot(side.u) < $1.dot(side.u) }
            for corner in [face.first, face.last].compactMap(\.self) where !evidence.continues(wall, at: corner) {
                let isAssumed = evidence.isAssumed(side.u, at: corner, of: i)
                marks.append(.init(place: corner.dot(side.u), rank: .corner, isAssumed: isAssumed))
            }
            for opening in storey.openings(in: wall.id) {
                marks += [opening.offset, opening.offset + opening.width].map {
                    .init(place: wall.point($0).dot(side.u), rank: .jamb, isAssumed: opening.isUnseen)
                }
            }
        }
        let all = footprints.flatMap(\.corners).map { $0.dot(side.u) }
        marks += [all.min()!, all.max()!].map { place in
            .init(place: place, rank: .end, isAssumed: evidence.isAssumed(side.u, from: place))
        }
        let units = style.units
        let height = textHeight
        return DimensionChain(marks) { PlanText.width(units.length($0, isAssumed: $1), height: height) + height * 0.4 }
    }

    /// Corners of a wall's face that looks outwards.
    private func outerFace(_ index: Int, _ out: PlanPoint) -> [PlanPoint] {
        let wall = storey.walls[index]
        let left = wall.direction.left
        let normal = left.dot(out) >= 0 ? left : -left
        return footprints[index].corners.filter { ($0 - wall.start).dot(normal) > wall.thickness / 4 }
    }

    private mutating func draw(_ chain: DimensionChain, _ side: Side, clear: Double) {
        let edge = footprints.flatMap(\.corners).map { $0.dot(side.out) }.max()!
        let places = chain.places
        let last = chain.places.count - 1
        let assumed = (0..<last).map(chain.isAssumed)
        var rows = [(places: places, lifts: chain.lifts, assumed: assumed)]
        if last > 1 {
            let ends = [chain.marks[0], chain.marks[last]]
            rows.append(([places[0], places[last]], [0], [ends.contains(where: \.isAssumed)]))
        }
        // Ten millimetres from the wall, or behind what is in the way.
        let first = max(edge + style.metres(10), clear + style.metres(5))
        for (row, (places, lifts, assumed)) in rows.enumerated() {
            let line = side.out * (first + style.metres(8 * Double(row)))
            for (i, (a, b)) in zip(places, places.dropFirst()).enumerated() {
                // Extension lines begin a little outside of the building, whatever the depth of the corner they belong to.
                let base = side.out * (edge + style.metres(1.5))
                var dimension = PlanDimension(
                    start: base + side.u * a, end: base + side.u * b, direction: side.u, line: line, textHeight: textHeight,
                    text: style.units.length(b - a, isAssumed: assumed[i]))
                dimension.isAssumed = assumed[i]
                dimension.lift = lifts[i]
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
            let face = corners[0].dot(out)
            let along = corners.map { $0.dot(wall.direction) }
            guard let low = along.min(), let high = along.max(), high - low > 0.05 else { return }
            var u = wall.direction
            var start = u * low + out * face
            var end = u * high + out * face
            if abs(u.x) >= abs(u.y) ? u.x < 0 : u.y < 0 { (u, start, end) = (-u, end, start) }
            let isAssumed = corners.contains { evidence.isAssumed(u, at: $0, of: index) }
            var dimension = PlanDimension(
                start: start + out * style.metres(1.5), end: end + out * style.metres(1.5), direction: u,
                line: start + out * style.metres(5), textHeight: textHeight,
                text: style.units.length(high - low, isAssumed: isAssumed))
            dimension.isAssumed = isAssumed
            if isClear(dimension) { all.append(dimension) }
            return
        }
    }

    /// Whether a dimension line meets neither walls nor rooms.
    private func isClear(_ dimension: PlanDimension) -> Bool {
        let (a, b) = dimension.parts.ends
        let text = dimension.parts.text.position
        return (footprints + storey.rooms.map(\.polygon)).allSatisfy { polygon in
            !polygon.contains(text) && !polygon.contains(a) && !polygon.contains(b)
                && polygon.edges.allSatisfy { p, q in
                    ((p - a).cross(b - a) > 0) == ((q - a).cross(b - a) > 0)
                        || ((a - p).cross(q - p) > 0) == ((b - p).cross(q - p) > 0)
                }
        }
    }
}
