import DioramaLibrary
import Foundation
import ModelFormats
import Support

/// What the models of spaces contain, and what each format would lose of it. Reading a large model takes a second: the last few are
/// kept.
public actor SpaceContents {
    private let models: SpaceModels
    private var ready: [(hash: AssetHash, content: Task<Content, any Error>)] = []
    private static let maxKept = 8

    private struct Content {
        var inspection: ModelInspection
        var losses: [ModelFormat: [Loss]]
    }

    /// `media` downloads models that another device added.
    public init(media: MediaStore) { models = SpaceModels(media: media) }

    /// What `diorama inspect` says of the space's model file.
    /// - Parameters:
    ///   - space: the space.
    ///   - target: a format whose losses are listed; nil for none.
    /// - Returns: nil where the space holds no model.
    /// - Throws: `LibraryError` where the file can't be had, `FormatError` where it can't be read.
    public func inspection(of space: Space, target: ModelFormat? = nil) async throws -> ModelInspection? {
        guard let asset = SpaceModels.asset(of: space) else { return nil }
        let position = ready.firstIndex { $0.hash == asset.hash }
        let entry = position.map { ready.remove(at: $0) } ?? (hash: asset.hash, content: Task { try await self.read(asset) })
        ready.append(entry)
        if ready.count > Self.maxKept { ready.removeFirst() }
        do {
            let content = try await entry.content.value
            var inspection = content.inspection
            inspection.target = target?.rawValue
            inspection.losses = target.flatMap { content.losses[$0] } ?? []
            return inspection
        } catch {
            ready.removeAll { $0.hash == asset.hash }
            throw error
        }
    }

    private nonisolated func read(_ asset: Asset) async throws -> Content {
        let file = try await models.file(of: asset)
        return try await Blocking.run {
            let scene = try SceneFile.read(file)
            var inspection = ModelInspection(scene, format: try ModelFile.detect(file).rawValue)
            inspection.bytes = asset.byteCount
            // The scene's name is its file's where the file has none: the hash of its bytes.
            if inspection.name == file.deletingPathExtension().lastPathComponent { inspection.name = nil }
            inspection.notes.removeAll { $0.hasPrefix("The file extension is wrong") }
            let losses = ModelFormat.allCases.map { ($0, scene.losses(in: $0)) }
            return Content(inspection: inspection, losses: Dictionary(uniqueKeysWithValues: losses))
        }
    }
}
