import Codecs
import Geometry
import Images
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads the inputs of a UsdPreviewSurface with the textures that they are connected to.
struct USDSurfaceReader {
    private let surface: USDPrim
    private let materials: USDMaterials
    var images: USDImages
    var scene: Scene
    private var info: USDMaterials.Info

    /// A texture that an input is connected to.
    private struct Lookup {
        /// The name of the image in the archive.
        let file: String
        let sampling: Texture
        var coordinates: Int
        let transform: TextureTransform?
        /// 0…3 for red, green, blue and opacity; nil for colours.
        let channel: Int?
        let scale: [Float]
        let bias: [Float]

        /// Whether two of them look up the same image at the same places.
        func matches(_ other: Lookup) -> Bool {
            file == other.file && sampling == other.sampling && coordinates == other.coordinates && transform == other.transform
        }
    }

    init(_ surface: USDPrim, materials: USDMaterials, images: USDImages, scene: Scene) {
        self.surface = surface
        self.materials = materials
        self.images = images
        self.scene = scene
        info = USDMaterials.Info(material: Material())
    }

    mutating func read(name: String) -> USDMaterials.Info {
        info.material.name = name
        if materials.number(surface, "useSpecularWorkflow") == 1 {
            scene.note("Specular colours of materials are not read; they are not metallic.")
        }
        readColor()
        readOpacity()
        readMetallicRoughness()
        readEmission()
        readNormals()
        readCoat()
        if case .shader = materials.source(surface, "displacement") { scene.note("Displacements are not read.") }
        return info
    }

    // MARK: Textures

    /// The texture that an input is connected to; nil and, where it is connected to something else, a note.
    private mutating func lookup(_ input: String) -> Lookup? {
        guard case .shader(let shader, let output) = materials.source(surface, input) else { return nil }
        let id = shader.word("info:id") ?? ""
        guard id == "UsdUVTexture" else {
            if !id.hasPrefix("UsdPrimvarReader") { scene.note("Shaders of the type \(id) are not read.") }
            return nil
        }
        guard let file = materials.word(shader, "file"), !file.isEmpty else { return nil }
        var sampling = Texture(image: nil)
        sampling.wrapU = Self.wrap(materials.word(shader, "wrapS"))
        sampling.wrapV = Self.wrap(materials.word(shader, "wrapT"))
        let (set, transform) = coordinates(shader)
        if !info.sets.contains(set) { info.sets.append(set) }
        return Lookup(
            file: file, sampling: sampling, coordinates: info.sets.firstIndex(of: set) ?? 0, transform: transform,
            channel: ["r", "g", "b", "a"].firstIndex(of: output),
            scale: materials.values(shader, "scale", count: 4) ?? [1, 1, 1, 1],
            bias: materials.values(shader, "bias", count: 4) ?? [0, 0, 0, 0])
    }

    private static func wrap(_ word: String?) -> Texture.Wrap {
        switch word {
        case "clamp", "black": .clamped
        case "mirror": .mirrored
        default: .repeating
        }
    }

    /// The primvar that a texture reads its coordinates from, and what is done to them first.
    private mutating func coordinates(_ shader: USDPrim) -> (set: String, transform: TextureTransform?) {
        var shader = shader
        var input = "st"
        var transform: TextureTransform?
        for _ in 0..<4 {
            guard case .shader(let next, _) = materials.source(shader, input) else { break }
            let id = next.word("info:id") ?? ""
            if id.hasPrefix("UsdPrimvarReader") { return (materials.word(next, "varname") ?? "st", transform) }
            guard id == "UsdTransform2d" else { break }
            if transform != nil { scene.note("Of several transforms of a texture only the last is read.") }
            transform = transform ?? Self.transform(next, materials)
            shader = next
            input = "in"
        }
        return ("st", transform)
    }

    /// USD scales, rotates counter-clockwise and translates with v upwards.
    private static func transform(_ prim: USDPrim, _ materials: USDMaterials) -> TextureTransform? {
        let angle = (materials.number(prim, "rotation") ?? 0) * .pi / 180
        let scale = materials.values(prim, "scale", count: 2) ?? [1, 1]
        let move = materials.values(prim, "translation", count: 2) ?? [0, 0]
        return TextureTransform(
            scale: Vector2(scale[0], scale[1]), rotation: angle, translationFromBelow: Vector2(move[0], move[1]))
    }

