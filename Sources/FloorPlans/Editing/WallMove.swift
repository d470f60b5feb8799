/// Moves one wall of a storey parallel to itself, and with it what meets it: ends of other walls, outlines of rooms and slabs.
struct WallMove {
    private var storey: Storey
    private let index: Int
    private let wall: Wall
    private let distance: Double
    /// Metres that the wall moves on the plan.
    private let shift: PlanPoint

    /// Ends nearer than this are one, in metres.
    private static let joint = 0.02
    /// Sine of the angle below which lines count as parallel: 3°.
    private static let parallel = 0.052
    /// No wall gets shorter than this, in metres.
    private static let shortest = 0.05
    /// Farther than this at once is a slip of the keyboard, in metres.
    private static let farthest = 20.0

    init(_ storey: Storey, wall index: Int, _ distance: Double) {
        self.storey = storey
        self.index = index
        self.distance = distance
        wall = storey.walls[index]
        shift = wall.direction.left * distance
    }

    mutating func run() throws(FloorPlanError) -> Storey {
        guard distance.isFinite, abs(distance) <= Self.farthest else {
            throw FloorPlanError("a wall can be moved by at most \(Int(Self.farthest)) m at once")
        }
        var moved = wall
        moved.start = try newEnd(wall.start)
        moved.end = try newEnd(wall.end)
        try check(moved, was: wall)
        let others = storey.walls
        storey.walls[index] = moved
        for (i, other) in others.enumerated() where i != index { try carry(i, other) }
        for opening in storey.openings where opening.wall == wall.id {
            guard let place = storey.openings.firstIndex(where: { $0.id == opening.id }) else { continue }
            storey.openings[place].offset -= (moved.start - wall.start).dot(wall.direction)
        }
        for i in storey.rooms.indices {
            let before = storey.rooms[i].area
            storey.rooms[i].polygon = try shifted(storey.rooms[i].polygon, storey.rooms[i].name)
            let area = storey.rooms[i].area
            if area != before { storey.rooms[i].areaRange = storey.rooms[i].areaRange?.shifted(by: area - before, area: area) }
        }
        for i in storey.slabs.indices { storey.slabs[i].polygon = try shifted(storey.slabs[i].polygon, "a slab") }
        return storey
    }

    // MARK: Walls

    /// Where an end of the wall comes to lie: on the axis of a wall that it meets, else straight across.
    private func newEnd(_ end: PlanPoint) throws(FloorPlanError) -> PlanPoint {
        for (i, other) in storey.walls.enumerated() where i != index {
            let meets = (other.start - end).length < Self.joint || (other.end - end).length < Self.joint
            let endsOn = !meets && PlanPolygon.distance(end, other.start, other.end) < Self.joint
            guard meets || endsOn, let place = Self.crossing(end + shift, wall.direction, other.start, other.direction) else {
                continue
            }
            if endsOn, PlanPolygon.distance(place, other.start, other.end) > Self.joint {
                throw FloorPlanError("wall \(wall.id) would leave wall \(other.id), which it ends on")
            }
            return place
        }
        return end + shift
    }

    /// Takes the ends of another wall along that lie on this one.
    private mutating func carry(_ i: Int, _ other: Wall) throws(FloorPlanError) {
        var changed = other
        func follows(_ p: PlanPoint) -> Bool { PlanPolygon.distance(p, wall.start, wall.end) < Self.joint }
        func place(_ p: PlanPoint) -> PlanPoint? {
            follows(p) ? Self.crossing(wall.start + shift, wall.direction, other.start, other.direction) : nil
        }
        let isInLine = abs(other.direction.cross(wall.direction)) < Self.parallel
        if isInLine {
            // A wall that goes on straight stays where it is; a short piece closes the step.
            for (end, new) in [(wall.start, storey.walls[index].start), (wall.end, storey.walls[index].end)]
            where (other.start - end).length < Self.joint || (other.end - end).length < Self.joint {
                try close(end, new)
            }
            return
        }
        if let start = place(other.start) { changed.start = start }
        if let end = place(other.end) { changed.end = end }
        guard changed != other else { return }
        try check(changed, was: other)
        storey.walls[i] = changed
        let before = (changed.start - other.start).dot(other.direction)
        for k in storey.openings.indices where storey.openings[k].wall == other.id {
            storey.openings[k].offset -= before
            let opening = storey.openings[k]
            guard opening.offset > -1e-6, opening.offset + opening.width < changed.length + 1e-6 else {
                throw FloorPlanError("opening \(opening.id) would no longer fit into wall \(other.id)")
            }
        }
    }

