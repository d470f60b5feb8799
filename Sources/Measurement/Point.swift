import Geometry

/// A place or direction in the world, in metres: y up, right-handed. Measurements are taken in 64 bits, whatever the mesh has.
public typealias Point = SIMD3<Double>

extension SIMD3<Double> {
    /// The same vector in double precision.
    public init(_ v: Vector3) { self.init(Double(v.x), Double(v.y), Double(v.z)) }

    /// Metres.
    public var length: Double { dot(self).squareRoot() }
    /// The unit vector of the same direction; zero where this one is zero.
    public var normalized: Point {
        let l = length
        return l > 0 ? self / l : .zero
    }
    /// Whether all three components are finite.
    public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
    /// In 32 bits, as meshes have it.
    public var single: Vector3 { Vector3(Float(x), Float(y), Float(z)) }

    /// The scalar product.
    public func dot(_ o: Point) -> Double { x * o.x + y * o.y + z * o.z }
    /// The vector product.
    public func cross(_ o: Point) -> Point { Point(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x) }

    /// Two unit vectors at right angles to this one and to each other.
    var tangents: (Point, Point) {
        let n = normalized
        let a = (abs(n.x) < 0.6 ? Point(1, 0, 0) : Point(0, 1, 0)).cross(n).normalized
        return (a, n.cross(a))
    }
}
