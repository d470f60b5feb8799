/// An axis-aligned box in metres; empty where a minimum exceeds its maximum.
public struct Bounds: Sendable, Equatable {
    /// The smallest coordinates, metres.
    public var min: Vector3
    /// The largest coordinates, metres.
    public var max: Vector3

    /// A box from its two extreme corners, metres.
    @inlinable
    public init(min: Vector3, max: Vector3) {
        self.min = min
        self.max = max
    }

    /// The box that holds nothing.
    public static let empty = Bounds(min: Vector3(repeating: .infinity), max: Vector3(repeating: -.infinity))

    /// The smallest box around the points; points with a NaN do not count.
    public init(_ points: some Sequence<Vector3>) {
        self = .empty
        for p in points { insert(p) }
    }

    /// Whether it holds no point: a minimum exceeds its maximum, or one of them is NaN.
    @inlinable
    public var isEmpty: Bool { !(min.x <= max.x && min.y <= max.y && min.z <= max.z) }
    /// Edge lengths in metres; zero where empty.
    @inlinable
    public var size: Vector3 { isEmpty ? Vector3(repeating: 0) : max - min }
    /// The middle of the box, metres; NaN where it is empty.
    @inlinable
    public var center: Vector3 { (min + max) * 0.5 }

    /// Half of the surface area in m², the cost measure of a BVH.
    @inlinable
    public var halfArea: Float {
        let s = size
        return s.x * s.y + s.y * s.z + s.z * s.x
    }

    /// Grows the box to hold `p`; a coordinate that is NaN leaves its axis unchanged.
    @inlinable
    public mutating func insert(_ p: Vector3) {
        min = min.lanewiseMin(p)
        max = max.lanewiseMax(p)
    }

    /// Grows the box to hold `b`.
    @inlinable
    public mutating func formUnion(_ b: Bounds) {
        min = min.lanewiseMin(b.min)
        max = max.lanewiseMax(b.max)
    }

    /// Whether `p` is in the box or on its boundary.
    @inlinable
    public func contains(_ p: Vector3) -> Bool {
        p.x >= min.x && p.y >= min.y && p.z >= min.z && p.x <= max.x && p.y <= max.y && p.z <= max.z
    }

    /// Squared distance in m² from `p` to the box; zero inside.
    @inlinable
    public func distanceSquared(to p: Vector3) -> Float {
        let below = (min - p).lanewiseMax(Vector3(repeating: 0))
        let above = (p - max).lanewiseMax(Vector3(repeating: 0))
        return (below + above).lengthSquared
    }
}
