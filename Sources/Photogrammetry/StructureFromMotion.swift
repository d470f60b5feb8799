import Capture
import Foundation
import Geometry
import Support

/// Finds the poses of photos and the points that they share.
public enum StructureFromMotion {
    /// How poses are found.
    public struct Options: Sendable {
        /// Which photos are compared with each other.
        public enum Matching: String, Sendable, CaseIterable {
            /// By the input: `sequential` for videos and captures, `exhaustive` for up to `maxExhaustive` photos, else `retrieval`.
            case automatic
            /// Each photo with each other.
            case exhaustive
            /// Each photo with the next ones, and with similar ones further away.
            case sequential
            /// Each photo with the 20 most similar ones by their key points, its neighbours by name, and by GPS.
            case retrieval
        }

        /// How the poses of many photos are put together.
        public enum Mapper: String, Sendable, CaseIterable {
            /// One photo after the other, with bundle adjustment in between (Schönberger 2016).
            case incremental
            /// All at once (GLOMAP, Pan 2024): for many photos whose focal length is known. Needs pycolmap.
            case global
        }

        /// Which photos are compared with each other.
        public var matching = Matching.automatic
        /// How the poses are put together.
        public var mapper = Mapper.incremental
        /// The longer side in pixels at which key points are found.
        public var maxImageSize = 1600
        /// Key points of a photo.
        public var maxFeatures = 2048
        /// Whether a second run with more and weaker key points follows where less than 80 % of the photos are registered.
        public var retries = true
        /// Whether a COLMAP or nerfstudio model in the folder is left alone and poses are found anew.
        public var ignoresExistingModel = false
        /// What the scale is derived from.
        public var scale = ScaleReference.automatic
        /// Frames a second that are used of a video.
        public var videoRate = 2.0
        /// Threads that COLMAP uses.
        public var threads = Parallel.threads
        /// Where COLMAP is.
        public var colmap = ColmapFolder()

        /// The defaults.
        public init() {}
    }

    /// The most photos of which each is matched with each other.
    static let maxExhaustive = 100

    /// Finds the poses of photos.
    ///
    /// Blocks until it is done: minutes for some fifty photos.
    /// - Parameters:
    ///   - source: the photos. A folder with a COLMAP or nerfstudio model is used with its poses, without COLMAP.
    ///   - workspace: a folder for COLMAP's images and model, created where it does not exist; files of earlier runs in it are
    ///     replaced. The result reads its images from there: it has to stay as long as the capture is used, and can be opened as a
    ///     COLMAP capture later.
    ///   - options: how it is done.
    ///   - progress: receives the progress; cancelling the surrounding task ends COLMAP.
    /// - Throws: `PhotogrammetryError` where the photos can't be used, or COLMAP isn't installed or finds nothing in common between
    ///   them; `CancellationError`.
    public static func run(
        _ source: PhotoSource, workspace: URL, options: Options = Options(), progress: ProgressReporter = .silent
    ) throws -> PhotoReconstruction {
        if let existing = try existingModel(source, options) {
            return try ExistingModel.reconstruction(existing, at: source.url, options: options, progress: progress)
        }
        try options.colmap.require()
        let input = try PhotoWorkspace.prepare(source, in: workspace, options: options, progress: progress.part(0...0.15))
        let (summary, engine, notes) = try solve(input, options: options, progress: progress.part(0.15...0.9))
        return try RegisteredPhotos(input: input, summary: summary, engine: engine, notes: notes)
            .reconstruction(options: options, progress: progress.part(0.9...1))
    }

    /// The capture of a source that has poses already.
    private static func existingModel(_ source: PhotoSource, _ options: Options) throws -> Capture? {
        switch source {
        case .video: return nil
        case .capture(let capture, _): return capture.hasPoses && !options.ignoresExistingModel ? capture : nil
        case .folder(let url):
            guard !options.ignoresExistingModel, CaptureReaders.recognise(url) != nil else { return nil }
            let capture = try ExistingModel.open(url)
            return capture.hasPoses ? capture : nil
        }
    }

    /// Runs COLMAP, a second time with more key points where the first run registered too little.
    private static func solve(
        _ input: PhotoWorkspace, options: Options, progress: ProgressReporter
    ) throws -> (summary: ColmapSummary, engine: String, notes: [String]) {
        let first = try attempt(
            input, options: options, isThorough: false, progress: progress.part(0...(options.retries ? 0.9 : 1)))
        let registered = first.summary.models.first ?? 0
        let count = input.set.photos.count
        // A second run takes several times as long; with very many photos that would be hours.
        guard options.retries, registered * 5 < count * 4, count <= 200 else { return (first.summary, first.engine, []) }
        try keepModel(of: input, aside: true)
        let second = try attempt(input, options: options, isThorough: true, progress: progress.part(0.9...1))
        let found = second.summary.models.first ?? 0
        if found > registered {
            return (
                second.summary, second.engine,
                ["the first run registered \(registered) photos, a second one with more key points \(found)"]
            )
        }
        try keepModel(of: input, aside: false)
        return (first.summary, first.engine, ["a second run with more key points registered no more photos"])
    }

    private static func attempt(
        _ input: PhotoWorkspace, options: Options, isThorough: Bool, progress: ProgressReporter
    ) throws -> (summary: ColmapSummary, engine: String) {
        let job = try input.job(options: options, isThorough: isThorough).write()
        let engine = try ColmapProcess.run(job, folder: options.colmap, photos: input.source, progress: progress)
        return (try ColmapSummary(input.folder.appendingPathComponent("summary.json")), engine)
    }

    /// Moves the model of the first run aside, or back in the place of the second one's.
    private static func keepModel(of input: PhotoWorkspace, aside: Bool) throws {
        let files = FileManager.default
        for name in ["sparse", "summary.json"] {
            let own = input.folder.appendingPathComponent(name)
            let kept = input.folder.appendingPathComponent("first-\(name)")
            let (from, to) = aside ? (own, kept) : (kept, own)
            try? files.removeItem(at: to)
            if files.fileExists(atPath: from.path) {
                do { try files.moveItem(at: from, to: to) } catch {
                    throw PhotogrammetryError(to.path, "couldn't be written: \(error.localizedDescription)")
                }
            }
        }
    }
}
