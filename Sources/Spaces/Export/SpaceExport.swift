import Meshes
import Exploration
import Foundation
import ModelFormats
import Geometry
import DioramaLibrary
import Reconstruction
import Support

/// Writes the model of a space, or of a part of it, as a file of another format.
public struct SpaceExport: Sendable {
    private let models: SpaceModels

    /// `media` downloads models that another device added.
    public init(library: Library, media: MediaStore) { models = SpaceModels(media: media) }

    /// - Parameters:
    ///   - space: the space.
    ///   - part: the box to which the space is cut, in metres; nil for all of it.
    ///   - memories: those that a USDZ gets as labelled markers; nil for none.
    ///   - target: its extension selects the format. A scene is written whole where the format holds it, but as one surface in a
    ///     part, with markers, or quantized. A USDZ of one surface without a texture is thinned to what phones show smoothly.
    ///   - options: unit, axes and compression.
    ///   - progress: receives the progress.
    /// - Returns: what the format could not hold.
    /// - Throws: `SpacesError` of kind `notPossible` where there is nothing to write; `FormatError`, `LibraryError`.
    public func write(
        _ space: Space, part: Bounds? = nil, memories: VisibleMemories? = nil, to target: URL,
        options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) async throws -> [Loss] {
        guard let whole = try await models.whole(of: space, progress: progress.part(0...0.4)) else {
            throw SpacesError(.notPossible, "the space holds no model", input: space.name)
        }
        let isUSDZ = target.pathExtension.lowercased() == "usdz"
        var markers: [Marker] = []
        if isUSDZ, let memories { markers = try MemoryMarkers.read(try await memories.pins(in: space.id)) }
        return try await Blocking.run { [markers] in
            // Markers, boxes and whole numbers are of single surfaces.
            if let scene = whole.scene, part == nil, markers.isEmpty, !options.quantizes {
                return try SceneFile.write(scene, to: target, options: options, progress: progress.part(0.4...1))
            }
            guard let model = part.map({ whole.surface.part(inside: $0) }) ?? whole.surface else {
                throw SpacesError.emptyPart
            }
            let joined = whole.scene?.joinedSentence.map { [Loss(.hierarchy, $0)] } ?? []
            guard isUSDZ else {
                return try joined + ModelFile.write(model, to: target, options: options, progress: progress.part(0.4...1))
            }
            try progress.report(0.4, "Thinning it for phones")
            let light = try Self.thinned(model)
            return try joined
                + ModelFile.write(light, markers: markers, to: target, options: options, progress: progress.part(0.7...1))
        }
    }

    /// A surface with as many triangles as Quick Look shows smoothly; everything else as it is.
    private static func thinned(_ model: Model) throws -> Model {
        guard let mesh = model.mesh, mesh.triangleCount > USDZ.comfortableTriangles else { return model }
        return model.with(.mesh(try Simplification.simplify(mesh, toTriangles: USDZ.comfortableTriangles).mesh))
    }
}

/// Memories as markers of a model file.
enum MemoryMarkers {
    /// More would hide the place.
    private static let limit = 200

    /// Reads pins as the library gives them: `[[id, x, y, z, mood, kind, title, isPublic], …]`; of very many the latest.
    static func read(_ pins: String) throws -> [Marker] {
        let rows = try JSONSerialization.jsonObject(with: Data(pins.utf8)) as? [[Any]] ?? []
        return rows.suffix(limit).compactMap { row in
            guard row.count == 8, let x = row[1] as? Double, let y = row[2] as? Double, let z = row[3] as? Double,
                let mood = row[4] as? Int, let title = row[6] as? String
            else { return nil }
            let color = Int8(exactly: mood).flatMap(Mood.init)?.color ?? Mood.colorWithoutMood
            let channels = SIMD3(UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255))
            return Marker(position: Vector3(Float(x), Float(y), Float(z)), title: title, color: SRGB.toLinear(channels))
        }
    }
}
