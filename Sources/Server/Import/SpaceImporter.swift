import Capture
import Foundation
import Formats
import Geometry
import Images
import Library
import Reconstruction
import Rendering
import Work

/// What may be chosen when something is imported.
public struct ImportOptions: Sendable {
    /// How a capture becomes a surface; a model file needs none of it.
    public var reconstruction: ReconstructionOptions
    /// What a capture's files do not tell.
    public var capture: CaptureOptions

    public init(reconstruction: ReconstructionOptions = ReconstructionOptions(), capture: CaptureOptions = CaptureOptions()) {
        self.reconstruction = reconstruction
        self.capture = capture
    }
}

/// Makes a space of the library from a capture or a model file: reads, reconstructs, draws a thumbnail, adds all of it in one piece.
///
/// The command line and the server's jobs both import by this, so that they cannot differ.
public struct SpaceImporter: Sendable {
    private let library: Library

    public init(library: Library) { self.library = library }

    /// Imports the capture folder or model file at `source`.
    /// - Parameters:
    ///   - name: the space's name; the file's or folder's name where nil.
    ///   - job: the job that is marked as done in the same transaction.
    /// - Throws: `CaptureError`, `ReconstructionError`, `FormatError`, `LibraryError`, or `CancellationError`; the library is then unchanged.
    public func importSpace(
        from source: URL, name: String?, options: ImportOptions = .init(), job: JobID? = nil, progress: ProgressReporter = .silent
    ) async throws -> Space {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: source.path, isDirectory: &isFolder)
        // A path that leads nowhere gets the message of the model reader where it looks like a file, of the capture reader otherwise.
        if isFolder.boolValue || source.pathExtension.isEmpty {
            return try await importCapture(
                try Capture.open(source, options: options.capture), name: name, options: options, job: job,
                progress: progress)
        }
        let model: Model
        do {
            model = try ModelFile.read(source, progress: progress.part(0...0.5))
        } catch {
            if error.kind == .cancelled { throw CancellationError() }
            throw error
        }
        let title = name ?? source.deletingPathExtension().lastPathComponent
        return try await add(model.shape, title, capture: nil, job: job, progress: progress.part(0.5...1))
    }

    /// Imports a capture that is open already, as the demo is.
    /// - Throws: as `importSpace`.
    public func importCapture(
        _ capture: Capture, name: String?, options: ImportOptions = .init(), job: JobID? = nil, progress: ProgressReporter = .silent
    ) async throws -> Space {
        let start = ContinuousClock.now
        let result = try Reconstructor.run(capture, options: options.reconstruction, progress: progress.part(0...0.9))
        var notes = capture.notes
        if let summary = result.skipSummary { notes.append(summary) }
        let draft = CaptureDraft(
            kind: capture.kind, frameCount: result.frames, skippedFrames: result.skippedFrames,
            seconds: (ContinuousClock.now - start) / .seconds(1), notes: notes)
        return try await add(
            .mesh(result.mesh), name ?? capture.name, capture: draft, job: job, progress: progress.part(0.9...1))
    }

    private func add(
        _ shape: Shape, _ name: String, capture: CaptureDraft?, job: JobID?, progress: ProgressReporter
    ) async throws -> Space {
        let work = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }

        try progress.report(0.1, "Drawing the thumbnail")
        var draft = SpaceDraft(name: name, capture: capture)
        let kind: AssetKind
        let picture: ColorImage
        switch shape {
        case .mesh(let mesh):
            kind = .mesh
            draft.triangleCount = mesh.triangleCount
            draft.pointCount = mesh.positions.count
            draft.bounds = mesh.bounds
            draft.areaSquareMetres = Footprint.area(of: mesh)
            picture = Renderer.thumbnail(of: mesh, width: 640, height: 480)
        case .cloud(let cloud):
            kind = .cloud
            draft.pointCount = cloud.positions.count
            draft.bounds = cloud.bounds
            picture = Renderer.thumbnail(of: cloud, width: 640, height: 480)
        }
        try progress.report(0.4, "Saving")
        let modelFile = work.appendingPathComponent("model.glb")
        try ModelFile.write(Model(shape), to: modelFile, progress: .silent)
        let pictureFile = work.appendingPathComponent("thumbnail.jpg")
        try AtomicFile.write(JPEG.encode(picture, quality: 88), to: pictureFile)
        let fileName = Self.fileName(for: name)
        draft.assets = [
            AssetDraft(
                kind: kind, contentType: "model/gltf-binary", fileName: fileName + ".glb", file: modelFile, isTaken: true),
            AssetDraft(
                kind: .thumbnail, contentType: "image/jpeg", fileName: fileName + ".jpg", file: pictureFile, isTaken: true),
        ]
        try progress.report(0.8, "Saving")
        let space = try await library.add(draft, job: job)
        try progress.report(1, "Done")
        return space
    }

    /// A name that every file system takes: letters, digits, and "-" for anything else.
    static func fileName(for name: String) -> String {
        let plain = name.unicodeScalars.map { CharacterSet.alphanumerics.contains($0) ? Character($0) : "-" }
        let text = String(plain.prefix(60)).split(separator: "-").joined(separator: "-")
        return text.isEmpty ? "space" : text
    }
}
