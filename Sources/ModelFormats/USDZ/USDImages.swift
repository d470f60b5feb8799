import Codecs
import Geometry
import Images
import Models

/// The images of a usdz, as they are encoded, each once. What is missing becomes a note.
struct USDImages {
    private let archive: ZipArchive
    private var images: [String: Int?] = [:]
    private var textures: [String: Int] = [:]
    private var decoded: [Int: ColorImage?] = [:]
    private var grey: [Int: Bool] = [:]
    private var store = TextureStore()

    /// A channel of an image, and which one of a combined image it becomes: 0…3 for red, green, blue and opacity.
    struct Piece {
        let file: String
        let from: Int
        let to: Int
    }

    init(_ archive: ZipArchive) { self.archive = archive }

    /// The number of an image in the scene; nil where it is missing.
    private mutating func image(_ file: String, _ scene: inout Scene) -> Int? {
        if let known = images[file] { return known }
        var number: Int?
        if let path = ZipArchive.resolvedAsset(file), let bytes = (try? archive.assetBytes(path)) ?? nil, !bytes.isEmpty {
            number = images["\0" + path] ?? nil
            if number == nil {
                number = scene.images.count
                scene.images.append(EncodedImage(Array(bytes), name: SiblingImages.lastPart(path)))
                images["\0" + path] = .some(number)
            }
        } else {
            scene.note("The texture \(Text.quote(file)) is not in the archive.")
        }
        images[file] = .some(number)
        return number
    }

    /// The number of a texture in the scene; it has no image where that is missing.
    mutating func texture(_ file: String, like sampling: Texture, _ scene: inout Scene) -> Int {
        let number = image(file, &scene)
        let key = "\(number.map { "\($0)" } ?? file)\0\(sampling.wrapU)\0\(sampling.wrapV)"
        if let known = textures[key] { return known }
        var texture = sampling
        texture.image = number
        if number == nil { texture.name = SiblingImages.lastPart(file) }
        textures[key] = scene.textures.count
        scene.textures.append(texture)
        return scene.textures.count - 1
    }

    private mutating func pixels(_ number: Int, _ scene: Scene) -> ColorImage? {
        if let known = decoded[number] { return known }
        let image = try? store.decode(scene.images[number].bytes)
        decoded[number] = .some(image)
        return image
    }

    /// Whether red, green and blue are the same; false where it can't be decoded.
    mutating func isGrey(_ file: String, _ scene: inout Scene) -> Bool {
        guard let number = image(file, &scene) else { return true }
        if let known = grey[number] { return known }
        let result = pixels(number, scene)?.pixels.allSatisfy { $0.x == $0.y && $0.y == $0.z } ?? false
        grey[number] = result
        return result
    }

    /// A new texture whose image has channels of others, and 255 in those that none gives. Nil and a note where an image is missing
    /// or can't be decoded.
    mutating func combined(_ pieces: [Piece], like sampling: Texture, _ scene: inout Scene) -> Int? {
        let key =
            "\u{1}" + pieces.map { "\($0.file) \($0.from) \($0.to)" }.joined(separator: "\0")
            + "\0\(sampling.wrapU)\0\(sampling.wrapV)"
        if let known = textures[key] { return known }
        var sources: [ColorImage] = []
        for piece in pieces {
            guard let number = image(piece.file, &scene) else { return nil }
            guard let image = pixels(number, scene) else {
                scene.note("The texture \(Text.quote(piece.file)) can't be decoded.")
                return nil
            }
            sources.append(image)
        }
        let width = sources.map(\.width).max() ?? 0
        let height = sources.map(\.height).max() ?? 0
        guard width > 0, height > 0, width <= 1 << 15, height <= 1 << 15 else { return nil }
        var result = ColorImage(width: width, height: height, repeating: SIMD4(repeating: 255))
        for (piece, source) in zip(pieces, sources) {
            let sized =
                source.width == width && source.height == height ? source : source.resizedNearest(toWidth: width, height: height)
            for i in result.pixels.indices { result.pixels[i][piece.to] = sized.pixels[i][piece.from] }
        }
        guard let png = try? PNG.encode(result) else { return nil }
        let names = Set(pieces.map(\.file)).sorted().map { SiblingImages.lastPart($0) }
        scene.note(
            "Channels of the textures \(names.map { Text.quote($0) }.joined(separator: " and ")) were combined into one PNG image.")
        var texture = sampling
        texture.image = scene.images.count
        let stems = names.map { name in name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }
        scene.images.append(EncodedImage(png, name: stems.joined(separator: "+") + ".png"))
        textures[key] = scene.textures.count
        scene.textures.append(texture)
        return scene.textures.count - 1
    }
}
