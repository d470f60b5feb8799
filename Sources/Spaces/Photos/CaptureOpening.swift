import Capture
import Foundation
import Photogrammetry
import Reconstruction
import Support

/// A capture that can be reconstructed, and what photogrammetry had to find for it.
public struct OpenedCapture: Sendable {
    /// Frames with poses and depth, or with depth alone.
    public var capture: Capture
    /// What it is called: the capture's own name, or the photos' folder.
    public var name: String
    /// Nil where the capture had depth.
    public var photos: PhotoSummary?
    /// What was noticed while depth was computed, a sentence each.
    public var notes: [String] = []

    /// A capture with depth.
    public init(_ capture: Capture) {
        self.capture = capture
        name = capture.name
    }

    /// How it is reconstructed: poses that COLMAP adjusted together are used as they are, upright as they were placed.
    public func options(_ given: ReconstructionOptions) -> ReconstructionOptions {
        guard let photos else { return given }
        var options = given
        options.refinesPoses = false
        options.levels = false
        // Depth that is computed from photos is too uncertain at silhouettes to tell where an object is open.
        options.keepsOpenings = false
        options.scaleIsKnown = photos.scale.isKnown
        options.depthIsMeasured = false
        if given.minimumWeight == given.mode.options.minimumWeight { options.minimumWeight = MultiViewDepth.fusionWeight }
        if !photos.scale.isKnown {
            // The unit is the typical distance from a camera to what it sees; the usual voxel of a room is too coarse for that.
            options.voxelSize = min(given.voxelSize, Self.voxelOfUnknownScale)
        }
        return options
    }

    private static let voxelOfUnknownScale: Float = 0.01
}

/// Opens whatever people have as a capture: with depth as it is; photos, a video or posed images get poses and depth first.
public struct CaptureOpening: Sendable {
    /// What the files don't say.
    public var capture: CaptureOptions
    /// How photos get poses and depth.
    public var photos: PhotoOptions

    /// With the defaults of both.
    /// - Parameter cutsObject: whether only the object is reconstructed that the cameras look at: depth is computed in full only
    ///   for it.
    public init(
        capture: CaptureOptions = CaptureOptions(), photos: PhotoOptions = PhotoOptions(), cutsObject: Bool = false
    ) {
        self.capture = capture
        self.photos = photos
        if cutsObject { self.photos.depth.region = .object }
    }

    /// Whether a path is something that is opened here, by its kind or extension: a folder, a capture of one file, a video.
    public static func isCapture(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        let name = url.pathExtension.lowercased()
        return isFolder.boolValue || name.isEmpty || CaptureReaders.fileExtensions.contains(name) || PhotoSource.isVideo(url)
    }

    /// - Parameters:
    ///   - url: a capture's folder or file, a folder of photos, or a video.
    ///   - workspace: a folder for what COLMAP makes, created where it doesn't exist; it stays as long as the capture is used.
    ///   - computesDepth: whether photos get depth, which a surface needs and splats don't.
    ///   - progress: receives the progress; there is none where the capture has depth.
    /// - Throws: `CaptureError`, `PhotogrammetryError`, `CancellationError`.
    public func open(
        _ url: URL, workspace: URL, computesDepth: Bool = true, progress: ProgressReporter = .silent
    ) throws -> OpenedCapture {
        if PhotoSource.isVideo(url) || PhotoSource.isPhotoFolder(url) {
            return try open(PhotoSource(url), named: url, workspace: workspace, computesDepth: computesDepth, progress: progress)
        }
        let capture = try Capture.open(url, options: capture)
        guard !capture.hasDepth else { return OpenedCapture(capture) }
        return try open(
            .capture(capture, at: url), named: url, workspace: workspace, computesDepth: computesDepth, progress: progress)
    }

    private func open(
        _ source: PhotoSource, named url: URL, workspace: URL, computesDepth: Bool, progress: ProgressReporter
    ) throws -> OpenedCapture {
        let found = try StructureFromMotion.run(
            source, workspace: workspace, options: photos.poses, progress: progress.part(0...0.5))
        let summary = PhotoSummary(found)
        var opened = OpenedCapture(found.capture)
        opened.name = url.deletingPathExtension().lastPathComponent
        opened.photos = summary
        // Those of the capture are told with it.
        let told = Set(found.capture.notes)
        opened.notes = summary.notes + found.notes.filter { !told.contains($0) }
        // Splats begin at depth where there are no points.
        guard computesDepth || found.capture.sparsePoints.positions.isEmpty else { return opened }
        let depth = try MultiViewDepth.estimate(found.capture, options: photos.depth, progress: progress.part(0.5...1))
        opened.capture = depth.capture
        if !depth.omitted.isEmpty {
            opened.notes.append("\(depth.omitted.count) photos show nothing whose depth could be computed.")
        }
        return opened
    }

    /// A place for a workspace that is removed after use.
    public static func temporaryWorkspace() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("diorama-photos-\(UUID().uuidString)")
    }
}
