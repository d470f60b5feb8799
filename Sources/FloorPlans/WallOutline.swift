/// The outline of walls as one: loops around what the pieces between doors and windows cover together.
///
/// Each edge of a convex piece is cut by all other pieces; what lies inside another one, or where two pieces abut, is no outline.
struct WallOutline {
    private static let touch = 1e-5

    private let pieces: [PlanPolygon]

    init(_ pieces: [PlanPolygon]) { self.pieces = pieces }

    /// Closed loops; solid is to the left of each edge.
    func loops() -> [PlanPolygon] {
        let boxes = pieces.map { $0.bounds.grown(by: 2 * Self.touch) }
        var segments: [(PlanPoint, PlanPoint)] = []
        for (i, piece) in pieces.enumerated() {
            let near = pieces.indices.filter { $0 != i && boxes[$0].intersects(boxes[i]) }
            for (a, b) in piece.edges where (b - a).length > Self.touch { segments += visible(a, b: b, piece: i, others: near) }
        }
        return chain(segments)
    }

    /// The parts of an edge that no other piece hides.
    private func visible(_ a: PlanPoint, b: PlanPoint, piece: Int, others: [Int]) -> [(PlanPoint, PlanPoint)] {
        let length = (b - a).length
        let d = (b - a) / length
        var hidden: [(Double, Double)] = []
        for other in others {
            var low = 0.0
            var high = length
            var along: Double?
            for (p, q) in pieces[other].edges {
                let e = q - p
                guard e.length > 1e-9 else { continue }
                let n = e.normalized.left
                // How deep inside this edge's line the segment begins, and how it changes on the way.
                let depth = n.dot(a - p)
                let change = n.dot(d)
                if abs(change) < 1e-9 {
                    if depth < -Self.touch { high = -1 }
                    if abs(depth) <= Self.touch { along = d.dot(e) }
                } else {
                    let t = (-Self.touch - depth) / change
                    if change > 0 { low = Swift.max(low, t) } else { high = Swift.min(high, t) }
                }
            }
            guard high - low > 4 * Self.touch else { continue }
            // Two pieces on the same side of one line: the first draws it.
            if let along, along > 0, piece < other { continue }
            hidden.append((low, high))
        }
        var parts: [(PlanPoint, PlanPoint)] = []
        var reached = 0.0
        for (low, high) in hidden.sorted(by: { $0.0 < $1.0 }) {
            if low - reached > 4 * Self.touch { parts.append((a + d * reached, a + d * low)) }
            reached = Swift.max(reached, high)
        }
        if length - reached > 4 * Self.touch { parts.append((reached == 0 ? a : a + d * reached, b)) }
        return parts
    }

    /// Segments in the order in which they follow each other, without corners on straight lines.
    private func chain(_ segments: [(PlanPoint, PlanPoint)]) -> [PlanPolygon] {
        let cell = 2e-4
        func key(_ p: PlanPoint) -> SIMD2<Int> { SIMD2(Int((p.x / cell).rounded()), Int((p.y / cell).rounded())) }
        var starts: [SIMD2<Int>: [Int]] = [:]
        for (i, segment) in segments.enumerated() { starts[key(segment.0), default: []].append(i) }
        var used = [Bool](repeating: false, count: segments.count)
        var loops: [PlanPolygon] = []
        for first in segments.indices where !used[first] {
            var loop: [(PlanPoint, PlanPoint)] = []
            var current = first
            while true {
                used[current] = true
                let (a, b) = segments[current]
                loop.append((a, b))
                let k = key(b)
                // Rounding may put the two ends into neighbouring cells. Where several begin, the sharpest right turn keeps loops
                // apart.
                var next: (index: Int, turn: Double)?
                for dx in -1...1 {
                    for dy in -1...1 {
                        for i in starts[k &+ SIMD2(dx, dy)] ?? [] where !used[i] {
                            let u = (b - a).normalized
                            let v = (segments[i].1 - segments[i].0).normalized
                            let turn = u.cross(v) >= 0 ? 1 - u.dot(v) : u.dot(v) - 1
                            if next == nil || turn < next!.turn { next = (i, turn) }
                        }
                    }
                }
                guard let next else { break }
                current = next.index
            }
            let corners = loop.indices.map { Self.corner(loop[$0 == 0 ? loop.count - 1 : $0 - 1], loop[$0]) }
            let polygon = PlanPolygon(corners).withoutStraightCorners
            if polygon.corners.count >= 3 { loops.append(polygon) }
        }
        return loops
    }

    /// Where two segments of a loop meet: edges were cut a touch too early, so the crossing of their lines is the exact place.
    private static func corner(_ s: (PlanPoint, PlanPoint), _ t: (PlanPoint, PlanPoint)) -> PlanPoint {
        let u = (s.1 - s.0).normalized
        let v = (t.1 - t.0).normalized
        let turn = u.cross(v)
        guard abs(turn) > 1e-3 else { return t.0 }
        let crossing = t.0 + v * ((s.0 - t.0).cross(u) / v.cross(u))
        return (crossing - t.0).length < 100 * touch ? crossing : t.0
    }
}

extension PlanPolygon {
    /// Without corners that lie on a straight line between their neighbours, or on them.
    var withoutStraightCorners: PlanPolygon {
        var kept: [PlanPoint] = []
        for corner in corners where kept.isEmpty || (corner - kept[kept.count - 1]).length > 1e-4 { kept.append(corner) }
        if kept.count > 1, (kept[0] - kept[kept.count - 1]).length <= 1e-4 { kept.removeLast() }
        let n = kept.count
        guard n > 3 else { return PlanPolygon(kept) }
        return PlanPolygon(
            (0..<n).filter { i in
                let u = kept[i] - kept[(i + n - 1) % n]
                let v = kept[(i + 1) % n] - kept[i]
                return abs(u.cross(v)) > 1e-5 * (u.length + v.length) || u.dot(v) < 0
            }.map { kept[$0] })
    }

    /// The part of a convex polygon where `direction · p` lies between two bounds.
    func clipped(_ direction: PlanPoint, from low: Double, to high: Double) -> PlanPolygon {
        var result = corners
        for (n, limit) in [(direction, low), (-direction, -high)] {
            let polygon = result
            result = []
            for (i, p) in polygon.enumerated() {
                let q = polygon[(i + 1) % polygon.count]
                let a = n.dot(p) - limit
                let b = n.dot(q) - limit
                if a >= 0 { result.append(p) }
                if (a > 0 && b < 0) || (a < 0 && b > 0) { result.append(p + (q - p) * (a / (a - b))) }
            }
        }
        return PlanPolygon(result)
    }
}

extension Storey {
    /// The parts of the wall at `index` that stand between its openings, from its footprint: convex, anticlockwise.
    func pieces(ofWall index: Int, _ footprint: PlanPolygon) -> [PlanPolygon] {
        let wall = walls[index]
        let base = wall.direction.dot(wall.start)
        var pieces: [PlanPolygon] = []
        var reached = -Double.greatestFiniteMagnitude
        for opening in openings(in: wall.id) {
            pieces.append(footprint.clipped(wall.direction, from: reached, to: base + opening.offset))
            reached = base + opening.offset + opening.width
        }
        pieces.append(footprint.clipped(wall.direction, from: reached, to: .greatestFiniteMagnitude))
        return pieces.filter { $0.corners.count >= 3 && $0.area > 1e-7 }
    }
}
