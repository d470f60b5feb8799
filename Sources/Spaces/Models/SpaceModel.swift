import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import Support

/// The model of a space: one surface, cloud or splats, on which measuring, plans and levels of detail work, and the whole scene
/// where the file holds more.
public struct SpaceModel: Sendable {
    /// The scene as one surface or cloud in its rest pose, or splats.
    public var surface: Model
    /// Nodes, materials, textures, skins and animations; nil where `surface` is all.
    public var scene: Scene?

    init(surface: Model, scene: Scene?) {
        self.surface = surface
        self.scene = scene
    }

    /// A single surface, cloud or splats. Points with attributes are a scene, because GLB stores attributes only in scenes.
    public init(_ surface: Model) throws(FormatError) {
        self.surface = surface
        if let cloud = surface.cloud, !cloud.attributes.isEmpty { scene = try Scene(surface) }
    }

    /// Reads a model file.
    /// - Throws: an error that names the file and the problem; `.cancelled` if the task was cancelled.
    public init(reading file: URL, progress: ProgressReporter = .silent) throws(FormatError) {
        guard try SceneFile.isScene(file) else {
            self = try SpaceModel(try ModelFile.read(file, progress: progress))
            return
        }
        let scene = try SceneFile.read(file, progress: progress.part(0...0.7))
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        self.scene = scene.isOneSurface ? nil : scene
        do throws(FormatError) {
            surface = try scene.flattened(budget: Scene.flatteningBudget(bytes: attributes?[.size] as? Int ?? 0))
        } catch {
            throw error.at(file.path)
        }
    }
}

extension Scene {
    /// What is said where the scene became one surface; nil where nothing was joined.
    var joinedSentence: String? {
        guard nodes.count > 1 || materials.count > 1 else { return nil }
        let joined = "nodes (\(nodes.count)) and materials (\(materials.count)) were joined, skins and animations omitted"
        return "The scene became one surface: \(joined)."
    }
}
