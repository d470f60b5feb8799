import Foundation

/// One straight side of a room, along the inner face of a wall, with what is known of it.
struct RoomFace: Sendable {
    /// The room's number in its storey.
    var room: Int
    /// Its front is in the room; `from` and `to` are the room's corners.
    var line: FaceLine
    /// Share of its length where surface was seen, and where a wall was.
    var seen: Double
    var wall: Double

    var start: PlanPoint { line.point + line.direction * line.from }
    var end: PlanPoint { line.point + line.direction * line.to }
}

/// Fits the sides of rooms to the surface in front of which they run, and finds the rooms' corners.
struct RoomFitting {
    let grid: ColumnGrid
    private(set) var lines: [LineArrangement.Line]
    /// The angle of the main directions, where walls have them: straight and at right angles to it.
    let mainAngle: Double

    /// How far a wall of a main direction may be turned from it by the end of its length, in metres: less than can be measured.
    private static let slack = 0.012
    /// Metres.
    private static let rounding = 0.15
    private static let shortestSide = 0.03

    init(_ grid: ColumnGrid, _ lines: [LineArrangement.Line], mainAngle: Double) {
        self.grid = grid
        self.lines = lines
        self.mainAngle = mainAngle
    }

    /// The sides of a room in their order, anticlockwise; nil where they close no polygon.
    mutating func faces(of outline: RoomSearch.Outline, room: Int) -> [RoomFace]? {
        var given = outline.edges
        InferredSides.mergeSteps(&given, lines: &lines)
        // Small steps are kept where they make sense; where they cross each other, they are noise.
        var closed: [RoomFace]?
        for shortest in [0.05, 0.12, 0.25, 0.5] {
            var edges = given
            simplify(&edges)
            removeShort(&edges, shortest)
            guard let faces = faces(edges, room) else { continue }
            // Two fits of one wall leave a step between them that is smaller than the lines' distance was.
            if faces.allSatisfy({ $0.line.length > Self.shortestSide }) { return faces }
            closed = closed ?? faces
        }
        return closed
    }

    /// Removes sides shorter than a length, the shortest first: their neighbours meet instead, or go on as one.
    private func removeShort(_ edges: inout [(line: Int, start: PlanPoint)], _ shortest: Double) {
        func length(_ i: Int) -> Double { (edges[(i + 1) % edges.count].start - edges[i].start).length }
        /// A cut or notch at a corner as small as a hand's breadth is the corner's own rounding.
        func limit(_ i: Int) -> Double {
            let previous = (i + edges.count - 1) % edges.count
            let next = (i + 1) % edges.count
            let turn = lines[edges[previous].line].direction.cross(lines[edges[next].line].direction)
            return max(shortest, abs(turn) > 0.1 || min(length(previous), length(next)) < Self.rounding ? Self.rounding : 0)
        }
        while edges.count > 4, let i = edges.indices.filter({ length($0) < limit($0) }).min(by: { length($0) < length($1) }) {
            let n = edges.count
            let previous = (i + n - 1) % n
            let next = (i + 1) % n
            let p = lines[edges[previous].line]
            let q = lines[edges[next].line]
            let turn = p.direction.cross(q.direction)
            let middle = (edges[i].start + edges[next].start) / 2
            if abs(turn) > 0.1 {
                let meeting = p.point + p.direction * ((q.point - p.point).cross(q.direction) / turn)
                edges[next].start = (meeting - middle).length < 4 * shortest ? meeting : middle
                edges.remove(at: i)
            } else {
                if length(next) > length(previous) { edges[previous].line = edges[next].line }
                for k in [i, next].sorted(by: >) { edges.remove(at: k) }
            }
        }
    }

    private func faces(_ given: [(line: Int, start: PlanPoint)], _ room: Int) -> [RoomFace]? {
        var edges = given
        guard edges.count >= 3 else { return nil }
        func fitted() -> [RoomFace] {
            edges.indices.map { i in fit(edges[i].line, start: edges[i].start, end: edges[(i + 1) % edges.count].start, room: room)
            }
        }
        var faces = fitted()
        while let i = straightCorner(faces, edges.map(\.start)), edges.count > 3 {
            // Of two sides in one line the longer one's line goes on.
            let n = edges.count
            let before = (i + n - 1) % n
            let isLonger = faces[i].line.length > faces[before].line.length
            if isLonger { edges[before].line = edges[i].line }
            edges.remove(at: i)
            faces = fitted()
        }
        let n = faces.count
        var corners: [PlanPoint] = []
        for i in 0..<n {
            let before = faces[(i + n - 1) % n].line
            let own = faces[i].line
            let known = edges[i].start
            let crossing = before.crossing(own)
            corners.append(crossing.flatMap { ($0 - known).length < 0.3 ? $0 : nil } ?? known)
        }
        for i in 0..<n {
            faces[i].line.from = faces[i].line.along(corners[i])
            faces[i].line.to = faces[i].line.along(corners[(i + 1) % n])
        }
        guard PlanPolygon(corners).isSimple, PlanPolygon(corners).signedArea > 0.5 else { return nil }
        return faces
    }

