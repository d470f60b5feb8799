/// A wall's two faces as images: along the wall to the right, upwards the height, and in each place whether there is surface.
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
    /// Something stands before every side of the wall at place `u` and step `k`, from 5 to 70 cm: what is not covered there is
    /// hidden.
    private var hidden: [UInt64] = []
    /// Offsets of the faces that rooms look at, from the axis; positive to the left.
    let sides: [Double]

    /// - Parameters:
    ///   - faced: where along the axis rooms look at the wall; what is outside stands in other walls and counts as covered.
    ///   - depth: how far before or behind a face surface still is the face, metres.
    init(
        _ grid: ColumnGrid, start: PlanPoint, end: PlanPoint, thickness: Double, sides: [Double], faced: ClosedRange<Double>,
        depth: Double
    ) {
        self.grid = grid
        self.start = start
        self.thickness = thickness
        self.sides = sides
        length = (end - start).length
        direction = (end - start) / length
        count = max(1, Int(length / Double(grid.cell)))
        covered = Array(repeating: false, count: count * grid.bins)
        for side in sides { cover(side, depth) }
        hide()
        for u in 0..<count where !faced.contains(along(u)) {
            for k in 0..<grid.bins { covered[u * grid.bins + k] = true }
        }
        close()
    }

    func along(_ u: Int) -> Double { (Double(u) + 0.5) * length / Double(count) }
    func index(_ along: Double) -> Int { min(max(Int(along / length * Double(count)), 0), count - 1) }
    func place(_ u: Int, _ side: Double) -> PlanPoint { start + direction * along(u) + direction.left * side }
    func isCovered(_ u: Int, _ k: Int) -> Bool { covered[u * grid.bins + k] }

    /// Marks the surface of the columns whose upright surface stands in the face's own plane: not what is recessed or before it.
    private mutating func cover(_ side: Double, _ depth: Double) {
        let normal = direction.left
        for face in grid.faces(near: start + normal * side, start + direction * length + normal * side, within: depth) {
            let d = face.place - start
            guard abs(normal.dot(d) - side) <= depth, abs(face.normal.dot(normal)) > 0.8 else { continue }
            let u = Int((direction.dot(d) / length * Double(count)).rounded(.down))
            guard u >= 0, u < count else { continue }
            for w in 0..<grid.words {
                var bits = grid.upright[face.column * grid.words + w]
                while bits != 0 {
                    let k = w * 64 + bits.trailingZeroBitCount
                    if k < grid.bins { covered[u * grid.bins + k] = true }
                    bits &= bits - 1
                }
            }
        }
    }

    /// Where upright surface across the wall stands in its depth within 6 cm of a place along it: the face of a reveal; nil without
    /// one.
    func reveal(near along: Double, height: Double) -> Double? {
        let normal = direction.left
        let place = start + direction * along
        let reach = max(0.25, thickness / 2 + 0.02)
        var sum = 0.0
        var area = 0.0
        for face in grid.faces(near: place - normal * reach, place + normal * reach, within: 0.08) {
            let d = face.place - start
            let side = normal.dot(d)
            guard abs(direction.dot(d) - along) < 0.06, abs(face.normal.dot(direction)) > 0.87 else { continue }
            // Between both faces, or behind the only one.
            let isInside =
                sides.count > 1
                ? abs(side) < thickness / 2 - 0.015
                : (sides.first ?? 1) > 0
                    ? side < thickness / 2 - 0.015 && side > -reach
                    : side > 0.015 - thickness / 2 && side < reach
            guard isInside else { continue }
            sum += direction.dot(d) * face.area
            area += face.area
        }
        return area > 0.2 * height * 0.05 ? sum / area : nil
    }

    func isHidden(_ u: Int, _ k: Int) -> Bool { hidden[u * grid.words + k >> 6] >> UInt64(k & 63) & 1 == 1 }

    private mutating func hide() {
        hidden = Array(repeating: sides.isEmpty ? 0 : .max, count: count * grid.words)
        let steps = Int(0.65 / Double(grid.cell))
        for u in 0..<count {
            for side in sides {
                var bits = [UInt64](repeating: 0, count: grid.words)
                for s in 0...steps {
                    let depth = abs(side) + 0.05 + 0.65 * Double(s) / Double(max(1, steps))
                    guard let column = grid.column(place(u, side < 0 ? -depth : depth)) else { continue }
                    for w in 0..<grid.words { bits[w] |= grid.any[column * grid.words + w] }
                }
                for w in 0..<grid.words { hidden[u * grid.words + w] &= bits[w] }
            }
        }
    }

    /// Closes holes of up to three cells, first upwards, then along: a scan is never without them.
    private mutating func close() {
        for u in 0..<count { fill(u * grid.bins, step: 1, n: grid.bins) }
        for k in 0..<grid.bins { fill(k, step: grid.bins, n: count) }
    }

    private mutating func fill(_ first: Int, step: Int, n: Int) {
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
                    if ColumnGrid.test(grid.any, column: column, words: grid.words, bin: k) { found[k - ks.lowerBound] = true }
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
        var sum = 0
        var all = 0
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
