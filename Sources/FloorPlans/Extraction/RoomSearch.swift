import Foundation

/// Finds the rooms of a storey: which cells between the lines of its walls are inside, and which of them belong together.
///
/// All lines of wall faces cut the storey into cells; a minimum cut labels each as inside or not by the floor, ceiling and
/// furniture seen in it, and prefers to change the label where a wall stands (Ochmann et al. 2016, *Automatic reconstruction of
/// parametric building models from indoor point clouds*; Mura et al. 2014, *Automatic room detection and reconstruction in
/// cluttered indoor environments*).
struct RoomSearch {
    let grid: ColumnGrid
    let arrangement: LineArrangement
    /// Square metres with something of a room seen in them, and without, a cell.
    private var evidence: [(seen: Double, blank: Double)] = []
    private(set) var borders: [LineArrangement.Border] = []
    let support: LineSupport
    /// Share of each border with a wall on it.
    private var walled: [Double] = []
    /// The same of walls that reach as high as walls do: lower ones part no rooms.
    private var parted: [Double] = []

    /// What of the labels' cost: a square metre not seen that is called a room, between the lines of walls, and where inferred
    /// lines let an open room end with what was seen of it; a metre of a room's outline without a wall.
    private static let closedRoomBlankCost = 0.6
    private static let openRoomBlankCost = 1.0
    private static let openCost = 0.4
    /// The same along a line that is in no main direction: what was not seen is inferred along the main ones.
    private static let skewCost = 1.6
    /// Whatever the evidence, an outline costs a little.
    private static let outlineCost = 0.01

    private let mainAngle: Double
    /// What a square metre costs that was not seen and is called a room.
    private let blankCost: Double

    init(_ grid: ColumnGrid, _ lines: [LineArrangement.Line], mainAngle: Double) {
        self.grid = grid
        blankCost = lines.contains(where: \.isInferred) ? Self.openRoomBlankCost : Self.closedRoomBlankCost
        self.mainAngle = mainAngle
        let low = PlanPoint(Double(grid.origin.x), Double(grid.origin.y))
        let size = PlanPoint(Double(grid.width), Double(grid.height)) * Double(grid.cell)
        arrangement = LineArrangement(PlanBounds([low, low + size]).grown(by: 0.5), lines)
        support = LineSupport(grid, arrangement.lines)
        evidence = arrangement.cells.indices.map { look(into: arrangement.polygon($0)) }
        let places = arrangement.places
        let support = support
        let borders = arrangement.borders()
        self.borders = borders
        func shares(onlyTall: Bool) -> [Double] {
            borders.map {
                support.share(of: Int($0.line), from: places[Int($0.start)], to: places[Int($0.end)], onlyTall: onlyTall)
            }
        }
        walled = shares(onlyTall: false)
        parted = shares(onlyTall: true)
    }

    private func isMain(_ line: Int) -> Bool {
        let direction = arrangement.lines[line].direction
        return abs(direction.cross(MainDirection.nearest(direction, mainAngle))) < 0.035
    }

    /// The outline of one room along lines of the arrangement, anticlockwise.
    struct Outline {
        /// Number of the line and where the edge begins.
        var edges: [(line: Int, start: PlanPoint)]
        var area: Double
        /// Share of its area in which something was seen.
        var seen: Double
        var walled: Double
        var hasPillar: Bool
        /// Twice the area by the length around: the width of a long strip.
        var width: Double
    }

    func rooms() -> [Outline] {
        var cut = MinimumCut(nodes: arrangement.cells.count)
        let unit = 1e6
        for (c, e) in evidence.enumerated() {
            cut.add(node: c, first: Int64(e.blank * blankCost * unit), second: Int64(e.seen * unit))
        }
        for (i, border) in borders.enumerated() {
            let length = (arrangement.places[Int(border.end)] - arrangement.places[Int(border.start)]).length
            let open = isMain(Int(border.line)) ? Self.openCost : Self.skewCost
            let cost = length * (Self.outlineCost + (1 - walled[i]) * open)
            cut.add(between: border.a, border.b, Int64(cost * unit))
        }
        let inside = cut.solve()
        // Cells of one room: no wall between them.
        var room = [Int](repeating: -1, count: inside.count)
        var neighbours = [[(cell: Int, border: Int)]](repeating: [], count: inside.count)
        for (i, border) in borders.enumerated() where inside[border.a] && inside[border.b] && parted[i] < 0.5 {
            neighbours[border.a].append((border.b, i))
            neighbours[border.b].append((border.a, i))
        }
        var count = 0
        for first in inside.indices where inside[first] && room[first] < 0 {
            room[first] = count
            var waiting = [first]
            while let c = waiting.popLast() {
                for (other, _) in neighbours[c] where room[other] < 0 {
                    room[other] = count
                    waiting.append(other)
                }
            }
            count += 1
        }
        room = withoutPassages(room)
        return (0..<count).compactMap { number in outline(room.indices.filter { room[$0] == number }, room: room, number: number) }
    }

