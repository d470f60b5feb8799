import Foundation

/// Sides of rooms along which no wall was observed: where the observations of a room end.
///
/// The cells between the lines of walls are as coarse as these lines, so that small differences between two scans decide whether a
/// whole cell belongs to a room. A storey with open rooms is therefore cut once more with lines 10 cm apart, and the small steps of
/// the outline are merged to straight sides that keep the area: it then follows what was observed.
enum InferredSides {
    /// Between the lines, metres; more where there would be too many of them.
    private static let spacing = 0.1
    private static let maxLines = 400
    /// A line of a wall this near takes a line's place, metres.
    private static let clearance = 0.06
    /// Shorter steps between inferred sides are the ragged edge of a scan, metres.
    private static let step = 0.7

    /// Lines along the main directions wherever something was observed.
    static func lines(_ grid: ColumnGrid, besides walls: [LineArrangement.Line], mainAngle: Double) -> [LineArrangement.Line] {
        var corners: [PlanPoint] = []
        for y in 0..<grid.height {
            // The first and the last place of a row are enough for the box around all.
            let row = (0..<grid.width).filter { grid.seen[y * grid.width + $0] & ColumnGrid.Seen.room != 0 }
            if let first = row.first, let last = row.last { corners += [grid.middle(first, y), grid.middle(last, y)] }
        }
        let axis = PlanPoint(cos(mainAngle), sin(mainAngle))
        let box = PlanBounds(corners.map { PlanPoint($0.dot(axis), $0.dot(axis.left)) })
        guard corners.count > 1 else { return [] }
        let spacing = max(spacing, (box.size.x + box.size.y) / Double(maxLines))
        var lines: [LineArrangement.Line] = []
        for (direction, low, high) in [(axis.left, box.min.x, box.max.x), (axis, box.min.y, box.max.y)] {
            let normal = direction == axis ? axis.left : axis
            for k in 0...max(0, Int((high - low) / spacing)) {
                let point = normal * (low + Double(k) * spacing)
                let isTaken = walls.contains {
                    abs($0.direction.cross(direction)) < 0.01 && abs(direction.cross(point - $0.point)) < clearance
                }
                if !isTaken { lines.append(LineArrangement.Line(point: point, direction: direction, isInferred: true)) }
            }
        }
        return lines
    }

    /// Merges inferred sides that are parallel with a small step between them, the smallest steps first; the area stays.
    static func mergeSteps(_ edges: inout [(line: Int, start: PlanPoint)], lines: inout [LineArrangement.Line]) {
        while edges.count > 4 {
            let n = edges.count
            func length(_ i: Int) -> Double { (edges[(i + 1) % n].start - edges[i % n].start).length }
            func isInferred(_ i: Int) -> Bool { lines[edges[i % n].line].isInferred }
            func direction(_ i: Int) -> PlanPoint { (edges[(i + 1) % n].start - edges[i % n].start).normalized }
            let steps = (0..<n).filter { i in
                isInferred(i) && isInferred(i + n - 1) && isInferred(i + 1) && length(i) < step
                    && direction(i + n - 1).dot(direction(i + 1)) > 0.99
            }
            guard let i = steps.min(by: { length($0) < length($1) }) else { return }
            let before = (i + n - 1) % n
            let next = (i + 1) % n
            let after = (i + 2) % n
            let rise = edges[next].start - edges[i].start
            let shift = rise * (length(next) / (length(before) + length(next)))
            // The side before the step moves by `shift`, that behind it comes back to the same line.
            lines.append(
                LineArrangement.Line(point: edges[before].start + shift, direction: direction(before), isInferred: true))
            edges[before] = (lines.count - 1, edges[before].start + shift)
            edges[after].start = edges[after].start - rise + shift
            for k in [i, next].sorted(by: >) { edges.remove(at: k) }
        }
    }
}
