import Capture
import Foundation
import Measurement
import ModelFormats
import PlanFormats
import Reconstruction
import Support

/// Measures in a file: a model or a point cloud, a capture that is reconstructed first, or a plan.
public struct FileMeasurer: Sendable {
    /// What is measured in.
    public enum Input: Sendable {
        /// A model file, a capture's folder, file or archive, or a plan as JSON.
        case file(URL)
        /// A capture that is already open, such as the demo.
        case capture(Capture)
    }

    /// What is measured in.
    public var input: Input
    /// The noise model; nil: the one beside the model (`NoiseFile`), or the capture's own.
    public var noise: URL?
    /// Distances that are known from elsewhere, by which the model's scale is corrected.
    public var checks: [CheckRequest] = []

    /// Uncertainties come from the noise model beside the input, where there is one.
    public init(_ input: Input) { self.input = input }

    /// - Parameters:
    ///   - request: what to measure; nil for the scale by the check distances alone.
    ///   - progress: receives the progress.
    /// - Throws: `SpacesError` where the input doesn't allow the measurement, `FormatError`, `CaptureError`, `ReconstructionError`,
    ///   `MeasurementError`, `CancellationError`.
    public func measure(_ request: MeasurementRequest?, progress: ProgressReporter = .silent) throws -> MeasurementOutcome {
        if case .file(let file) = input, file.pathExtension.lowercased() == "json" {
            guard checks.isEmpty, let request else {
                throw SpacesError(
                    .notPossible, "a plan has no surface that check distances could be measured on", input: file.path,
                    remedy: "give the model or the capture")
            }
            return try request.measure(on: try PlanFile.read(file), noise: try noiseModel(beside: file))
        }
        let index = try index(progress.part(0...0.9))
        try progress.report(0.9, "Measuring")
        let scale = try ScaleCorrection(checks, on: index)
        if let request { return try request.measure(on: index, scale: scale) }
        guard let scale else {
            throw SpacesError(.invalidInput, "there is no check distance", remedy: "give one or more, with their lengths")
        }
        return MeasurementOutcome(scale)
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
            if exists, ImportFileType.of(fileName: file.lastPathComponent)?.type == .archive {
                return try index(ofArchive: file, progress)
            }
            return try SurfaceIndex(
                ModelFile.read(file, progress: progress.part(0...0.5)), noise: try noiseModel(beside: file),
                input: file.path,
                progress: progress.part(0.5...1))
        }
    }

    /// Of a capture's folder in a zip or tar file, unpacked as long as it is read.
    private func index(ofArchive file: URL, _ progress: ProgressReporter) throws -> SurfaceIndex {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-measure-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let capture = try ArchiveUnpacker().unpack(file, into: folder, progress: progress.part(0...0.1))
        return try index(of: try Capture.open(capture), progress.part(0.1...1))
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

extension SurfaceIndex {
    /// Of a model's mesh, or of its points where it has no faces.
    /// - Parameters:
    ///   - model: a mesh or a point cloud.
    ///   - noise: the error model of its scan; nil where there is none.
    ///   - input: what errors name.
    ///   - progress: receives the progress.
    /// - Throws: `SpacesError` where it holds neither, `MeasurementError`, `PointCloudError`, `CancellationError`.
    init(_ model: Model, noise: NoiseModel?, input: String, progress: ProgressReporter = .silent) throws {
        switch model.shape {
        case .mesh(let mesh): try self.init(mesh, noise: noise)
        case .cloud(let cloud): try self.init(cloud: cloud, noise: noise, progress: progress)
        case .splats:
            throw SpacesError(
                .notPossible, "it holds splats, which have no surface to measure on", input: input,
                remedy: "measure the mesh, the cloud or the capture that they were made of")
        }
    }
}
