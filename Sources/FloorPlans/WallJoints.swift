import Foundation

/// Footprints of walls that meet: mitred where ends meet, cut at the face where one ends on another.
///
/// Walls whose ends lie at one place are sorted by their direction; between neighbours the sides that face each other are drawn to
/// where they cross. With that the footprints fill the corner without gap or overlap, for any number of walls and any thickness.
struct WallJoints {
    /// Ends nearer than this are one place, in metres.
    static let tolerance = 0.001

    private let walls: [Wall]
    /// Corners at each end as seen from there along the wall: `[2 * wall + (0 start, 1 end)]`.
    private var ends: [(left: PlanPoint, right: PlanPoint, hub: PlanPoint?)] = []

    init(_ walls: [Wall]) {
        self.walls = walls
        for i in walls.indices { ends += [square(i, 0), square(i, 1)] }
        join()
    }

    /// Convex, anticlockwise.
    func footprint(_ i: Int) -> PlanPolygon {
        let start = ends[2 * i]
        let end = ends[2 * i + 1]
        var corners = [start.right, end.left]
        if let hub = end.hub { corners.append(hub) }
        corners += [end.right, start.left]
        if let hub = start.hub { corners.append(hub) }
        return PlanPolygon(corners)
    }

    // MARK: Ends

    private func place(_ wall: Int, _ end: Int) -> PlanPoint { end == 0 ? walls[wall].start : walls[wall].end }
    /// Away from that end.
    private func direction(_ wall: Int, _ end: Int) -> PlanPoint { end == 0 ? walls[wall].direction : -walls[wall].direction }

    private func square(_ wall: Int, _ end: Int) -> (left: PlanPoint, right: PlanPoint, hub: PlanPoint?) {
        let side = direction(wall, end).left * (walls[wall].thickness / 2)
        return (place(wall, end) + side, place(wall, end) - side, nil)
    }

    private mutating func join() {
        // Ends of one place, found through a grid: neighbours of a cell's own kind are looked up in the cells around it.
        let cell = 0.01
        var grid: [SIMD2<Int>: [Int]] = [:]
        var groups: [[Int]] = []
        for e in ends.indices {
            let p = place(e / 2, e % 2)
            let key = SIMD2(Int((p.x / cell).rounded(.down)), Int((p.y / cell).rounded(.down)))
            var found: Int?
            for dx in -1...1 {
                for dy in -1...1 where found == nil {
                    found = grid[key &+ SIMD2(dx, dy)]?.first {
                        (place(groups[$0][0] / 2, groups[$0][0] % 2) - p).length <= Self.tolerance
                    }
                }
            }
            if let found {
                groups[found].append(e)
            } else {
                grid[key, default: []].append(groups.count)
                groups.append([e])
            }
        }
        for group in groups {
            if group.count == 1 { butt(group[0]) } else { mitre(group) }
        }
    }

    /// Ends that meet at one place.
    private mutating func mitre(_ group: [Int]) {
        let sorted = group.map { e -> (end: Int, angle: Double) in
            let d = direction(e / 2, e % 2)
            return (e, atan2(d.y, d.x))
        }.sorted { ($0.angle, $0.end) < ($1.angle, $1.end) }.map(\.end)
        for (k, a) in sorted.enumerated() {
            let b = sorted[(k + 1) % sorted.count]
            if let corner = crossing(leftOf: a, rightOf: b) {
                ends[a].left = corner
                ends[b].right = corner
            }
        }
        if sorted.count > 2 {
            for e in sorted { ends[e].hub = place(e / 2, e % 2) }
        }
    }

    /// Where the left side of one end meets the right side of the next; nil where they are nearly parallel or meet too far away.
    private func crossing(leftOf a: Int, rightOf b: Int) -> PlanPoint? {
        let u = direction(a / 2, a % 2)
        let v = direction(b / 2, b % 2)
        let wa = walls[a / 2]
        let wb = walls[b / 2]
        let turn = u.cross(v)
        let node = place(a / 2, a % 2)
        let p = node + u.left * (wa.thickness / 2)
        let q = place(b / 2, b % 2) - v.left * (wb.thickness / 2)
        // One wall goes on from the other almost straight: a wedge between their square ends would tear the outline.
        guard abs(turn) > 0.02 else { return u.dot(v) < 0 && (p - q).length < 0.01 ? (p + q) / 2 : nil }
        let s = (q - p).cross(v) / turn
        let t = (q - p).cross(u) / turn
        guard s < wa.length, t < wb.length, Swift.max(abs(s), abs(t)) < 4 * Swift.max(wa.thickness, wb.thickness) else {
            return nil
        }
        return p + u * s
    }

    /// A single end that lies on another wall ends at that wall's face.
    private mutating func butt(_ e: Int) {
        let p = place(e / 2, e % 2)
        let d = direction(e / 2, e % 2)
        for (i, host) in walls.enumerated() where i != e / 2 {
            let along = host.direction
            let s = (p - host.start).dot(along)
            let side = along.cross(p - host.start)
            guard s > 0, s < host.length, abs(side) <= host.thickness / 2 + 0.01 else { continue }
            let slope = along.cross(d)
            guard abs(slope) > 0.2 else { continue }
            // The face on the side that the wall comes from.
            let face = slope > 0 ? host.thickness / 2 : -host.thickness / 2
            func onFace(_ q: PlanPoint) -> PlanPoint { q + d * ((face - along.cross(q - host.start)) / slope) }
            ends[e].left = onFace(ends[e].left)
            ends[e].right = onFace(ends[e].right)
            return
        }
    }
}

extension Storey {
    /// What each wall covers of the floor, openings included: convex, anticlockwise, joined to the walls that it meets. As `walls`.
    public var wallFootprints: [PlanPolygon] {
        let joints = WallJoints(walls)
        return walls.indices.map { joints.footprint($0) }
    }
}
