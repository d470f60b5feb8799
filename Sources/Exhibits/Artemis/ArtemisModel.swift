import Geometry
import Images
import Models

/// The models of the exhibit.
public enum ArtemisModel: String, Sendable, CaseIterable {
    /// The Orion spacecraft as it flies: crew module, adapter and European service module with deployed solar arrays.
    case orion
    /// The Space Launch System in its Block 1 configuration, with the encapsulated Orion and the launch abort system.
    case sls

    /// The number of levels of detail; 0 is the finest.
    public static let levelCount = 3

    /// Its parts with their shapes.
    func parts(level: Int) -> PartModel<ArtemisFinish> {
        switch self {
        case .orion: OrionSpacecraft.model(Detail(level: level, density: 0.92))
        case .sls: SpaceLaunchSystem.model(Detail(level: level, density: 0.39))
        }
    }

    /// The name of its root node.
    var rootName: String {
        switch self {
        case .orion: "Orion"
        case .sls: "SLS"
        }
    }

    /// The factor at which it is put on a table: both are then about 0.8 to 1 m large.
    var tableScale: Double {
        switch self {
        case .orion: 0.04
        case .sls: 0.01
        }
    }

    /// The path of its file in a package.
    func path(level: Int) -> String { level == 0 ? "models/\(rawValue).glb" : "models/\(rawValue)-\(level).glb" }
}

/// The encoded images of the materials, computed once.
struct ArtemisTextures: Sendable {
    private let images: [ArtemisTexture: EncodedImage]
    /// The same decoded, for our own images.
    let pixels: [ArtemisTexture: ColorImage]

    init() throws(ImageError) {
        var images: [ArtemisTexture: EncodedImage] = [:]
        var pixels: [ArtemisTexture: ColorImage] = [:]
        for texture in ArtemisTexture.allCases {
            let image = texture.image
            images[texture] = try texture.encoded(image)
            pixels[texture] = image
        }
        self.images = images
        self.pixels = pixels
    }

    /// The scene of a model with those materials and images that it uses.
    func scene(_ model: ArtemisModel, level: Int) -> Scene {
        let parts = model.parts(level: level)
        let used = ArtemisFinish.allCases.filter { finish in parts.parts.contains { $0.shapes[finish] != nil } }
        var scene = parts.scene(model.rootName) { used.firstIndex(of: $0) ?? 0 }
        var numbers: [ArtemisTexture: Int] = [:]
        func reference(_ texture: ArtemisTexture?) -> TextureReference? {
            guard let texture, let image = images[texture] else { return nil }
            if let number = numbers[texture] { return TextureReference(number) }
            numbers[texture] = scene.textures.count
            scene.textures.append(Texture(image: scene.images.count, name: texture.rawValue))
            scene.images.append(image)
            return TextureReference(scene.textures.count - 1)
        }
        for finish in used {
            var material = finish.material
            material.baseColorTexture = reference(finish.textures.base)
            material.normalTexture = reference(finish.textures.normal)
            scene.materials.append(material)
        }
        return scene
    }
}
