import Foundation
import Geometry
import Images
import Support

/// Images of the models that come with the program, so that pages show something at once in a library whose built-in exhibit has no
/// files yet: the posters (`orion-poster.webp`), and small drafts of the images of the models (`orion.jpg`).
extension Artemis {
    /// The image that comes with the program for a path of the exhibit.
    /// - Parameter path: as `images/orion-poster.webp`, or `images/orion.jpg` for the draft of this image.
    /// - Returns: nil where there is none, or where the program was installed without its resources.
    public static func preview(of path: String) -> URL? {
        guard let (folder, name) = ExhibitFile.split(path), folder == .images, previewNames.contains(name) else { return nil }
        return previewFolder?.appendingPathComponent(name)
    }

    private static let previewNames = Set(
        ArtemisModel.allCases.flatMap { [$0.rawValue + ".jpg", $0.posterName] })

    /// `Bundle.module` is not used because it ends the program where the bundle is missing.
    private static let previewFolder: URL? = {
        var places = [Bundle.main.bundleURL, Bundle.main.resourceURL].compactMap { $0 }
        if let program = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent() { places.append(program) }
        places += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        for place in places {
            for name in ["diorama_Exhibits.resources", "diorama_Exhibits.bundle"] {
                let folder = place.appendingPathComponent(name).appendingPathComponent("Resources")
                let names = previewNames.map { folder.appendingPathComponent($0).path }
                if names.allSatisfy({ FileManager.default.fileExists(atPath: $0) }) { return folder }
            }
        }
        return nil
    }()

    /// Draws the images that come with the program, of the finest models.
    /// - Parameter folder: where they are written: `Sources/Exhibits/Resources`.
    package static func drawPreviews(to folder: URL) throws {
        let textures = try ArtemisTextures()
        for model in ArtemisModel.allCases {
            let poster = try drawPoster(of: model, textures, level: 0)
            try AtomicFile.write(poster, to: folder.appendingPathComponent(model.posterName))
        }
        let models = ArtemisIllustrations.Models(textures, isDraft: false)
        for entry in ArtemisIllustrations.sets where !thumbnails.isDisjoint(with: entry.names) {
            var set = entry.make(models)
            set.images = set.images.filter { image in thumbnails.contains { image.path == "images/\($0).jpg" } }
            try render(set, shrink: 3) { path, image in
                let name = path.split(separator: "/").last.map(String.init) ?? path
                try AtomicFile.write(try JPEG.encode(image, quality: 80), to: folder.appendingPathComponent(name))
            }
        }
    }

    /// Writes the poster of a model into a package: that of the program, or one drawn of the coarsest model where it is missing.
    static func writePoster(of model: ArtemisModel, _ textures: ArtemisTextures, to folder: URL) throws {
        let data =
            if let file = preview(of: model.posterPath) {
                Array(try Data(contentsOf: file))
            } else {
                try drawPoster(of: model, textures, level: ArtemisModel.levelCount - 1)
            }
        try AtomicFile.write(data, to: folder.appendingPathComponent(model.posterPath))
    }

    private static func drawPoster(of model: ArtemisModel, _ textures: ArtemisTextures, level: Int) throws -> [UInt8] {
        var stage = Stage(textures)
        stage.add(model.parts(level: level))
        let renderer = StageRenderer(stage, background: .dark, reach: model.reach)
        let size = ExhibitPoster.size
        let camera = ExhibitPoster.camera(model.bounds)
        var light = StageLight.studio(camera.pose.rotation.rotate(Vector3(0, 0, -1)))
        light.key = Self.viewerKey.normalized
        let image = renderer.cutout(camera, light: light, width: size.width, height: size.height)
        return try WebP.encode(image, quality: ExhibitPoster.quality)
    }

    /// The direction of the key light of the viewer (`exhibit-stage.ts`).
    private static let viewerKey = Vector3(0.55, 0.95, 0.55)
}

extension ArtemisModel {
    /// The name of its poster.
    var posterName: String { "\(rawValue)-poster.webp" }
    /// The path of its poster in a package.
    var posterPath: String { "images/\(posterName)" }

    /// How far surfaces darken each other in images, metres.
    fileprivate var reach: Float {
        switch self {
        case .orion: 1.6
        case .sls: 4
        }
    }

    /// The bounds of its coarsest level, which is shown first, in metres; a test compares them with the model.
    package var bounds: Bounds {
        switch self {
        case .orion: Bounds(min: Vector3(-8.707, 0, -5.581), max: Vector3(8.707, 7.52, 5.581))
        case .sls: Bounds(min: Vector3(-8.991, 0, -4.41), max: Vector3(8.991, 98.1, 4.322))
        }
    }
}
