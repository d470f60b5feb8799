import Foundation
import ModelFormats
import DioramaLibrary
import Support

/// The model files of spaces, on this device or in the bucket.
public struct SpaceModels: Sendable {
    private let library: Library
    private let media: MediaStore

    /// `media` downloads models that another device added.
    public init(library: Library, media: MediaStore) {
        self.library = library
        self.media = media
    }

    /// The whole surface, or where there is none the whole cloud.
    public static func asset(of space: Space) -> Asset? {
        space.assets.first { $0.kind == .mesh } ?? space.assets.first { $0.kind == .cloud }
    }

    /// An asset's file. One that another device added is downloaded from the bucket.
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
