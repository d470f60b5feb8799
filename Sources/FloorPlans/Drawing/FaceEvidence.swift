/// Which faces of a storey's walls were observed: dimensions that end on the others are assumed.
struct FaceEvidence {
    let storey: Storey
    let footprints: [PlanPolygon]

    /// Corners nearer than this are one, metres.
    private static let joint = 0.02

    /// Whether the place of a corner along `u` depends on an inferred wall or on an assumed thickness.
    /// - Parameter own: the wall whose face ends there.
    func isAssumed(_ u: PlanPoint, at corner: PlanPoint, of own: Int) -> Bool {
        let across = storey.walls.indices.filter { i in
            i != own && isAcross(u, wall: i) && footprints[i].corners.contains { ($0 - corner).length < Self.joint }
        }
        // A wall that meets no other one ends where its own surface does.
        guard !across.isEmpty else { return storey.walls[own].isUnseen }
        return across.contains { isAssumedFace($0, u: u, place: corner.dot(u)) }
    }

    /// The same of all walls that end at a place along `u`, as the ends of a building do.
    func isAssumed(_ u: PlanPoint, from place: Double) -> Bool {
        storey.walls.indices.contains { i in
            isAcross(u, wall: i) && footprints[i].corners.contains { abs($0.dot(u) - place) < 0.005 }
                && isAssumedFace(i, u: u, place: place)
        }
    }

    /// Whether another wall goes on from this one in the same line and nothing else meets them there: no corner.
    func continues(_ wall: Wall, at corner: PlanPoint) -> Bool {
        let end = (wall.start - corner).length < (wall.end - corner).length ? wall.start : wall.end
        let others = storey.walls.filter { $0.id != wall.id && (($0.start - end).length < 0.001 || ($0.end - end).length < 0.001) }
        return others.count == 1 && abs(others[0].direction.cross(wall.direction)) < 0.01
            && abs(others[0].thickness - wall.thickness) < 0.005
    }

    private func isAcross(_ u: PlanPoint, wall: Int) -> Bool { abs(storey.walls[wall].direction.dot(u)) < 0.95 }

    private func isAssumedFace(_ i: Int, u: PlanPoint, place: Double) -> Bool {
        let wall = storey.walls[i]
        if wall.isUnseen { return true }
        guard wall.assumesThickness else { return false }
        // The face that a room looks at was observed; the other one is as far behind it as was assumed.
        let middle = wall.point(wall.length / 2)
        let normal = wall.direction.left.dot(u) * (place - middle.dot(u)) >= 0 ? wall.direction.left : -wall.direction.left
        let before = middle + normal * (wall.thickness / 2 + 0.03)
        return !storey.rooms.contains { $0.polygon.contains(before) }
    }
}
