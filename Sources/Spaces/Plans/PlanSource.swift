import Capture
import Codecs
import FloorPlans
import Foundation
import ModelFormats
import PlanFormats
import Reconstruction
import Support

/// The files from which a plan is made: captures, a model, RoomPlan's JSON files of one home, or a plan.
public struct PlanSource: Sendable {
    /// One of the inputs.
    public enum Input: Sendable {
        /// A capture's folder, a model file, RoomPlan's JSON or a plan as JSON.
        case file(URL)
        /// A capture that is open already, as the demo is.
        case capture(Capture)

        var path: String {
            switch self {
            case .file(let file): file.path
            case .capture(let capture): capture.name
            }
        }

        var fileExtension: String? {
            if case .file(let file) = self { file.pathExtension.lowercased() } else { nil }
        }
    }

    /// One or more inputs; several captures or RoomPlan files are of one home.
    public var inputs: [Input]
    /// The plan's name; the file's or capture's where nil.
    public var name: String?
    /// What a capture's files don't say.
    public var capture: CaptureOptions
    /// How captures are reconstructed.
    public var reconstruction: ReconstructionOptions

    /// `capture` and `reconstruction` apply to captures only.
    public init(
        _ inputs: [Input], name: String? = nil, capture: CaptureOptions = CaptureOptions(),
        reconstruction: ReconstructionOptions = ReconstructionOptions()
    ) {
        self.inputs = inputs
        self.name = name
        self.capture = capture
        self.reconstruction = reconstruction
    }

    /// Reads the plan, or makes it.
    /// - Throws: `SpacesError` of kind `invalidInput` where the inputs make no plan together; the error of the reader that failed;
    ///   `CancellationError`.
    public func read(_ progress: ProgressReporter = .silent) throws -> PlanDraft {
        guard let first = inputs.first else { throw SpacesError(.invalidInput, "there is no input to make a plan of") }
        let isJSON = inputs.map { $0.fileExtension == "json" }
        if isJSON.allSatisfy(\.self) { return try readJSON(progress) }
        if isJSON.contains(true) {
            throw SpacesError(.invalidInput, "RoomPlan's JSON and other scans make no plan together", remedy: "give one type")
        }
        let (model, frames) = try model(progress.part(0...0.7))
        let title = URL(fileURLWithPath: first.path).deletingPathExtension().lastPathComponent
        do {
            var draft = try PlanExtractor.plan(of: model, name: name ?? title, input: first.path, progress: progress.part(0.7...1))
            draft.notes = model.notes + draft.notes
            if let frames, draft.plan.areaRange?.isDetermined == false { draft.notes.append("The \(Self.fewFrames(frames)).") }
            return draft
        } catch let error as FloorPlanError {
            guard let frames, frames < Self.usualFrames else { throw error }
            throw FloorPlanError("\(error.reason); the \(Self.fewFrames(frames))")
        }
    }

    /// A walk through a room has more frames than this.
    private static let usualFrames = 30

    private static func fewFrames(_ count: Int) -> String {
        count < usualFrames
            ? "capture has only \(Text.count(count, "frame")), too few to see the walls of a room; record a walk along all of them"
            : "capture's \(Text.count(count, "frame")) show too little of the walls; record a walk along all of them"
    }

    /// A plan as it is; anything else is RoomPlan's.
    private func readJSON(_ progress: ProgressReporter) throws -> PlanDraft {
        try progress.report(0, "Reading")
        let files = inputs.map { URL(fileURLWithPath: $0.path) }
        if files.count == 1, let bytes = try? Data(contentsOf: files[0], options: .mappedIfSafe), FloorPlan.isPlan(bytes) {
            var plan = try PlanFile.read(files[0])
            if let name { plan.name = name }
            return PlanDraft(plan)
        }
        let found = try RoomPlanFiles.read(files, name: name)
        return PlanDraft(found.plan, notes: found.notes, registration: found.registration)
    }

    /// A model file as it is; captures are reconstructed first, and have a number of frames.
    private func model(_ progress: ProgressReporter) throws -> (Model, frames: Int?) {
        let modelExtensions = Set(ModelFormat.allCases.map(\.fileExtension))
        if inputs.count == 1, case .file(let file) = inputs[0], modelExtensions.contains(file.pathExtension.lowercased()) {
            return (try ModelFile.read(file, progress: progress), nil)
        }
        let captures = try inputs.map { input in
            switch input {
            case .file(let file): try Capture.open(file, options: capture)
            case .capture(let capture): capture
            }
        }
        let result = try Reconstructor.run(captures, options: reconstruction, progress: progress)
        let model = Model(result.mesh, notes: captures.flatMap(\.notes) + result.path.notes + result.notes)
        return (model, captures.reduce(0) { $0 + $1.frameCount })
    }
}
