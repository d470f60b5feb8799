import Codecs
import Foundation
import Geometry
import Meshes
import ModelFormats
import Models
import Rendering
import Support

/// Converts a model file to another model format, an image (png) or a video (mp4, mov).
public struct ModelConversion: Sendable {
    /// The model file to read.
    public var source: URL
    /// The file to write; its extension sets the format.
    public var target: URL
    /// Units, axes and compression of a model.
    public var writing = WriteOptions()
    /// Target triangle count; nil keeps all.
    public var simplifyTo: Int?
    /// Whether simplification keeps open edges where they are.
    public var locksBorders = false
    /// Whether the mesh is made watertight.
    public var fillsHoles = false
    /// Whether base colours and their textures become colours of the vertices.
    public var bakesColors = false
    /// What is left out.
    public var dropped: Set<ScenePart> = []
    /// The longest side of textures in pixels; nil keeps them as they are.
    public var textureSize: Int?
    /// How an image or video shows the model.
    public var view = ModelView()

    /// A conversion without changes; its properties set simplification, hole filling and view.
    public init(source: URL, target: URL) {
        self.source = source
        self.target = target
    }

    /// What was written.
    public struct Result: Sendable {
        /// Triangles that were written; 0 for points and splats.
        public var triangles: Int
        /// Vertices of a mesh, points, or splats.
        public var points: Int
        /// What simplification changed; nil where all triangles were kept.
        public var simplified: Simplified?
        /// What the target's format could not hold.
        public var losses: [Loss]
        /// What the source's reader did not keep, and what was changed on the way.
        public var notes: [String]
    }

    /// What simplification changed.
    public struct Simplified: Sendable {
        /// Triangles of the source.
        public var trianglesBefore: Int
        /// Triangles that were kept.
        public var trianglesAfter: Int
        /// Estimated largest distance between the surface before and after, in metres.
        public var error: Double
    }

    private var isImage: Bool { target.pathExtension.lowercased() == "png" }

    /// Checks the target before anything is read.
    /// - Throws: `FormatError` for an unknown file extension, `SpacesError` of kind `unwritable`.
    public func checkTarget() throws {
        if Video.isVideo(target) || isImage {
            try TargetFile.checkFolder(of: target)
        } else {
            try TargetFile.checkModel(target)
        }
    }

    /// - Throws: `FormatError`, `RenderingError`, `SpacesError`, `CancellationError`.
    public func run(progress: ProgressReporter = .silent) throws -> Result {
        if try isWhole() { return try convertScene(progress: progress) }
        var whole = try readModel(progress.part(0...0.4))
        var model = whole.surface
        if fillsHoles { try fillHoles(of: &model, progress) }
        var simplified: Simplified?
        if let simplifyTo { simplified = try simplify(&model, to: simplifyTo, progress) }
        // Only images and videos show a scene that was not changed as a surface with its materials.
        let showsScene = (isImage || Video.isVideo(target)) && simplifyTo == nil && !fillsHoles
        if let scene = whole.scene, !showsScene {
            if let sentence = scene.joinedSentence { model.notes.append(sentence) }
            whole.scene = nil
        }
        whole.surface = model
        let losses = try write(whole, progress: progress.part(0.5...1))
        try progress.report(1, "Done")
        let points =
            switch model.shape {
            case .mesh(let mesh): mesh.positions.count
            case .cloud(let cloud): cloud.positions.count
            case .splats(let splats): splats.positions.count
            }
        return Result(
            triangles: model.triangleCount, points: points, simplified: simplified, losses: losses,
            notes: whole.scene.map { notes(of: $0, model) } ?? model.notes)
    }

    // MARK: Whole scenes

    private var changesScene: Bool { bakesColors || !dropped.isEmpty || textureSize != nil }

    /// Whether everything in the file is kept: not where the surface is changed as a whole, or shown in an image, and not for
    /// splats.
    private func isWhole() throws -> Bool {
        guard !isImage, !Video.isVideo(target), simplifyTo == nil, !fillsHoles else { return false }
        if changesScene { return true }
        guard try SceneFile.isScene(source) else { return false }
        // Only single surfaces are quantized.
        return !writing.quantizes
    }

