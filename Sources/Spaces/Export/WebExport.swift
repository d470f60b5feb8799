import Codecs
import Foundation
import Geometry
import DioramaLibrary
import Support

/// The pages and recorded answers of which an exported folder consists. `Server` has them.
public protocol WebSite: Sendable {
    /// Writes the web client and everything that it shows of the space into an empty folder.
    /// - Parameters:
    ///   - space: the space.
    ///   - part: the box to which the space is cut; nil for all of it.
    ///   - showsMemories: whether the public memories are written as well.
    ///   - folder: an empty folder.
    ///   - progress: receives the progress.
    /// - Returns: how many memories were written.
    func write(
        _ space: Space, part: Bounds?, showsMemories: Bool, to folder: URL, progress: ProgressReporter
    ) async throws -> Int
}

/// Writes a space as a folder that opens from any web host: the client, the models, the public memories with their files.
public struct WebExport: Sendable {
    private let site: any WebSite

    /// `site` writes the pages and answers.
    public init(site: any WebSite) { self.site = site }

    /// What was written.
    public struct Report: Sendable {
        /// The folder or archive.
        public let target: URL
        /// Files in the folder or archive.
        public let fileCount: Int
        /// Of all files together, or of the archive.
        public let byteCount: Int64
        /// Memories that the page shows.
        public let memoryCount: Int
    }

    /// Writes the folder or, where the name of `target` ends in `.zip`, an archive of it; whole or not at all.
    /// - Parameters:
    ///   - space: the space.
    ///   - part: the box to which the space is cut; nil for all of it.
    ///   - showsMemories: whether the public memories are written as well.
    ///   - location: where the space was recorded, written as `location.geojson`; nil: the export has no location.
    ///   - target: a folder that is not there yet, or empty; an archive that is there is replaced.
    ///   - progress: receives the progress.
    /// - Throws: `SpacesError` of kind `unwritable` where the target can't be written, `unavailable` where the client is not built;
    ///   `LibraryError` where a file can't be had.
    public func write(
        _ space: Space, part: Bounds? = nil, showsMemories: Bool = true, location: SpaceLocation? = nil, to target: URL,
        progress: ProgressReporter = .silent
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
            throw SpacesError(.unwritable, "couldn't write it: \(error.localizedDescription)", input: target.path)
        }
        let count = try await site.write(
            space, part: part, showsMemories: showsMemories, to: work, progress: progress.part(0...0.8))
        try location?.write(besides: work.appendingPathComponent("location.glb"))
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
            throw SpacesError(.unwritable, "couldn't write it: \(String(cString: strerror(errno)))", input: target.path)
        }
        try progress.report(1, "Done")
        return Report(target: target, fileCount: files, byteCount: bytes, memoryCount: count)
    }

    private static func check(_ target: URL, isArchive: Bool) throws {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: target.path, isDirectory: &isFolder)
        if isArchive {
            if isThere && isFolder.boolValue {
                throw SpacesError(.unwritable, "it is a folder", input: target.path, remedy: "choose another name")
            }
        } else if isThere {
            let isEmpty = isFolder.boolValue && (try? FileManager.default.contentsOfDirectory(atPath: target.path))?.isEmpty == true
            if !isEmpty { throw SpacesError(.unwritable, "it exists already", input: target.path, remedy: "choose a new folder") }
        }
        let parent = target.deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: parent) else {
            throw SpacesError(
                .unwritable, "its folder \(parent) doesn't exist or can't be written", input: target.path,
                remedy: "create the folder first")
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
