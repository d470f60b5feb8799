import Foundation

/// What was observed of a room's floor and ceiling.
struct RoomLevels {
    /// Less of a floor than this share of the room is not enough to say that it was observed.
    static let minFloor = 0.1

    /// Shares of the room's area in which its floor or a ceiling was observed.
    private(set) var floorShare = 0.0
    private(set) var ceilingShare = 0.0
    /// Metres above the floor: the height at which most columns of the room end, or nil where few show a ceiling.
    private(set) var ceiling: Double?

    init(_ grid: ColumnGrid, _ room: PlanPolygon) {
        var counts = [Int](repeating: 0, count: grid.bins)
        var all = 0
        var floor = 0
        var level = 0
        let bounds = room.bounds
        let size = 0.05
        let first = grid.bin(aboveFloor: 1.8)
        for j in 0..<max(1, Int(bounds.size.y / size)) {
            for i in 0..<max(1, Int(bounds.size.x / size)) {
                let p = bounds.min + PlanPoint(Double(i) + 0.5, Double(j) + 0.5) * size
                guard room.contains(p), let column = grid.column(p) else { continue }
                all += 1
                if grid.seen[column] & ColumnGrid.Seen.floor != 0 { floor += 1 }
                if grid.seen[column] & ColumnGrid.Seen.ceiling != 0 { level += 1 }
                if let k = Self.highest(grid, column, from: first) { counts[k] += 1 }
            }
        }
        guard all > 0 else { return }
        floorShare = Double(floor) / Double(all)
        // The storey's own ceiling is known to millimetres.
        if level * 4 > all {
            ceiling = grid.level.ceiling - grid.level.floor
            ceilingShare = Double(level) / Double(all)
        } else if let best = counts.indices.max(by: { counts[$0] < counts[$1] }), counts[best] * 5 > all {
            ceiling = grid.heightAboveFloor(best) + Double(grid.step) / 2
            ceilingShare = Double(counts[best]) / Double(all)
        }
    }

    /// The highest step of a column with surface that is not upright: the upper end of a wall is no ceiling.
    private static func highest(_ grid: ColumnGrid, _ column: Int, from first: Int) -> Int? {
        guard let k = (first..<grid.bins).last(where: { ColumnGrid.test(grid.any, column: column, words: grid.words, bin: $0) })
        else { return nil }
        return ColumnGrid.test(grid.upright, column: column, words: grid.words, bin: k) ? nil : k
    }
}
