/// A place on the plan, in metres, seen from above: x to the right, y up the page.
///
/// The world is y up and right-handed, so that plan x is the world's x and plan y is the world's −z.
public typealias PlanPoint = SIMD2<Double>

extension SIMD2<Double> {
    /// Length of the vector.
    public var length: Double { (x * x + y * y).squareRoot() }
    /// The vector turned left by a right angle.
    public var left: SIMD2<Double> { SIMD2(-y, x) }
    /// The unit vector of this direction; not finite for the zero vector.
    public var normalized: SIMD2<Double> { self / length }

    /// The scalar product.
    public func dot(_ other: SIMD2<Double>) -> Double { x * other.x + y * other.y }
    /// z of the cross product: positive where `other` is to the left of this vector.
    public func cross(_ other: SIMD2<Double>) -> Double { x * other.y - y * other.x }
}

/// A box along the axes of the plan; empty at first.
public struct PlanBounds: Sendable, Equatable {
    /// Lower corner; +∞ where empty.
    public var min = PlanPoint(repeating: .infinity)
    /// Upper corner; −∞ where empty.
    public var max = PlanPoint(repeating: -.infinity)

    /// An empty rectangle.
    public init() {}
    /// The smallest rectangle around the points.
    public init(_ points: some Sequence<PlanPoint>) { for point in points { add(point) } }

    /// Whether it contains no point.
    public var isEmpty: Bool { min.x > max.x }
    /// Width and height in metres; zero where empty.
    public var size: PlanPoint { isEmpty ? .zero : max - min }
    /// The centre; zero where empty.
    public var center: PlanPoint { isEmpty ? .zero : (min + max) / 2 }

    /// Extends it to contain a point.
    public mutating func add(_ point: PlanPoint) {
        min = pointwiseMin(min, point)
        max = pointwiseMax(max, point)
    }

    /// Extends it to contain another rectangle.
    public mutating func add(_ other: PlanBounds) {
        min = pointwiseMin(min, other.min)
        max = pointwiseMax(max, other.max)
    }

    /// The rectangle extended by `distance` metres on each side.
    public func grown(by distance: Double) -> PlanBounds {
        var copy = self
        copy.min -= distance
        copy.max += distance
        return copy
    }

    /// Whether the two rectangles have a point in common.
    public func intersects(_ other: PlanBounds) -> Bool {
        min.x <= other.max.x && other.min.x <= max.x && min.y <= other.max.y && other.min.y <= max.y
    }
}
