/// Three 32-bit floats: a point or direction in metres, world axes right-handed and y-up unless a name says otherwise.
public typealias Vector3 = SIMD3<Float>
/// Two 32-bit floats: a pixel position or a texture coordinate.
public typealias Vector2 = SIMD2<Float>

/// The scalar product a·b.
@inlinable @inline(__always)
public func dot(_ a: Vector3, _ b: Vector3) -> Float {
    let p = a * b
    return p.x + p.y + p.z
}

/// The vector product a×b (right-handed).
@inlinable @inline(__always)
public func cross(_ a: Vector3, _ b: Vector3) -> Vector3 {
    Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

extension SIMD3 where Scalar == Float {
    /// Euclidean length.
    @inlinable @inline(__always)
    public var length: Float { dot(self, self).squareRoot() }

    /// Squared Euclidean length.
    @inlinable @inline(__always)
    public var lengthSquared: Float { dot(self, self) }

    /// The unit vector of the same direction; zero where this vector is zero.
    @inlinable @inline(__always)
    public var normalized: Vector3 {
        let l = length
        return l > 0 ? self / l : Vector3(repeating: 0)
    }

    /// Whether all three components are finite.
    @inlinable @inline(__always)
    public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// The smaller of each pair of components.
    @inlinable @inline(__always)
    public func lanewiseMin(_ o: Vector3) -> Vector3 { self.replacing(with: o, where: o .< self) }

    /// The larger of each pair of components.
    @inlinable @inline(__always)
    public func lanewiseMax(_ o: Vector3) -> Vector3 { self.replacing(with: o, where: o .> self) }
}
