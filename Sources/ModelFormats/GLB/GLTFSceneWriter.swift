import Codecs
import Foundation
import Geometry
import Models

/// Makes a glTF document and the content of its buffer of a scene. Nodes, meshes, materials, skins, cameras and lights keep their
/// numbers where glTF can hold all of them.
struct GLTFSceneWriter {
    var scene: Scene
    var document: GLTFDocument
    var content = GLTFContent()
    var losses: [Loss] = []
    /// Extensions that are used, and which of them a reader must know to show the scene as it is.
    private var extensions: [String: Bool] = [:]
    /// Images in files beside the document; empty where they are in the buffer.
    private(set) var files: [(name: String, bytes: [UInt8])] = []
    /// The start of their names; nil where images are in the buffer.
    let imagePrefix: String?
    private var imageNumbers: [Int?] = []
    /// The document's number of each mesh, skin and texture; nil for those that are not written.
    var meshNumbers: [Int?] = []
    var skinNumbers: [Int?] = []
    var textureNumbers: [Int?] = []
    var materials: [GLTFDocument.Material] = []
    var meshes: [GLTFDocument.Mesh] = []
    var skins: [GLTFDocument.Skin] = []
    var nodes: [GLTFDocument.Node] = []
    var animations: [GLTFDocument.Animation] = []
    /// Nodes whose translation, rotation or scale a channel replaces.
    let animatedNodes: Set<Int>

    /// - Parameters:
    ///   - scene: has no flaw.
    ///   - options: those that glTF can't follow are losses.
    ///   - imagePrefix: how the names of image files begin; nil to keep images in the buffer.
    init(_ scene: Scene, options: WriteOptions, imagePrefix: String?) {
        self.scene = scene
        self.imagePrefix = imagePrefix
        animatedNodes = Set(scene.animations.flatMap(\.channels).filter { $0.target != .weights }.map(\.node))
        document = GLTFDocument(asset: GLTFAsset(crs: scene.crs))
        losses = GLB.frameLosses(options)
        if options.quantizes {
            losses.append(Loss(.size, "Scenes are written with floats; only single meshes and clouds are quantized."))
        }
        self.scene.moveRoots(by: scene.origin)
        if scene.origin != .zero, scene.animations.contains(where: { $0.movesRoots(of: scene) }) {
            losses.append(Loss(.precision, "Animations of roots far from the origin are stored as floats of map coordinates."))
        }
        build()
    }

    private mutating func build() {
        writeImages()
        writeTextures()
        for material in scene.materials { append(material) }
        for mesh in scene.meshes { append(mesh) }
        for skin in scene.skins { append(skin) }
        for node in scene.nodes { append(node) }
        for animation in scene.animations { append(animation) }
        document.materials = materials.isEmpty ? nil : materials
        document.meshes = meshes.isEmpty ? nil : meshes
        document.skins = skins.isEmpty ? nil : skins
        document.nodes = nodes.isEmpty ? nil : nodes
        document.animations = animations.isEmpty ? nil : animations
        document.cameras = scene.cameras.isEmpty ? nil : scene.cameras.map { GLTFDocument.Camera($0) }
        if !scene.lights.isEmpty {
            use(GLTFDocument.Name.lights)
            document.extensions = .init(lights: .init(lights: scene.lights.map { GLTFDocument.Light($0) }))
        }
        document.scene = 0
        document.scenes = [
            GLTFDocument.Scene(name: scene.name, nodes: scene.roots.isEmpty ? nil : scene.roots, extras: scene.extras)
        ]
        content.finish()
        document.accessors = content.accessors.isEmpty ? nil : content.accessors
        document.bufferViews = content.views.isEmpty ? nil : content.views
        let used = extensions.keys.sorted()
        let required = used.filter { extensions[$0] == true }
        document.extensionsUsed = used.isEmpty ? nil : used
        document.extensionsRequired = required.isEmpty ? nil : required
    }

    /// The JSON.
    /// - Parameter buffer: the name of the file with the buffer's content; nil where it is the binary chunk.
    mutating func json(buffer: String?) throws(FormatError) -> [UInt8] {
        if content.byteLength > 0 {
            document.buffers = [.init(uri: buffer.map { GLTFLayout.escaped($0) }, byteLength: content.byteLength)]
        }
        return try document.json()
    }

