import Foundation
import DioramaLibrary
import Measurement

/// The measurements that were kept of spaces.
struct KeptMeasurements: Sendable {
    let library: Library

    /// One body for the list of a page.
    private static let most = 1000

    /// The oldest first.
    func entries(in space: SpaceID) async throws -> [Entry<MeasurementRecord>] {
        try await library.measurements.list([.space(space)], by: .oldest, limit: Self.most).entries
    }

    /// With the names that they now have.
    func list(in space: SpaceID) async throws -> MeasurementList {
        MeasurementList(
            try await entries(in: space).map { entry in
                var value = try MeasurementPayload.kept(entry).measured
                (value.id, value.name) = (entry.id.description, entry.content.name)
                return value
            })
    }
}
