import Geometry

/// A damped spring, as the equation x″ + 2·ζ·ω·x′ + ω²·x = 0 of the distance x from its target.
///
/// A step evaluates the exact solution for its duration, so that a movement does not depend on the frame rate.
public struct Spring: Sendable, Equatable {
    /// Above this damping ratio the spring is treated as critically damped: the two solutions differ by less than a float resolves.
    static let criticalRatio: Float = 0.9999

    /// Natural frequency ω in radians per second.
    public let frequency: Float
    /// Damping ratio ζ: 1 is critically damped, below 1 the value overshoots its target.
    public let dampingRatio: Float

    /// - Parameters:
    ///   - frequency: natural frequency in radians per second, above 0.
    ///   - dampingRatio: above 0; values above 1 are 1.
    public init(frequency: Float, dampingRatio: Float = 1) {
        self.frequency = max(0.01, frequency)
        self.dampingRatio = min(1, max(0.01, dampingRatio))
    }

    /// A value that the spring moves.
    public struct State: Sendable, Equatable {
        /// The current value.
        public var value: Float
        /// Change of the value per second.
        public var velocity: Float

        /// A value that rests unless `velocity` is given.
        public init(value: Float, velocity: Float = 0) {
            self.value = value
            self.velocity = velocity
        }
    }

    /// Moves a value on by `seconds` towards `target`.
    public func advance(_ state: State, to target: Float, seconds: Float) -> State {
        guard seconds > 0 else { return state }
        let x0 = state.value - target
        let v0 = state.velocity
        let decay = Exponential.exp(-dampingRatio * frequency * seconds)
        if dampingRatio >= Self.criticalRatio {
            let slope = v0 + frequency * x0
            let x = decay * (x0 + slope * seconds)
            return State(value: target + x, velocity: decay * (v0 - frequency * slope * seconds))
        }
        let damped = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
        let (sine, cosine) = Trigonometry.sincos(damped * seconds)
        let slope = (v0 + dampingRatio * frequency * x0) / damped
        let x = decay * (x0 * cosine + slope * sine)
        let v = decay * (v0 * cosine - (dampingRatio * frequency * v0 + frequency * frequency * x0) / damped * sine)
        return State(value: target + x, velocity: v)
    }

    /// Whether a value is so near its target, and so slow, that the movement has ended.
    public static func isAtRest(_ state: State, at target: Float, distance: Float, speed: Float) -> Bool {
        (state.value - target).magnitude <= distance && state.velocity.magnitude <= speed
    }
}
