/// Where planes meet, and how well that is known.
enum PlaneIntersection {
    /// Planes at less than about 12° meet nowhere in particular.
    private static let least = 0.2

    /// The corner of three planes; nil where two of them are nearly parallel.
    static func point(_ a: PlanePatch, _ b: PlanePatch, _ c: PlanePatch) -> Point? {
        let determinant = a.normal.dot(b.normal.cross(c.normal))
        guard abs(determinant) > least else { return nil }
        // About the first plane's middle, for the sake of accuracy.
        let origin = a.center
        func offset(_ plane: PlanePatch) -> Double { (plane.center - origin).dot(plane.normal) }
        let sum = b.normal.cross(c.normal) * offset(a) + c.normal.cross(a.normal) * offset(b) + a.normal.cross(b.normal) * offset(c)
        return origin + sum / determinant
    }

    /// The point of the line in which two planes meet that is nearest to `p`; nil where they are nearly parallel.
    static func point(_ a: PlanePatch, _ b: PlanePatch, near p: Point) -> Point? {
        let cosine = a.normal.dot(b.normal)
        let square = 1 - cosine * cosine
        guard square > least * least else { return nil }
        let da = a.distance(to: p)
        let db = b.distance(to: p)
        return p - a.normal * ((da - cosine * db) / square) - b.normal * ((db - cosine * da) / square)
    }

    /// The covariance of where two or three planes with these normals meet, of which each has its own variance along its normal.
    /// Along the line of two planes there is none: that is for the one who clicked.
    static func covariance(_ normals: [Point], variances: [Double]) -> Covariance? {
        guard variances.allSatisfy(\.isFinite) else { return nil }
        // Columns of the pseudo-inverse: how the point moves as one plane moves along its normal.
        var moves: [Point] = []
        if normals.count == 2 {
            let cosine = normals[0].dot(normals[1])
            let square = 1 - cosine * cosine
            guard square > 0 else { return nil }
            moves = [(normals[0] - normals[1] * cosine) / square, (normals[1] - normals[0] * cosine) / square]
        } else {
            let determinant = normals[0].dot(normals[1].cross(normals[2]))
            guard determinant != 0 else { return nil }
            moves = [
                normals[1].cross(normals[2]) / determinant, normals[2].cross(normals[0]) / determinant,
                normals[0].cross(normals[1]) / determinant,
            ]
        }
        return zip(moves, variances).reduce(.zero) { sum, part in
            let (move, variance) = part
            return sum + Covariance(squares: move * move * variance, products: move * Point(move.y, move.z, move.x) * variance)
        }
    }
}
