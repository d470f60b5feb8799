import Geometry

/// A damped spring that pulls a value to a target.
public struct Spring: Sendable, Equatable {
    /// Natural frequency in radians per second.
    public var frequency: Float

    /// A critically damped spring.
    public init(frequency: Float) { self.frequency = frequency }
}
