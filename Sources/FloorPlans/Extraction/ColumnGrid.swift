import Geometry
import Support

/// A storey as columns on a square grid: which heights hold surface, whether floor and ceiling were seen, and where exactly upright
/// surface stands. Everything after this works on columns, never on triangles.
struct ColumnGrid: Sendable {
    /// What lies level in a column.
    struct Seen {
        static let floor: UInt8 = 1
        static let ceiling: UInt8 = 2
        /// The top of something between floor and ceiling.
        static let shelf: UInt8 = 4
        /// Before a wall that was seen, so that one can look through.
        static let free: UInt8 = 8
        /// Any of these: a room is here.
        static let room: UInt8 = 15
        /// A wall's face stands here: what else is seen in the column belongs to one side of it or the other.
        static let wall: UInt8 = 16
    }

    let level: StoreyLevel
    /// Edge of a cell and of a step of height, metres.
    let cell: Float
    let step: Float
    /// Lower left corner of the grid, and the height where the columns begin.
    let origin: Vector2
    let base: Float
    let width: Int
    let height: Int
    let bins: Int
    /// Words of 64 steps a column.
    let words: Int
    /// Bit k of a column: upright surface, or any surface, `k` steps above `base`.
    var upright: [UInt64]
    var any: [UInt64]
    var seen: [UInt8]
    var faces: [FaceCell] = []
    /// Numbers of the faces in squares of 20 cm.
    private var squares: [SIMD2<Int32>: [Int32]] = [:]

    static let tile = 64
    /// More cells than this are not kept; cells grow instead.
    static let maxCells = 6_000_000

    func column(_ p: PlanPoint) -> Int? {
        let x = Int(((Float(p.x) - origin.x) / cell).rounded(.down)), y = Int(((Float(p.y) - origin.y) / cell).rounded(.down))
        guard x >= 0, y >= 0, x < width, y < height else { return nil }
        return y * width + x
    }

    func middle(_ x: Int, _ y: Int) -> PlanPoint {
        PlanPoint(Double(origin.x + (Float(x) + 0.5) * cell), Double(origin.y + (Float(y) + 0.5) * cell))
    }

    /// Height above the storey's floor of the lower end of a step.
    func heightAboveFloor(_ bin: Int) -> Double { Double(base) + Double(bin) * Double(step) - level.floor }
    func bin(aboveFloor h: Double) -> Int { min(max(Int((h + level.floor - Double(base)) / Double(step)), 0), bins - 1) }

    static func test(_ bits: [UInt64], column: Int, words: Int, bin: Int) -> Bool {
        bits[column * words + bin >> 6] >> UInt64(bin & 63) & 1 == 1
    }
}

/// Upright surface of one direction in one cell: its mean place and normal, area, and spread.
struct FaceCell: Sendable {
    var place: PlanPoint
    /// Unit; points out of the surface where the surface tells.
    var normal: PlanPoint
    /// Square metres.
    var area: Double
    /// Mean squares of the offsets from the mean: xx, xy, yy.
    var spread: SIMD3<Double>
    var column: Int
    /// The column reaches as high as the storey's walls do.
    var isTall = false
    /// It does not, or that was not seen; but it is higher than most furniture, and nothing of a room was seen behind it.
    var isLikely = false

    /// It is low, and nothing was seen behind it: a wall below windows whose glass nothing shows, or where the scan ends.
    var isParapet = false

    /// Stands where a wall does.
    var isWall: Bool { isTall || isLikely }
}

extension ColumnGrid {
    /// Sums of one direction of one cell, about the cell's middle.
    private struct Sums {
        var key: Int32
        var area: Float = 0
        var first: Vector2 = .zero
        var second: SIMD3<Float> = .zero
        var normal: Vector2 = .zero
    }

