import DioramaLibrary
import Foundation
import Geometry
import Measurement
import ModelFormats
import PointClouds
import Support

/// Surface indexes of spaces, kept while they are asked for: building one takes seconds, a query milliseconds.
actor SurfaceIndexes {
    private let models: SpaceModels
    private var ready: [(hash: AssetHash, index: Task<SurfaceIndex, any Error>)] = []
    /// An index of a million triangles takes some hundred megabytes.
    private static let maxIndexes = 2

    init(models: SpaceModels) { self.models = models }

    /// Of the space's mesh, or of its cloud where it has no mesh.
    /// - Throws: `SpacesError` of kind `notPossible` where the space has neither.
    func index(of space: Space) async throws -> SurfaceIndex {
        guard let asset = SpaceModels.asset(of: space) else { throw Self.noSurface(space) }
        let position = ready.firstIndex { $0.hash == asset.hash }
        let entry =
            position.map { ready.remove(at: $0) } ?? (hash: asset.hash, index: Task { try await self.build(of: space, asset) })
        ready.append(entry)
        if ready.count > Self.maxIndexes { ready.removeFirst() }
        do { return try await entry.index.value } catch {
            ready.removeAll { $0.hash == asset.hash }
            throw error
        }
    }

    /// The noise model of the space's scan; nil where it has none, as an imported model.
    nonisolated func noise(of space: Space) async throws -> NoiseModel? {
        guard let asset = space.assets.first(where: { $0.kind == .noise }) else { return nil }
        let file = try await models.file(of: asset)
        return try await Blocking.run { try NoiseModel(json: Data(contentsOf: file)) }
    }

    private nonisolated func build(of space: Space, _ asset: Asset) async throws -> SurfaceIndex {
        let file = try await models.file(of: asset)
        let noise = try await noise(of: space)
        return try await Blocking.run {
            do {
                return try SurfaceIndex(try ModelFile.read(file), noise: noise, input: space.name)
            } catch let error as MeasurementError {
                throw SpacesError(.notPossible, error.reason, input: space.name)
            } catch let error as PointCloudError {
                throw SpacesError(.notPossible, "\(error)", input: space.name)
            }
        }
    }

    private static func noSurface(_ space: Space) -> SpacesError {
        SpacesError(.notPossible, "the space has no surface to measure on", input: space.name)
    }
}
