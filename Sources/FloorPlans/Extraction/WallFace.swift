/// A wall's two faces as pictures: along the wall to the right, upwards the height, and in each place whether there is surface.
struct WallFace {
    let grid: ColumnGrid
    let start: PlanPoint
    let direction: PlanPoint
    let length: Double
    let thickness: Double
    /// Places along the wall, one a cell.
    let count: Int
    /// Surface of either face at place `u` and step `k`: `[u * bins + k]`.
    private(set) var covered: [Bool]
    /// Offsets of the faces that rooms look at, from the axis; positive to the left.
    let sides: [Double]

    /// - Parameter faced: where along the axis rooms look at the wall; what is outside stands in other walls and counts as covered.
    init(_ grid: ColumnGrid, start: PlanPoint, end: PlanPoint, thickness: Double, sides: [Double], faced: ClosedRange<Double>) {
        self.grid = grid
        (self.start, self.thickness, self.sides) = (start, thickness, sides)
        length = (end - start).length
        direction = (end - start) / length
        count = max(1, Int(length / Double(grid.cell)))
        covered = Array(repeating: false, count: count * grid.bins)
        for side in sides { cover(side) }
        for u in 0..<count where !faced.contains(along(u)) {
            for k in 0..<grid.bins { covered[u * grid.bins + k] = true }
        }
        close()
    }

    func along(_ u: Int) -> Double { (Double(u) + 0.5) * length / Double(count) }
    func index(_ along: Double) -> Int { min(max(Int(along / length * Double(count)), 0), count - 1) }
    func place(_ u: Int, _ side: Double) -> PlanPoint { start + direction * along(u) + direction.left * side }
    func isCovered(_ u: Int, _ k: Int) -> Bool { covered[u * grid.bins + k] }

    private mutating func cover(_ side: Double) {
        // Not so deep that a thin wall's other face counts.
        let reach = min(0.028, thickness * 0.3)
        for u in 0..<count {
            for step in -2...2 {
                guard let column = grid.column(place(u, side + reach * Double(step) / 2)) else { continue }
                for w in 0..<grid.words {
                    var bits = grid.upright[column * grid.words + w]
                    while bits != 0 {
                        let k = w * 64 + bits.trailingZeroBitCount
                        if k < grid.bins { covered[u * grid.bins + k] = true }
                        bits &= bits - 1
                    }
                }
            }
        }
    }

    /// Closes holes of up to three cells, first upwards, then along: a scan is never without them.
    private mutating func close() {
        for u in 0..<count { fill(u * grid.bins, 1, grid.bins) }
        for k in 0..<grid.bins { fill(k, grid.bins, count) }
    }

    private mutating func fill(_ first: Int, _ step: Int, _ n: Int) {
        var last = -1
        for i in 0..<n where covered[first + i * step] {
            if last >= 0 && i - last > 1 && i - last <= 4 { for j in last + 1..<i { covered[first + j * step] = true } }
            last = i
        }
    }

    /// Share of a rectangle on the wall with anything from `near` to `far` metres beside the axis on a side (1 left, −1 right).
    func occupied(_ us: Range<Int>, _ ks: Range<Int>, side: Double, near: Double, far: Double) -> Double {
        guard !us.isEmpty, !ks.isEmpty else { return 0 }
        var sum = 0
        let steps = max(1, Int((far - near) / Double(grid.cell)))
        for u in us {
            var found = [Bool](repeating: false, count: ks.count)
            for s in 0...steps {
                guard let column = grid.column(place(u, side * (near + (far - near) * Double(s) / Double(steps)))) else { continue }
                for k in ks where !found[k - ks.lowerBound] {
                    if ColumnGrid.test(grid.any, column, grid.words, k) { found[k - ks.lowerBound] = true }
                }
            }
            sum += found.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        return Double(sum) / Double(us.count * ks.count)
    }

    /// Share of places with floor seen between two offsets from the axis.
    func floor(_ us: Range<Int>, from a: Double, to b: Double) -> Double {
        guard !us.isEmpty else { return 0 }
        let steps = max(1, Int((abs(b - a) / Double(grid.cell)).rounded()))
        var (sum, all) = (0, 0)
        for u in us {
            for s in 0...steps {
                guard let column = grid.column(place(u, a + (b - a) * Double(s) / Double(steps))) else { continue }
                all += 1
                if grid.seen[column] & ColumnGrid.Seen.floor != 0 { sum += 1 }
            }
        }
        return all > 0 ? Double(sum) / Double(all) : 0
    }
}
