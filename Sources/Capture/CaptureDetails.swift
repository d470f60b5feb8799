/// The metadata of a capture; each part is nil where its files do not have it.
public struct CaptureDetails: Sendable, Equatable {
    /// The phone or camera: "iPhone 15 Pro".
    public var device: String?
    /// When the recording began, in seconds since 1970 (UTC).
    public var recorded: Double?
    /// How long the recording took, in seconds.
    public var duration: Double?
    /// Where it was recorded.
    public var place: GeographicPlace?

    /// Metadata of known parts; what is nil is unknown.
    public init(device: String? = nil, recorded: Double? = nil, duration: Double? = nil, place: GeographicPlace? = nil) {
        self.device = device
        self.recorded = recorded
        self.duration = duration
        self.place = place
    }

    /// The same without the location, as others get it.
    public var withoutLocation: CaptureDetails {
        var details = self
        details.place = nil
        return details
    }
}

/// A location on Earth (WGS 84), where the capture's world has its origin.
public struct GeographicPlace: Sendable, Equatable, Codable {
    /// Degrees, north positive.
    public var latitude: Double
    /// Degrees, east positive.
    public var longitude: Double
    /// Metres above the ellipsoid.
    public var altitude: Double?
    /// Degrees clockwise from true north to the world's −z axis.
    public var heading: Double?
    /// Standard deviation of the horizontal position in metres.
    public var accuracy: Double?

    /// A location in degrees (WGS 84); what is nil is unknown.
    public init(latitude: Double, longitude: Double, altitude: Double? = nil, heading: Double? = nil, accuracy: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.heading = heading
        self.accuracy = accuracy
    }

    /// The location that a device recorded; nil where it has none, as (0, 0) means as well, or one that is not on the Earth.
    init?(recorded latitude: Double?, longitude: Double?, altitude: Double? = nil, accuracy: Double? = nil) {
        guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0 else {
            return nil
        }
        self.init(
            latitude: latitude, longitude: longitude, altitude: altitude.flatMap { $0.isFinite ? $0 : nil },
            accuracy: accuracy.flatMap { $0.isFinite && $0 > 0 ? $0 : nil })
    }
}