    private mutating func reference(_ lookup: Lookup) -> TextureReference {
        TextureReference(
            images.texture(lookup.file, like: lookup.sampling, &scene), coordinates: lookup.coordinates, transform: lookup.transform
        )
    }

    /// The factor of a channel; a bias has no counterpart.
    private mutating func factor(_ lookup: Lookup, _ channel: Int) -> Float {
        if lookup.bias[channel] != 0 { scene.note("The bias of textures is read only for normals and occlusion.") }
        return min(max(lookup.scale[channel], 0), 1)
    }

    /// A reference to an image that has what is looked up in a channel: the same image, where it is that channel or the image is
    /// grey, otherwise a new one.
    private mutating func reference(_ lookup: Lookup, channel: Int) -> TextureReference {
        let source = lookup.channel ?? 0
        if source == channel || source < 3 && images.isGrey(lookup.file, &scene) { return reference(lookup) }
        return combined([(lookup, source, channel)]) ?? reference(lookup)
    }

    /// A reference to a new image with channels of others.
    private mutating func combined(_ parts: [(lookup: Lookup, from: Int, to: Int)]) -> TextureReference? {
        let first = parts[0].lookup
        let pieces = parts.map { USDImages.Piece(file: $0.lookup.file, from: $0.from, to: $0.to) }
        guard let number = images.combined(pieces, like: first.sampling, &scene) else { return nil }
        return TextureReference(number, coordinates: first.coordinates, transform: first.transform)
    }

    // MARK: Inputs

    private mutating func readColor() {
        if case .shader(let shader, _) = materials.source(surface, "diffuseColor"),
            shader.word("info:id")?.hasPrefix("UsdPrimvarReader") == true
        {
            info.showsColors = true
            return
        }
        if let lookup = lookup("diffuseColor") {
            info.material.baseColorTexture = reference(lookup)
            info.material.baseColor = SIMD4(factor(lookup, 0), factor(lookup, 1), factor(lookup, 2), 1)
        } else {
            let c = materials.values(surface, "diffuseColor", count: 3) ?? [0.18, 0.18, 0.18]
            info.material.baseColor = SIMD4(c[0], c[1], c[2], 1)
        }
        for k in 0..<3 { info.material.baseColor[k] = min(max(info.material.baseColor[k], 0), 1) }
    }

    private mutating func readOpacity() {
        let threshold = materials.number(surface, "opacityThreshold") ?? 0
        var isOpaque = true
        if case .shader(let shader, _) = materials.source(surface, "opacity"),
            shader.word("info:id")?.hasPrefix("UsdPrimvarReader") == true
        {
            info.showsColors = true
            isOpaque = false
        } else if let opacity = lookup("opacity") {
            isOpaque = false
            let channel = opacity.channel ?? 0
            info.material.baseColor.w = factor(opacity, channel)
            let base = lookup("diffuseColor")
            if let base, base.matches(opacity), channel == 3 {
                // The image of colours with its own opacity.
            } else if let base {
                if base.transform == opacity.transform, base.coordinates == opacity.coordinates,
                    let texture = combined([(base, 0, 0), (base, 1, 1), (base, 2, 2), (opacity, channel, 3)])
                {
                    info.material.baseColorTexture = texture
                } else {
                    scene.note("Images of opacity that differ from those of colour in their transforms are not read.")
                }
            } else {
                info.material.baseColorTexture = combined([(opacity, channel, 3)])
            }
        } else if let opacity = materials.number(surface, "opacity") {
            info.material.baseColor.w = min(max(opacity, 0), 1)
            isOpaque = opacity >= 1
        }
        if threshold > 0, !isOpaque {
            info.material.alphaMode = .mask
            info.material.alphaCutoff = threshold
        } else if !isOpaque {
            info.material.alphaMode = .blend
        }
    }

