import Geometry

/// A plane: the points x with n·x = offset.
public struct FittedPlane: Sendable, Equatable {
    /// Unit vector.
    public var normal: Vector3
    /// Metres from the origin along the normal.
    public var offset: Float
    /// Surface in m² that the plane was fitted to.
    public var area: Float
    /// Root mean square distance in metres of that surface from the plane.
    public var deviation: Float

    /// Signed distance in metres of a point, positive on the side that the normal points to.
    @inlinable
    public func distance(_ p: Vector3) -> Float { dot(normal, p) - offset }
}

/// Weighted sums of points, from which the plane of least squares is had at any time.
package struct PlaneFit {
    /// Sums are taken about this point, for the sake of accuracy.
    private let origin: Vector3
    private var weight = 0.0
    private var sum = SIMD3<Double>(repeating: 0)
    /// Sums of xx, yy, zz and of xy, yz, zx.
    private var squares = SIMD3<Double>(repeating: 0)
    private var products = SIMD3<Double>(repeating: 0)

    package init(around origin: Vector3) { self.origin = origin }

    @inline(__always)
    package mutating func add(_ p: Vector3, weight w: Float) {
        let q = SIMD3<Double>(Double(p.x - origin.x), Double(p.y - origin.y), Double(p.z - origin.z))
        let w = Double(w)
        weight += w
        sum += q * w
        squares += q * q * w
        products += q * SIMD3(q.y, q.z, q.x) * w
    }

    /// The plane of least squares, its normal on the side of `side`; nil for less than a point.
    package func plane(facing side: Vector3) -> FittedPlane? {
        guard weight > 0 else { return nil }
        let mean = sum / weight
        let d = squares / weight - mean * mean
        let o = products / weight - mean * SIMD3(mean.y, mean.z, mean.x)
        let (value, vector) = Self.smallestEigenvector(d, o)
        var normal = Vector3(Float(vector.x), Float(vector.y), Float(vector.z)).normalized
        if dot(normal, side) < 0 { normal = -normal }
        let center = origin + Vector3(Float(mean.x), Float(mean.y), Float(mean.z))
        return FittedPlane(
            normal: normal, offset: dot(normal, center), area: Float(weight), deviation: Float(max(value, 0).squareRoot()))
    }

    /// Of the symmetric matrix with diagonal `d` and off-diagonal xy, yz, zx, by Jacobi's rotations.
    private static func smallestEigenvector(_ d: SIMD3<Double>, _ o: SIMD3<Double>) -> (Double, SIMD3<Double>) {
        var m = [[d.x, o.x, o.z], [o.x, d.y, o.y], [o.z, o.y, d.z]]
        var v = [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]
        for _ in 0..<12 {
            let off = m[0][1].magnitude + m[1][2].magnitude + m[0][2].magnitude
            guard off > 1e-18 * (d.x + d.y + d.z) else { break }
            for (p, q) in [(0, 1), (0, 2), (1, 2)] where m[p][q] != 0 {
                let theta = (m[q][q] - m[p][p]) / (2 * m[p][q])
                let t = (theta < 0 ? -1 : 1) / (theta.magnitude + (theta * theta + 1).squareRoot())
                let c = 1 / (t * t + 1).squareRoot()
                let s = t * c
                for k in 0..<3 { (m[k][p], m[k][q]) = (c * m[k][p] - s * m[k][q], s * m[k][p] + c * m[k][q]) }
                for k in 0..<3 { (m[p][k], m[q][k]) = (c * m[p][k] - s * m[q][k], s * m[p][k] + c * m[q][k]) }
                for k in 0..<3 { (v[k][p], v[k][q]) = (c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]) }
            }
        }
        var best = 0
        for k in 1..<3 where m[k][k] < m[best][best] { best = k }
        return (m[best][best], SIMD3(v[0][best], v[1][best], v[2][best]))
    }
}
