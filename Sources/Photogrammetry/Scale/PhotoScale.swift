import Foundation

/// Whether the lengths of a reconstruction are metres.
public enum PhotoScale: Sendable, Equatable {
    /// What the scale was derived from.
    public enum Method: String, Sendable, CaseIterable, Codable {
        /// The positions that the camera wrote into the photos.
        case gps
        /// A length that the user knows.
        case length
        /// Printed markers of a known size.
        case marker
        /// The depth images of the capture.
        case depth
        /// The capture's own unit is the metre.
        case recorded
    }

    /// Lengths are metres.
    /// - Parameters:
    ///   - method: what the scale was derived from.
    ///   - relativeError: the expected error as a share of each length (standard deviation); nil where it can't be told.
    case known(Method, relativeError: Double?)
    /// Lengths have an arbitrary unit; `reason` says why, as a sentence without its end.
    case unknown(reason: String)

    /// Whether lengths are metres.
    public var isKnown: Bool { if case .known = self { true } else { false } }

    /// "known" or "unknown".
    public var name: String { isKnown ? "known" : "unknown" }

    /// For people: "known by GPS, to 2 %".
    public var text: String {
        switch self {
        case .unknown(let reason): return "scale unknown: \(reason)"
        case .known(let method, let error):
            let source =
                switch method {
                case .gps: "GPS positions"
                case .length: "the given length"
                case .marker: "printed markers"
                case .depth: "depth images"
                case .recorded: "the capture's own unit"
                }
            return "scale by \(source)" + (error.map { String(format: ", to %.2g %%", $0 * 100) } ?? "")
        }
    }
}

/// What the scale is to be derived from.
public enum ScaleReference: Sendable, Equatable {
    /// Depth images where there are some, else GPS positions where they are good enough; unknown otherwise.
    case automatic
    /// GPS positions; an error where they are not good enough.
    case gps
    /// Lengths between points that are marked in photos; their median where there are several.
    case lengths([ScaleLength])
    /// Markers of `PhotoMarkers` that were printed with this side length in metres.
    case markers(side: Double)
    /// Lengths stay in an arbitrary unit.
    case unknown
}
