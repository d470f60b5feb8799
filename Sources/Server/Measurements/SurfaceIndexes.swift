import ModelFormats
import Foundation
import Geometry
import DioramaLibrary
import Measurement

/// Surfaces made ready for measuring, kept while they are asked for: making one takes seconds, asking it milliseconds.
actor SurfaceIndexes {
    private let models: SpaceModels
    private var ready: [(hash: AssetHash, index: Task<SurfaceIndex, any Error>)] = []
    /// An index of a million triangles takes some hundred megabytes.
    private static let most = 2

    init(models: SpaceModels) { self.models = models }

    /// - Throws: `Problem` 422 where the space has no surface.
    func index(of space: Space) async throws -> SurfaceIndex {
        guard let asset = space.assets.first(where: { $0.kind == .mesh }) else {
            throw Problem(.unprocessableContent, "This space has no surface to measure on.")
        }
        let place = ready.firstIndex { $0.hash == asset.hash }
        let entry = place.map { ready.remove(at: $0) } ?? (hash: asset.hash, index: Task { try await self.make(of: space, asset) })
        ready.append(entry)
        if ready.count > Self.most { ready.removeFirst() }
        do { return try await entry.index.value } catch {
            ready.removeAll { $0.hash == asset.hash }
            throw error
        }
    }

    private nonisolated func make(of space: Space, _ asset: Asset) async throws -> SurfaceIndex {
        let file = try await models.file(of: asset)
        var known: URL?
        if let noise = space.assets.first(where: { $0.kind == .noise }) { known = try await models.file(of: noise) }
        return try await Blocking.run { [known] in
            guard let mesh = try ModelFile.read(file).mesh else {
                throw Problem(.unprocessableContent, "This space has no surface to measure on.")
            }
            let noise = try known.map { try NoiseModel(json: Data(contentsOf: $0)) }
            do { return try SurfaceIndex(mesh, noise: noise) } catch let error as MeasurementError {
                throw Problem(.unprocessableContent, SpacePlans.sentence(error.reason))
            }
        }
    }
}