    /// Roughness is the green channel of an image, metalness the blue one.
    private mutating func readMetallicRoughness() {
        let rough = lookup("roughness")
        let metal = lookup("metallic")
        let isSpecular = materials.number(surface, "useSpecularWorkflow") == 1
        func limited(_ v: Float?, plain: Float) -> Float { min(max(v ?? plain, 0), 1) }
        info.material.roughness =
            rough.map { factor($0, $0.channel ?? 0) } ?? limited(materials.number(surface, "roughness"), plain: 0.5)
        info.material.metallic =
            isSpecular ? 0 : metal.map { factor($0, $0.channel ?? 0) } ?? limited(materials.number(surface, "metallic"), plain: 0)
        if let rough, let metal {
            let isOne = rough.matches(metal) && rough.channel == 1 && metal.channel == 2
            info.material.metallicRoughnessTexture =
                isOne ? reference(rough) : combined([(rough, rough.channel ?? 0, 1), (metal, metal.channel ?? 0, 2)])
            if !isOne, rough.transform != metal.transform || rough.coordinates != metal.coordinates {
                scene.note("Images of roughness and metalness that differ in their transforms are not read.")
                info.material.metallicRoughnessTexture = nil
            }
        } else if let rough {
            // Another channel counts only where its factor is not 0.
            info.material.metallicRoughnessTexture =
                info.material.metallic == 0
                ? reference(rough, channel: 1) : combined([(rough, rough.channel ?? 0, 1)]) ?? reference(rough)
        } else if let metal {
            info.material.metallicRoughnessTexture =
                info.material.roughness == 0
                ? reference(metal, channel: 2) : combined([(metal, metal.channel ?? 0, 2)]) ?? reference(metal)
        }
    }

    private mutating func readEmission() {
        var color = Vector3(repeating: 0)
        if let lookup = lookup("emissiveColor") {
            info.material.emissiveTexture = reference(lookup)
            color = Vector3(lookup.scale[0], lookup.scale[1], lookup.scale[2])
        } else if let c = materials.values(surface, "emissiveColor", count: 3) {
            color = Vector3(c[0], c[1], c[2])
        }
        color = color.lanewiseMax(Vector3(repeating: 0))
        let largest = color.max()
        info.material.emissive = largest > 1 ? color / largest : color
        info.material.emissiveStrength = largest > 1 ? largest : 1
    }

    private mutating func readNormals() {
        if let lookup = lookup("normal") {
            info.material.normalTexture = reference(lookup)
            // Twice the strength; files without a bias leave the decoding to the renderer.
            let scale = lookup.scale[0]
            info.material.normalScale = scale > 0 && lookup.bias[0] != 0 ? scale / 2 : 1
        }
        if let lookup = lookup("occlusion") {
            info.material.occlusionTexture = reference(lookup, channel: 0)
            let channel = lookup.channel ?? 0
            let strength = lookup.scale[channel]
            // 1 + strength · (image − 1)
            if abs(lookup.bias[channel] - (1 - strength)) < 1e-4 { info.material.occlusionStrength = min(max(strength, 0), 1) }
        }
    }

    private mutating func readCoat() {
        let texture = lookup("clearcoat")
        let factor = texture.map { self.factor($0, $0.channel ?? 0) } ?? materials.number(surface, "clearcoat") ?? 0
        guard factor > 0 else { return }
        var coat = Material.Clearcoat()
        coat.factor = min(factor, 1)
        if let texture { coat.texture = reference(texture, channel: 0) }
        if let rough = lookup("clearcoatRoughness") {
            coat.roughness = self.factor(rough, rough.channel ?? 0)
            coat.roughnessTexture = reference(rough, channel: 1)
        } else {
            coat.roughness = min(max(materials.number(surface, "clearcoatRoughness") ?? 0.01, 0), 1)
        }
        info.material.clearcoat = coat
    }
}

extension TextureTransform {
    /// The transform that scales, rotates counter-clockwise by radians and translates with v upwards; nil where that changes
    /// nothing.
    init?(scale: Vector2, rotation: Float, translationFromBelow move: Vector2) {
        if scale == Vector2(1, 1), rotation == 0, move == Vector2(0, 0) { return nil }
        self.init()
        self.scale = scale
        self.rotation = rotation
        let (sine, cosine) = Trigonometry.sincos(rotation)
        offset = Vector2(move.x - sine * scale.y, 1 - move.y - cosine * scale.y)
    }

    /// The translation with v upwards.
    var translationFromBelow: Vector2 {
        let (sine, cosine) = Trigonometry.sincos(rotation)
        return Vector2(offset.x + sine * scale.y, 1 - offset.y - cosine * scale.y)
    }
}
