import Foundation
import Geometry
import DioramaLibrary
import Support

/// Writes a space as a folder that opens from any web host: the client, the models, the public memories with their files, and
/// `diorama.json`, which holds what the API would have answered to a visitor by a link.
///
/// The command line and the server both export by this, so that they cannot differ.
public struct WebExport: Sendable {
    private let library: Library
    private let media: MediaStore
    private let parts: PartStore
    private let client: URL?

    /// - Parameter client: the folder of the built web client; without one, the client that was built into the program.
    public init(library: Library, media: MediaStore, client: URL? = nil) {
        self.init(library: library, media: media, parts: PartStore(library: library, media: media), client: client)
    }

    init(library: Library, media: MediaStore, parts: PartStore, client: URL?) {
        self.library = library
        self.media = media
        self.parts = parts
        self.client = client ?? WebClient.bundled
    }

    public struct Report: Sendable {
        public let target: URL
        public let fileCount: Int
        /// Of all files together, or of the archive.
        public let byteCount: Int64
        public let memoryCount: Int
    }

    /// Writes the folder or, where the name of `target` ends in `.zip`, an archive of it; whole or not at all.
    /// - Parameters:
    ///   - part: the box to which the space is cut; nil for all of it.
    ///   - target: a folder that is not there yet, or empty; an archive that is there is replaced.
    /// - Throws: `ServerError` where the target can't be written or the client is not built; `LibraryError` where a file can't be had.
    public func write(
        _ space: Space, part: Bounds? = nil, showsMemories: Bool = true, to target: URL, progress: ProgressReporter = .silent
    ) async throws -> Report {
        let target = target.standardizedFileURL
        let isArchive = target.pathExtension.lowercased() == "zip"
        try Self.check(target, isArchive: isArchive)
        // Beside the target, so that it can be moved to its place at once.
        let work = target.deletingLastPathComponent()
            .appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString.prefix(8)).partial")
        defer { try? FileManager.default.removeItem(at: work) }
        do {
            try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        } catch {
            throw ServerError("couldn't write \(target.path): \(error.localizedDescription)")
        }
        try progress.report(0, "Copying the client")
        let page = try ExportedClient(folder: client).copy(to: work)
        let answers = ExportedAnswers(
            library: library, media: media, parts: parts, space: space, part: part, showsMemories: showsMemories, folder: work)
        let count = try await answers.write(progress.part(0.1...0.8))
        try AtomicFile.write(Array(page.utf8), to: work.appendingPathComponent("index.html"))
        try AtomicFile.write(Array(Self.note(space).utf8), to: work.appendingPathComponent("README.txt"))
        let (files, bytes) = Self.measure(work)
        if isArchive {
            try await Blocking.run { try ZipFolder.write(work, to: target, progress: progress.part(0.8...1)) }
            let size = try? FileManager.default.attributesOfItem(atPath: target.path)[.size] as? Int64
            return Report(target: target, fileCount: files, byteCount: size ?? bytes, memoryCount: count)
        }
        // An empty folder gives way.
        _ = rmdir(target.path)
        if rename(work.path, target.path) != 0 {
            throw ServerError("couldn't write \(target.path): \(String(cString: strerror(errno)))")
        }
        try progress.report(1, "Done")
        return Report(target: target, fileCount: files, byteCount: bytes, memoryCount: count)
    }

    private static func check(_ target: URL, isArchive: Bool) throws {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: target.path, isDirectory: &isFolder)
        if isArchive {
            if isThere && isFolder.boolValue {
                throw ServerError("couldn't write \(target.path): it is a folder; choose another name")
            }
        } else if isThere {
            let isEmpty = isFolder.boolValue && (try? FileManager.default.contentsOfDirectory(atPath: target.path))?.isEmpty == true
            if !isEmpty { throw ServerError("couldn't write \(target.path): it is there already; choose a new folder") }
        }
        let parent = target.deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: parent) else {
            throw ServerError("couldn't write \(target.path): there is no folder \(parent) that can be written; create it first")
        }
    }

    private static func measure(_ folder: URL) -> (files: Int, bytes: Int64) {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let attributes = paths.compactMap {
            try? FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent($0).path)
        }
        let files = attributes.filter { $0[.type] as? FileAttributeType == .typeRegular }
        return (files.count, files.reduce(0) { $0 + ($1[.size] as? Int64 ?? 0) })
    }

    private static func note(_ space: Space) -> String {
        """
        \(space.name), exported from Diorama.

        Put this folder onto any web host and open index.html there. It needs no program on the server. Opened from a disk, browsers
        don't run it: on your own machine, "python3 -m http.server" in this folder serves it at http://localhost:8000.

        """
    }
}
