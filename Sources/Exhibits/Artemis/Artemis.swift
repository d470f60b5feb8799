import Foundation
import Geometry
import Images
import ModelFormats
import Models
import Support

/// The built-in exhibit about Artemis II: parametric models of Orion and SLS, learn cards, illustrations.
///
/// Everything is computed: the same files each time.
public enum Artemis {
    /// The scene of a model: a root node with a node for each part that has a name in the exhibit's document.
    /// - Parameters:
    ///   - model: which one.
    ///   - level: 0 (finest) to `ArtemisModel.levelCount - 1`; each has about a quarter of the triangles of the one before.
    /// - Throws: if an image can't be encoded.
    public static func scene(_ model: ArtemisModel, level: Int) throws(ImageError) -> Scene {
        try ArtemisTextures().scene(model, level: level)
    }

    /// Writes every file that `exhibit().files` names into a folder with its sub-folders `models` and `images`; with the document
    /// beside them it is a complete package. Each file is written atomically, those that a visitor needs first come first: the
    /// coarsest levels and the posters, then the other levels, the images of the models, those of the cards.
    /// - Parameters:
    ///   - folder: the folder.
    ///   - progress: receives the progress.
    /// - Throws: where a file can't be written; `CancellationError` if the task was cancelled.
    public static func writeFiles(to folder: URL, progress: ProgressReporter = .silent) throws {
        try writeFiles(to: folder, isDraft: false, progress: progress)
    }

    /// The same; as a draft with images of a sixth of the width, drawn of the coarsest models.
    package static func writeFiles(to folder: URL, isDraft: Bool, progress: ProgressReporter = .silent) throws {
        for name in ["models", "images"] {
            try FileManager.default.createDirectory(at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        try progress.report(0, "Building the models")
        let textures = try ArtemisTextures()
        for model in ArtemisModel.allCases { try writeLevel(ArtemisModel.levelCount - 1, of: model, textures, to: folder) }
        for model in ArtemisModel.allCases { try writePoster(of: model, textures, to: folder) }
        for (k, model) in ArtemisModel.allCases.enumerated() {
            let start = 0.02 + 0.1 * Double(k)
            try writeModels(model, textures, to: folder, progress: progress.part(start...start + 0.1))
        }
        let models = ArtemisIllustrations.Models(textures, isDraft: isDraft)
        let shrink = isDraft ? 6 : 1
        // Stages with the image of a model, which is the first of its stage.
        let first = ArtemisIllustrations.sets.filter { !thumbnails.isDisjoint(with: $0.names) }
        let others = ArtemisIllustrations.sets.filter { thumbnails.isDisjoint(with: $0.names) }
        try writeImages(first, of: models, shrink: shrink, to: folder, progress: progress.part(0.22...0.4))
        try writeImages(others, of: models, shrink: shrink, to: folder, progress: progress.part(0.4...1))
        try progress.report(1, "Drawing the images")
    }

    /// The names of the images of models.
    static let thumbnails = Set(ArtemisModel.allCases.map(\.rawValue))

    private static func writeImages(
        _ sets: [ArtemisIllustrations.Entry], of models: ArtemisIllustrations.Models, shrink: Int, to folder: URL,
        progress: ProgressReporter
    ) throws {
        for (k, set) in sets.enumerated() {
            try progress.report(Double(k) / Double(sets.count), "Drawing the images")
            try render(set.make(models), shrink: shrink) { path, image in
                try AtomicFile.write(try JPEG.encode(image, quality: 85), to: folder.appendingPathComponent(path))
            }
        }
    }

    /// Draws the images of a set, each given to `write` with its path as soon as it is drawn.
    static func render(
        _ set: IllustrationSet, shrink: Int = 1, write: (_ path: String, _ image: ColorImage) throws -> Void
    ) rethrows {
        let renderer = StageRenderer(set.stage, background: set.background, reach: set.reach)
        for image in set.images {
            try write(
                image.path,
                renderer.image(image.camera, light: image.light, width: image.width / shrink, height: image.height / shrink))
        }
    }

    private static func writeLevel(_ level: Int, of model: ArtemisModel, _ textures: ArtemisTextures, to folder: URL) throws {
        try GLB.write(textures.scene(model, level: level), to: folder.appendingPathComponent(model.path(level: level)))
    }

    /// The levels of a model but the coarsest as GLB, and the finest as USDZ in both scales.
    private static func writeModels(
        _ model: ArtemisModel, _ textures: ArtemisTextures, to folder: URL, progress: ProgressReporter
    ) throws {
        try progress.report(0, "Writing \(model.rawValue)")
        for level in 1..<ArtemisModel.levelCount - 1 { try writeLevel(level, of: model, textures, to: folder) }
        try progress.report(0.2, "Writing \(model.rawValue)")
        var finest = textures.scene(model, level: 0)
        try GLB.write(finest, to: folder.appendingPathComponent(model.path(level: 0)))
        try progress.report(0.6, "Writing \(model.rawValue)")
        try USDZ.write(finest, to: folder.appendingPathComponent("models/\(model.rawValue).usdz"))
        try progress.report(0.8, "Writing \(model.rawValue)")
        let scale = model.tableScale
        for root in finest.roots {
            finest.nodes[root].transform = .parts(
                translation: .zero, rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: scale))
        }
        try USDZ.write(finest, to: folder.appendingPathComponent("models/\(model.rawValue)-table.usdz"))
    }

    /// Draws some images into a folder: for looking at them.
    package static func drawImages(_ names: [String], to folder: URL) throws {
        let textures = try ArtemisTextures()
        let models = ArtemisIllustrations.Models(textures, isDraft: false)
        for entry in ArtemisIllustrations.sets where names.isEmpty || entry.names.contains(where: { names.contains($0) }) {
            let set = entry.make(models)
            let wanted = set.images.filter { image in names.isEmpty || names.contains { image.path == "images/\($0).jpg" } }
            let part = IllustrationSet(stage: set.stage, background: set.background, reach: set.reach, images: wanted)
            try render(part) { path, image in
                let name = path.split(separator: "/").last.map(String.init) ?? path
                try AtomicFile.write(try JPEG.encode(image, quality: 85), to: folder.appendingPathComponent(name))
            }
        }
    }
}
