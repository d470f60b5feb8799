import Geometry

/// The surface within a sphere, as samples that stand for about equal pieces of it.
struct LocalSurface {
    struct Sample {
        var point: Point
        var normal: Point
        /// m² that it stands for.
        var area: Double
    }

    private(set) var samples: [Sample] = []
    let center: Point
    let radius: Double
    /// m² inside the sphere.
    var area: Double { samples.reduce(0) { $0 + $1.area } }

    /// More triangles than these tell no more of a surface.
    private static let maxTriangles = 500_000
    private static let maxSamples = 6000

    /// - Parameter radius: metres.
    init(_ mesh: TriangleMesh, _ bvh: BVH, around center: Point, radius: Double) {
        self.center = center
        self.radius = radius
        let triangles = bvh.triangles(within: Float(radius), of: center.single, limit: Self.maxTriangles)
        // Of a very dense mesh every n-th triangle stands for n.
        let step = max(1, triangles.count / (Self.maxSamples / 2))
        for k in stride(from: 0, to: triangles.count, by: step) {
            let (a, b, c) = mesh.corners(triangles[k])
            add(Point(a), Point(b), Point(c), weight: Double(step))
        }
    }

    /// Of points with their normals and the areas that they stand for; of very many every n-th stands for n.
    init(around center: Point, radius: Double, count: Int, sample: (Int) -> Sample) {
        self.center = center
        self.radius = radius
        let step = max(1, count / Self.maxSamples)
        for k in stride(from: 0, to: count, by: step) {
            var one = sample(k)
            one.area *= Double(step)
            samples.append(one)
        }
    }

    /// A triangle that is large against the sphere is cut into four until its pieces are not; those outside are left out.
    private mutating func add(_ a: Point, _ b: Point, _ c: Point, weight: Double) {
        var waiting = [(a, b, c)]
        let limit = radius / 4
        while let (a, b, c) = waiting.popLast(), samples.count < Self.maxSamples {
            let middle = (a + b + c) / 3
            let edge = max((b - a).length, max((c - b).length, (a - c).length))
            let distance = (middle - center).length
            if edge <= limit || !edge.isFinite {
                let n = (b - a).cross(c - a)
                if distance <= radius, n.length > 0 {
                    samples.append(Sample(point: middle, normal: n.normalized, area: n.length / 2 * weight))
                }
                continue
            }
            guard distance <= radius + edge else { continue }
            // Longest edge halved: pieces of slender triangles become no more slender.
            let (p, q, r) =
                edge == (b - a).length ? (a, b, c) : (edge == (c - b).length ? (b, c, a) : (c, a, b))
            let half = (p + q) / 2
            waiting.append((half, q, r))
            waiting.append((p, half, r))
        }
    }
}
