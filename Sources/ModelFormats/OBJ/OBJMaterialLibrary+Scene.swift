import Codecs
import Geometry
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Classic and physically based terms of MTL as metallic-roughness.
///
/// `Kd` is the base colour (sRGB, as is `Ke`), `d` (or 1 − `Tr`) its opacity. Without the terms `Pr` and `Pm` a material is not
/// metallic, and as rough as a highlight of the exponent `Ns` shows: α² = 2 / (Ns + 2) (Walter et al. 2007), roughness² = α; it is
/// matt where `Ks` is black or `illum` is 1. `illum` 0 is without light. `Ka`, `Tf`, `Ni` and `Ks` beyond that have no counterpart.
extension OBJMaterialLibrary {
    /// Adds all materials with their textures.
    /// - Returns: their numbers by name.
    func addMaterials(to scene: inout Scene) throws(FormatError) -> [String: Int] {
        var images = SiblingImages(folder)
        var numbers: [String: Int] = [:]
        for entry in entries {
            numbers[entry.name] = scene.materials.count
            let material = Self.material(entry, &scene, images: &images)
            scene.materials.append(material)
        }
        return numbers
    }

    private static func material(_ entry: Entry, _ scene: inout Scene, images: inout SiblingImages) -> Material {
        var material = Material(name: entry.name)
        func number(_ key: String) -> Float? { entry.numbers[key].map { min(max($0, 0), 1) } }
        if let color = entry.colors["kd"] {
            let isBlank = color == .zero && entry.maps["map_kd"] != nil
            if isBlank { scene.note("Black colours of materials with an image were read as white, as most programs show them.") }
            material.baseColor = SIMD4(isBlank ? SIMD3(repeating: 1) : linear(color), 1)
        }
        // A factor of 0 would make an image of it pointless: it is one that the writer did not know.
        func factor(_ key: String, plain: Float) -> Float {
            let value = number(key)
            return entry.maps["map_" + key] == nil ? value ?? plain : value == 0 ? 1 : value ?? 1
        }
        material.metallic = factor("pm", plain: 0)
        material.roughness = factor("pr", plain: roughness(entry))
        material.isUnlit = entry.numbers["illum"] == 0
        if let emitted = entry.colors["ke"], emitted.min() >= 0 {
            let largest = emitted.max()
            material.emissive = largest > 1 ? linear(emitted / largest) : linear(emitted)
            material.emissiveStrength = largest > 1 ? largest : 1
        }
        if let factor = number("pc"), factor > 0 {
            var coat = Material.Clearcoat()
            coat.factor = factor
            coat.roughness = number("pcr") ?? 0
            material.clearcoat = coat
        }
        for key in ["ps", "aniso", "anisor"] where entry.numbers[key] ?? 0 != 0 {
            scene.note("Sheen and anisotropy of materials (Ps, aniso, anisor) are not read.")
        }
        setOpacity(&material, entry, scene: &scene)
        setTextures(&material, entry, scene: &scene, images: &images)
        return material
    }

    /// Linear RGB of sRGB fractions, or of 0…255 where one is clearly above 1.
    private static func linear(_ color: SIMD3<Float>) -> Vector3 {
        var one = [color]
        _ = EncodedColor.linearise(&one)
        return one[0]
    }

    private static func roughness(_ entry: Entry) -> Float {
        guard let exponent = entry.numbers["ns"], exponent > 0, entry.numbers["illum"] ?? 2 >= 2 else { return 1 }
        if let specular = entry.colors["ks"], specular.max() <= 0 { return 1 }
        return roughness(exponent: exponent)
    }

    /// The roughness of a highlight of this Phong exponent.
    static func roughness(exponent: Float) -> Float { Float(pow(2 / (Double(exponent) + 2), 0.25)) }

    private static func setOpacity(_ material: inout Material, _ entry: Entry, scene: inout Scene) {
        if let d = entry.numbers["d"] {
            material.baseColor.w = min(max(d, 0), 1)
        } else if let tr = entry.numbers["tr"] {
            // MeshLab and others write 1 for what is not transparent at all.
            if tr >= 1 {
                scene.note("‘Tr 1’ without ‘d’ was read as opaque.")
            } else {
                material.baseColor.w = 1 - max(tr, 0)
            }
        }
        if material.baseColor.w < 1 { material.alphaMode = .blend }
    }

    // MARK: Textures

