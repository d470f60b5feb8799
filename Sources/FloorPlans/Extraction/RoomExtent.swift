import Foundation

/// Between which values the areas of rooms lie whose outlines were not observed all around.
///
/// The storey is a raster of squares of 5 cm along its main directions. At least, a room has the squares in which something of it
/// was observed, and those that are between such squares or observed walls along both directions, less a strip along its inferred
/// sides. At most, it also reaches straight on across its inferred sides until an observed wall, another room, or the end of all
/// that was observed.
struct RoomExtent {
    private static let size = 0.05
    /// Shorter pieces of an outline without an observed wall are corners and frames, metres.
    private static let shortest = 0.3
    /// From a square inside a room to the wall's face that ends it, metres.
    private static let reach = 0.16
    /// Less than this share of the outline observed, or no two walls that face each other: nothing limits the room.
    private static let minObserved = 0.3
    /// What was observed this near an inferred side may not be in another scan, metres: the edge of a scan is ragged.
    private static let edge = 0.15
    /// A wall of less than this is too little to limit a room, metres.
    private static let minFacing = 0.5

    private let storey: Storey
    private let origin: PlanPoint
    private let u: PlanPoint
    private let width: Int
    private let height: Int
    /// Something of a room was observed in the square; a wall's face stands there; the number of the room that it is in.
    private var seen: [Bool]
    private var wall: [Bool]
    private var room: [Int]
    /// Columns and rows between which anything was observed.
    private var extent = (x: 0...0, y: 0...0)

    /// - Parameter storey: with its walls and rooms.
    init(_ grid: ColumnGrid, _ storey: Storey, mainAngle: Double) {
        self.storey = storey
        let axis = PlanPoint(cos(mainAngle), sin(mainAngle))
        u = axis
        let low = PlanPoint(Double(grid.origin.x), Double(grid.origin.y))
        let high = low + PlanPoint(Double(grid.width), Double(grid.height)) * Double(grid.cell)
        let corners = [low, PlanPoint(high.x, low.y), high, PlanPoint(low.x, high.y)] + storey.rooms.flatMap(\.polygon.corners)
        let turned = PlanBounds(corners.map { PlanPoint($0.dot(axis), $0.dot(axis.left)) }).grown(by: 2 * Self.size)
        origin = axis * turned.min.x + axis.left * turned.min.y
        width = Int(turned.size.x / Self.size) + 1
        height = Int(turned.size.y / Self.size) + 1
        seen = Array(repeating: false, count: width * height)
        wall = seen
        room = Array(repeating: -1, count: width * height)
        observe(grid)
        for (i, one) in storey.rooms.enumerated() { fill(one.polygon, number: i) }
    }

    private func middle(_ x: Int, _ y: Int) -> PlanPoint {
        origin + u * ((Double(x) + 0.5) * Self.size) + u.left * ((Double(y) + 0.5) * Self.size)
    }

    private func square(_ p: PlanPoint) -> (x: Int, y: Int)? {
        let x = Int(((p - origin).dot(u) / Self.size).rounded(.down))
        let y = Int(((p - origin).dot(u.left) / Self.size).rounded(.down))
        return x >= 0 && y >= 0 && x < width && y < height ? (x, y) : nil
    }

    private mutating func observe(_ grid: ColumnGrid) {
        var counts = [Int32](repeating: 0, count: width * height)
        for y in 0..<grid.height {
            for x in 0..<grid.width where grid.seen[y * grid.width + x] & ColumnGrid.Seen.room != 0 {
                if let at = square(grid.middle(x, y)) { counts[at.y * width + at.x] += 1 }
            }
        }
        for face in grid.faces where face.isWall || face.isParapet {
            if let at = square(face.place) { wall[at.y * width + at.x] = true }
        }
        // Single spots are noise: of the square and its neighbours more than a third show something.
        let inSquare = Int32(max(1, (Self.size / Double(grid.cell) * Self.size / Double(grid.cell)).rounded()))
        var xs = (low: width, high: 0), ys = (low: height, high: 0)
        for y in 0..<height {
            for x in 0..<width {
                var around: Int32 = 0
                for v in max(0, y - 1)...min(height - 1, y + 1) {
                    for w in max(0, x - 1)...min(width - 1, x + 1) { around += counts[v * width + w] }
                }
                seen[y * width + x] = around * 3 >= 9 * inSquare
                guard seen[y * width + x] || wall[y * width + x] else { continue }
                xs = (min(xs.low, x), max(xs.high, x))
                ys = (min(ys.low, y), max(ys.high, y))
            }
        }
        if xs.low <= xs.high { extent = (xs.low...xs.high, ys.low...ys.high) }
    }

    private mutating func fill(_ polygon: PlanPolygon, number: Int) {
        let bounds = PlanBounds(polygon.corners.map { PlanPoint(($0 - origin).dot(u), ($0 - origin).dot(u.left)) })
        for y in max(0, Int(bounds.min.y / Self.size))...max(0, min(height - 1, Int(bounds.max.y / Self.size))) {
            for x in max(0, Int(bounds.min.x / Self.size))...max(0, min(width - 1, Int(bounds.max.x / Self.size)))
            where polygon.contains(middle(x, y)) { room[y * width + x] = number }
        }
    }

    // MARK: Ranges

