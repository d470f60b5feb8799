/// A half-line: `origin + t·direction`, t ≥ 0. `direction` need not be a unit vector; t is in its lengths.
public struct Ray: Sendable, Equatable {
    /// Where it begins, metres.
    public var origin: Vector3
    /// Its direction; need not be a unit vector.
    public var direction: Vector3

    /// A ray from `origin` along `direction`.
    @inlinable
    public init(origin: Vector3, direction: Vector3) {
        self.origin = origin
        self.direction = direction
    }

    /// The point at parameter `t`.
    @inlinable
    public func at(_ t: Float) -> Vector3 { origin + direction * t }
}
