import DioramaLibrary
import Foundation
import Geometry
import Measurement

/// The check distances of spaces: kept with their measurements, so that they synchronize, and applied to every later one.
public struct SpaceChecks: Sendable {
    private let library: Library
    private let measurer: SpaceMeasurer

    /// `measurer` measures in spaces of `library`.
    public init(library: Library, measurer: SpaceMeasurer) {
        self.library = library
        self.measurer = measurer
    }

    /// The check distances of a space with what they say of its scale.
    public struct List: Sendable {
        /// The oldest first.
        public var entries: [Entry<MeasurementRecord>]
        /// Residuals in the order of `entries`; nil where there are no entries, or they can't be used.
        public var scale: ScaleCorrection?
        /// Why the scale is not known although there are entries; nil where it is.
        public var problem: String?
    }

    /// The entries alone, the oldest first.
    public func entries(in space: SpaceID) async throws -> [Entry<MeasurementRecord>] {
        let all = try await library.measurements.list([.space(space)], by: .oldest, limit: 1000).entries
        return all.filter { (try? KeptMeasurement($0).check) != nil }
    }

    /// The check distances of a space and its scale. Where the model has changed so that a distance can't be measured any more, the
    /// list says so.
    /// - Throws: `LibraryError`.
    public func list(in space: Space) async throws -> List {
        let entries = try await entries(in: space.id)
        do {
            return List(entries: entries, scale: try await measurer.scale(of: space))
        } catch let error as SpacesError {
            return List(entries: entries, problem: error.description)
        }
    }

    /// Keeps a check distance.
    /// - Returns: all of the space, with the scale that they give.
    /// - Throws: `SpacesError` where its points are not on the surface, or its length makes no sense; nothing is kept then.
    public func add(_ check: CheckRequest, in space: Space) async throws -> (entry: Entry<MeasurementRecord>, list: List) {
        guard check.points.count == 2 else {
            throw SpacesError(.invalidInput, "a check distance has two points; there are \(check.points.count)", input: "points")
        }
        guard let scale = try await measurer.scale(of: space, checks: [check]), let last = scale.residuals.last else {
            throw SpacesError(.notPossible, "the space has no surface to measure on", input: space.name)
        }
        let kept = KeptMeasurement(
            request: check.request, measured: last.check.measured,
            check: KeptMeasurement.TrueLength(length: check.length, tolerance: check.tolerance))
        let name = check.name.trimmingCharacters(in: .whitespacesAndNewlines)
        let shown = name.isEmpty ? "Check " + LengthUnits.metric.shortText(metres: check.length) : name
        let entry = try await library.measurements.add(
            MeasurementRecord(name: shown, space: space.id, content: try StoredJSON.text(kept)))
        return (entry, try await list(in: space))
    }

    /// The check distance with an id; nil where there is none.
    public func entry(_ id: MeasurementID) async throws -> Entry<MeasurementRecord>? {
        guard let entry = try await library.measurements.get(id), try KeptMeasurement(entry).check != nil else { return nil }
        return entry
    }

    /// Moves a check distance to the trash; `Library.measurements.restore` takes it back.
    /// - Throws: `SpacesError` of kind `notFound` where there is no such check distance outside of the trash.
    public func remove(_ id: MeasurementID) async throws {
        guard try await entry(id) != nil, try await !library.measurements.trash([id]).isEmpty else {
            throw SpacesError(.notFound, "there is no check distance \(id)")
        }
    }
}
