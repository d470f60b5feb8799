import Foundation
import Geometry

/// `capture.json` of Diorama's own capture folder (docs/captures.md, "Diorama's own capture folder"): what holds for the whole
/// recording.
struct DioramaCaptureManifest: Codable {
    static let fileName = "capture.json"
    static let framesName = "frames.jsonl"
    static let formatName = "diorama-capture"
    /// The version that is written, and the newest that is read.
    static let newestVersion = 1

    struct Size: Codable, Hashable {
        var width: Int
        var height: Int
    }

    var format = Self.formatName
    var version = Self.newestVersion
    var device: String?
    /// ISO 8601, UTC.
    var recorded: String?
    var place: GeographicPlace?
    /// Sizes of the images; the frames' intrinsics are for the colour images.
    var color: Size?
    var depth: Size?
    /// Steps of the depth codes a metre; 1000 where it is not there.
    var depthUnitsPerMetre: Double?
    /// How many frames were recorded and how long that took in seconds; written when the recording ends.
    var frames: Int?
    var duration: Double?

    init(details: CaptureDetails) {
        device = details.device
        recorded = details.recorded.map { Self.text(Date(timeIntervalSince1970: $0)) }
        place = details.place
    }

    /// Reads the file.
    /// - Throws: `CaptureError` where it is none, or of a newer version.
    static func read(_ url: URL) throws(CaptureError) -> Self {
        struct Beginning: Decodable {
            var format: String
            var version: Int
        }
        let bytes = try TextTable.read(url)
        guard let beginning = try? JSONDecoder().decode(Beginning.self, from: Data(bytes)), beginning.format == formatName else {
            throw CaptureError(
                url, "this is not a Diorama capture (“format” is not “\(formatName)”, or the file is damaged)",
                remedy: "copy it again, or rewrite it as docs/captures.md describes: the frames are in \(framesName)")
        }
        guard beginning.version <= newestVersion, beginning.version > 0 else {
            throw CaptureError(
                url,
                "this capture is of version \(beginning.version) of its layout, newer than \(newestVersion), the newest known here",
                remedy: "update Diorama")
        }
        return try JSONFile.decode(Self.self, from: bytes, at: url)
    }

    /// Notes for the user about the file.
    var details: CaptureDetails {
        CaptureDetails(
            device: device, recorded: recorded.flatMap(Self.date)?.timeIntervalSince1970,
            duration: duration.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }, place: place)
    }

    private static let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    static func text(_ date: Date) -> String { date.formatted(format) }

    private static func date(_ text: String) -> Date? {
        (try? format.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
    }
}

/// A line of `frames.jsonl`.
struct DioramaFrameLine: Codable {
    /// Seconds since the recording began.
    var time: Double?
    /// Paths from the capture's folder.
    var color: String?
    var depth: String?
    var confidence: String?
    /// fx, fy, cx, cy in pixels of the colour image, pixel centres at integers.
    var intrinsics: [Double]?
    /// The same of the depth image, where it is not the colour camera's scaled.
    var depthIntrinsics: [Double]?
    /// The camera in the world: metres, y-up; x y z, and a quaternion x y z w. The camera looks along its −z, +y up. Both or none.
    var position: [Double]?
    var rotation: [Double]?
    /// Seconds that the colour image was exposed, and the sensor's ISO speed.
    var exposure: Double?
    var iso: Double?
    /// A `TrackingState`; words of later versions mean nothing here.
    var tracking: String?
    /// Which way gravity pulls in the camera's own axes, a unit vector.
    var gravity: [Double]?
}

/// How well the phone knew where it was when a frame was taken, as ARKit's `ARCamera.TrackingState`.
public enum TrackingState: String, Codable, Sendable {
    /// The pose is reliable.
    case normal
    /// Known roughly: too little to see, too fast, or just begun.
    case limited
    /// Not known: the frame's pose means nothing.
    case none
}
