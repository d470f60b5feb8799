import Foundation

/// Where what was seen of rooms ends without a wall: lines of the main directions along the edge of the seen floor and ceiling.
///
/// They let an unfinished room end where the scan ended instead of at the next wall's line.
struct ObservedEdges {
    let grid: ColumnGrid
    let mainAngle: Double
    /// No wall within this of such an edge, metres.
    private static let clearance = 0.25
    /// Metres of an edge that make a line.
    private static let shortest = 0.9

    func lines() -> [LineArrangement.Line] {
        let stride = max(1, Int((0.05 / grid.cell).rounded()))
        let w = grid.width / stride
        let h = grid.height / stride
        guard w > 2, h > 2 else { return [] }
        let size = Double(grid.cell) * Double(stride)
        var seen = [Bool](repeating: false, count: w * h)
        for y in 0..<h {
            for x in 0..<w { seen[y * w + x] = grid.seen[y * stride * grid.width + x * stride] & ColumnGrid.Seen.room != 0 }
        }
        var near = [Bool](repeating: false, count: w * h)
        let reach = Int((Self.clearance / size).rounded(.up))
        var done = Set<Int>()
        for face in grid.faces where face.isWall {
            let x = face.column % grid.width / stride
            let y = face.column / grid.width / stride
            guard done.insert(y * w + x).inserted else { continue }
            for v in max(0, y - reach)...min(h - 1, max(0, y + reach)) {
                for u in max(0, x - reach)...min(w - 1, max(0, x + reach)) { near[v * w + u] = true }
            }
        }
        // A cell counts as seen where most of its surroundings are, so that single holes and spots make no edges.
        let smooth = majority(seen, w: w, h: h, reach: 3)
        var edges: [PlanPoint] = []
        for y in 1..<h - 1 {
            for x in 1..<w - 1 where smooth[y * w + x] && !near[y * w + x] {
                if !smooth[y * w + x - 1] || !smooth[y * w + x + 1] || !smooth[(y - 1) * w + x] || !smooth[(y + 1) * w + x] {
                    edges.append(grid.middle(x * stride, y * stride))
                }
            }
        }
        var lines: [LineArrangement.Line] = []
        let a = PlanPoint(cos(mainAngle), sin(mainAngle))
        for direction in [a, a.left] {
            let normal = direction.left
            var bins: [Int: Int] = [:]
            for p in edges { bins[Int((normal.dot(p) / 0.1).rounded(.down)), default: 0] += 1 }
            var found: [Int] = []
            for (bin, count) in bins.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                guard Double(count) * size >= Self.shortest, found.count < 30 else { break }
                guard found.allSatisfy({ abs($0 - bin) > 3 }) else { continue }
                found.append(bin)
                lines.append(LineArrangement.Line(point: normal * ((Double(bin) + 0.5) * 0.1), direction: direction))
            }
        }
        return lines
    }

    /// Whether more than half of the square around each cell is set, by a summed-area table.
    private func majority(_ cells: [Bool], w: Int, h: Int, reach: Int) -> [Bool] {
        var sums = [Int32](repeating: 0, count: (w + 1) * (h + 1))
        for y in 0..<h {
            for x in 0..<w {
                sums[(y + 1) * (w + 1) + x + 1] =
                    (cells[y * w + x] ? 1 : 0) + sums[y * (w + 1) + x + 1] + sums[(y + 1) * (w + 1) + x] - sums[y * (w + 1) + x]
            }
        }
        return (0..<w * h).map { i in
            let x = i % w
            let y = i / w
            let x0 = max(0, x - reach)
            let x1 = min(w, x + reach + 1)
            let y0 = max(0, y - reach)
            let y1 = min(h, y + reach + 1)
            let sum = sums[y1 * (w + 1) + x1] - sums[y0 * (w + 1) + x1] - sums[y1 * (w + 1) + x0] + sums[y0 * (w + 1) + x0]
            return 2 * Int(sum) > (x1 - x0) * (y1 - y0)
        }
    }
}
