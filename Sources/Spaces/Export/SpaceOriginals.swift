import DioramaLibrary
import Foundation

/// Writes the files that a space was made from, as they were: model files, RoomPlan's exports, and captures that were kept.
public struct SpaceOriginals: Sendable {
    private let media: MediaStore

    /// `media` downloads files that another device added.
    public init(media: MediaStore) { self.media = media }

    /// - Parameters:
    ///   - space: the space.
    ///   - folder: where the files are written under their own names; it is made where it isn't there.
    /// - Returns: the files.
    /// - Throws: `SpacesError`: `notPossible` where nothing was kept, `conflict` where a file of the name is there already;
    ///   `LibraryError` where a file can't be downloaded.
    public func write(_ space: Space, to folder: URL) async throws -> [URL] {
        let originals = space.assets.filter { $0.kind == .source }
        if originals.isEmpty {
            throw SpacesError(
                .notPossible, "no files that the space was made from were kept", input: space.name,
                remedy: "import a capture with --keep-capture to keep it")
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let targets = originals.map { folder.appendingPathComponent($0.fileName) }
        for target in targets where FileManager.default.fileExists(atPath: target.path) {
            throw SpacesError(.conflict, "the file is there already", input: target.path, remedy: "choose another folder")
        }
        for (asset, target) in zip(originals, targets) {
            let source = try await media.original(asset.hash, contentType: asset.contentType)
            try FileManager.default.copyItem(at: source, to: target)
        }
        return targets
    }
}
