/// Ends of walls brought together: faces meet in the inner corners of rooms, but axes have to meet in the middle of the walls.
struct WallCorners {
    /// Ends this near to each other become one, in metres.
    static let near = 0.06

    private(set) var walls: [Wall]

    init(_ walls: [Wall]) { self.walls = walls }

    /// What an end goes to.
    private struct Goal {
        var place: PlanPoint
        /// It ends on another wall's axis or corner, rather than freely.
        var isJoint: Bool
    }

    mutating func run() {
        var goals: [Goal] = []
        for i in walls.indices { goals += [goal(i, walls[i].start), goal(i, walls[i].end)] }
        // Ends that go to nearly the same place meet in their middle.
        var cluster = Array(goals.indices)
        for a in goals.indices {
            for b in goals.indices where b > a && a / 2 != b / 2 && cluster[b] == b {
                // Free ends of walls in one line reach a little farther for each other.
                let reach = goals[a].isJoint || goals[b].isJoint ? Self.near : 0.12
                if cluster[a] == a, (goals[a].place - goals[b].place).length < reach { cluster[b] = a }
            }
        }
        for root in goals.indices where cluster[root] == root {
            let members = goals.indices.filter { cluster[$0] == root }
            // Crossings of axes are more exact than free ends.
            let joints = members.filter { goals[$0].isJoint }
            let counted = joints.isEmpty ? members : joints
            let middle = counted.reduce(PlanPoint.zero) { $0 + goals[$1].place } / Double(counted.count)
            for e in members {
                if e % 2 == 0 { walls[e / 2].start = middle } else { walls[e / 2].end = middle }
            }
        }
    }

    /// The nearest crossing of a wall's axis with that of another one that reaches there.
    private func goal(_ i: Int, _ end: PlanPoint) -> Goal {
        let wall = walls[i]
        var best: (place: PlanPoint, distance: Double)?
        for (j, other) in walls.enumerated() where j != i {
            // The lower index first, so that both walls get the very same place.
            let (a, b) = i < j ? (wall, other) : (other, wall)
            let u = a.direction
            let v = b.direction
            let turn = u.cross(v)
            guard abs(turn) > 0.15 else { continue }
            let place = a.start + u * ((b.start - a.start).cross(v) / turn)
            let reach = (wall.thickness + other.thickness) / 2 / Swift.max(0.5, abs(turn)) + 0.1
            let distance = (place - end).length
            let along = (place - other.start).dot(other.direction)
            guard distance <= reach, along >= -reach, along <= other.length + reach else { continue }
            if best == nil || distance < best!.distance { best = (place, distance) }
        }
        // A wall must not shrink to nothing between two others.
        guard let best, best.distance < wall.length * 0.75 else { return Goal(place: end, isJoint: false) }
        return Goal(place: best.place, isJoint: true)
    }
}
