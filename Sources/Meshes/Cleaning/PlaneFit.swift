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

/// Weighted sums of points, from which the least-squares plane is computed.
package struct PlaneFit {
    /// Sums are relative to this point, for accuracy.
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

    /// The least-squares plane, with its normal on the side of `side`; nil where no weight was added.
    package func plane(facing side: Vector3) -> FittedPlane? {
        guard weight > 0 else { return nil }
        let mean = sum / weight
        let d = squares / weight - mean * mean
        let o = products / weight - mean * SIMD3(mean.y, mean.z, mean.x)
        let eigen = SymmetricEigen(diagonal: d, products: o, scale: d.x + d.y + d.z, maxSweeps: 12)
        let axis = eigen.vectors[0]
        var normal = Vector3(Float(axis[0]), Float(axis[1]), Float(axis[2])).normalized
        if dot(normal, side) < 0 { normal = -normal }
        let center = origin + Vector3(Float(mean.x), Float(mean.y), Float(mean.z))
        return FittedPlane(
            normal: normal, offset: dot(normal, center), area: Float(weight), deviation: Float(max(eigen.values[0], 0).squareRoot())
        )
    }
}
