import Geometry

/// Finds the rooms of a scan and how much of their shell was observed.
///
/// Columns of free space that connect with a camera are a room; what is only seen through an opening of less than about a metre is
/// not part of it. Below, above and at the sides of each column the search goes on until it meets observed surface, or not.
struct ShellSearch {
    typealias Column = FreeSpaceGrid.Column

    /// Cells of free height that make a column.
    private static let minRun: Int32 = 5
    /// Free spaces of one column that are both as high belong to two storeys.
    private static let storeyRun = 15
    /// m² of floor that are a room.
    private static let minArea = 2.0
    /// m² of wall that face one way, and in how many of four ways there have to be as much.
    private static let minWall = 1.0
    private static let minSides = 2
    /// Cells; the height of a room whose ceiling was not observed is at least this.
    private static let assumedHeight: Int32 = 24

    /// Cells from the floor to the lowest surface that counts as ceiling.
    private static let lowestCeiling: Int32 = 17

    /// The share of the columns under a ceiling from which on the room has one.
    private static let minCeiling = 0.05

    private let free: FreeSpaceGrid
    private let surface: SurfaceCells
    private let cameras: [SIMD3<Int32>]

    /// - Parameters:
    ///   - free: the free space that the frames saw.
    ///   - surface: what was observed.
    ///   - cameras: where the cameras were, metres.
    init(free: FreeSpaceGrid, surface: SurfaceCells, cameras: [Vector3]) {
        self.free = free
        self.surface = surface
        self.cameras = cameras.filter(FreeSpaceGrid.isValid).map(FreeSpaceGrid.cell)
    }

    func find() -> ShellFinding {
        var sum = ShellSums()
        for room in rooms() { add(room, to: &sum) }
        let cell = Double(FreeSpaceGrid.edge)
        guard Double(sum.columns) * cell * cell >= Self.minArea else {
            return .noRoom("less than \(Int(Self.minArea)) m² of free floor was seen")
        }
        let enough = Int(Self.minWall / (cell * cell))
        guard sum.sides.count(where: { $0 >= enough }) >= Self.minSides else {
            return .noRoom("walls were not observed on two sides")
        }
        return .room(sum.shell(heading: surface.heading))
    }

    // MARK: Rooms

    /// The columns of one room, with their free heights.
    private typealias Room = [Column: ClosedRange<Int32>]

    private func rooms() -> [Room] {
        let columns = free.runs(minLength: Self.minRun).mapValues(Self.storeys)
        var taken: [Column: Set<Int32>] = [:]
        var rooms: [Room] = []
        for camera in cameras {
            guard let (column, run) = Self.run(at: camera, in: columns), taken[column]?.contains(run.lowerBound) != true else {
                continue
            }
            var room: Room = [column: run]
            var queue = [column]
            taken[column, default: []].insert(run.lowerBound)
            while let next = queue.popLast() {
                guard let own = room[next] else { continue }
                for side in Self.sides where room[next &+ side] == nil {
                    let beside = next &+ side
                    guard let run = columns[beside]?.first(where: { Self.overlap($0, own) >= Self.minRun }),
                        taken[beside]?.contains(run.lowerBound) != true
                    else { continue }
                    room[beside] = run
                    taken[beside, default: []].insert(run.lowerBound)
                    queue.append(beside)
                }
            }
            rooms.append(room)
        }
        return rooms
    }

    /// The free height where a camera was, or at most 30 cm beside it: little was seen of where the trajectory begins.
    private static func run(
        at camera: SIMD3<Int32>, in columns: [Column: [ClosedRange<Int32>]]
    ) -> (column: Column, run: ClosedRange<Int32>)? {
        for reach in Int32(0)...3 {
            for x in -reach...reach {
                for z in -reach...reach where max(x.magnitude, z.magnitude) == reach {
                    let column = Column(camera.x + x, camera.z + z)
                    let run = columns[column]?.first { $0.lowerBound - 2 <= camera.y && camera.y <= $0.upperBound + 2 }
                    if let run { return (column, run) }
                }
            }
        }
        return nil
    }

    private static let sides = [Column(1, 0), Column(-1, 0), Column(0, 1), Column(0, -1)]

    private static func overlap(_ a: ClosedRange<Int32>, _ b: ClosedRange<Int32>) -> Int32 {
        min(a.upperBound, b.upperBound) - max(a.lowerBound, b.lowerBound) + 1
    }

    /// Runs above and below furniture joined.
    private static func storeys(_ runs: [ClosedRange<Int32>]) -> [ClosedRange<Int32>] {
        var joined: [ClosedRange<Int32>] = []
        for run in runs {
            if let last = joined.last, min(last.count, run.count) < storeyRun {
                joined[joined.count - 1] = last.lowerBound...run.upperBound
            } else {
                joined.append(run)
            }
        }
        return joined
    }

    // MARK: Shell

