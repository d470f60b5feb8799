import Geometry

/// A camera, which looks along −z of its node with +y up.
public struct Camera: Sendable, Equatable {
    /// How it projects.
    public enum Projection: Sendable, Equatable {
        /// The vertical angle of view in radians, and width by height; nil as wide as the picture.
        case perspective(fieldOfView: Float, aspect: Float?)
        /// Half of the width and of the height, metres.
        case orthographic(halfWidth: Float, halfHeight: Float)
    }

    /// The name; not necessarily unique.
    public var name: String?
    /// How it projects.
    public var projection: Projection
    /// The nearest distance that is shown, metres.
    public var near: Float
    /// The farthest distance that is shown, metres; nil for none.
    public var far: Float?

    /// A camera with this projection.
    public init(name: String? = nil, _ projection: Projection, near: Float = 0.01, far: Float? = nil) {
        self.name = name
        self.projection = projection
        self.near = near
        self.far = far
    }
}

/// A light without a size, which shines along −z of its node (KHR_lights_punctual).
public struct Light: Sendable, Equatable {
    /// Where the light goes.
    public enum Kind: Sendable, Equatable {
        /// Everywhere along one direction; the intensity is in lux.
        case directional
        /// From one point in all directions; the intensity is in candela.
        case point
        /// From one point within a cone, whose inner and outer angle from the axis are in radians; the intensity is in candela.
        case spot(inner: Float, outer: Float)
    }

    /// The name; not necessarily unique.
    public var name: String?
    /// Where the light goes.
    public var kind: Kind
    /// Linear RGB.
    public var color = Vector3(repeating: 1)
    /// Lux or candela.
    public var intensity: Float = 1
    /// Metres beyond which it does not shine; nil for none.
    public var range: Float?

    /// A white light.
    public init(name: String? = nil, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }
}
