import Foundation

extension RoomSearch {
    /// How deep a wall is at most, and how far beside a passage the wall is looked for, metres.
    private static let deepest = WallNetwork.thickest
    private static let beside = 0.7
    /// How deep a wall is at most that was taken for a part of the room before it, metres.
    private static let deepestHidden = 0.3

    /// Takes the passages between rooms out of them: the floor in a doorway is seen as a room's is, and where no lintel was seen
    /// nothing parts it from the room. A passage lies between the faces of one wall, which goes on beside it and looks away from it
    /// on both sides. So does the inside of a wall whose face in the room is too low to part rooms, such as one that stands behind
    /// furniture.
    func withoutPassages(_ given: [Int]) -> [Int] {
        var edges = [[(line: Int32, other: Int)]](repeating: [], count: given.count)
        for border in borders {
            edges[border.a].append((border.line, border.b))
            edges[border.b].append((border.line, border.a))
        }
        var room = given
        for border in borders where given[border.a] >= 0 && given[border.b] >= 0 && given[border.a] != given[border.b] {
            let a = arrangement.places[Int(border.start)]
            let b = arrangement.places[Int(border.end)]
            for own in [border.a, border.b] {
                for cell in insideOfWall(from: own, line: border.line, a: a, b: b, edges: edges, room: given) { room[cell] = -1 }
            }
        }
        return room
    }

    /// The cells from the face of the other room's wall to that of this room's; none where there are no such faces.
    private func insideOfWall(
        from first: Int, line: Int32, a: PlanPoint, b: PlanPoint, edges: [[(line: Int32, other: Int)]], room: [Int]
    ) -> [Int] {
        let far = arrangement.lines[Int(line)]
        let middle = (a + b) / 2
        let inside = arrangement.polygon(first).bounds.center
        let inward = far.direction.cross(inside - far.point) > 0 ? far.direction.left : -far.direction.left
        let isHidden = support.share(of: Int(line), from: a, to: b, facing: -inward) >= 0.5
        let goesOn = isWall(line, a: a, b: b, facing: -inward)
        guard isHidden || goesOn else { return [] }
        var cells = [first]
        var entered = line
        while let next = edges[cells[cells.count - 1]].first(where: {
            $0.line != entered && abs(arrangement.lines[Int($0.line)].direction.cross(far.direction)) < 0.05
        }) {
            let near = arrangement.lines[Int(next.line)]
            let depth = abs(near.direction.cross(middle - near.point))
            guard room[next.other] == room[first], depth <= Self.deepest else { return [] }
            if depth > WallNetwork.thinnest {
                let isFace = support.share(of: Int(next.line), from: a, to: b, facing: inward) >= 0.5
                if isHidden, isFace, depth <= Self.deepestHidden { return cells }
                if goesOn, isWall(next.line, a: a, b: b, facing: inward) { return cells }
            }
            cells.append(next.other)
            entered = next.line
        }
        return []
    }

    /// Whether a wall that faces some way goes on along a line before or behind a stretch.
    private func isWall(_ line: Int32, a: PlanPoint, b: PlanPoint, facing: PlanPoint) -> Bool {
        let d = (b - a).normalized
        return [(a - d * Self.beside, a), (b, b + d * Self.beside)].contains {
            support.share(of: Int(line), from: $0, to: $1, facing: facing) >= 0.5
        }
    }
}