    /// Sorts a surface's elements into columns: tiles of 64 by 64 cells are filled side by side, each in the order of the elements.
    /// - Parameter turn: the angle of one of the main directions, so that walls along it do not fall between two sectors.
    init(
        _ surface: PlanSurface, _ level: StoreyLevel, low: Vector2, high: Vector2, cell wished: Float, turn: Float,
        progress: ProgressReporter
    ) throws {
        self.level = level
        let area = (high.x - low.x) * (high.y - low.y)
        cell = max(wished, (area / Float(Self.maxCells)).squareRoot())
        let tall = Float(level.ceiling - level.floor) + 0.12
        step = max(cell, tall / 192)
        base = Float(level.floor) - 0.06
        origin = low - cell * 2
        width = Int((high.x - low.x) / cell) + 5
        height = Int((high.y - low.y) / cell) + 5
        bins = max(1, Int((tall / step).rounded(.up)))
        words = (bins + 63) / 64
        upright = Array(repeating: 0, count: width * height * words)
        any = upright
        seen = Array(repeating: 0, count: width * height)
        let columns = (width + Self.tile - 1) / Self.tile
        let rows = (height + Self.tile - 1) / Self.tile
        let lists = try tiles(of: surface, columns: columns, rows: rows, progress: progress.part(0...0.4))
        var tileFaces = [[FaceCell]](repeating: [], count: columns * rows)
        let grid = self
        try upright.withUnsafeMutableBufferPointer { upright in
            try any.withUnsafeMutableBufferPointer { any in
                try seen.withUnsafeMutableBufferPointer { seen in
                    try tileFaces.withUnsafeMutableBufferPointer { faces in
                        nonisolated(unsafe) let out = (upright: upright, any: any, seen: seen, faces: faces)
                        try Parallel.forEach(
                            columns * rows, progress: progress.part(0.4...1), what: "Sorting surfaces into columns"
                        ) { t in
                            out.faces[t] = grid.fill(
                                tile: (t % columns, t / columns), surface: surface,
                                elements: lists.elements[lists.starts[t]..<lists.starts[t + 1]],
                                turn: turn,
                                upright: out.upright, any: out.any, seen: out.seen)
                        }
                    }
                }
            }
        }
        faces = tileFaces.flatMap { $0 }
        for (i, face) in faces.enumerated() { squares[Self.square(face.place), default: []].append(Int32(i)) }
    }

