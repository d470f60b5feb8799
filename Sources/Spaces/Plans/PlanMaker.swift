import DioramaLibrary
import FloorPlans
import Foundation
import ModelFormats
import Support

/// Makes and stores the plans of spaces.
public struct PlanMaker: Sendable {
    private let library: Library
    private let models: SpaceModels

    /// `media` downloads models that another device added.
    public init(library: Library, media: MediaStore) {
        self.library = library
        models = SpaceModels(media: media)
    }

    /// The space's stored plan with its edits; of a space without one, the plan that `make` stores.
    /// - Throws: as `make`; `SpacesError` of kind `damaged` where the stored plan can't be read.
    public func plan(of space: Space, progress: ProgressReporter = .silent) async throws -> PlanDraft {
        if try await library.plan(of: space.id) == nil { try await make(of: space, progress: progress) }
        let stored = try await SpacePlans(library: library).current(of: space.id)
        return PlanDraft(stored.plan, notes: stored.notes)
    }

    /// Extracts the plan from the space's model and stores it in place of an earlier one.
    /// - Throws: `FloorPlanError` where the model shows no room; `SpacesError` of kind `notPossible` where the space holds no
    ///   surface or points; `FormatError`, `LibraryError`, `CancellationError`.
    public func make(of space: Space, progress: ProgressReporter = .silent) async throws {
        guard space.isScaleKnown else {
            throw SpacesError(
                .notPossible, "the scale is unknown, and a plan is drawn in metres", input: space.name,
                remedy: "import the photos with --scale-length or --scale-marker")
        }
        guard let model = try await models.model(of: space, progress: progress.part(0...0.4)) else {
            throw SpacesError(.notPossible, "the space holds no model", input: space.name)
        }
        let content = try await Blocking.run {
            let draft = try PlanExtractor.plan(of: model, name: space.name, input: space.name, progress: progress.part(0.4...0.95))
            return try SpacePlans.content(draft.plan, notes: draft.notes)
        }
        try progress.report(0.95, "Saving")
        _ = try await library.setPlan(content, of: space.id)
        try progress.report(1, "Done")
    }
}
