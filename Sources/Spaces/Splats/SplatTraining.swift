import Capture
import Foundation
import ModelFormats
import Reconstruction
import Splats
import Support

/// Trains Gaussian splats on a capture and writes them.
public struct SplatTraining: Sendable {
    /// What the capture's files don't say, and how photos get poses. Their depth isn't needed: splats begin at the sparse points.
    public var opening: CaptureOpening
    /// How the poses of a capture with depth are found.
    public var poses: PoseOptions.Method
    /// How splats are trained.
    public var options: SplatTrainingOptions
    /// The file to write: ply, spz, splat, glb or gltf.
    public var target: URL

    /// What was written.
    public struct Result: Sendable {
        /// The splats and their quality on images that were held out.
        public var training: SplatTrainingResult
        /// Nil where the capture had depth.
        public var photos: PhotoSummary?
        /// The capture's format.
        public var format: String
        /// What people should know, a sentence each.
        public var notes: [String]
    }

    /// `target`'s extension sets the format.
    public init(
        opening: CaptureOpening, poses: PoseOptions.Method = .automatic, options: SplatTrainingOptions, target: URL
    ) {
        self.opening = opening
        self.poses = poses
        self.options = options
        self.target = target
    }

    /// Formats that hold splats.
    public static let formats: [ModelFormat] = [.ply, .spz, .splat, .glb, .gltf]
    /// Their extensions, for texts.
    public static var formatList: String { formats.map(\.fileExtension).joined(separator: ", ") }

    /// - Throws: `SpacesError` where the target's format holds no splats or it can't be written; `SplatError.device` where the
    ///   device of the options can't be used.
    public func check() throws {
        let name = target.pathExtension.lowercased()
        guard Self.formats.contains(where: { $0.fileExtension == name }) else {
            throw SpacesError(
                .invalidInput, "splats are not written as \(name.isEmpty ? "a file without extension" : name)", input: target.path,
                remedy: "choose one of \(Self.formatList)")
        }
        try TargetFile.checkModel(target)
        try options.device.check()
    }

    /// - Parameters:
    ///   - source: the capture, photos or video.
    ///   - progress: receives the progress; cancelling the task ends the training, with a checkpoint where one is asked for.
    ///   - observe: receives the state of the training now and then.
    /// - Throws: `CaptureError`, `PhotogrammetryError`, `SplatError`, `FormatError`, `FileError`, `SpacesError`,
    ///   `CancellationError`.
    public func run(
        _ source: URL, progress: ProgressReporter = .silent, observe: (SplatTrainingState) -> Void = { _ in }
    ) throws -> Result {
        let workspace = CaptureOpening.temporaryWorkspace()
        defer { try? FileManager.default.removeItem(at: workspace) }
        return try run(
            try opening.open(source, workspace: workspace, computesDepth: false, progress: progress.part(0...0.2)),
            progress: progress.part(0.2...1), observe: observe)
    }

    /// The same of a capture that is open.
    public func run(
        _ opened: OpenedCapture, progress: ProgressReporter = .silent, observe: (SplatTrainingState) -> Void = { _ in }
    ) throws -> Result {
        try check()
        var capture = opened.capture
        if opened.photos == nil {
            let path = try PoseRefinement.refine(
                capture, options: PoseOptions(method: poses), progress: progress.part(0...0.1))
            capture = capture.replacingPoses(path.poses)
        }
        let trainer = try SplatTrainer(capture: capture, options: options, progress: progress.part(0.1...0.15))
        let training = try trainer.run(progress: progress.part(0.15...0.95), observe: observe)
        let losses = try ModelFile.write(Model(training.cloud), to: target, progress: progress.part(0.95...1))
        return Result(
            training: training, photos: opened.photos, format: opened.capture.kind,
            notes: opened.capture.notes + opened.notes + training.notes + losses.map(\.sentence))
    }
}
