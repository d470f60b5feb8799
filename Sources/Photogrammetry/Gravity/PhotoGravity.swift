/// Which way is up in a reconstruction, and how that is known.
public struct PhotoGravity: Sendable, Equatable {
    /// What it was derived from.
    public enum Method: String, Sendable, CaseIterable, Codable {
        /// Accelerometers: Apple's phones write their measurement into each photo.
        case accelerometer
        /// The positions by GPS.
        case gps
        /// Vertical edges of buildings, furniture and door frames in many photos.
        case verticalEdges = "vertical edges"
        /// A large plane below the cameras: floor, table, ground.
        case dominantPlane = "dominant plane"
        /// The mean of the cameras' upper sides: people hold cameras upright.
        case cameras
        /// The capture's own world.
        case recorded
        /// Not known: the cameras point in all directions.
        case unknown
    }

    /// What it was derived from.
    public let method: Method
    /// The expected error in degrees; nil where it is unknown.
    public let uncertainty: Float?

    /// How the gravity is known, and its expected error in degrees.
    public init(_ method: Method, uncertainty: Float?) {
        self.method = method
        self.uncertainty = uncertainty
    }
}