    private static func setTextures(
        _ material: inout Material, _ entry: Entry, scene: inout Scene, images: inout SiblingImages
    ) {
        func texture(_ keys: String...) -> TextureReference? {
            guard let map = keys.lazy.compactMap({ entry.maps[$0] }).first else { return nil }
            return reference(map, &scene, images: &images)
        }
        material.baseColorTexture = texture("map_kd")
        setOpacityTexture(&material, entry, scene: &scene, images: &images)
        setMetallicRoughness(&material, entry, scene: &scene, images: &images)
        if let emission = texture("map_ke") {
            material.emissiveTexture = emission
            if material.emissive == .zero { material.emissive = Vector3(repeating: 1) }
        }
        if let map = entry.maps["norm"] ?? entry.maps["map_norm"] {
            material.normalTexture = reference(map, &scene, images: &images)
            material.normalScale = map.bump ?? 1
        } else if let map = entry.maps["map_bump"] ?? entry.maps["bump"] {
            let bump = reference(map, &scene, images: &images)
            if images.isNormalMap(texture: bump.texture, in: scene) {
                material.normalTexture = bump
                material.normalScale = map.bump ?? 1
            } else if scene.textures[bump.texture].image != nil {
                scene.note("Images of heights (bump) are not read; only those of normals are.")
            }
        }
        if var coat = material.clearcoat {
            coat.texture = texture("map_pc")
            coat.roughnessTexture = texture("map_pcr")
            material.clearcoat = coat
        }
        for (keys, what) in [
            (["map_ka"], "of ambient light (map_Ka)"), (["map_ks", "map_ns"], "of highlights (map_Ks, map_Ns)"),
            (["disp", "decal", "refl", "map_ps"], "for disp, decal, refl and map_Ps"),
        ] where keys.contains(where: { entry.maps[$0] != nil && entry.maps[$0]?.file != entry.maps["map_kd"]?.file }) {
            scene.note("Images \(what) are not read.")
        }
    }

    /// Opacity is the fourth channel of the image of colour: of the same one, or of both put together.
    private static func setOpacityTexture(
        _ material: inout Material, _ entry: Entry, scene: inout Scene, images: inout SiblingImages
    ) {
        guard let map = entry.maps["map_d"] ?? entry.maps["map_tr"] else { return }
        if let color = entry.maps["map_kd"], color.file == map.file {
            material.alphaMode = .blend
            return
        }
        let opacity = reference(map, &scene, images: &images)
        guard let image = scene.textures[opacity.texture].image else { return }
        let base = material.baseColorTexture
        var parts = ImageParts(color: base.flatMap { scene.textures[$0.texture].image })
        parts.opacity = image
        let like = base ?? opacity
        guard base == nil || base?.transform == opacity.transform,
            let number = images.combined(parts, like: scene.textures[like.texture], in: &scene)
        else { return scene.note("Images of opacity that differ from those of colour in their options are not read.") }
        material.baseColorTexture = TextureReference(number, transform: like.transform)
        material.alphaMode = .blend
    }

    /// Roughness is the green channel, metalness the blue one of one image. A grey image of roughness alone does for a material
    /// that is not metallic.
    private static func setMetallicRoughness(
        _ material: inout Material, _ entry: Entry, scene: inout Scene, images: inout SiblingImages
    ) {
        let rough = entry.maps["map_pr"]
        let metal = entry.maps["map_pm"]
        guard let any = rough ?? metal else { return }
        let first = reference(any, &scene, images: &images)
        if let rough, let metal, rough.file == metal.file {
            // One image: grey, or with a channel for each.
            material.metallicRoughnessTexture = first
            return
        }
        guard scene.textures[first.texture].image != nil else { return }
        let isRoughnessAlone = metal == nil && material.metallic == 0 && rough?.channel ?? "g" == "g"
        let isMetalAlone = rough == nil && material.roughness == 0 && metal?.channel ?? "b" == "b"
        if isRoughnessAlone || isMetalAlone {
            material.metallicRoughnessTexture = first
            return
        }
        // In the other channel 1, so that the factor alone counts.
        var parts = ImageParts()
        if let rough { parts.green = scene.textures[reference(rough, &scene, images: &images).texture].image }
        if let metal {
            let reference = reference(metal, &scene, images: &images)
            if rough != nil, reference.transform != first.transform {
                return scene.note("Images of roughness and metalness that differ in their options are not read.")
            }
            parts.blue = scene.textures[reference.texture].image
        }
        if let number = images.combined(parts, like: scene.textures[first.texture], in: &scene) {
            material.metallicRoughnessTexture = TextureReference(number, transform: first.transform)
        }
    }

    /// The texture of a line. Coordinates become u · s + o, and v there counts from below.
    private static func reference(_ map: Map, _ scene: inout Scene, images: inout SiblingImages) -> TextureReference {
        for option in map.ignored { scene.note("The option \(option) of images in materials is not read.") }
        var sampling = Texture(image: nil)
        if map.isClamped {
            sampling.wrapU = .clamped
            sampling.wrapV = .clamped
        }
        return TextureReference(
            images.texture(map.file, like: sampling, in: &scene),
            transform: TextureTransform(scale: map.scale, offsetFromBelow: map.offset))
    }
}

extension TextureTransform {
    /// The transform that takes u, v with v upwards to (u, v) · scale + offset; nil where that changes nothing.
    init?(scale: Vector2, offsetFromBelow offset: Vector2) {
        if scale == Vector2(1, 1), offset == Vector2(0, 0) { return nil }
        self.init()
        self.scale = scale
        self.offset = Vector2(offset.x, 1 - scale.y - offset.y)
    }

    /// The offset with v upwards.
    var offsetFromBelow: Vector2 { Vector2(offset.x, 1 - scale.y - offset.y) }
}