    /// Declares an extension.
    mutating func use(_ name: String, isRequired: Bool = false) {
        extensions[name] = isRequired || extensions[name] == true
    }

    mutating func lose(_ kind: Loss.Kind, _ sentence: String) {
        let loss = Loss(kind, sentence)
        if !losses.contains(loss) { losses.append(loss) }
    }

    // MARK: Images and textures

    private mutating func writeImages() {
        var names: Set<String> = []
        var pictures: [GLTFDocument.Picture] = []
        for image in scene.images {
            let format = image.format
            guard let fileExtension = format.fileExtension, let mediaType = format.mediaType else {
                lose(.texture, "glTF stores images as JPEG, PNG, WebP or KTX 2.0; images of other formats were omitted.")
                imageNumbers.append(nil)
                continue
            }
            var picture = GLTFDocument.Picture(name: image.name, mimeType: mediaType)
            if let imagePrefix {
                let stem = Self.fileName(image.name, number: pictures.count, prefix: imagePrefix, used: &names)
                let name = stem + "." + fileExtension
                files.append((name, image.bytes))
                picture.uri = GLTFLayout.escaped(name)
            } else {
                picture.bufferView = content.add(bytes: image.bytes, name: "images")
            }
            imageNumbers.append(pictures.count)
            pictures.append(picture)
        }
        document.images = pictures.isEmpty ? nil : pictures
    }

    /// A name that is safe on any system and that no other image has: letters, digits, dashes and underscores of the image's own.
    private static func fileName(_ name: String?, number: Int, prefix: String, used: inout Set<String>) -> String {
        let plain = (name.map { ($0 as NSString).lastPathComponent } ?? "").prefix(64)
        var stem = (String(plain) as NSString).deletingPathExtension.unicodeScalars.map { c -> Character in
            let isPlain = c.isASCII && (c.properties.isAlphabetic || c.properties.numericType != nil || c == "-" || c == "_")
            return isPlain ? Character(c) : "_"
        }
        if stem.isEmpty { stem = Array("image\(number)") }
        var result = prefix + "_" + String(stem)
        var count = 1
        // Some systems do not distinguish capitals.
        while !used.insert(result.lowercased()).inserted {
            count += 1
            result = prefix + "_" + String(stem) + "_\(count)"
        }
        return result
    }

    private mutating func writeTextures() {
        var samplers: [GLTFDocument.Sampler] = []
        var textures: [GLTFDocument.Texture] = []
        for texture in scene.textures {
            guard let image = texture.image, let number = imageNumbers[image] else {
                // Readers do not expect textures without an image.
                lose(.texture, "Textures without an image that glTF can store were omitted.")
                textureNumbers.append(nil)
                continue
            }
            var result = GLTFDocument.Texture(name: texture.name)
            switch scene.images[image].format {
            case .webp:
                use(GLTFDocument.Name.webp, isRequired: true)
                result.extensions = .init(webp: .init(source: number))
            case .ktx2:
                use(GLTFDocument.Name.basisu, isRequired: true)
                result.extensions = .init(basisu: .init(source: number))
            default: result.source = number
            }
            let sampler = GLTFDocument.Sampler(
                magFilter: GLTFSampling.code(texture.magnification),
                minFilter: GLTFSampling.code(texture.minification, mipmaps: texture.mipmaps),
                wrapS: GLTFSampling.code(texture.wrapU), wrapT: GLTFSampling.code(texture.wrapV))
            if sampler != GLTFDocument.Sampler() {
                result.sampler = samplers.firstIndex(of: sampler) ?? samplers.count
                if result.sampler == samplers.count { samplers.append(sampler) }
            }
            textureNumbers.append(textures.count)
            textures.append(result)
        }
        document.textures = textures.isEmpty ? nil : textures
        document.samplers = samplers.isEmpty ? nil : samplers
    }
}

extension Animation {
    /// Whether it translates a root of the scene.
    fileprivate func movesRoots(of scene: Scene) -> Bool {
        channels.contains { $0.target == .translation && scene.roots.contains($0.node) }
    }
}