    /// Removes steps that are smaller than what two fits of one wall may differ by.
    private func simplify(_ edges: inout [(line: Int, start: PlanPoint)]) {
        var changed = true
        while changed && edges.count > 4 {
            changed = false
            let n = edges.count
            for i in 0..<n {
                let previous = (i + n - 1) % n
                let next = (i + 1) % n
                let after = (i + 2) % n
                let length = (edges[next].start - edges[i].start).length
                let u = lines[edges[previous].line].direction
                let v = lines[edges[next].line].direction
                guard length < 0.05, abs(u.cross(v)) < 0.09 else { continue }
                // The longer one of the two parallel neighbours goes on.
                let first = (edges[i].start - edges[previous].start).length
                let second = (edges[after].start - edges[next].start).length
                if first < second { edges[previous].line = edges[next].line }
                edges[previous].start = project(edges[previous].start, on: edges[previous].line)
                for k in [i, next].sorted(by: >) { edges.remove(at: k) }
                changed = true
                break
            }
        }
    }

    /// The number of a corner at which the outline goes straight on: two fits of one wall.
    private func straightCorner(_ faces: [RoomFace], _ starts: [PlanPoint]) -> Int? {
        let n = faces.count
        return faces.indices.first { i in
            let before = faces[(i + n - 1) % n].line
            let own = faces[i].line
            let a = starts[(i + n - 1) % n]
            let b = starts[(i + 1) % n]
            return before.direction.dot(own.direction) > 0 && abs(before.direction.cross(own.direction)) < 0.05
                && PlanPolygon.distance(starts[i], a, b) < 0.03 && abs(before.offset(own.point)) < 0.03 + 0.02 * own.length
                && abs(own.offset(before.point)) < 0.03 + 0.02 * before.length
        }
    }

    private func project(_ p: PlanPoint, on line: Int) -> PlanPoint {
        let l = lines[line]
        return l.point + l.direction * l.direction.dot(p - l.point)
    }

    private func fit(_ number: Int, start: PlanPoint, end: PlanPoint, room: Int) -> RoomFace {
        let base = lines[number]
        let length = (end - start).length
        let direction = base.direction.dot(end - start) < 0 ? -base.direction : base.direction
        var line = FaceLine(
            point: (start + end) / 2, direction: direction, from: -length / 2, to: length / 2, tall: 0, residual: 0)
        if base.isInferred { return RoomFace(room: room, line: line, seen: 0, wall: 0) }
        // Corners are rounded by fusion: cells near them say less about the plane.
        let margin = min(0.06, length / 5)
        var cells = near(line).filter { face in
            let t = line.along(face.place)
            return abs(line.offset(face.place)) < 0.05 && t > line.from + margin && t < line.to - margin
                && face.normal.dot(line.front) > 0.87
        }
        // Where the surface has no side of its own, such as in clouds without a viewpoint.
        if cells.isEmpty {
            cells = near(line).filter { face in
                let t = line.along(face.place)
                return abs(line.offset(face.place)) < 0.05 && t > line.from + margin && t < line.to - margin
                    && abs(face.normal.dot(line.front)) > 0.87
            }
        }
        // What stands at a wall as low as furniture says less of it, unless there is little else.
        let seen = coverage(cells, line: line, margin: margin)
        let walls = cells.filter(\.isWall)
        if walls.count >= 3, coverage(walls, line: line, margin: margin) >= 0.5 * seen { cells = walls }
        let wall = coverage(cells.filter { $0.isWall || $0.isParapet }, line: line, margin: margin)
        guard seen * length > 0.1 else { return RoomFace(room: room, line: line, seen: seen, wall: wall) }
        // Turned to the main directions where the surface does not tell otherwise.
        let main = MainDirection.nearest(line.direction, mainAngle)
        let isShort = length < 0.4
        if let fit = FaceFit.line(cells, from: line, reach: 0.04, fixedDirection: isShort) {
            let turn = abs(fit.line.direction.cross(main))
            if turn * length / 2 < Self.slack || isShort && turn < 0.1 {
                var straight = fit.line
                straight.direction = main
                if let again = FaceFit.line(cells, from: straight, reach: 0.035, fixedDirection: true) {
                    line = again.line
                    line.residual = again.residual
                }
            } else {
                line = fit.line
                line.residual = fit.residual
            }
            // One mean place for the whole side, so that offsets are told from its middle.
            line.point += line.direction * line.along((start + end) / 2)
            line.from = -length / 2
            line.to = length / 2
        }
        return RoomFace(room: room, line: line, seen: seen, wall: wall)
    }

    private func near(_ line: FaceLine) -> [FaceCell] {
        grid.faces(near: line.point + line.direction * line.from, line.point + line.direction * line.to, within: 0.06)
    }

    private func coverage(_ cells: [FaceCell], line: FaceLine, margin: Double) -> Double {
        let size = Double(grid.cell)
        let whole = max(size, line.to - line.from - 2 * margin)
        let bins = Set(cells.map { Int((line.along($0.place) / size).rounded(.down)) })
        return min(1, Double(bins.count) * size / whole)
    }
}
