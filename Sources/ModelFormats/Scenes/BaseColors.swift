import Codecs
import Geometry
import Images
import Models
import Support

/// Base colours of a scene's materials at vertices: factor times texture times the vertices' own colours.
struct BaseColors {
    private let materials: [Material]
    private let textures: [Texture]
    private let images: [EncodedImage]
    private var store = TextureStore()
    private var pictures: [Int: ColorImage?] = [:]
    /// The image that colours all faces so far; nil where there are several, or it is not the whole colour.
    private var picture: Int?
    private var hasOtherColors = false
    private(set) var notes: [String] = []

    static let sampled = "Textures were converted to vertex colours; detail between vertices is lost."

    init(_ scene: Scene) {
        materials = scene.materials
        textures = scene.textures
        images = scene.images
    }

    /// The image that is the whole colour of all faces.
    var whole: ColorImage? { hasOtherColors ? nil : picture.flatMap { pictures[$0] ?? nil } }

    /// Linear colours of a primitive's vertices; empty where all are white.
    mutating func vertexColors(of primitive: Primitive) -> [Vector3] {
        let material = primitive.material.map { materials[$0] } ?? .plain
        var colors = [Vector3](count: primitive.colors.count) { range, out in
            for i in range { out[i] = Vector3(primitive.colors[i].x, primitive.colors[i].y, primitive.colors[i].z) }
        }
        let factor = Vector3(material.baseColor.x, material.baseColor.y, material.baseColor.z)
        let isWhite = factor == Vector3(repeating: 1)
        var sampler: TextureSampler?
        var coordinates: [Vector2] = []
        if let reference = material.baseColorTexture, primitive.textureCoordinates.indices.contains(reference.coordinates),
            !primitive.textureCoordinates[reference.coordinates].isEmpty
        {
            coordinates = primitive.textureCoordinates[reference.coordinates]
            if let transform = reference.transform { coordinates = coordinates.map(transform.apply) }
            sampler = self.sampler(reference.texture)
        }
        if primitive.topology == .triangles {
            let reference = material.baseColorTexture
            let isWhole = sampler != nil && colors.isEmpty && isWhite && reference?.transform == nil && reference?.coordinates == 0
            let image = reference.flatMap { textures[$0.texture].image }
            if !isWhole || (picture ?? image) != image { hasOtherColors = true }
            picture = isWhole ? image : nil
        }
        if sampler == nil, isWhite { return colors }
        if colors.isEmpty { colors = Array(repeating: Vector3(repeating: 1), count: primitive.positions.count) }
        for i in colors.indices { colors[i] *= sampler.map { factor * $0.linear(at: coordinates[i]) } ?? factor }
        return colors
    }

    private mutating func sampler(_ number: Int) -> TextureSampler? {
        let texture = textures[number]
        guard let image = texture.image, let picture = decoded(image) else { return nil }
        return TextureSampler(image: picture, wrapU: Self.wrap(texture.wrapU), wrapV: Self.wrap(texture.wrapV))
    }

    private static func wrap(_ wrap: Texture.Wrap) -> TextureSampler.Wrap {
        switch wrap {
        case .repeating: .repeating
        case .mirrored: .mirrored
        case .clamped: .clamped
        }
    }

    private mutating func decoded(_ number: Int) -> ColorImage? {
        if let known = pictures[number] { return known }
        var image: ColorImage?
        let encoded = images[number]
        do throws(ImageError) {
            image = try store.decode(encoded.bytes)
            note(Self.sampled)
        } catch {
            note("The texture \(encoded.name.map { Text.quote($0) } ?? "image \(number)") cannot be read: \(error.problem).")
        }
        pictures[number] = .some(image)
        return image
    }

    private mutating func note(_ text: String) {
        if !notes.contains(text), notes.count < 20 { notes.append(text) }
    }
}