    private func outline(_ cells: [Int], room: [Int], number: Int) -> Outline? {
        var seen = 0.0, blank = 0.0
        for c in cells {
            seen += evidence[c].seen
            blank += evidence[c].blank
        }
        let area = seen + blank
        guard area > 0.6 else { return nil }
        // Edges whose other side is not of this room, each from its start.
        var open = Set<SIMD2<Int32>>()
        for c in cells {
            let cell = arrangement.cells[c]
            for i in cell.corners.indices {
                let a = cell.corners[i]
                let b = cell.corners[(i + 1) % cell.corners.count]
                if open.remove(SIMD2(b, a)) == nil { open.insert(SIMD2(a, b)) }
            }
        }
        var lineOf: [SIMD2<Int32>: Int32] = [:]
        var from: [Int32: [Int32]] = [:]
        for c in cells {
            let cell = arrangement.cells[c]
            for i in cell.corners.indices {
                let key = SIMD2(cell.corners[i], cell.corners[(i + 1) % cell.corners.count])
                guard open.contains(key) else { continue }
                lineOf[key] = cell.lines[i]
                from[key.x, default: []].append(key.y)
            }
        }
        var walls = 0.0, around = 0.0
        for border in borders.indices where (room[borders[border].a] == number) != (room[borders[border].b] == number) {
            let length = (arrangement.places[Int(borders[border].end)] - arrangement.places[Int(borders[border].start)]).length
            walls += length * walled[border]
            around += length
        }
        let loops = chain(&from)
        let polygons = loops.map { PlanPolygon($0.map { arrangement.places[Int($0)] }) }
        guard let outer = polygons.indices.max(by: { polygons[$0].signedArea < polygons[$1].signedArea }) else { return nil }
        let loop = loops[outer]
        var edges: [(line: Int, start: PlanPoint)] = []
        for i in loop.indices {
            let line = Int(lineOf[SIMD2(loop[i], loop[(i + 1) % loop.count])] ?? 0)
            if edges.last?.line != line { edges.append((line, arrangement.places[Int(loop[i])])) }
        }
        if edges.count > 1, edges.first?.line == edges.last?.line {
            edges[0].start = edges[edges.count - 1].start
            edges.removeLast()
        }
        guard edges.count >= 3 else { return nil }
        return Outline(
            edges: edges, area: polygons[outer].area, seen: area > 0 ? seen / area : 0, walled: around > 0 ? walls / around : 0,
            hasPillar: loops.count > 1, width: 2 * polygons[outer].area / polygons[outer].perimeter)
    }

    /// Loops of corners, from the corner that each one is followed by. Where two begin, the sharpest left turn keeps loops apart.
    private func chain(_ from: inout [Int32: [Int32]]) -> [[Int32]] {
        var loops: [[Int32]] = []
        for first in from.keys.sorted() {
            while let second = from[first]?.popLast() {
                var loop = [first]
                var before = first
                var now = second
                while now != first {
                    loop.append(now)
                    guard let choices = from[now], !choices.isEmpty else { break }
                    let u = arrangement.places[Int(now)] - arrangement.places[Int(before)]
                    func turn(_ c: Int32) -> Double {
                        let v = arrangement.places[Int(c)] - arrangement.places[Int(now)]
                        return atan2(u.cross(v), u.dot(v))
                    }
                    let next = choices.max { (turn($0), $0) < (turn($1), $1) }!
                    from[now]?.removeAll { $0 == next }
                    before = now
                    now = next
                }
                loops.append(loop)
            }
        }
        return loops
    }

    /// How much of a convex polygon shows something of a room, on every second column; those with walls in them are taken for what
    /// the others are.
    private func look(into polygon: PlanPolygon) -> (seen: Double, blank: Double) {
        let area = polygon.area
        var seen = 0
        var open = 0
        var all = 0
        let stride = 2
        let size = Double(grid.cell) * Double(stride)
        let origin = PlanPoint(Double(grid.origin.x), Double(grid.origin.y)) + Double(grid.cell) / 2
        let bounds = polygon.bounds
        let firstRow = max(0, Int(((bounds.min.y - origin.y) / size).rounded(.up)))
        let lastRow = min((grid.height - 1) / stride, Int(((bounds.max.y - origin.y) / size).rounded(.down)))
        for row in firstRow..<max(firstRow, lastRow + 1) {
            let y = origin.y + Double(row) * size
            var low = Double.infinity
            var high = -Double.infinity
            for (a, b) in polygon.edges where (a.y > y) != (b.y > y) {
                let x = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)
                low = min(low, x)
                high = max(high, x)
            }
            guard low <= high else { continue }
            let first = max(0, Int(((low - origin.x) / size).rounded(.up)))
            let last = min((grid.width - 1) / stride, Int(((high - origin.x) / size).rounded(.down)))
            for column in first..<max(first, last + 1) {
                all += 1
                let kinds = grid.seen[row * stride * grid.width + column * stride]
                guard kinds & ColumnGrid.Seen.wall == 0 else { continue }
                open += 1
                if kinds & ColumnGrid.Seen.room != 0 { seen += 1 }
            }
        }
        // Places outside the grid are not counted, and show nothing.
        let found = open > 0 ? min(area, Double(seen) / Double(open) * Double(all) * size * size) : 0
        return (found, area - found)
    }
}