    /// Directions of a raster: right, up, left, down.
    private static let steps = [(x: 1, y: 0), (x: 0, y: 1), (x: -1, y: 0), (x: 0, y: -1)]

    /// Nil where a room's walls were observed all around.
    func range(ofRoom number: Int) -> AreaRange? {
        let polygon = storey.rooms[number].polygon
        let observed = observedLength(polygon)
        guard polygon.perimeter - observed.sum >= Self.shortest else { return nil }
        let share = min(1, max(0, observed.sum / polygon.perimeter))
        let own = room.indices.filter { room[$0] == number }
        guard !own.isEmpty else { return nil }
        // Squares are counted by the area that they share of the polygon.
        let unit = polygon.area / Double(own.count)
        let known = known(own, number: number)
        let lower = max(0, min(polygon.area, Double(known) * unit) - (polygon.perimeter - observed.sum) * Self.edge)
        let isLimited = share >= Self.minObserved && observed.facesEachOther
        return AreaRange(
            lower: lower, upper: isLimited ? polygon.area + Double(beyond(own, number: number)) * unit : nil,
            observedOutline: share)
    }

    /// Whether an observed wall stands within reach of a place inside a room in a direction.
    private func endsAtWall(_ p: PlanPoint, _ direction: PlanPoint) -> Bool {
        let q = p + direction * Self.reach
        return storey.walls.contains { wall in
            guard !wall.isUnseen, abs(wall.direction.dot(direction)) < 0.95 else { return false }
            let a = wall.direction.cross(p - wall.start)
            let b = wall.direction.cross(q - wall.start)
            let half = wall.thickness / 2
            // The way from p to q comes into the wall's thickness, beside its ends at most by a corner.
            guard min(a, b) <= half, max(a, b) >= -half else { return false }
            let along = wall.direction.dot((p + q) / 2 - wall.start)
            return along > -Self.reach && along < wall.length + Self.reach
        }
    }

    /// Metres of an outline along which walls were observed, and whether any two of them face each other.
    private func observedLength(_ polygon: PlanPolygon) -> (sum: Double, facesEachOther: Bool) {
        var sum = 0.0
        var sides: [(direction: PlanPoint, length: Double)] = []
        for (a, b) in polygon.anticlockwise.edges where (b - a).length > 1e-6 {
            let direction = (b - a).normalized
            let count = max(1, Int((b - a).length / Self.size))
            let found = (0..<count).count { k in
                endsAtWall(a + (b - a) * ((Double(k) + 0.5) / Double(count)) + direction.left * 0.02, -direction.left)
            }
            let length = (b - a).length * Double(found) / Double(count)
            sum += length
            sides.append((direction, length))
        }
        // All pieces that look the same way count together.
        let long = sides.filter { side in
            sides.reduce(0) { $1.direction.dot(side.direction) > 0.95 ? $0 + $1.length : $0 } > Self.minFacing
        }
        return (sum, long.contains { side in long.contains { $0.direction.dot(side.direction) < -0.9 } })
    }

    /// Squares of a room that were observed, or are between what was observed along both directions.
    private func known(_ own: [Int], number: Int) -> Int {
        var between = [UInt8](repeating: 0, count: width * height)
        for (axis, stride) in [(0, 1), (1, width)] {
            for i in own {
                let before = axis == 0 ? i % width > 0 ? i - 1 : -1 : i - width
                guard before < 0 || room[before] != number else { continue }
                // A run of the room's squares, from its first one on.
                var run = [i]
                while let last = run.last {
                    let next = last + stride
                    guard next < room.count, room[next] == number, axis == 1 || next % width != 0 else { break }
                    run.append(next)
                }
                let back = endsAtWall(middle(i % width, i / width), Self.steps[axis], isBackwards: true)
                let ahead = endsAtWall(middle(run[run.count - 1] % width, run[run.count - 1] / width), Self.steps[axis])
                let first = back ? 0 : run.firstIndex { seen[$0] } ?? run.count
                let last = ahead ? run.count - 1 : run.lastIndex { seen[$0] } ?? -1
                if first <= last { for k in first...last { between[run[k]] |= axis == 0 ? 1 : 2 } }
            }
        }
        return own.count { seen[$0] || between[$0] == 3 }
    }

    private func endsAtWall(_ p: PlanPoint, _ step: (x: Int, y: Int), isBackwards: Bool = false) -> Bool {
        let direction = u * Double(step.x) + u.left * Double(step.y)
        return endsAtWall(p, isBackwards ? -direction : direction)
    }

    /// Squares beyond the inferred sides of a room that it may reach as well.
    private func beyond(_ own: [Int], number: Int) -> Int {
        var reached = [Bool](repeating: false, count: width * height)
        var count = 0
        for i in own {
            let x = i % width
            let y = i / width
            for step in Self.steps {
                let next = (x: x + step.x, y: y + step.y)
                guard extent.x.contains(next.x), extent.y.contains(next.y), room[next.y * width + next.x] != number,
                    !endsAtWall(middle(x, y), step)
                else { continue }
                var at = next
                while extent.x.contains(at.x), extent.y.contains(at.y) {
                    let square = at.y * width + at.x
                    guard room[square] < 0, !wall[square] else { break }
                    if !reached[square] { count += 1 }
                    reached[square] = true
                    at = (at.x + step.x, at.y + step.y)
                }
            }
        }
        return count
    }
}
