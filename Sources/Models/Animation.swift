/// Changes of nodes over time.
public struct Animation: Sendable, Equatable {
    /// What a channel changes.
    public enum Target: String, Sendable, Equatable {
        /// Metres; three numbers for each key.
        case translation
        /// A unit quaternion x, y, z, w; four numbers for each key.
        case rotation
        /// Three factors for each key.
        case scale
        /// A weight for each morph target and key.
        case weights

        /// How many numbers a key has; nil for weights, which depend on the mesh.
        public var width: Int? {
            switch self {
            case .translation, .scale: 3
            case .rotation: 4
            case .weights: nil
            }
        }
    }

    /// What is between two keys.
    public enum Interpolation: String, Sendable, Equatable {
        /// The earlier one.
        case step = "STEP"
        /// A straight line; of rotations the shorter arc at an even speed.
        case linear = "LINEAR"
        /// A cubic Hermite spline: each key has an incoming tangent, a value and an outgoing tangent.
        case cubicSpline = "CUBICSPLINE"
    }

    /// One property of one node over time.
    public struct Channel: Sendable, Equatable {
        /// The node that changes.
        public var node: Int
        /// What of it changes.
        public var target: Target
        /// What is between two keys.
        public var interpolation = Interpolation.linear
        /// Seconds, ascending.
        public var times: [Float]
        /// The numbers of all keys, one key after the other; of splines incoming tangent, value and outgoing tangent.
        public var values: [Float]

        /// A channel of its keys.
        public init(node: Int, target: Target, interpolation: Interpolation = .linear, times: [Float], values: [Float]) {
            self.node = node
            self.target = target
            self.interpolation = interpolation
            self.times = times
            self.values = values
        }
    }

    /// The name; not necessarily unique.
    public var name: String?
    /// What changes.
    public var channels: [Channel]

    /// An animation of these channels.
    public init(name: String? = nil, channels: [Channel] = []) {
        self.name = name
        self.channels = channels
    }

    /// Seconds from 0 to the last key.
    public var duration: Float { channels.compactMap(\.times.last).max() ?? 0 }
}
