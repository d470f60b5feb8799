/// A place on the plan, in metres, seen from above: x to the right, y up the page.
///
/// The world is y up and right-handed, so that plan x is the world's x and plan y is the world's −z.
public typealias PlanPoint = SIMD2<Double>

extension SIMD2<Double> {
    /// Length of the vector.
    public var length: Double { (x * x + y * y).squareRoot() }
    /// The vector turned left by a right angle.
    public var left: SIMD2<Double> { SIMD2(-y, x) }
    public var normalized: SIMD2<Double> { self / length }

    public func dot(_ other: SIMD2<Double>) -> Double { x * other.x + y * other.y }
    /// z of the cross product: positive where `other` is to the left of this vector.
    public func cross(_ other: SIMD2<Double>) -> Double { x * other.y - y * other.x }
}

/// A box along the axes of the plan; empty at first.
public struct PlanBounds: Sendable, Equatable {
    public var min = PlanPoint(repeating: .infinity)
    public var max = PlanPoint(repeating: -.infinity)

    public init() {}
    public init(_ points: some Sequence<PlanPoint>) { for point in points { add(point) } }

    public var isEmpty: Bool { min.x > max.x }
    public var size: PlanPoint { isEmpty ? .zero : max - min }
    public var center: PlanPoint { isEmpty ? .zero : (min + max) / 2 }

    public mutating func add(_ point: PlanPoint) {
        min = pointwiseMin(min, point)
        max = pointwiseMax(max, point)
    }

    public mutating func add(_ other: PlanBounds) {
        min = pointwiseMin(min, other.min)
        max = pointwiseMax(max, other.max)
    }

    public func grown(by distance: Double) -> PlanBounds {
        var copy = self
        copy.min -= distance
        copy.max += distance
        return copy
    }

    public func intersects(_ other: PlanBounds) -> Bool {
        min.x <= other.max.x && other.min.x <= max.x && min.y <= other.max.y && other.min.y <= max.y
    }
}
