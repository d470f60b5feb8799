import Codecs
import Foundation
import Geometry
import Images
import Models
import Support

/// The images that a model file names, as they lie beside it: encoded, each once. What is missing becomes a note.
struct SiblingImages {
    private let folder: URL?
    private var images: [String: Int?] = [:]
    private var textures: [String: Int] = [:]
    private var normalMaps: [Int: Bool] = [:]
    private var store = TextureStore()
    /// File names of the folder by their names in lower case; nil where it was not listed yet.
    private var listing: [String: String]?
    /// How many bytes all images together may still have.
    private var bytesLeft = 4 << 30

    /// - Parameter folder: where the images are looked for; nil reads none.
    init(_ folder: URL?) { self.folder = folder }

    /// The number of the image of this name in the scene, into which it is read; nil where it is missing.
    mutating func image(_ name: String, in scene: inout Scene) -> Int? {
        if let known = images[name] { return known }
        var number: Int?
        if let file = find(name, &scene), let bytes = bytes(of: file) {
            // Two ways to write one name give one image.
            number = images["\0" + file.path] ?? nil
            if number == nil {
                number = scene.images.count
                scene.images.append(EncodedImage(bytes, name: file.lastPathComponent))
                images["\0" + file.path] = .some(number)
            }
        } else if folder != nil {
            scene.note("The texture \(Text.quote(name)) is not in the model's folder or can't be read.")
        } else {
            scene.note("Textures are not read from a model without a folder.")
        }
        images[name] = .some(number)
        return number
    }

    /// The number of a texture of an image's name in the scene; the texture has no image where that is missing.
    mutating func texture(_ name: String, like sampling: Texture = Texture(image: nil), in scene: inout Scene) -> Int {
        let key = [
            name, sampling.wrapU.rawValue, sampling.wrapV.rawValue, sampling.magnification?.rawValue ?? "",
            sampling.minification?.rawValue ?? "", sampling.mipmaps?.rawValue ?? "",
        ].joined(separator: "\0")
        if let known = textures[key] { return known }
        var texture = sampling
        texture.image = image(name, in: &scene)
        if texture.name == nil { texture.name = texture.image == nil ? Self.lastPart(name) : nil }
        scene.textures.append(texture)
        textures[key] = scene.textures.count - 1
        return scene.textures.count - 1
    }

    /// Whether the image of a texture looks like one of normals: blue prevails, as in no image of heights, which is grey. False
    /// where it can't be decoded.
    mutating func isNormalMap(texture: Int, in scene: Scene) -> Bool {
        guard let number = scene.textures[texture].image else { return false }
        if let known = normalMaps[number] { return known }
        var sum = SIMD3<Double>()
        if let image = try? store.decode(scene.images[number].bytes), !image.pixels.isEmpty {
            let step = max(1, image.pixels.count / 4096)
            for i in stride(from: 0, to: image.pixels.count, by: step) {
                let p = image.pixels[i]
                sum += SIMD3(Double(p.x), Double(p.y), Double(p.z))
            }
            sum /= Double((image.pixels.count + step - 1) / step)
        }
        let isNormals = sum.z > 150 && sum.z > sum.x + 40 && sum.z > sum.y + 40
        normalMaps[number] = isNormals
        return isNormals
    }

    /// A new texture whose image has in its channels what other images hold: red, green, blue and opacity of the first one, but
    /// green of `green`, blue of `blue` and opacity of `opacity`, each of which is taken as grey. Nil and a note where one can't be
    /// decoded.
    mutating func combined(_ parts: ImageParts, like texture: Texture, in scene: inout Scene) -> Int? {
        let names = parts.all.map { scene.images[$0].name ?? "image \($0)" }
        let key = "\u{1}" + parts.all.map(String.init).joined(separator: " ") + " \(texture.wrapU) \(texture.wrapV)"
        if let known = textures[key] { return known }
        do throws(ImageError) {
            let image = try parts.image(scene.images, &store)
            scene.images.append(EncodedImage(try PNG.encode(image), name: Self.joinedName(names)))
        } catch {
            scene.note(
                "The textures \(names.map { Text.quote($0) }.joined(separator: " and ")) can't be combined: \(error.problem).")
            return nil
        }
        scene.note("The textures \(names.map { Text.quote($0) }.joined(separator: " and ")) were combined into one PNG image.")
        var copy = texture
        copy.name = nil
        copy.image = scene.images.count - 1
        scene.textures.append(copy)
        textures[key] = scene.textures.count - 1
        return scene.textures.count - 1
    }

    /// "roughness+metal.png"
    private static func joinedName(_ names: [String]) -> String {
        names.map { name in name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }.joined(separator: "+") + ".png"
    }

    /// What is behind the last slash of either direction.
    static func lastPart(_ path: String) -> String {
        String(path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? "")
    }

    /// The file of a name: as it is written, without percent escapes, or beside the model, where the name is one of a folder
    /// elsewhere; last in another case, as on systems that don't tell them apart.
    private mutating func find(_ name: String, _ scene: inout Scene) -> URL? {
        guard let folder else { return nil }
        let plain = name.removingPercentEncoding ?? name
        for candidate in [name, plain, Self.lastPart(name), Self.lastPart(plain)] {
            let path = candidate.hasPrefix("./") ? String(candidate.dropFirst(2)) : candidate
            if let file = SiblingFile.find(path, in: folder) { return file }
        }
        if listing == nil {
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
            listing = Dictionary(names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        }
        guard let actual = listing?[Self.lastPart(plain).lowercased()], let file = SiblingFile.find(actual, in: folder) else {
            return nil
        }
        scene.note("The texture \(Text.quote(name)) was found as \(Text.quote(actual)).")
        return file
    }

    private mutating func bytes(of file: URL) -> [UInt8]? {
        guard let source = try? FileBytes(file), !source.bytes.isEmpty, source.bytes.count <= bytesLeft else { return nil }
        bytesLeft -= source.bytes.count
        return withExtendedLifetime(source) { Array(source.bytes) }
    }
}

/// Images whose channels make one image: those of glTF hold roughness in green and metalness in blue, colour and opacity in one.
struct ImageParts {
    /// The image of colour; nil: white.
    var color: Int?
    /// What green is taken from.
    var green: Int?
    /// What blue is taken from.
    var blue: Int?
    /// What opacity is taken from.
    var opacity: Int?

    var all: [Int] { [color, green, blue, opacity].compactMap(\.self) }

    /// The image: as large as the largest of them.
    func image(_ images: [EncodedImage], _ store: inout TextureStore) throws(ImageError) -> ColorImage {
        func decoded(_ number: Int?) throws(ImageError) -> ColorImage? {
            guard let number else { return nil }
            return try store.decode(images[number].bytes)
        }
        let parts = [try decoded(color), try decoded(green), try decoded(blue), try decoded(opacity)]
        let width = parts.compactMap { $0?.width }.max() ?? 0
        let height = parts.compactMap { $0?.height }.max() ?? 0
        guard width > 0, height > 0, width <= 1 << 15, height <= 1 << 15 else { throw ImageError("its size is invalid") }
        let sized = parts.map { $0?.resizedNearest(toWidth: width, height: height) }
        var result = sized[0] ?? ColorImage(width: width, height: height, repeating: SIMD4(repeating: 255))
        for i in result.pixels.indices {
            if let green = sized[1] { result.pixels[i].y = green.pixels[i].y }
            if let blue = sized[2] { result.pixels[i].z = blue.pixels[i].z }
            if let opacity = sized[3] { result.pixels[i].w = opacity.pixels[i].y }
        }
        return result
    }
}
