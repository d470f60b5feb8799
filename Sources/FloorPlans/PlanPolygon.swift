/// A closed polygon on the plan; the last corner joins the first. Metres; anticlockwise by custom, seen from above.
public struct PlanPolygon: Sendable, Equatable, Codable {
    /// Corners in order, metres of the plan; the last is joined to the first.
    public var corners: [PlanPoint]

    /// A polygon through these corners.
    public init(_ corners: [PlanPoint]) { self.corners = corners }

    /// As a plain list of `[x, y]`.
    public init(from decoder: any Decoder) throws { corners = try decoder.singleValueContainer().decode([PlanPoint].self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(corners)
    }

    /// Each corner with the next one.
    public var edges: [(start: PlanPoint, end: PlanPoint)] {
        corners.indices.map { (corners[$0], corners[$0 + 1 == corners.count ? 0 : $0 + 1]) }
    }

    /// Positive where the corners stand anticlockwise; square metres (the shoelace formula).
    public var signedArea: Double {
        guard let origin = corners.first else { return 0 }
        return edges.reduce(0) { $0 + ($1.start - origin).cross($1.end - origin) } / 2
    }

    /// Square metres.
    public var area: Double { abs(signedArea) }
    /// Metres.
    public var perimeter: Double { edges.reduce(0) { $0 + ($1.end - $1.start).length } }
    /// The smallest rectangle around its corners.
    public var bounds: PlanBounds { PlanBounds(corners) }

    /// The same polygon with its corners anticlockwise.
    public var anticlockwise: PlanPolygon { signedArea < 0 ? PlanPolygon(corners.reversed()) : self }

    /// Whether a point is inside, by the even-odd rule.
    public func contains(_ p: PlanPoint) -> Bool {
        var inside = false
        for (a, b) in edges where (a.y > p.y) != (b.y > p.y) {
            if p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x { inside.toggle() }
        }
        return inside
    }

    /// Distance of a point from the outline.
    public func distance(to p: PlanPoint) -> Double {
        edges.reduce(.infinity) { Swift.min($0, PlanPolygon.distance(p, $1.start, $1.end)) }
    }

    /// Distance of `p` from the line from `a` to `b`.
    static func distance(_ p: PlanPoint, _ a: PlanPoint, _ b: PlanPoint) -> Double {
        let d = b - a
        let square = d.dot(d)
        let t = square > 0 ? Swift.max(0, Swift.min(1, (p - a).dot(d) / square)) : 0
        return (p - (a + d * t)).length
    }

    /// Whether no two of its edges cross or touch but at shared corners.
    public var isSimple: Bool {
        let edges = edges
        guard edges.count >= 3 else { return false }
        for i in edges.indices {
            for j in i + 1..<edges.count {
                let neighbours = j == i + 1 || (i == 0 && j == edges.count - 1)
                if neighbours {
                    // Neighbours share a corner; they must not fold back onto each other.
                    let (a, b) = j == i + 1 ? (edges[i], edges[j]) : (edges[j], edges[i])
                    let u = a.end - a.start
                    let v = b.end - b.start
                    if abs(u.cross(v)) <= 1e-12 * u.length * v.length && u.dot(v) < 0 { return false }
                } else if PlanPolygon.touch(edges[i], edges[j]) {
                    return false
                }
            }
        }
        return true
    }

    private static func touch(_ s: (start: PlanPoint, end: PlanPoint), _ t: (start: PlanPoint, end: PlanPoint)) -> Bool {
        func side(_ a: PlanPoint, _ b: PlanPoint, _ p: PlanPoint) -> Double { (b - a).cross(p - a) }
        func between(_ a: PlanPoint, _ b: PlanPoint, _ p: PlanPoint) -> Bool {
            p.x >= Swift.min(a.x, b.x) && p.x <= Swift.max(a.x, b.x) && p.y >= Swift.min(a.y, b.y) && p.y <= Swift.max(a.y, b.y)
        }
        let a = side(s.start, s.end, t.start)
        let b = side(s.start, s.end, t.end)
        let c = side(t.start, t.end, s.start)
        let d = side(t.start, t.end, s.end)
        if (a > 0) != (b > 0), (c > 0) != (d > 0), a != 0, b != 0, c != 0, d != 0 { return true }
        return (a == 0 && between(s.start, s.end, t.start)) || (b == 0 && between(s.start, s.end, t.end))
            || (c == 0 && between(t.start, t.end, s.start)) || (d == 0 && between(t.start, t.end, s.end))
    }
}
