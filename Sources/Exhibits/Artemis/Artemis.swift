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
    /// beside them it is a complete package. Each file is written atomically, those that a visitor needs first come first.
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
        let models = ArtemisIllustrations.Models(textures, isDraft: isDraft)
        let shrink = isDraft ? 6 : 1
        // In the order in which a visitor needs them.
        let thumbnails = Set(ArtemisModel.allCases.map(\.rawValue))
        let first = ArtemisIllustrations.sets.filter { !thumbnails.isDisjoint(with: $0.names) }
        let others = ArtemisIllustrations.sets.filter { thumbnails.isDisjoint(with: $0.names) }
        try writeImages(first, of: models, shrink: shrink, to: folder, progress: progress.part(0...0.2))
        for (k, model) in ArtemisModel.allCases.enumerated() {
            let start = 0.2 + 0.2 * Double(k)
            try writeModels(model, textures, to: folder, progress: progress.part(start...start + 0.2))
        }
        try writeImages(others, of: models, shrink: shrink, to: folder, progress: progress.part(0.6...1))
        try progress.report(1, "Drawing the images")
    }

    private static func writeImages(
        _ sets: [ArtemisIllustrations.Entry], of models: ArtemisIllustrations.Models, shrink: Int, to folder: URL,
        progress: ProgressReporter
    ) throws {
        for (k, set) in sets.enumerated() {
            try progress.report(Double(k) / Double(sets.count), "Drawing the images")
            for (path, image) in render(set.make(models), shrink: shrink) {
                try AtomicFile.write(try JPEG.encode(image, quality: 85), to: folder.appendingPathComponent(path))
            }
        }
    }

    /// The images of a set with their paths.
    static func render(_ set: IllustrationSet, shrink: Int = 1) -> [(path: String, image: ColorImage)] {
        let renderer = StageRenderer(set.stage, background: set.background, reach: set.reach)
        return set.images.map { image in
            (
                image.path,
                renderer.image(image.camera, light: image.light, width: image.width / shrink, height: image.height / shrink)
            )
        }
    }

    /// The levels of a model as GLB, and the finest but one as USDZ in both scales.
    private static func writeModels(
        _ model: ArtemisModel, _ textures: ArtemisTextures, to folder: URL, progress: ProgressReporter
    ) throws {
        var finest = Scene()
        for level in 0..<ArtemisModel.levelCount {
            try progress.report(Double(level) / 5, "Writing \(model.rawValue)")
            let scene = textures.scene(model, level: level)
            if level == 0 { finest = scene }
            try GLB.write(scene, to: folder.appendingPathComponent(model.path(level: level)))
        }
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
            for (path, image) in render(part) {
                let name = path.split(separator: "/").last.map(String.init) ?? path
                try AtomicFile.write(try JPEG.encode(image, quality: 85), to: folder.appendingPathComponent(name))
            }
        }
    }
}
