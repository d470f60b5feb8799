import FloorPlans
import ModelFormats
import Foundation
import DioramaLibrary
import Support

/// Makes plans out of the models of spaces.
struct PlanMaker: Sendable {
    let library: Library
    let models: SpaceModels

    /// - Throws: `FloorPlanError` where the model shows no room; `ServerError`, `FormatError`, `LibraryError`, `CancellationError`.
    func make(of space: Space, progress: ProgressReporter = .silent) async throws {
        guard let model = try await models.model(of: space, progress: progress.part(0...0.4)) else {
            throw ServerError("\(space.name) holds no model")
        }
        let content = try await Blocking.run {
            let options = PlanExtraction.Options(name: space.name)
            let found: PlanExtraction.Result
            switch model.shape {
            case .mesh(let mesh): found = try PlanExtraction.plan(of: mesh, options, progress: progress.part(0.4...0.95))
            case .cloud(let cloud): found = try PlanExtraction.plan(of: cloud, options, progress: progress.part(0.4...0.95))
            case .splats: throw ServerError("a plan is made of a surface or of points, not of splats")
            }
            return try SpacePlans.content(found.plan, notes: found.notes)
        }
        try progress.report(0.95, "Saving")
        _ = try await library.setPlan(content, of: space.id)
        try progress.report(1, "Done")
    }
}