    private func add(_ room: Room, to sum: inout ShellSums) {
        let columns = RoomColumns(room.keys, cameras: cameras.map { Column($0.x, $0.z) }).kept
        guard !columns.isEmpty else { return }
        var bottoms: [Column: Int32] = [:]
        var tops: [Column: Int32] = [:]
        for column in columns {
            guard let run = room[column] else { continue }
            bottoms[column] = bottom(column, from: run.lowerBound + 1, to: run.lowerBound - 3)
            tops[column] = top(column, from: run.upperBound - 1, to: run.upperBound + 3)
        }
        let floor = Self.mode(bottoms.values) ?? Self.percentile(columns.compactMap { room[$0]?.lowerBound }, 0.05)
        // Undersides of furniture are no ceiling.
        tops = tops.filter { $0.value >= floor + Self.lowestCeiling }
        let highest = Self.percentile(columns.compactMap { room[$0]?.upperBound }, 0.98)
        let hasCeiling = Double(tops.count) >= Self.minCeiling * Double(columns.count)
        // Less is lamps and shelves.
        if !hasCeiling { tops = [:] }
        let ceiling = (hasCeiling ? Self.mode(tops.values) : nil) ?? max(floor + Self.assumedHeight, highest)
        // Surface that other frames saw farther down or up.
        for column in columns {
            guard let run = room[column] else { continue }
            if bottoms[column] == nil { bottoms[column] = bottom(column, from: run.lowerBound, to: floor - 2) }
            if hasCeiling, tops[column] == nil {
                tops[column] = top(column, from: max(run.upperBound, floor + Self.lowestCeiling), to: ceiling + 2)
            }
        }
        sum.columns += columns.count
        sum.floor += bottoms.count
        sum.ceiling += tops.count
        sum.heights += Double(ceiling - floor) * Double(columns.count)
        let levels = Levels(bottoms: bottoms, tops: tops, floor: floor, ceiling: ceiling)
        for column in columns.sorted(by: { ($0.x, $0.y) < ($1.x, $1.y) }) {
            for side in Self.sides where !columns.contains(column &+ side) && room[column &+ side] == nil {
                addWall(column, side, levels, to: &sum)
            }
        }
    }

    /// The lowest and highest cell of the room at each column.
    private struct Levels {
        let bottoms: [Column: Int32]
        let tops: [Column: Int32]
        let floor: Int32
        let ceiling: Int32

        /// From the floor near a column, which furniture may hide, to the ceiling above it.
        func range(at column: Column) -> ClosedRange<Int32>? {
            var low: Int32?
            var high: Int32?
            for x in Int32(-6)...6 {
                for z in Int32(-6)...6 {
                    let near = column &+ Column(x, z)
                    if let y = bottoms[near] { low = min(low ?? y, y) }
                    if let y = tops[near] { high = max(high ?? y, y) }
                }
            }
            let from = (low ?? floor) + 1
            let to = (high ?? ceiling) - 1
            return from <= to ? from...to : nil
        }
    }

    /// One cell's width of the outline at the side of a column.
    private func addWall(_ column: Column, _ side: Column, _ levels: Levels, to sum: inout ShellSums) {
        guard let range = levels.range(at: column) else { return }
        let closed = range.compactMap { wall(column, side, height: $0) }
        sum.wall += range.count
        sum.closedWall += closed.count
        if closed.count * 10 < range.count { sum.openEdges += 1 }
        // A metre and more: not a step or a chair.
        if closed.count >= 10 { for cell in closed { sum.sides[surface.quadrant(cell)] += 1 } }
    }

    /// The observed upright surface that ends the free space at one height: a little outside of the outline, at it, or of furniture
    /// before it; nil where free space or nothing is met first.
    private func wall(_ column: Column, _ side: Column, height y: Int32) -> SIMD3<Int32>? {
        for step in Int32(-2)...10 {
            let at = column &- side &* Column(repeating: step)
            let cell = SIMD3(at.x, y, at.y)
            if surface.isSide(cell) { return cell }
            if step >= 0, free.isFree(cell) { return nil }
        }
        return nil
    }

    private func bottom(_ column: Column, from start: Int32, to end: Int32) -> Int32? {
        stride(from: start, through: max(end, start - 40), by: -1).first { surface.isUp(SIMD3(column.x, $0, column.y)) }
    }

    private func top(_ column: Column, from start: Int32, to end: Int32) -> Int32? {
        stride(from: start, through: min(end, start + 60), by: 1).first { surface.isDown(SIMD3(column.x, $0, column.y)) }
    }

    /// The most frequent value, the lowest of several.
    private static func mode(_ values: some Sequence<Int32>) -> Int32? {
        var counts: [Int32: Int] = [:]
        for value in values { counts[value, default: 0] += 1 }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    private static func percentile(_ values: [Int32], _ share: Double) -> Int32 {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
    }
}

/// Counts of cells of the shell.
struct ShellSums {
    var columns = 0
    var floor = 0
    var ceiling = 0
    var wall = 0
    var closedWall = 0
    /// Cells of the outline with no wall at any height.
    var openEdges = 0
    /// Heights of the rooms in cells, by their columns.
    var heights = 0.0
    /// Cells of walls of a metre and more by the four ways that they face.
    var sides = [0, 0, 0, 0]

    /// - Parameter heading: radians from the grid's axes to the walls'.
    func shell(heading: Float) -> RoomShell {
        let edge = Double(FreeSpaceGrid.edge)
        let cell = edge * edge
        func share(_ part: Int, of all: Int) -> Double { all > 0 ? Double(part) / Double(all) : 0 }
        // Steps along the grid are longer than a wall that runs askew.
        let (s, c) = Trigonometry.sincos(heading)
        let askew = Double(s.magnitude + c.magnitude)
        let area = Double(columns) * cell
        return RoomShell(
            floor: RoomShell.Part(area: area, observed: share(floor, of: columns)),
            walls: RoomShell.Part(area: Double(wall) * cell / askew, observed: share(closedWall, of: wall)),
            ceiling: RoomShell.Part(area: area, observed: share(ceiling, of: columns)),
            openOutline: Double(openEdges) * edge / askew, height: heights / Double(max(columns, 1)) * edge)
    }
}
