/// The cells into which straight lines cut a rectangle: convex, each corner shared by all cells around it.
struct LineArrangement: Sendable {
    struct Line: Sendable {
        var point: PlanPoint
        /// Unit.
        var direction: PlanPoint
        /// No wall was observed on it.
        var isInferred = false
    }

    /// A convex cell, anticlockwise; edge i runs from corner i to the next one on line `lines[i]`.
    struct Cell: Sendable {
        var corners: [Int32]
        var lines: [Int32]
    }

    /// Two cells on both sides of a common edge.
    struct Border: Sendable {
        var a: Int
        var b: Int
        var start: Int32
        var end: Int32
        var line: Int32
    }

    private(set) var places: [PlanPoint] = []
    private(set) var cells: [Cell] = []
    /// The four sides of the rectangle come first.
    private(set) var lines: [Line]
    private var crossings: [SIMD2<Int32>: Int32] = [:]

    /// - Parameter bounds: of the rectangle, with room around all lines' interesting parts.
    init(_ bounds: PlanBounds, _ lines: [Line]) {
        let corners = [
            bounds.min, PlanPoint(bounds.max.x, bounds.min.y), bounds.max, PlanPoint(bounds.min.x, bounds.max.y),
        ]
        self.lines = (0..<4).map { Line(point: corners[$0], direction: (corners[($0 + 1) % 4] - corners[$0]).normalized) }
        places = corners
        cells = [Cell(corners: [0, 1, 2, 3], lines: [0, 1, 2, 3])]
        for line in lines { cut(line) }
    }

    private mutating func cut(_ line: Line) {
        let number = Int32(lines.count)
        lines.append(line)
        // Corners this close to the line lie on it, so that no slivers arise where three lines nearly meet.
        let slack = 1e-6
        var sides = places.map { p -> Double in
            let d = line.direction.cross(p - line.point)
            return abs(d) < slack ? 0 : d
        }
        for c in cells.indices {
            let cell = cells[c]
            guard cell.corners.contains(where: { sides[Int($0)] > 0 }), cell.corners.contains(where: { sides[Int($0)] < 0 }) else {
                continue
            }
            var left = Cell(corners: [], lines: []), right = left
            let n = cell.corners.count
            for i in 0..<n {
                let a = cell.corners[i]
                let b = cell.corners[(i + 1) % n]
                let sa = sides[Int(a)]
                let sb = sides[Int(b)]
                let edge = cell.lines[i]
                if sa >= 0 { left.corners.append(a) }
                if sa <= 0 { right.corners.append(a) }
                if sa > 0 && sb < 0 {
                    let x = crossing(edge, line: number, a: a, b: b, sa: sa, sb: sb, sides: &sides)
                    left.lines.append(edge)
                    left.corners.append(x)
                    left.lines.append(number)
                    right.corners.append(x)
                    right.lines.append(edge)
                } else if sa < 0 && sb > 0 {
                    let x = crossing(edge, line: number, a: a, b: b, sa: sa, sb: sb, sides: &sides)
                    right.lines.append(edge)
                    right.corners.append(x)
                    right.lines.append(number)
                    left.corners.append(x)
                    left.lines.append(edge)
                } else if sa == 0 {
                    // The cut passes through this corner: one side goes on along the edge, the other along the cut.
                    left.lines.append(sb >= 0 ? edge : number)
                    right.lines.append(sb <= 0 ? edge : number)
                } else if sa > 0 {
                    left.lines.append(edge)
                } else {
                    right.lines.append(edge)
                }
            }
            cells[c] = left
            cells.append(right)
        }
    }

    private mutating func crossing(
        _ edge: Int32, line: Int32, a: Int32, b: Int32, sa: Double, sb: Double, sides: inout [Double]
    ) -> Int32 {
        let key = SIMD2(edge, line)
        if let known = crossings[key] { return known }
        // From the lower to the higher corner, so that both cells beside the edge get the same place.
        let p = places[Int(a)]
        let q = places[Int(b)]
        let id = Int32(places.count)
        places.append(p + (q - p) * (sa / (sa - sb)))
        sides.append(0)
        crossings[key] = id
        return id
    }

    func polygon(_ cell: Int) -> PlanPolygon { PlanPolygon(cells[cell].corners.map { places[Int($0)] }) }

    /// The edges between cells, in the order of the cells.
    func borders() -> [Border] {
        var open: [SIMD2<Int32>: (cell: Int, start: Int32, end: Int32)] = [:]
        var borders: [Border] = []
        for (c, cell) in cells.enumerated() {
            for i in cell.corners.indices {
                let a = cell.corners[i]
                let b = cell.corners[(i + 1) % cell.corners.count]
                let key = SIMD2(min(a, b), max(a, b))
                if let other = open.removeValue(forKey: key) {
                    borders.append(Border(a: other.cell, b: c, start: other.start, end: other.end, line: cell.lines[i]))
                } else {
                    open[key] = (c, a, b)
                }
            }
        }
        return borders
    }
}
