import DioramaLibrary
import FloorPlans
import Foundation
import Measurement
import ModelFormats
import Support

/// Measures in spaces of a library. The check distances that are kept of a space correct its scale.
public struct SpaceMeasurer: Sendable {
    private let library: Library
    private let indexes: SurfaceIndexes
    private let plans: SpacePlans
    private let scales = SpaceScales()

    /// `media` downloads models that another device added.
    public init(library: Library, media: MediaStore) {
        self.library = library
        indexes = SurfaceIndexes(models: SpaceModels(media: media))
        plans = SpacePlans(library: library)
    }

    /// Measures a room or an object on the space's plan, all else on its surface.
    /// - Parameters:
    ///   - request: what to measure.
    ///   - space: where.
    ///   - checks: check distances that count beside those that are kept.
    /// - Throws: `SpacesError` where the request is none, or the space doesn't allow it; `LibraryError` where its files can't be
    ///   had.
    public func measure(
        _ request: MeasurementRequest, in space: Space, checks: [CheckRequest] = []
    ) async throws -> MeasurementOutcome {
        if request.room != nil || request.object != nil { return try await measureOnPlan(request, of: space, checks: checks) }
        let index = try await indexes.index(of: space)
        let scale = request.kind == .snap ? nil : try await self.scale(of: space, checks: checks)
        if request.kind != .snap, request.kind != .angle { try Self.requireMetres(in: space, scale) }
        return try await Blocking.run { try request.measure(on: index, scale: scale) }
    }

    /// Measures on the space's plan: the room or object of the request, or else every room.
    /// - Throws: as `measure`.
    public func measureOnPlan(
        _ request: MeasurementRequest, of space: Space, checks: [CheckRequest] = []
    ) async throws -> MeasurementOutcome {
        let plan = try await plans.current(of: space.id).plan
        let scale = try await self.scale(of: space, checks: checks)
        try Self.requireMetres(in: space, scale)
        return try request.measure(on: plan, noise: try await indexes.noise(of: space), scale: scale)
    }

    /// - Throws: `SpacesError` where lengths of the space are no metres and no check distance says what they are.
    private static func requireMetres(in space: Space, _ scale: ScaleCorrection?) throws(SpacesError) {
        guard scale == nil, !space.isScaleKnown else { return }
        throw SpacesError(
            .notPossible, "the scale is unknown: nothing in the photos says how long a metre is", input: space.name,
            remedy: "add a check distance of a known length, or import the photos with --scale-length or --scale-marker")
    }

    /// The scale of a space by the check distances that are kept of it, and others.
    /// - Returns: nil where there are none.
    /// - Throws: as `measure`; where a distance can't be used any more, the error names it.
    public func scale(of space: Space, checks: [CheckRequest] = []) async throws -> ScaleCorrection? {
        let kept = try await SpaceChecks(library: library, measurer: self).entries(in: space.id)
        guard !kept.isEmpty || !checks.isEmpty else { return nil }
        let index = try await indexes.index(of: space)
        let requests = try kept.map { try KeptMeasurement($0).checkRequest(named: $0.content.name) }.compactMap(\.self)
        if !checks.isEmpty { return try await Blocking.run { try ScaleCorrection(requests + checks, on: index) } }
        // The model and the distances: what the scale depends on.
        let changes = kept.map { "\($0.id) \($0.modified.timeIntervalSince1970)" }
        let key = [SpaceModels.asset(of: space)?.hash.description ?? ""] + changes
        return try await scales.scale(of: space.id, key: key) {
            try await Blocking.run { try ScaleCorrection(requests, on: index) }
        }
    }
}

/// The scales of spaces that were asked for, as long as their check distances stay.
private actor SpaceScales {
    private var known: [SpaceID: (key: [String], scale: ScaleCorrection?)] = [:]

    func scale(
        of space: SpaceID, key: [String], compute: @Sendable () async throws -> ScaleCorrection?
    ) async throws -> ScaleCorrection? {
        if let found = known[space], found.key == key { return found.scale }
        let scale = try await compute()
        if known.count >= 100 { known.removeAll() }
        known[space] = (key, scale)
        return scale
    }
}
