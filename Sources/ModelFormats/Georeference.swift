import Codecs
import Foundation
import Geometry
import Support

/// The location of a model on the Earth, written as a GeoJSON file beside it for geographic information systems (RFC 7946).
///
/// The file has one feature: the rectangle that the model covers on the ground, with the location of the model's origin and the
/// directions of its axes as properties. Of a model that is not aligned with north the feature is the point of its origin.
public struct Georeference: Sendable, Equatable {
    /// Degrees (WGS 84) of the model's origin, north positive.
    public var latitude: Double
    /// Degrees (WGS 84) of the model's origin, east positive.
    public var longitude: Double
    /// Metres above the ellipsoid.
    public var altitude: Double?
    /// Standard deviation of the horizontal position in metres.
    public var accuracy: Double?

    /// The location of the model's origin on the WGS 84 ellipsoid: degrees and metres; not checked until it is written.
    public init(latitude: Double, longitude: Double, altitude: Double? = nil, accuracy: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.accuracy = accuracy
    }

    /// Writes `NAME.geojson` beside the model `NAME.EXTENSION`.
    /// - Parameters:
    ///   - model: the model's file.
    ///   - bounds: of the model, metres, +x east, +y up and −z north; nil where it is not aligned with north.
    ///   - recorded: when it was recorded.
    /// - Returns: the file that was written.
    /// - Throws: `FormatError` if the coordinates are out of range or the file can't be written.
    @discardableResult
    public func write(besides model: URL, bounds: Bounds?, recorded: Date? = nil) throws -> URL {
        let file = model.deletingPathExtension().appendingPathExtension("geojson")
        guard abs(latitude) < 90, abs(longitude) <= 180 else {
            throw FormatError(
                .unwritable,
                "latitude \(latitude)°, longitude \(longitude)° is out of range; "
                    + "latitude must be between -90° and 90°, longitude between -180° and 180°",
                path: file.path)
        }
        var properties: [String: Any] = [
            "model": model.lastPathComponent, "originLatitude": latitude, "originLongitude": longitude, "up": "+y",
            "unit": "m",
        ]
        if bounds != nil {
            properties["east"] = "+x"
            properties["north"] = "-z"
        }
        if let altitude { properties["originAltitude"] = altitude }
        if let accuracy { properties["horizontalAccuracy"] = accuracy }
        if let recorded { properties["recorded"] = recorded.formatted(.iso8601) }
        let feature: [String: Any] = [
            "type": "Feature", "properties": properties,
            "geometry": bounds.map { ["type": "Polygon", "coordinates": [ring($0)]] as [String: Any] }
                ?? ["type": "Point", "coordinates": [longitude, latitude]],
        ]
        let bytes = try JSONSerialization.data(
            withJSONObject: ["type": "FeatureCollection", "features": [feature]] as [String: Any],
            options: [.sortedKeys, .withoutEscapingSlashes])
        do throws(FileError) { try AtomicFile.write(Array(bytes), to: file) } catch { throw FormatError(error) }
        return file
    }

    /// The ground rectangle, counter-clockwise and closed, as longitude and latitude.
    func ring(_ bounds: Bounds) -> [[Double]] {
        let low = bounds.min
        let high = bounds.max
        return [(low.x, high.z), (high.x, high.z), (high.x, low.z), (low.x, low.z), (low.x, high.z)].map { x, z in
            degrees(east: Double(x), north: -Double(z))
        }
    }

    /// Longitude and latitude of a point some metres from the origin, by the ellipsoid's radii of curvature there (WGS 84; good to
    /// a centimetre within a kilometre).
    func degrees(east: Double, north: Double) -> [Double] {
        let a = 6_378_137.0
        let e2 = 6.694_379_990_141_33e-3
        let phi = latitude * .pi / 180
        let w = 1 - e2 * sin(phi) * sin(phi)
        let meridian = a * (1 - e2) / (w * w.squareRoot())
        let parallel = a / w.squareRoot() * cos(phi)
        // A tenth of a millimetre.
        func rounded(_ x: Double) -> Double { (x * 1e9).rounded() / 1e9 }
        return [rounded(longitude + east / parallel * 180 / .pi), rounded(latitude + north / meridian * 180 / .pi)]
    }
}
