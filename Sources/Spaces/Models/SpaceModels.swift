import Foundation
import ModelFormats
import DioramaLibrary
import Support

/// The model files of spaces, on this device or in the bucket.
public struct SpaceModels: Sendable {
    private let media: MediaStore

    /// `media` finds the files, and downloads those that are only in the bucket.
    public init(media: MediaStore) { self.media = media }

    /// The whole surface, or where there is none the whole cloud.
    public static func asset(of space: Space) -> Asset? {
        space.assets.first { $0.kind == .mesh } ?? space.assets.first { $0.kind == .cloud }
    }

    /// An asset's file. One that is not on this device is downloaded from the bucket.
    public func file(of asset: Asset) async throws -> URL {
        try await media.original(asset.hash, contentType: asset.contentType)
    }

    /// The model as one surface, cloud or splats; a scene in its rest pose.
    /// - Returns: nil where the space holds no model.
    /// - Throws: `LibraryError` where the file can't be had, `FormatError` where it can't be read.
    public func model(of space: Space, progress: ProgressReporter = .silent) async throws -> Model? {
        guard let asset = Self.asset(of: space) else { return nil }
        let file = try await file(of: asset)
        return try await Blocking.run { try ModelFile.read(file, progress: progress) }
    }

    /// The model with the whole scene where it has one.
    /// - Returns: nil where the space holds no model.
    /// - Throws: `LibraryError` where the file can't be had, `FormatError` where it can't be read.
    func whole(of space: Space, progress: ProgressReporter = .silent) async throws -> SpaceModel? {
        guard let asset = Self.asset(of: space) else { return nil }
        let file = try await file(of: asset)
        return try await Blocking.run { try SpaceModel(reading: file, progress: progress) }
    }
}
