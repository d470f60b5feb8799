import Foundation

/// Finds furniture: what stands in a room between floor and ceiling, away from its walls, as upright boxes.
struct FurnitureSearch {
    let grid: ColumnGrid
    let mainAngle: Double
    /// What is nearer to a wall's face belongs to the wall, metres.
    private static let clearance = 0.06
    /// Smaller and lower things are not drawn.
    private static let smallest = 0.06
    private static let lowest = 0.25

    struct Box {
        var center: PlanPoint
        var width: Double
        var depth: Double
        var angle: Double
        var bottom: Double
        var top: Double
        var category: Furniture.Category
        var confidence: Double
    }

    /// - Parameter doors: places where leaves may stand: the leaf is no furniture.
    func boxes(in room: PlanPolygon, ceiling: Double, leaves: [PlanPolygon]) -> [Box] {
        let bounds = room.bounds
        guard let low = cell(bounds.min), let high = cell(bounds.max) else { return [] }
        let w = high.x - low.x + 1
        let h = high.y - low.y + 1
        guard w > 0, h > 0 else { return [] }
        let first = grid.bin(aboveFloor: 0.12)
        let last = grid.bin(aboveFloor: max(0.3, min(ceiling, 2.6) - 0.25))
        guard first < last else { return [] }
        var full = [Bool](repeating: false, count: w * h)
        for y in 0..<h {
            for x in 0..<w where occupied(low.x + x, y: low.y + y, first: first, last: last) {
                let p = grid.middle(low.x + x, low.y + y)
                guard room.contains(p), room.distance(to: p) > Self.clearance else { continue }
                if leaves.contains(where: { $0.contains(p) }) { continue }
                full[y * w + x] = true
            }
        }
        var boxes: [Box] = []
        for cluster in clusters(full, w: w, h: h) {
            let places = cluster.map { grid.middle(low.x + $0 % w, low.y + $0 / w) }
            let columns = cluster.map { (low.y + $0 / w) * grid.width + low.x + $0 % w }
            if let box = box(places, columns: columns, first: first, last: last) { boxes.append(box) }
        }
        return boxes
    }

    private func cell(_ p: PlanPoint) -> (x: Int, y: Int)? {
        let x = Int(((Float(p.x) - grid.origin.x) / grid.cell).rounded(.down))
        let y = Int(((Float(p.y) - grid.origin.y) / grid.cell).rounded(.down))
        return (min(max(x, 0), grid.width - 1), min(max(y, 0), grid.height - 1))
    }

    private func occupied(_ x: Int, y: Int, first: Int, last: Int) -> Bool {
        let base = (y * grid.width + x) * grid.words
        for w in first >> 6...last >> 6 {
            var bits = grid.any[base + w]
            if w == first >> 6 { bits &= ~0 << UInt64(first & 63) }
            if w == last >> 6, last & 63 < 63 { bits &= (1 << UInt64(last & 63 + 1)) - 1 }
            if bits != 0 { return true }
        }
        return false
    }

    /// Cells that lie within two cells of each other, cluster by cluster.
    private func clusters(_ full: [Bool], w: Int, h: Int) -> [[Int]] {
        var done = [Bool](repeating: false, count: full.count)
        var clusters: [[Int]] = []
        for first in full.indices where full[first] && !done[first] {
            done[first] = true
            var members = [first]
            var head = 0
            while head < members.count {
                let x = members[head] % w
                let y = members[head] / w
                head += 1
                for v in max(0, y - 2)...min(h - 1, y + 2) {
                    for u in max(0, x - 2)...min(w - 1, x + 2) where full[v * w + u] && !done[v * w + u] {
                        done[v * w + u] = true
                        members.append(v * w + u)
                    }
                }
            }
            clusters.append(members)
        }
        return clusters
    }

    private func box(_ places: [PlanPoint], columns: [Int], first: Int, last: Int) -> Box? {
        let size = Double(grid.cell)
        guard Double(places.count) * size * size >= Self.smallest / 2 else { return nil }
        var tops: [Int] = []
        var bottom = last
        for column in columns {
            var top = -1
            for k in first...last where ColumnGrid.test(grid.any, column: column, words: grid.words, bin: k) {
                bottom = min(bottom, k)
                top = k
            }
            tops.append(top)
        }
        tops.sort()
        // The height that a tenth of it reaches: single stems and lamps do not make a table higher.
        let top = grid.heightAboveFloor(tops[tops.count * 9 / 10] + 1)
        let elevation = grid.heightAboveFloor(bottom) < 0.3 ? 0 : grid.heightAboveFloor(bottom)
        guard top - elevation > Self.lowest, elevation < 1.2 else { return nil }
        // Along the main directions where that is hardly larger than the smallest box at any angle.
        var best = frame(places, mainAngle)
        let main = best
        for k in 0..<18 {
            let other = frame(places, mainAngle + Double(k) * .pi / 36)
            if other.size.x * other.size.y < 0.85 * main.size.x * main.size.y,
                other.size.x * other.size.y < best.size.x * best.size.y
            {
                best = other
            }
        }
        let width = best.size.x + size
        let depth = best.size.y + size
        guard width * depth >= Self.smallest, min(width, depth) > 0.12 else { return nil }
        var box = Box(
            center: best.center, width: width, depth: depth, angle: best.angle, bottom: elevation, top: top, category: .other,
            confidence: min(1, Double(places.count) * size * size / (width * depth)))
        if box.width < box.depth {
            (box.width, box.depth) = (box.depth, box.width)
            box.angle += .pi / 2
        }
        box.category = Self.category(box)
        return box
    }

    private func frame(_ places: [PlanPoint], _ angle: Double) -> (center: PlanPoint, size: PlanPoint, angle: Double) {
        let a = PlanPoint(cos(angle), sin(angle))
        var low = PlanPoint(repeating: .infinity)
        var high = PlanPoint(repeating: -.infinity)
        for p in places {
            let q = PlanPoint(a.dot(p), a.cross(p))
            low = pointwiseMin(low, q)
            high = pointwiseMax(high, q)
        }
        let m = (low + high) / 2
        return (a * m.x + a.left * m.y, high - low, angle)
    }

    /// Only where size leaves little doubt.
    private static func category(_ box: Box) -> Furniture.Category {
        let w = box.width
        let d = box.depth
        let h = box.top - box.bottom
        if box.bottom > 0.3 { return .other }
        if w > 1.8, w < 2.4, d > 0.8, d < 2.1, h > 0.3, h < 0.75, d > 1.2 { return .bed }
        if h > 1.6, w > 0.6, d < 0.8 { return .storage }
        if h > 0.65, h < 0.82, w > 0.9, w < 2.6, d > 0.55, d < 1.2 { return .table }
        return .other
    }
}
