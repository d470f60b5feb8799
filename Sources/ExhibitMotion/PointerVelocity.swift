/// The velocity of a pointer from its last positions.
public struct PointerVelocity: Sendable, Equatable {
    /// Milliseconds: positions that are older do not count.
    public static let window: Double = 80
    /// Milliseconds without a new position after which the pointer rests.
    public static let restTime: Double = 60
    /// Positions that are kept: a touch screen of 120 Hz reports ten within the window.
    static let capacity = 16

    private struct Sample: Sendable, Equatable {
        var x: Float
        var y: Float
        /// Milliseconds.
        var time: Double
    }

    private var samples: [Sample] = []

    /// A pointer without positions.
    public init() { samples.reserveCapacity(Self.capacity) }

    /// Forgets all positions.
    public mutating func reset() { samples.removeAll(keepingCapacity: true) }

    /// Adds a position in pixels at a time in milliseconds; times must not decrease.
    public mutating func add(x: Float, y: Float, time: Double) {
        if let last = samples.last, time <= last.time {
            samples[samples.count - 1] = Sample(x: x, y: y, time: last.time)
            return
        }
        if samples.count == Self.capacity { samples.removeFirst() }
        samples.append(Sample(x: x, y: y, time: time))
    }

    /// Pixels per second at `time`, averaged over the window; zero for a pointer that rests.
    public func velocity(at time: Double) -> Vector {
        guard let last = samples.last, time - last.time <= Self.restTime else { return Vector(x: 0, y: 0) }
        guard let first = samples.first(where: { last.time - $0.time <= Self.window }), last.time > first.time else {
            return Vector(x: 0, y: 0)
        }
        let seconds = Float((last.time - first.time) / 1000)
        return Vector(x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds)
    }

    /// A vector in the plane of the screen; y down.
    public struct Vector: Sendable, Equatable {
        /// To the right.
        public var x: Float
        /// Down.
        public var y: Float

        /// A vector of two components.
        public init(x: Float, y: Float) {
            self.x = x
            self.y = y
        }
    }
}
