import DioramaLibrary
import Foundation
import Reconstruction
import Splats
import Support

/// What is to be imported as a space.
public struct ImportRequest: Sendable {
    /// The capture's folder or file, or the model file.
    public var source: URL
    /// The space's name.
    public var name: String
    /// What was scanned, where it is a capture.
    public var mode: ReconstructionMode
    /// Whether a capture's surface is textured with its images instead of coloured by its vertices.
    public var texture: Bool
    /// How splats of a capture are trained; nil where none are.
    public var splats: SplatTrainingOptions?
    /// Whether the files of a capture are kept beside the space.
    public var keepsCapture: Bool
    /// The job that is marked as done in the same transaction as the space is added.
    public var job: JobID?

    /// `job` is nil where no job waits for the space.
    public init(
        source: URL, name: String, mode: ReconstructionMode, texture: Bool = true, splats: SplatTrainingOptions? = nil,
        keepsCapture: Bool = false, job: JobID? = nil
    ) {
        self.source = source
        self.name = name
        self.mode = mode
        self.texture = texture
        self.splats = splats
        self.keepsCapture = keepsCapture
        self.job = job
    }

    /// How a capture is reconstructed, and trained on.
    public var options: ImportOptions {
        var options = ImportOptions(reconstruction: mode.options, keepsCapture: keepsCapture)
        if texture { options.reconstruction.addTexture() }
        options.splats = splats
        return options
    }
}

/// Imports one file as it was sent: a model file or capture as it is, an archive of a capture's folder after it was unpacked.
public struct FileImport: Sendable {
    /// Makes a space of a capture or model file, as `SpaceImporter` does.
    public typealias Importer = @Sendable (_ request: ImportRequest, _ progress: ProgressReporter) async throws -> Space

    private let file: URL
    private let type: ImportFileType
    private let title: String
    private let name: String
    private let mode: ReconstructionMode
    private let texture: Bool
    private let splats: SplatTrainingOptions?
    private let keepsCapture: Bool
    private let unpacker: ArchiveUnpacker
    private let importer: Importer

    /// Unpacking is quick beside reconstruction.
    private static let unpackingShare = 0.05

    /// - Parameters:
    ///   - file: in a folder of its own, where it is unpacked; an archive is deleted once it is unpacked.
    ///   - type: how the file is imported.
    ///   - title: the file's name without its extension.
    ///   - name: the space's name; the title where it is nil.
    ///   - mode: what was scanned, where it is a capture.
    ///   - texture: whether a capture's surface is textured.
    ///   - splats: how splats of a capture are trained; nil trains none.
    ///   - keepsCapture: whether the files of a capture are kept beside the space.
    ///   - unpacker: unpacks an archive within its limits.
    ///   - importer: imports the unpacked file or folder.
    public init(
        _ file: URL, type: ImportFileType, title: String, name: String? = nil, mode: ReconstructionMode = .interior,
        texture: Bool = true, splats: SplatTrainingOptions? = nil, keepsCapture: Bool = false,
        unpacker: ArchiveUnpacker = ArchiveUnpacker(), importer: @escaping Importer
    ) {
        self.file = file
        self.type = type
        self.title = title
        self.name = name ?? title
        self.mode = mode
        self.texture = texture
        self.splats = splats
        self.keepsCapture = keepsCapture
        self.unpacker = unpacker
        self.importer = importer
    }

    /// - Parameters:
    ///   - job: the job that is done with the space.
    ///   - progress: receives the progress.
    /// - Throws: `SpacesError` whose line names no folder of this machine; `LibraryError`, `CancellationError`.
    public func run(job: JobID? = nil, progress: ProgressReporter) async throws -> Space {
        let folder = file.deletingLastPathComponent()
        let content = folder.appendingPathComponent("content", isDirectory: true)
        do {
            var source = file
            var rest = progress
            if type == .archive {
                source = try unpack(into: content, progress.part(0...Self.unpackingShare))
                rest = progress.part(Self.unpackingShare...1)
            }
            return try await importer(
                ImportRequest(
                    source: source, name: name, mode: mode, texture: texture, splats: splats, keepsCapture: keepsCapture, job: job),
                rest)
        } catch let error as CancellationError {
            throw error
        } catch let error as LibraryError {
            throw error
        } catch {
            let text = ErrorLine.text(error)
                .replacingOccurrences(of: content.path + "/", with: "")
                .replacingOccurrences(of: folder.path + "/", with: "")
            throw SpacesError(.notPossible, text)
        }
    }

    /// - Returns: the capture's folder.
    private func unpack(into content: URL, _ progress: ProgressReporter) throws -> URL {
        let top = content.appendingPathComponent(title, isDirectory: true)
        try FileManager.default.createDirectory(at: top, withIntermediateDirectories: true)
        let capture = try unpacker.unpack(file, into: top, progress: progress)
        // Its bytes are on the disk twice now.
        try? FileManager.default.removeItem(at: file)
        return capture
    }
}
