import Capture
import Foundation
import Measurement
import ModelFormats
import PlanFormats
import Reconstruction
import Support

/// Measures in a file: a model, a capture that is reconstructed first, or a plan.
public struct FileMeasurer: Sendable {
    /// What is measured in.
    public enum Input: Sendable {
        /// A model file, a capture's folder or file, or a plan as JSON.
        case file(URL)
        /// A capture that is already open, such as the demo.
        case capture(Capture)
    }

    /// What is measured in.
    public var input: Input
    /// The noise model; nil: the one beside the model (`NoiseFile`), or the capture's own.
    public var noise: URL?

    /// Uncertainties come from the noise model beside the input, where there is one.
    public init(_ input: Input) { self.input = input }

    /// - Throws: `SpacesError` where the input doesn't allow the measurement, `FormatError`, `CaptureError`, `ReconstructionError`,
    ///   `MeasurementError`, `CancellationError`.
    public func measure(_ request: MeasurementRequest, progress: ProgressReporter = .silent) throws -> MeasurementOutcome {
        if case .file(let file) = input, file.pathExtension.lowercased() == "json" {
            return try request.measure(on: try PlanFile.read(file), noise: try noiseModel(beside: file))
        }
        let index = try index(progress.part(0...0.9))
        try progress.report(0.9, "Measuring")
        return try request.measure(on: index)
    }

    private func index(_ progress: ProgressReporter) throws -> SurfaceIndex {
        switch input {
        case .capture(let capture): return try index(of: capture, progress)
        case .file(let file):
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
            if exists, isFolder.boolValue || CaptureReaders.fileExtensions.contains(file.pathExtension.lowercased()) {
                return try index(of: try Capture.open(file), progress)
            }
            guard let mesh = try ModelFile.read(file, progress: progress).mesh else {
                throw SpacesError(
                    .notPossible, "the file holds no mesh to measure on", input: file.path, remedy: "reconstruct a mesh first")
            }
            return try SurfaceIndex(mesh, noise: try noiseModel(beside: file))
        }
    }

    private func index(of capture: Capture, _ progress: ProgressReporter) throws -> SurfaceIndex {
        let options = ReconstructionOptions()
        let result = try Reconstructor.run(capture, options: options, progress: progress)
        return try SurfaceIndex(result.mesh, noise: try noiseModel(beside: nil) ?? NoiseModel(result, options: options))
    }

    private func noiseModel(beside model: URL?) throws -> NoiseModel? {
        if let noise { return try NoiseModel(json: try Data(contentsOf: noise)) }
        guard let file = model.map(NoiseFile.url), FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try NoiseModel(json: try Data(contentsOf: file))
    }
}
