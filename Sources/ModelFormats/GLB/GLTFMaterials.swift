import Codecs
import Foundation
import Geometry
import Images

/// Base colours of a glTF document's materials (section 3.9.2), and its textures decoded when first used.
struct GLTFMaterials {
    private let document: GLTFDocument
    private let buffers: GLTFBuffers
    private var store = TextureStore()
    private var pictures: [Int: ColorImage?] = [:]
    var notes: [String] = []

    init(_ document: GLTFDocument, _ buffers: GLTFBuffers) {
        self.document = document
        self.buffers = buffers
    }

    /// A base colour, and where it comes from an image, which texture coordinates to look it up with.
    struct BaseColor {
        /// Linear RGB.
        var factor = Vector3(repeating: 1)
        var texture: TextureSampler?
        var coordinates = 0
        /// The number of the image where it is the whole colour, looked up with the first texture coordinates as they are.
        fileprivate(set) var plainImage: Int?
        fileprivate var transform: GLTFDocument.TextureInfo.Transform?

        /// Whether it changes nothing.
        var isWhite: Bool { texture == nil && factor == Vector3(repeating: 1) }

        /// Linear RGB at a texture coordinate of the file.
        func color(at uv: Vector2) -> Vector3 {
            guard let texture else { return factor }
            return factor * texture.linear(at: transformed(uv))
        }

        /// KHR_texture_transform: scale, then rotation, then offset.
        private func transformed(_ uv: Vector2) -> Vector2 {
            guard let transform else { return uv }
            var p = uv
            if let s = transform.scale, s.count == 2 { p *= Vector2(s[0], s[1]) }
            if let angle = transform.rotation, angle.isFinite, abs(angle) < 1000 {
                let (sine, cosine) = Trigonometry.sincos(angle)
                p = Vector2(cosine * p.x + sine * p.y, cosine * p.y - sine * p.x)
            }
            if let o = transform.offset, o.count == 2 { p += Vector2(o[0], o[1]) }
            return p
        }
    }

    /// The base colour of a primitive; `hasTexture` returns whether it has the texture coordinates of that number.
    mutating func baseColor(_ material: Int?, hasCoordinates: (Int) -> Bool) throws(FormatError) -> BaseColor {
        var color = BaseColor()
        guard let material else { return color }
        guard let materials = document.materials, materials.indices.contains(material) else {
            throw .unreadable("a primitive refers to material \(material), which does not exist")
        }
        guard let surface = materials[material].pbrMetallicRoughness else { return color }
        if let f = surface.baseColorFactor {
            guard f.count == 4 else { throw .unreadable("the base colour of material \(material) is not four numbers") }
            color.factor = Vector3(f[0], f[1], f[2])
        }
        guard let info = surface.baseColorTexture else { return color }
        color.transform = info.extensions?.transform
        color.coordinates = color.transform?.texCoord ?? info.texCoord ?? 0
        guard hasCoordinates(color.coordinates) else { return color }
        guard let textures = document.textures, textures.indices.contains(info.index) else {
            throw .unreadable("material \(material) refers to texture \(info.index), which does not exist")
        }
        let texture = textures[info.index]
        guard let source = texture.decodable else {
            note("Texture \(info.index) has an unsupported format.")
            return color
        }
        guard let image = try picture(source) else { return color }
        color.texture = TextureSampler(image: image)
        if color.factor == Vector3(repeating: 1), color.transform == nil, color.coordinates == 0 { color.plainImage = source }
        if let number = texture.sampler, let samplers = document.samplers, samplers.indices.contains(number) {
            color.texture?.wrapU = Self.wrap(samplers[number].wrapS)
            color.texture?.wrapV = Self.wrap(samplers[number].wrapT)
        }
        return color
    }

    private static let sampled = "Textures were converted to vertex colours; detail between vertices is lost."

    /// The image, decoded already, that the model keeps as its texture.
    mutating func keep(_ number: Int) -> ColorImage? {
        guard let image = pictures[number] ?? nil else { return nil }
        notes.removeAll { $0 == Self.sampled }
        return image
    }

    private static func wrap(_ code: Int?) -> TextureSampler.Wrap {
        switch code {
        case 33071: .clamped
        case 33648: .mirrored
        default: .repeating
        }
    }

    /// An image, or nil and a note where it cannot be decoded.
    private mutating func picture(_ number: Int) throws(FormatError) -> ColorImage? {
        if let known = pictures[number] { return known }
        guard let images = document.images, images.indices.contains(number) else {
            throw .unreadable("a texture refers to image \(number), which does not exist")
        }
        var bytes: [UInt8]?
        if let view = images[number].bufferView {
            bytes = Array(try buffers.view(view))
        } else if let uri = images[number].uri, uri.hasPrefix("data:") {
            bytes = GLTFBuffers.decode(uri).map { Array($0) }
        } else if let uri = images[number].uri, let folder = buffers.folder {
            return try beside(uri, number: number, folder: folder)
        }
        var image: ColorImage?
        if let bytes {
            do throws(ImageError) {
                image = try store.decode(bytes)
                note(Self.sampled)
            } catch {
                note("Texture image \(number) cannot be read: \(error.problem).")
            }
        } else {
            note("Texture image \(number) is in another file, which is not read.")
        }
        pictures[number] = .some(image)
        return image
    }

    /// An image in a file of its own.
    private mutating func beside(_ uri: String, number: Int, folder: URL) throws(FormatError) -> ColorImage? {
        var image: ColorImage?
        if let file = SiblingFile.find(uri.removingPercentEncoding ?? uri, in: folder) {
            do throws(ImageError) {
                image = try store.read(file)
                note(Self.sampled)
            } catch {
                note("Texture image \(Text.quote(uri)) cannot be read: \(error.problem).")
            }
        } else {
            note("Texture image \(Text.quote(uri)) is not in the model's folder.")
        }
        pictures[number] = .some(image)
        return image
    }

    private mutating func note(_ text: String) {
        if !notes.contains(text), notes.count < 20 { notes.append(text) }
    }
}
