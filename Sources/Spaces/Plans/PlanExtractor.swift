import FloorPlans
import Foundation
import ModelFormats
import Support

/// A plan with what there is to say about how it was made, a sentence each.
public struct PlanDraft: Sendable {
    /// The plan.
    public var plan: FloorPlan
    /// What was estimated, left out or moved, a sentence each.
    public var notes: [String]
    /// How several rooms came into one frame; nil where there was one.
    public var registration: RoomRegistration?

    /// `registration` is nil for a single room.
    public init(_ plan: FloorPlan, notes: [String] = [], registration: RoomRegistration? = nil) {
        self.plan = plan
        self.notes = notes
        self.registration = registration
    }
}

/// Extracts the floor plan of a model.
public enum PlanExtractor {
    /// - Parameters:
    ///   - model: a mesh or a point cloud of rooms.
    ///   - name: the plan's name.
    ///   - input: the file or space that errors name.
    ///   - progress: receives the progress.
    /// - Throws: `FloorPlanError` where the model shows no room; `SpacesError` of kind `notPossible` for splats;
    ///   `CancellationError`.
    public static func plan(of model: Model, name: String, input: String, progress: ProgressReporter) throws -> PlanDraft {
        let options = PlanExtraction.Options(name: name)
        let found: PlanExtraction.Result
        switch model.shape {
        case .mesh(let mesh): found = try PlanExtraction.plan(of: mesh, options, progress: progress)
        case .cloud(let cloud): found = try PlanExtraction.plan(of: cloud, options, progress: progress)
        case .splats:
            throw SpacesError(
                .notPossible, "the model holds splats", input: input, remedy: "a plan is made of a surface or of points")
        }
        var notes = found.notes
        if model.origin != .zero {
            let offset = (0..<3).map { "\(model.origin[$0])" }.joined(separator: ", ")
            notes.append("The plan is near the origin: its map coordinates are less by (\(offset)) m, y up.")
        }
        return PlanDraft(found.plan, notes: notes)
    }
}
