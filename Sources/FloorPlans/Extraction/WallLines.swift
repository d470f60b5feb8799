import Foundation

/// The lines that rooms are sought between: those of the walls' faces, each once, and straight where walls are.
enum WallLines {
    /// A short stretch tells its direction badly. Along a main direction that is known from the others; any other one needs this
    /// length, metres, seen over most of it, as flat as walls are: curtains, plants and piled things make short lines at any angle.
    private static let shortestSkew = 0.9
    /// Of a line that is turned from a main direction by less than this, radians, what is needed: two walls side by side, or a sofa
    /// before a wall, look like one that is a little turned.
    private static let nearMain = (turn: 0.14, length: 2.5)
    private static let flatness = 0.012
    /// How far a line of a main direction may be turned from it, radians, and be off by it at its ends, metres: what drift does to
    /// a wall.
    private static let slack = (turn: 0.035, offset: 0.03)

    static func lines(_ walls: [FaceLine], _ parapets: [FaceLine], mainAngle: Double) -> [LineArrangement.Line] {
        var kept: [FaceLine] = []
        let straightWalls = walls.compactMap { straight($0, mainAngle) }.sorted { $0.tall > $1.tall }
        let straightParapets = parapets.filter {
            abs($0.direction.cross(MainDirection.nearest($0.direction, mainAngle))) < slack.turn
        }
        .compactMap { straight($0, mainAngle) }.sorted { $0.tall > $1.tall }
        for line in straightWalls + straightParapets {
            let isKnown = kept.contains { other in
                let a = line.point + line.direction * line.from
                let b = line.point + line.direction * line.to
                return abs(line.direction.cross(other.direction)) < 0.05 && abs(other.offset(a)) < 0.028
                    && abs(other.offset(b)) < 0.028
            }
            if !isKnown { kept.append(line) }
        }
        return kept.map { LineArrangement.Line(point: $0.point, direction: $0.direction) }
    }

    /// Nil where it is no wall's line.
    private static func straight(_ line: FaceLine, _ mainAngle: Double) -> FaceLine? {
        let main = MainDirection.nearest(line.direction, mainAngle)
        let turn = abs(line.direction.cross(main))
        let isShort = line.length < shortestSkew
        if turn * line.length / 2 < slack.offset, turn < (isShort ? 0.12 : slack.turn) {
            var turned = line
            let middle = line.middle
            turned.point = middle
            turned.direction = main
            turned.from = -line.length / 2
            turned.to = line.length / 2
            return turned
        }
        if turn < nearMain.turn, line.length < nearMain.length { return nil }
        return !isShort && line.tall >= 0.75 * line.length && line.residual < flatness ? line : nil
    }
}
