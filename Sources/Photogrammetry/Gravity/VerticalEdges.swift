import Geometry

/// The common direction of vertical lines in many photos.
///
/// A straight edge in a photo and the camera's centre span a plane, which contains the edge's direction in space. The vertical is
/// the direction that lies in the most of these planes (vanishing points of all photos at once, after Barnard 1983 with known
/// rotations).
struct VerticalEdges {
    /// Normals of the planes of edge and camera, of unit length, in the world.
    private let normals: [Vector3]

    private static let maxNormals = 60_000
    /// The sine of the angle that an edge may be off: edges of single pixels are known to about a degree.
    private static let tolerance: Float = 0.02
    /// How far from the coarse direction it is searched, in degrees.
    private static let reach: Float = 28
    /// How much better than the median direction the best one has to be.
    private static let minContrast: Float = 1.25

    init(_ views: [GravityEstimator.View]) {
        let total = views.reduce(0) { $0 + $1.edges.count }
        let step = max(1, (total + Self.maxNormals - 1) / Self.maxNormals)
        var normals: [Vector3] = []
        for view in views {
            let k = view.camera
            for edge in view.edges.enumerated() where edge.offset % step == 0 {
                let e = edge.element
                let p = Vector2(e.x * Float(k.width) - 0.5, e.y * Float(k.height) - 0.5)
                let a = k.unproject(p, depth: 1)
                let b = k.unproject(p + e.direction * 20, depth: 1)
                let n = cross(a, b)
                if n.length > 0 { normals.append(view.pose.rotation.rotate(n.normalized)) }
            }
        }
        self.normals = normals
    }

    /// The direction near `coarse` (unit length), and how much more edges point there than in the median direction; nil where no
    /// direction stands out.
    func direction(near coarse: Vector3) -> (up: Vector3, contrast: Float)? {
        guard normals.count >= 500 else { return nil }
        let sample =
            normals.count > 15_000 ? stride(from: 0, to: normals.count, by: normals.count / 15_000).map { normals[$0] } : normals
        let axis = abs(coarse.x) < 0.9 ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
        let u = cross(coarse, axis).normalized
        let v = cross(coarse, u)
        func direction(_ a: Float, _ b: Float) -> Vector3 {
            let radians = Float.pi / 180
            return (coarse + u * Trigonometry.tan(a * radians) + v * Trigonometry.tan(b * radians)).normalized
        }
        var scores: [Float] = []
        var best: (a: Float, b: Float, score: Float) = (0, 0, -1)
        for a in stride(from: -Self.reach, through: Self.reach, by: 2) {
            for b in stride(from: -Self.reach, through: Self.reach, by: 2) where a * a + b * b <= Self.reach * Self.reach {
                let score = Self.score(direction(a, b), sample)
                scores.append(score)
                if score > best.score { best = (a, b, score) }
            }
        }
        scores.sort()
        let contrast = best.score / max(scores[scores.count / 2], 1e-6)
        guard contrast >= Self.minContrast else { return nil }
        for step: Float in [1, 0.5, 0.25, 0.1] {
            let a = best.a
            let b = best.b
            best.score = -1
            for i in -2...2 {
                for j in -2...2 {
                    let score = Self.score(direction(a + Float(i) * step, b + Float(j) * step), normals)
                    if score > best.score { best = (a + Float(i) * step, b + Float(j) * step, score) }
                }
            }
        }
        // A direction at the border of the search is no maximum.
        guard best.a * best.a + best.b * best.b < (Self.reach - 2) * (Self.reach - 2) else { return nil }
        return (direction(best.a, best.b), contrast)
    }

    private static func score(_ direction: Vector3, _ normals: [Vector3]) -> Float {
        let scale = 1 / (tolerance * tolerance)
        return normals.withUnsafeBufferPointer { normals in
            var sum: Float = 0
            for n in normals {
                let d = dot(n, direction)
                let x = 1 + d * d * scale
                sum += 1 / (x * x)
            }
            return sum
        }
    }
}
