import DioramaLibrary
import FloorPlans
import Foundation
import Measurement
import ModelFormats
import Support

/// Measures in spaces of a library.
public struct SpaceMeasurer: Sendable {
    private let indexes: SurfaceIndexes
    private let plans: SpacePlans

    /// `media` downloads models that another device added.
    public init(library: Library, media: MediaStore) {
        indexes = SurfaceIndexes(models: SpaceModels(media: media))
        plans = SpacePlans(library: library)
    }

    /// Measures a room or an object on the space's plan, all else on its surface.
    /// - Throws: `SpacesError` where the request is none, or the space doesn't allow it; `LibraryError` where its files can't be
    ///   had.
    public func measure(_ request: MeasurementRequest, in space: Space) async throws -> MeasurementOutcome {
        if request.room != nil || request.object != nil { return try await measureOnPlan(request, of: space) }
        let index = try await indexes.index(of: space)
        return try await Blocking.run { try request.measure(on: index) }
    }

    /// Measures on the space's plan: the room or object of the request, or else every room.
    /// - Throws: as `measure`.
    public func measureOnPlan(_ request: MeasurementRequest, of space: Space) async throws -> MeasurementOutcome {
        let plan = try await plans.current(of: space.id).plan
        return try request.measure(on: plan, noise: try await indexes.noise(of: space))
    }
}
