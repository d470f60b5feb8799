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
        try await WebFolder.write(to: target, note: Self.note(space), progress: progress) { work in
            let count = try await site.write(
                space, part: part, showsMemories: showsMemories, to: work, progress: progress.part(0...0.8))
            try location?.write(besides: work.appendingPathComponent("location.glb"))
            return count
        }
    }

    private static func note(_ space: Space) -> String { "\(space.name), exported from Diorama." }
}
