import Meshes
import Capture
import FloorPlans
import Foundation
import ModelFormats
import Geometry
import DioramaLibrary
import Measurement
import Reconstruction
import Splats
import Support

/// What may be chosen when something is imported.
public struct ImportOptions: Sendable {
    /// How a capture becomes a surface; a model file needs none of it.
    public var reconstruction: ReconstructionOptions
    /// What a capture's files do not say.
    public var capture: CaptureOptions
    /// How photos get poses and depth.
    public var photos: PhotoOptions
    /// How splats of a capture are trained, beside its surface; nil: there are none.
    public var splats: SplatTrainingOptions?
    /// Whether the files of a capture are kept beside the space, as one zip file where it is a folder. Model files and RoomPlan's
    /// exports always are.
    public var keepsCapture: Bool

    /// Without arguments: an interior, with poses and depth as they were recorded, without splats.
    public init(
        reconstruction: ReconstructionOptions = ReconstructionOptions(), capture: CaptureOptions = CaptureOptions(),
        photos: PhotoOptions = PhotoOptions(), splats: SplatTrainingOptions? = nil, keepsCapture: Bool = false
    ) {
        self.reconstruction = reconstruction
        self.capture = capture
        self.photos = photos
        self.splats = splats
        self.keepsCapture = keepsCapture
    }

    var opening: CaptureOpening { CaptureOpening(capture: capture, photos: photos, cutsObject: reconstruction.cutsObject) }
}

/// Makes a space of the library from a capture or a model file: reads, reconstructs, draws a thumbnail, adds all of it in one
/// piece.
public struct SpaceImporter: Sendable {
    let library: Library

    /// Spaces are added to `library`.
    public init(library: Library) { self.library = library }

    /// Imports the capture (a folder, or a file where its layout is one), the photos, the video or the model file at `source`.
    /// - Parameters:
    ///   - source: the folder or file.
    ///   - name: the space's name; the file's or folder's name where nil.
    ///   - options: how a capture is reconstructed.
    ///   - job: the job that is marked as done in the same transaction.
    ///   - progress: receives the progress.
    /// - Throws: `CaptureError`, `PhotogrammetryError`, `ReconstructionError`, `SplatError`, `FormatError`, `LibraryError`, or
    ///   `CancellationError`; the library is then unchanged.
    public func importSpace(
        from source: URL, name: String?, options: ImportOptions = .init(), job: JobID? = nil, progress: ProgressReporter = .silent
    ) async throws -> Space {
        if let rooms = RoomPlanFiles.Export(at: source) {
            return try await importRoomPlan(rooms, name: name, job: job, progress: progress)
        }
        // A path that leads nowhere gets the message of the model reader where it looks like a file, of the capture reader
        // otherwise.
        if CaptureOpening.isCapture(source) {
            let workspace = CaptureOpening.temporaryWorkspace()
            defer { try? FileManager.default.removeItem(at: workspace) }
            let opened = try options.opening.open(source, workspace: workspace, progress: progress.part(0...0.5))
            return try await importOpened(
                [opened], originals: options.keepsCapture ? [source] : [], name: name, options: options, job: job,
                progress: opened.photos == nil ? progress : progress.part(0.5...1))
        }
        let model: SpaceModel
        do {
            model = try SpaceModel(reading: source, progress: progress.part(0...0.5))
        } catch {
            if error.kind == .cancelled { throw CancellationError() }
            throw error
        }
        let title = name ?? source.deletingPathExtension().lastPathComponent
        return try await add(Content(model: model, originals: [source]), title, job: job, progress: progress.part(0.5...1))
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
        content.originals = rooms.rooms + [rooms.model].compactMap(\.self)
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
        try await importOpened(captures.map(OpenedCapture.init), name: name, options: options, job: job, progress: progress)
    }

    /// `originals`: the files and folders of the captures, where they are kept.
    private func importOpened(
        _ opened: [OpenedCapture], originals: [URL] = [], name: String?, options: ImportOptions, job: JobID?,
        progress: ProgressReporter
    ) async throws -> Space {
        let start = ContinuousClock.now
        let captures = opened.map(\.capture)
        if options.splats != nil, captures.count > 1 {
            throw SpacesError(
                .notPossible, "splats are trained on one capture at a time", remedy: "import the captures without splats")
        }
        let fusing = options.splats == nil ? 0.85 : 0.4
        let settings = opened.first { $0.photos != nil }?.options(options.reconstruction) ?? options.reconstruction
        let result = try Reconstructor.run(captures, options: settings, progress: progress.part(0...fusing))
        var notes = captures.flatMap(\.notes) + opened.flatMap(\.notes) + result.path.notes + result.notes
        if let summary = result.skipSummary { notes.append(summary) }
        if let location = CaptureNotes.location(of: captures) { notes.append(location) }
        var content = Content(model: try SpaceModel(Model(result.mesh, texture: result.texture)))
        content.rims = result.boundaryLoops
        content.noise = NoiseModel(result, options: settings)
        content.report = result.report
        if let photos = opened.first(where: { $0.photos != nil })?.photos { content.report?.scale = photos.scale.name }
        if let training = options.splats {
            let posed = captures[0].replacingPoses(result.path.poses)
            let trained = try SplatTrainer(capture: posed, options: training, progress: progress.part(fusing...0.45))
                .run(progress: progress.part(0.45...0.85))
            notes += trained.notes
            if let model = trained.device.model { notes.append("the splats were trained on \(model)") }
            if let quality = trained.heldOut { notes.append(quality.sentence) }
            content.splats = trained.cloud
        }
        content.view = DefaultView(of: result)
        content.originals = originals
        content.capture = CaptureDraft(
            kind: captures.first?.kind ?? "", frameCount: result.frames, skippedFrames: result.skippedFrames,
            seconds: (ContinuousClock.now - start) / .seconds(1), notes: notes)
        return try await add(content, name ?? opened.first?.name ?? "Space", job: job, progress: progress.part(0.85...1))
    }

    /// What a space is to hold.
    private struct Content {
        var model: SpaceModel
        /// The files and folders that it was made from, where they are kept beside it.
        var originals: [URL] = []
        var splats: SplatCloud?
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
        if let splats = content.splats { try files.addSplats(splats, isOrdered: true) }
        if case .splats(let cloud) = model.shape {
            try files.addSplats(cloud, origin: model.origin, progress: progress.part(0.3...0.7))
        }
        try files.addRims(content.rims)
        try files.addNoise(content.noise)
        try progress.report(0.7, "Drawing the thumbnail")
        try files.addOriginals(content.originals, progress: progress.part(0.7...0.75))
        try files.addView(content.view)
        try files.addThumbnail(of: content.model, view: content.view)
        try progress.report(0.8, "Saving")
        var draft = SpaceDraft(
            name: name, triangleCount: model.triangleCount, pointCount: model.positions.count, bounds: model.bounds)
        if content.report?.isScaleKnown ?? true { draft.areaSquareMetres = content.plan?.area ?? model.mesh.map(Footprint.area) }
        draft.plan = try content.plan.map { try SpacePlans.content($0, notes: content.capture?.notes ?? []) }
        draft.capture = content.capture
        draft.report = try content.report.map { try $0.json }
        draft.assets = files.assets
        let space = try await library.add(draft, job: job)
        try progress.report(1, "Done")
        return space
    }
}