    /// Adds the piece between where the wall ended and where it ends now.
    private mutating func close(_ old: PlanPoint, _ new: PlanPoint) throws(FloorPlanError) {
        guard (new - old).length > Self.shortest else {
            throw FloorPlanError("wall \(wall.id) continues straight in another wall; move it by more than \(Self.shortest) m")
        }
        let taken = Set(storey.walls.map(\.id))
        let name = wall.id.rawValue.prefix(60)
        guard let id = (1...99).map({ PlanID("\(name)-s\($0)") }).first(where: { !taken.contains($0) }) else {
            throw FloorPlanError("wall \(wall.id) was moved too often")
        }
        var piece = wall
        piece.id = id
        piece.start = old
        piece.end = new
        piece.confidence = nil
        piece.isUnseen = true
        storey.walls.append(piece)
    }

    private func check(_ new: Wall, was old: Wall) throws(FloorPlanError) {
        guard (new.end - new.start).dot(old.direction) >= Self.shortest else {
            throw FloorPlanError("wall \(old.id) would be moved through another wall")
        }
    }

    // MARK: Outlines

    /// The outline with those edges moved that lie on a face of the wall.
    private func shifted(_ polygon: PlanPolygon, _ name: String) throws(FloorPlanError) -> PlanPolygon {
        let edges = polygon.edges
        let onWall = edges.map(isOnWall)
        guard onWall.contains(true) else { return polygon }
        var corners: [PlanPoint] = []
        for (i, edge) in edges.enumerated() {
            let before = i == 0 ? edges.count - 1 : i - 1
            switch (onWall[before], onWall[i]) {
            case (false, false): corners.append(edge.start)
            case (true, true): corners.append(edge.start + shift)
            case (let isBeforeMoved, _):
                let fixed = isBeforeMoved ? edge : edges[before]
                if let place = Self.crossing(edge.start + shift, wall.direction, fixed.start, (fixed.end - fixed.start).normalized)
                {
                    corners.append(place)
                } else {
                    // The outline goes on straight: a step.
                    corners += isBeforeMoved ? [edge.start + shift, edge.start] : [edge.start, edge.start + shift]
                }
            }
        }
        let result = PlanPolygon(corners)
        let turned = (result.signedArea > 0) != (polygon.signedArea > 0)
        guard !turned, result.area > 0.05, result.isSimple else {
            throw FloorPlanError("wall \(wall.id) would be moved through \(name.isEmpty ? "a room" : name)")
        }
        return result
    }

    private func isOnWall(_ edge: (start: PlanPoint, end: PlanPoint)) -> Bool {
        let along = edge.end - edge.start
        guard along.length > 0, abs(along.normalized.cross(wall.direction)) < Self.parallel else { return false }
        let middle = (edge.start + edge.end) / 2 - wall.start
        let offset = middle.dot(wall.direction)
        return abs(abs(middle.cross(wall.direction)) - wall.thickness / 2) < 0.06 && offset > -wall.thickness
            && offset < wall.length + wall.thickness
    }

    /// Where two lines cross; nil where they are as good as parallel. Directions have unit length.
    private static func crossing(_ p: PlanPoint, _ u: PlanPoint, _ q: PlanPoint, _ v: PlanPoint) -> PlanPoint? {
        let sine = u.cross(v)
        guard abs(sine) >= parallel else { return nil }
        return p + u * ((q - p).cross(v) / sine)
    }
}