    /// The file as one surface, cloud or splats; of a scene the rest pose, with the colours of all its materials, and the scene.
    private func readModel(_ progress: ProgressReporter) throws -> SpaceModel {
        guard try changesScene || SceneFile.isScene(source) else {
            return SpaceModel(surface: try ModelFile.read(source, progress: progress), scene: nil)
        }
        let scene = try readScene(progress)
        let bytes = try FileManager.default.attributesOfItem(atPath: source.path)[.size] as? Int ?? 0
        do throws(FormatError) {
            let surface = try scene.flattened(budget: Scene.flatteningBudget(bytes: bytes))
            return SpaceModel(surface: surface, scene: scene.isOneSurface ? nil : scene)
        } catch {
            throw error.at(source.path)
        }
    }

    /// Of a scene that is drawn: those of its reader, and which images can't be read.
    private func notes(of scene: Scene, _ surface: Model) -> [String] {
        scene.notes + surface.notes.filter { $0.hasPrefix("The texture ") && !scene.notes.contains($0) }
    }

    private func readScene(_ progress: ProgressReporter) throws -> Scene {
        var scene = try SceneFile.read(source, progress: progress)
        if !dropped.isEmpty { scene.drop(dropped) }
        if bakesColors { scene.bakeColors() }
        if let textureSize { try scene.limitTextures(to: textureSize) }
        return scene
    }

    private func convertScene(progress: ProgressReporter) throws -> Result {
        let scene = try readScene(progress.part(0...0.5))
        let losses = try SceneFile.write(scene, to: target, options: writing, progress: progress.part(0.5...1))
        try progress.report(1, "Done")
        return Result(
            triangles: scene.triangleCount, points: scene.vertexCount, simplified: nil, losses: losses, notes: scene.notes)
    }

    private func write(_ whole: SpaceModel, progress: ProgressReporter) throws -> [Loss] {
        if Video.isVideo(target) {
            try view.writeVideo(of: whole, to: target, progress: progress)
            return [Loss(.shape, "A video shows the model; it doesn't contain its shape.")]
        }
        if isImage {
            try view.writeImage(of: whole, to: target)
            return [Loss(.shape, "An image shows the model; it doesn't contain its shape.")]
        }
        return try ModelFile.write(whole.surface, to: target, options: writing, progress: progress)
    }

    private func fillHoles(of model: inout Model, _ progress: ProgressReporter) throws {
        guard var mesh = model.mesh else {
            throw SpacesError(
                .notPossible, "only a mesh has holes to fill", input: source.path, remedy: "convert it without filling holes")
        }
        try progress.report(0.42, "Filling holes")
        let hadTexture = model.texture != nil
        let filled = HoleFilling.close(&mesh)
        model.shape = .mesh(mesh)
        if hadTexture, mesh.textureCoordinates.isEmpty { model.texture = nil }
        model.notes.append(
            "\(filled.patches.count) holes were filled with \(String(format: "%.2f", filled.area)) m² that the scan did not see"
                + (hadTexture && model.texture == nil ? "; the texture was removed." : "."))
    }

    private func simplify(_ model: inout Model, to count: Int, _ progress: ProgressReporter) throws -> Simplified {
        guard let mesh = model.mesh else {
            throw SpacesError(
                .notPossible, "only a mesh has triangles to simplify", input: source.path,
                remedy: "convert it without simplification")
        }
        try progress.report(0.45, "Simplifying")
        let result = try Simplification.simplify(mesh, toTriangles: count, options: .init(locksBorders: locksBorders))
        model.shape = .mesh(result.mesh)
        let after = result.mesh.triangleCount
        if mesh.triangleCount <= count {
            model.notes.append("The mesh had at most \(count) triangles and was not simplified.")
        } else if after > count + count / 8 {
            model.notes.append(
                "\(after) triangles are left: fewer would change the topology\(locksBorders ? " or move the border" : "").")
        }
        if result.joinedVertices {
            model.notes.append("Vertices at equal positions were merged; hard edges and sharp colour borders became smooth.")
        }
        return Simplified(trianglesBefore: mesh.triangleCount, trianglesAfter: after, error: Double(result.error))
    }
}
