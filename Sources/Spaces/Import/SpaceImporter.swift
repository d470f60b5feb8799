import Meshes
import Capture
import FloorPlans
import Foundation
import ModelFormats
import Geometry
import DioramaLibrary
import Measurement
import Reconstruction
import Support

/// What may be chosen when something is imported.
public struct ImportOptions: Sendable {
    /// How a capture becomes a surface; a model file needs none of it.
    public var reconstruction: ReconstructionOptions
    /// What a capture's files do not say.
    public var capture: CaptureOptions

    /// Without arguments: an interior, with poses and depth as they were recorded.
    public init(reconstruction: ReconstructionOptions = ReconstructionOptions(), capture: CaptureOptions = CaptureOptions()) {
        self.reconstruction = reconstruction
        self.capture = capture
    }
}

/// Makes a space of the library from a capture or a model file: reads, reconstructs, draws a thumbnail, adds all of it in one
/// piece.
public struct SpaceImporter: Sendable {
    let library: Library

    /// Spaces are added to `library`.
    public init(library: Library) { self.library = library }

    /// Imports the capture (a folder, or a file where its layout is one) or model file at `source`.
    /// - Parameters:
    ///   - source: the folder or file.
    ///   - name: the space's name; the file's or folder's name where nil.
    ///   - options: how a capture is reconstructed.
    ///   - job: the job that is marked as done in the same transaction.
    ///   - progress: receives the progress.
    /// - Throws: `CaptureError`, `ReconstructionError`, `FormatError`, `LibraryError`, or `CancellationError`; the library is then
    ///   unchanged.
    public func importSpace(
        from source: URL, name: String?, options: ImportOptions = .init(), job: JobID? = nil, progress: ProgressReporter = .silent
    ) async throws -> Space {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: source.path, isDirectory: &isFolder)
        if let rooms = RoomPlanFiles.Export(at: source) {
            return try await importRoomPlan(rooms, name: name, job: job, progress: progress)
        }
        // A path that leads nowhere gets the message of the model reader where it looks like a file, of the capture reader
        // otherwise.
        let isCapture = CaptureReaders.fileExtensions.contains(source.pathExtension.lowercased())
        if isFolder.boolValue || source.pathExtension.isEmpty || isCapture {
            return try await importCapture(
                try Capture.open(source, options: options.capture), name: name, options: options, job: job,
                progress: progress)
        }
        let model: SpaceModel
        do {
            model = try SpaceModel(reading: source, progress: progress.part(0...0.5))
        } catch {
            if error.kind == .cancelled { throw CancellationError() }
            throw error
        }
        let title = name ?? source.deletingPathExtension().lastPathComponent
        return try await add(Content(model: model), title, job: job, progress: progress.part(0.5...1))
    }

    /// Imports a room, or the rooms of one home, that Apple's RoomPlan captured: a space with its plan and its objects. Its model
    /// is the one that RoomPlan made, where that is given; else the plan's own solid.
    /// - Throws: `FloorPlanError`; as `importSpace`.
    public func importRoomPlan(
        _ rooms: RoomPlanFiles.Export, name: String?, job: JobID? = nil, progress: ProgressReporter = .silent
    ) async throws -> Space {
        let start = ContinuousClock.now
        try progress.report(0, "Reading the rooms")
        let found = try RoomPlanFiles.read(rooms.rooms, name: name)
        var content = Content(
            model: try rooms.model.map { try SpaceModel(reading: $0, progress: progress.part(0...0.5)) }
                ?? SpaceModel(Model(found.plan.solid())))
        content.plan = found.plan
        content.capture = CaptureDraft(
            kind: "RoomPlan", frameCount: 0, seconds: (ContinuousClock.now - start) / .seconds(1),
            notes: found.notes + content.model.surface.notes)
        return try await add(content, found.plan.name, job: job, progress: progress.part(0.5...1))
    }

    /// Imports a capture that is open already, as the demo is.
    /// - Throws: as `importSpace`.
    public func importCapture(
        _ capture: Capture, name: String?, options: ImportOptions = .init(), job: JobID? = nil, progress: ProgressReporter = .silent
    ) async throws -> Space {
        try await importCaptures([capture], name: name, options: options, job: job, progress: progress)
    }

    /// Imports captures of one place as one space, in the first one's frame.
    /// - Throws: as `importSpace`.
    public func importCaptures(
        _ captures: [Capture], name: String?, options: ImportOptions = .init(), job: JobID? = nil,
        progress: ProgressReporter = .silent
    ) async throws -> Space {
        let start = ContinuousClock.now
        let result = try Reconstructor.run(captures, options: options.reconstruction, progress: progress.part(0...0.85))
        var notes = captures.flatMap(\.notes) + result.path.notes + result.notes
        if let summary = result.skipSummary { notes.append(summary) }
        if let location = CaptureNotes.location(of: captures) { notes.append(location) }
        var content = Content(model: try SpaceModel(Model(result.mesh, texture: result.texture)))
        content.rims = result.boundaryLoops
        content.noise = NoiseModel(result, options: options.reconstruction)
        content.report = result.report
        content.view = DefaultView(of: result)
        content.capture = CaptureDraft(
            kind: captures.first?.kind ?? "", frameCount: result.frames, skippedFrames: result.skippedFrames,
            seconds: (ContinuousClock.now - start) / .seconds(1), notes: notes)
        return try await add(content, name ?? captures.first?.name ?? "Space", job: job, progress: progress.part(0.85...1))
    }

    /// What a space is to hold.
    private struct Content {
        var model: SpaceModel
        var rims: [[Vector3]] = []
        var report: ScanReport?
        var capture: CaptureDraft?
        var plan: FloorPlan?
        var noise: NoiseModel?
        var view: DefaultView?
    }

    private func add(_ content: Content, _ name: String, job: JobID?, progress: ProgressReporter) async throws -> Space {
        let work = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }

        let model = content.model.surface
        var files = SpaceFiles(in: work, name: SpaceFiles.plainName(for: name))
        try progress.report(0, "Saving")
        try files.add(content.model, progress: progress.part(0...0.3))
        try files.addLevels(of: model, progress: progress.part(0.3...0.7))
        if case .splats(let cloud) = model.shape {
            try files.addSplats(cloud, origin: model.origin, progress: progress.part(0.3...0.7))
        }
        try files.addRims(content.rims)
        try files.addNoise(content.noise)
        try progress.report(0.7, "Drawing the thumbnail")
        try files.addView(content.view)
        try files.addThumbnail(of: content.model, view: content.view)
        try progress.report(0.8, "Saving")
        var draft = SpaceDraft(
            name: name, triangleCount: model.triangleCount, pointCount: model.positions.count, bounds: model.bounds)
        draft.areaSquareMetres = content.plan?.area ?? model.mesh.map(Footprint.area)
        draft.plan = try content.plan.map { try SpacePlans.content($0, notes: content.capture?.notes ?? []) }
        draft.capture = content.capture
        draft.report = try content.report.map { try $0.json }
        draft.assets = files.assets
        let space = try await library.add(draft, job: job)
        try progress.report(1, "Done")
        return space
    }
}