    /// The elements of each tile, one list after the other.
    private func tiles(
        of surface: PlanSurface, columns: Int, rows: Int, progress: ProgressReporter
    ) throws -> (elements: [Int32], starts: [Int]) {
        try progress.report(0, "Sorting surfaces into columns")
        let bottom = base
        let top = base + Float(bins) * step
        let edge = cell * Float(Self.tile)
        func range(_ i: Int) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
            guard let e = surface.element(i), e.high.z >= bottom, e.low.z <= top else { return nil }
            let x0 = ((e.low.x - origin.x) / edge).rounded(.down), x1 = ((e.high.x - origin.x) / edge).rounded(.down)
            let y0 = ((e.low.y - origin.y) / edge).rounded(.down), y1 = ((e.high.y - origin.y) / edge).rounded(.down)
            guard x1 >= 0, y1 >= 0, x0 < Float(columns), y0 < Float(rows) else { return nil }
            return (Int(max(x0, 0))...Int(min(x1, Float(columns - 1))), Int(max(y0, 0))...Int(min(y1, Float(rows - 1))))
        }
        let parts = PlanSurface.parts
        var counts = [[Int32]](repeating: [], count: parts)
        counts.withUnsafeMutableBufferPointer { buffer in
            nonisolated(unsafe) let out = buffer
            Parallel.forEach(parts) { part in
                var own = [Int32](repeating: 0, count: columns * rows)
                for i in surface.count * part / parts..<surface.count * (part + 1) / parts {
                    guard let (xs, ys) = range(i) else { continue }
                    for y in ys { for x in xs { own[y * columns + x] += 1 } }
                }
                out[part] = own
            }
        }
        try progress.report(0.5, "Sorting surfaces into columns")
        var starts = [0]
        var offsets = counts.map { $0.map { _ in 0 } }
        var sum = 0
        for t in 0..<columns * rows {
            for part in 0..<parts {
                offsets[part][t] = sum
                sum += Int(counts[part][t])
            }
            starts.append(sum)
        }
        guard sum <= 4 * surface.count + 20_000_000 else {
            throw FloorPlanError("the mesh has too many triangles as large as the whole building; remesh it first")
        }
        let elements = [Int32](unsafeUninitializedCapacity: sum) { buffer, count in
            nonisolated(unsafe) let out = buffer
            let offsets = offsets
            Parallel.forEach(parts) { part in
                var next = offsets[part]
                for i in surface.count * part / parts..<surface.count * (part + 1) / parts {
                    guard let (xs, ys) = range(i) else { continue }
                    for y in ys {
                        for x in xs {
                            out[next[y * columns + x]] = Int32(i)
                            next[y * columns + x] += 1
                        }
                    }
                }
            }
            count = sum
        }
        return (elements, starts)
    }

    private func fill(
        tile: (x: Int, y: Int), surface: PlanSurface, elements: ArraySlice<Int32>, turn: Float,
        upright: UnsafeMutableBufferPointer<UInt64>, any: UnsafeMutableBufferPointer<UInt64>,
        seen: UnsafeMutableBufferPointer<UInt8>
    ) -> [FaceCell] {
        guard !elements.isEmpty else { return [] }
        let n = Self.tile
        let x0 = tile.x * n
        let y0 = tile.y * n
        let x1 = min(x0 + n, width)
        let y1 = min(y0 + n, height)
        let low = origin + Vector2(Float(x0), Float(y0)) * cell
        let high = origin + Vector2(Float(x1), Float(y1)) * cell
        let floor = Float(level.floor)
        let ceiling = Float(level.ceiling)
        var slots = [Int32](repeating: -1, count: n * n * 8)
        var sums: [Sums] = []
        var waiting: [(PlanVector, PlanVector, PlanVector)] = []
        for i in elements {
            surface.pieces(Int(i), spacing: cell, low: low, high: high, waiting: &waiting) { p, normal, area in
                let gx = ((p.x - origin.x) / cell).rounded(.down)
                let gy = ((p.y - origin.y) / cell).rounded(.down)
                guard gx >= Float(x0), gx < Float(x1), gy >= Float(y0), gy < Float(y1) else { return }
                let column = Int(gy) * width + Int(gx)
                let k = Int(((p.z - base) / step).rounded(.down))
                if k >= 0 && k < bins { any[column * words + k >> 6] |= 1 << UInt64(k & 63) }
                if normal.z.magnitude > 0.8 {
                    let h = p.z - floor
                    if h.magnitude < 0.08 {
                        seen[column] |= Seen.floor
                    } else if level.seesCeiling && (p.z - ceiling).magnitude < 0.1 {
                        seen[column] |= Seen.ceiling
                    } else if h > 0 && p.z < ceiling {
                        seen[column] |= Seen.shelf
                    }
                    return
                }
                guard normal.z.magnitude < 0.4, k >= 0, k < bins else { return }
                upright[column * words + k >> 6] |= 1 << UInt64(k & 63)
                // Skirting boards stand before the wall.
                guard p.z > floor + 0.15 else { return }
                let turns = (Trigonometry.atan2(normal.y, normal.x) - turn) / (.pi / 4)
                let sector = Int(turns.rounded()) & 7
                let local = ((Int(gy) - y0) * n + Int(gx) - x0) * 8 + sector
                if slots[local] < 0 {
                    slots[local] = Int32(sums.count)
                    sums.append(Sums(key: Int32(local)))
                }
                let d = Vector2(p.x - origin.x - (gx + 0.5) * cell, p.y - origin.y - (gy + 0.5) * cell)
                let s = Int(slots[local])
                sums[s].area += area
                sums[s].first += d * area
                sums[s].second += SIMD3(d.x * d.x, d.x * d.y, d.y * d.y) * area
                sums[s].normal += Vector2(normal.x, normal.y) * area
            }
        }
        return sums.compactMap { s in
            let normal = PlanPoint(Double(s.normal.x), Double(s.normal.y))
            guard s.area > 0, normal.length > 0 else { return nil }
            let x = x0 + Int(s.key) / 8 % n
            let y = y0 + Int(s.key) / 8 / n
            let mean = s.first / s.area
            let second = s.second / s.area
            let spread = SIMD3<Double>(
                Double(max(0, second.x - mean.x * mean.x)), Double(second.y - mean.x * mean.y),
                Double(max(0, second.z - mean.y * mean.y)))
            return FaceCell(
                place: middle(x, y) + PlanPoint(Double(mean.x), Double(mean.y)), normal: normal.normalized, area: Double(s.area),
                spread: spread, column: y * width + x)
        }
    }
}

extension ColumnGrid {
    private static let squareEdge = 0.2

    private static func square(_ p: PlanPoint) -> SIMD2<Int32> {
        SIMD2(Int32((p.x / squareEdge).rounded(.down)), Int32((p.y / squareEdge).rounded(.down)))
    }

    /// Numbers of the faces in the squares near a stretch: all within `reach` of it, and some farther away.
    func faceNumbers(near a: PlanPoint, _ b: PlanPoint, within reach: Double) -> [Int] {
        let steps = max(1, Int(((b - a).length / Self.squareEdge).rounded(.up)))
        var keys = Set<SIMD2<Int32>>()
        var found: [Int] = []
        for k in 0...steps {
            let p = a + (b - a) * (Double(k) / Double(steps))
            // Half a step aside as well, so that no square between two places is left out.
            let low = Self.square(p - reach - Self.squareEdge / 2)
            let high = Self.square(p + reach + Self.squareEdge / 2)
            for y in low.y...high.y {
                for x in low.x...high.x where keys.insert(SIMD2(x, y)).inserted {
                    for i in squares[SIMD2(x, y)] ?? [] { found.append(Int(i)) }
                }
            }
        }
        return found
    }

    func faces(near a: PlanPoint, _ b: PlanPoint, within reach: Double) -> [FaceCell] {
        faceNumbers(near: a, b, within: reach).map { faces[$0] }
    }
}
