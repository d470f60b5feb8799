import Capture
import DioramaLibrary
import Foundation
import Geometry
import ModelFormats
import Reconstruction

/// The location where a space was recorded, for exports whose owner asks for it. Nothing else that leaves the library has it.
public struct SpaceLocation: Sendable {
    private let georeference: Georeference
    private let bounds: Bounds?
    private let recorded: Date?

    /// The location of a space.
    /// - Parameters:
    ///   - space: the space.
    ///   - part: the box to which it is cut; nil for all of it.
    /// - Throws: `SpacesError` of kind `notPossible` where no location was recorded.
    public init(of space: Space, part: Bounds? = nil) throws(SpacesError) {
        guard let report = space.report.flatMap(ScanReport.init(json:)) else { throw Self.unknown(space.name) }
        try self.init(report, bounds: part ?? space.bounds, name: space.name)
    }

    /// - Parameter bounds: of the model, metres.
    init(_ report: ScanReport, bounds: Bounds?, name: String) throws(SpacesError) {
        guard let place = report.place else { throw Self.unknown(name) }
        georeference = Georeference(
            latitude: place.latitude, longitude: place.longitude, altitude: place.altitude, accuracy: place.accuracy)
        // Scans of exteriors are turned to the north where their heading is known.
        let isAligned = report.mode == ReconstructionMode.exterior.rawValue && place.heading != nil
        self.bounds = isAligned ? bounds : nil
        recorded = report.recorded.map(Date.init(timeIntervalSince1970:))
    }

    /// Writes `NAME.geojson` beside the model `NAME.EXTENSION`.
    /// - Returns: the file that was written.
    /// - Throws: `FormatError`.
    @discardableResult
    public func write(besides model: URL) throws -> URL {
        try georeference.write(besides: model, bounds: bounds, recorded: recorded)
    }

    private static func unknown(_ name: String) -> SpacesError {
        SpacesError(.notPossible, "no location was recorded", input: name, remedy: "export it without its location")
    }
}

/// Notes of imported recordings.
enum CaptureNotes {
    /// The owner's note about a recording with a location; nil for one without.
    static func location(of captures: [Capture]) -> String? {
        guard captures.contains(where: { $0.details.place != nil }) else { return nil }
        return "The recording contains the location where it was made: it is stored in the library, shown only to you, and left "
            + "out of exports and shares unless you ask for it."
    }
}
