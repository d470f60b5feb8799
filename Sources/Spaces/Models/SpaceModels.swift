import Foundation
import ModelFormats
import DioramaLibrary
import Support

/// The models of spaces, wherever their files lie.
public struct SpaceModels: Sendable {
    private let library: Library
    private let media: MediaStore

    public init(library: Library, media: MediaStore) {
        self.library = library
        self.media = media
    }

    /// The whole surface, or where there is none the whole cloud.
    public static func asset(of space: Space) -> Asset? {
        space.assets.first { $0.kind == .mesh } ?? space.assets.first { $0.kind == .cloud }
    }

    /// An asset's file. Another device may have scanned the place: then it lies in the bucket until somebody wants it.
    public func file(of asset: Asset) async throws -> URL {
        if let (_, own) = try await library.assetFile(asset.hash), FileManager.default.fileExists(atPath: own.path) { return own }
        return try await media.original(asset.hash, contentType: asset.contentType)
    }

    /// - Returns: nil where the space holds no model.
    /// - Throws: `LibraryError` where the file can't be had, `FormatError` where it can't be read.
    public func model(of space: Space, progress: ProgressReporter = .silent) async throws -> Model? {
        guard let asset = Self.asset(of: space) else { return nil }
        let file = try await file(of: asset)
        return try await Blocking.run { try ModelFile.read(file, progress: progress) }
    }
}
