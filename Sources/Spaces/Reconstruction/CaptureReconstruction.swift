import Capture
import Foundation
import Geometry
import Measurement
import Meshes
import ModelFormats
import Reconstruction
import Support

/// Reconstructs a capture, or several of one place, and writes the model.
public struct CaptureReconstruction: Sendable {
    /// Several captures are registered in the frame of the first.
    public var captures: [OpenedCapture]
    /// Voxel size, poses, simplification and texture.
    public var options: ReconstructionOptions
    /// The model file to write; its extension sets the format.
    public var target: URL
    /// Whether the noise model, from which measurements state uncertainties, is written beside the model (`NoiseFile`).
    public var writesNoise = false
    /// Whether the location where the capture was recorded is written beside the model, as GeoJSON. Files that leave the library
    /// have no location otherwise.
    public var writesLocation = false

    /// `target`'s extension sets the format.
    public init(captures: [OpenedCapture], options: ReconstructionOptions, target: URL) {
        self.captures = captures
        self.options = options
        self.target = target
    }

    /// What was written.
    public struct Result: Sendable {
        /// The surface with its texture, poses and quality report.
        public var reconstruction: ReconstructionResult
        /// How photos were registered, and how it was made of them; nil where the captures had depth.
        public var photos: PhotoSummary?
        /// The capture formats, each once.
        public var formats: [String]
        /// Square metres of floor.
        public var area: Double
        /// Frames per second of the whole reconstruction.
        public var framesPerSecond: Double
        /// What was not read, estimated or kept, a sentence each.
        public var notes: [String]
    }

    /// - Throws: `CaptureError`, `ReconstructionError`, `FormatError`, `FileError`, `SpacesError`, `CancellationError`.
    public func run(progress: ProgressReporter = .silent) throws -> Result {
        try TargetFile.checkModel(target)
        let start = ContinuousClock.now
        let photos = captures.first { $0.photos != nil }
        guard photos == nil || captures.count == 1 else {
            throw SpacesError(
                .notPossible, "photos can't be registered with other captures", input: photos?.name,
                remedy: "put all photos into one folder")
        }
        let opened = captures
        let captures = opened.map(\.capture)
        let options = photos?.options(options) ?? options
        var result = try Reconstructor.run(captures, options: options, progress: progress.part(0...0.9))
        result.report?.scale = photos?.photos?.scale.name
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let losses = try ModelFile.write(
            Model(result.mesh, texture: result.texture), to: target, progress: progress.part(0.9...1))
        var notes = captures.flatMap(\.notes) + opened.flatMap(\.notes) + result.path.notes + result.notes
        if let summary = result.skipSummary { notes.append(summary) }
        notes += losses.map(\.sentence)
        if let file = try writeLocation(of: result) {
            notes.append("\(file.lastPathComponent) contains its geographic location.")
        } else if captures.contains(where: { $0.details.place != nil }) {
            notes.append("The recording contains the location where it was made; it is not in the files written here.")
        }
        if writesNoise {
            try AtomicFile.write(Array(try NoiseModel(result, options: options).json()), to: NoiseFile.url(for: target))
        }
        try progress.report(1, "Done")
        return Result(
            reconstruction: result, photos: photos?.photos,
            formats: captures.map(\.kind).reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            area: Footprint.area(of: result.mesh), framesPerSecond: Double(result.frames) / seconds, notes: notes)
    }

    /// - Throws: `SpacesError` where the location is asked for and was not recorded.
    private func writeLocation(of result: ReconstructionResult) throws -> URL? {
        guard writesLocation else { return nil }
        guard let report = result.report else { return nil }
        return try SpaceLocation(report, bounds: result.mesh.bounds, name: captures.first?.name ?? "").write(besides: target)
    }
}

/// The file of a model's noise model: `NAME.noise.json` beside `NAME.glb`.
public enum NoiseFile {
    /// The noise model's file for a model at `model`.
    public static func url(for model: URL) -> URL { model.deletingPathExtension().appendingPathExtension("noise.json") }
}
