import Codecs
import Foundation
import Geometry
import Models

/// Effects of COLLADA's common profile as metallic-roughness materials.
///
/// `constant` is without light; `lambert` matt; `phong` and `blinn` as rough as their exponent shows, by the rule of OBJ
/// materials; a shininess of up to 1 is taken as a fraction of 128. Opacity follows `transparent` and `transparency` with the
/// mode `opaque`; one of 0 is taken as opaque, as no material is meant to be invisible. Ambient and reflected light have no
/// counterpart.
struct DAEEffects {
    private let elements: [String: XMLTreeNode]
    private var images: SiblingImages
    private var known: [String: Int] = [:]

    /// - Parameters:
    ///   - elements: of the document by their identifiers.
    ///   - folder: where images are looked for; nil reads none.
    init(_ elements: [String: XMLTreeNode], folder: URL?) {
        self.elements = elements
        images = SiblingImages(folder)
    }

    /// The number of a material in the scene; nil where the document has none of the name.
    /// - Parameters:
    ///   - id: of the material.
    ///   - coordinates: for the names that the effect gives to texture coordinates the numbers of their sets in the primitive.
    mutating func material(_ id: String, coordinates: [String: Int], in scene: inout Scene) -> Int? {
        guard let element = elements[id], element.name == "material" else { return nil }
        let key = id + coordinates.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { "\0\($0.key)" }.joined()
        if let number = known[key] { return number }
        var material = Material.plain
        material.name = element.attribute("name") ?? id
        if let effect = element.child("instance_effect")?.target("url").flatMap({ elements[$0] }),
            let profile = effect.child("profile_COMMON")
        {
            var reader = EffectReader(effect: effect, profile: profile, elements: elements, coordinates: coordinates)
            reader.read(&material, &scene, &images)
        } else {
            scene.note("The effect of the material \(Text.quote(material.name ?? "")) has no common profile; it is white.")
        }
        scene.materials.append(material)
        known[key] = scene.materials.count - 1
        return scene.materials.count - 1
    }

    /// Adds the materials that nothing uses.
    mutating func addUnused(_ ids: [String], to scene: inout Scene) {
        let used = Set(known.keys.map { $0.split(separator: "\0", omittingEmptySubsequences: false).first.map(String.init) ?? "" })
        for id in ids where !used.contains(id) { _ = material(id, coordinates: [:], in: &scene) }
    }
}

/// Reads one effect.
private struct EffectReader {
    let effect: XMLTreeNode
    let profile: XMLTreeNode
    let elements: [String: XMLTreeNode]
    let coordinates: [String: Int]
    private let technique: XMLTreeNode?
    private let parameters: [XMLTreeNode]

    init(effect: XMLTreeNode, profile: XMLTreeNode, elements: [String: XMLTreeNode], coordinates: [String: Int]) {
        self.effect = effect
        self.profile = profile
        self.elements = elements
        self.coordinates = coordinates
        technique = profile.child("technique")
        parameters = effect.all("newparam") + profile.all("newparam") + (technique?.all("newparam") ?? [])
    }

    mutating func read(_ material: inout Material, _ scene: inout Scene, _ images: inout SiblingImages) {
        let models: Set = ["phong", "lambert", "blinn", "constant"]
        guard let shading = technique?.children.first(where: { models.contains($0.name) }) else {
            return scene.note("An effect without a common shading model was read as white.")
        }
        material.isUnlit = shading.name == "constant"
        let base = shading.child(material.isUnlit ? "emission" : "diffuse")
        if let texture = base?.child("texture") {
            material.baseColorTexture = reference(texture, &scene, images: &images)
        } else if let color = color(base) {
            material.baseColor = SIMD4(linear(color), 1)
        }
        if !material.isUnlit {
            if let texture = shading.child("emission")?.child("texture") {
                material.emissiveTexture = reference(texture, &scene, images: &images)
                material.emissive = Vector3(repeating: 1)
            } else if let color = color(shading.child("emission")), color.min() >= 0 {
                let rgb = SIMD3(color.x, color.y, color.z)
                let largest = rgb.max()
                material.emissive = linear(largest > 1 ? SIMD4(rgb / largest, 1) : color)
                material.emissiveStrength = largest > 1 ? largest : 1
            }
        }
        material.roughness = roughness(shading)
        setOpacity(&material, shading, scene: &scene, images: &images)
        setExtras(&material, &scene, images: &images)
        for name in ["specular", "ambient", "reflective"] where shading.child(name)?.child("texture") != nil {
            scene.note("Images for specular, ambient and reflected light are not read.")
        }
    }

    /// sRGB as it is written; linear where it exceeds 1.
    private func linear(_ color: SIMD4<Float>) -> Vector3 {
        var one = [Vector3(color.x, color.y, color.z)]
        if one[0].max() <= 1 { _ = EncodedColor.linearise(&one) }
        return one[0]
    }

    /// The numbers of a colour, or of the parameter that it names.
    private func color(_ property: XMLTreeNode?) -> SIMD4<Float>? {
        var element = property?.child("color")
        if element == nil, let name = property?.child("param")?.attribute("ref"),
            let parameter = parameters.first(where: { $0.attribute("sid") == name })
        {
            element = parameter.child("float4") ?? parameter.child("float3")
        }
        guard let numbers = try? element?.doubles(), numbers.count >= 3, numbers.allSatisfy(\.isFinite) else { return nil }
        let v = numbers.map { Float($0) }
        return SIMD4(v[0], v[1], v[2], v.count > 3 ? v[3] : 1)
    }

    private func number(_ property: XMLTreeNode?) -> Float? {
        var element = property?.child("float")
        if element == nil, let name = property?.child("param")?.attribute("ref") {
            element = parameters.first { $0.attribute("sid") == name }?.child("float")
        }
        guard let value = try? element?.doubles().first, value.isFinite else { return nil }
        return Float(value)
    }

    private func roughness(_ shading: XMLTreeNode) -> Float {
        guard shading.name == "phong" || shading.name == "blinn", let shininess = number(shading.child("shininess")), shininess > 0
        else {
            return 1
        }
        if let specular = color(shading.child("specular")), SIMD3(specular.x, specular.y, specular.z).max() <= 0 { return 1 }
        return OBJMaterialLibrary.roughness(exponent: shininess > 1 ? shininess : shininess * 128)
    }

    private func setOpacity(
        _ material: inout Material, _ shading: XMLTreeNode, scene: inout Scene, images: inout SiblingImages
    ) {
        let transparent = shading.child("transparent")
        let factor = number(shading.child("transparency"))
        guard transparent != nil || factor != nil else { return }
        if let texture = transparent?.child("texture") {
            guard let opacity = reference(texture, &scene, images: &images) else { return }
            let isSame = material.baseColorTexture.map { scene.textures[$0.texture].image == scene.textures[opacity.texture].image }
            if isSame == true {
                material.alphaMode = .blend
                material.baseColor.w = min(max(factor ?? 1, 0), 1)
            } else {
                scene.note("Images of opacity that are not those of colour are not read.")
            }
            return
        }
        let color = color(transparent) ?? SIMD4(repeating: 1)
        let share = factor ?? 1
        // CIE luminance, as the specification has it.
        let luminance = 0.212671 * color.x + 0.715160 * color.y + 0.072169 * color.z
        let alpha: Float =
            switch transparent?.attribute("opaque") {
            case "RGB_ZERO": 1 - luminance * share
            case "A_ZERO": 1 - color.w * share
            case "RGB_ONE": luminance * share
            default: color.w * share
            }
        if alpha <= 0 {
            scene.note("Materials with an opacity of 0 were read as opaque, as most programs show them.")
        } else if alpha < 1 {
            material.baseColor.w = alpha
            material.alphaMode = .blend
        }
    }

    /// What programs store beside the standard: both sides, normals, and what Diorama itself writes.
    private func setExtras(_ material: inout Material, _ scene: inout Scene, images: inout SiblingImages) {
        let extras = (effect.all("extra") + profile.all("extra") + (technique?.all("extra") ?? [])).flatMap { $0.all("technique") }
        for extra in extras {
            if let value = extra.child("double_sided")?.trimmedText { material.isDoubleSided = value == "1" || value == "true" }
            if let bump = extra.child("bump"), let texture = bump.child("texture"),
                let normals = reference(texture, &scene, images: &images)
            {
                let isNormals = bump.attribute("bumptype") == "NORMALMAP" || images.isNormalMap(texture: normals.texture, in: scene)
                if isNormals {
                    material.normalTexture = normals
                } else {
                    scene.note("Images of heights (bump) are not read; only those of normals are.")
                }
            }
            guard extra.attribute("profile") == DAE.profile else { continue }
            func value(_ name: String) -> Float? {
                guard let v = (try? extra.child(name)?.doubles().first) ?? nil, v.isFinite else { return nil }
                return Float(min(max(v, 0), 1))
            }
            if let metallic = value("metallic") { material.metallic = metallic }
            if let roughness = value("roughness") { material.roughness = roughness }
            if let cutoff = value("alpha_cutoff") {
                material.alphaMode = .mask
                material.alphaCutoff = cutoff
            }
        }
    }

    // MARK: Textures

    /// The texture that a <texture> names.
    private func reference(_ element: XMLTreeNode, _ scene: inout Scene, images: inout SiblingImages) -> TextureReference? {
        guard let name = element.attribute("texture") else { return nil }
        func parameter(_ sid: String) -> XMLTreeNode? { parameters.first { $0.attribute("sid") == sid } }
        let sampler = parameter(name)?.child("sampler2D")
        var image = name
        if let target = sampler?.child("instance_image")?.target("url") {
            image = target
        } else if let surface = sampler?.child("source")?.trimmedText {
            image = parameter(surface)?.at("surface", "init_from")?.trimmedText ?? surface
        }
        let source = elements[image]?.child("init_from")
        let file = source?.child("ref")?.trimmedText ?? source?.trimmedText ?? ""
        guard !file.isEmpty else {
            scene.note("The image \(Text.quote(image)) names no file; it was skipped.")
            return nil
        }
        let maya = element.all("extra").flatMap { $0.all("technique") }
        let sampling = Self.sampling(sampler, maya)
        let number = images.texture(file, like: sampling, in: &scene)
        return TextureReference(
            number, coordinates: element.attribute("texcoord").flatMap { coordinates[$0] } ?? 0, transform: Self.transform(maya))
    }

    private static func sampling(_ sampler: XMLTreeNode?, _ extras: [XMLTreeNode]) -> Texture {
        var texture = Texture(image: nil)
        func wrap(_ name: String) -> Texture.Wrap {
            switch sampler?.child(name)?.trimmedText {
            case "MIRROR": .mirrored
            case "CLAMP", "BORDER": .clamped
            default: .repeating
            }
        }
        texture.wrapU = wrap("wrap_s")
        texture.wrapV = wrap("wrap_t")
        let minification = sampler?.child("minfilter")?.trimmedText ?? ""
        let mipmaps = sampler?.child("mipfilter")?.trimmedText ?? ""
        func filter(_ name: String) -> Texture.Filter? {
            name.hasPrefix("NEAREST") ? .nearest : name.hasPrefix("LINEAR") ? .linear : nil
        }
        texture.magnification = filter(sampler?.child("magfilter")?.trimmedText ?? "")
        texture.minification = filter(minification)
        texture.mipmaps =
            minification.hasSuffix("MIPMAP_LINEAR") || mipmaps == "LINEAR"
            ? .linear : minification.hasSuffix("MIPMAP_NEAREST") || mipmaps == "NEAREST" ? .nearest : nil
        return texture
    }

    /// What Maya's exporter stores: how often the image is repeated, and an offset.
    private static func transform(_ techniques: [XMLTreeNode]) -> TextureTransform? {
        guard let maya = techniques.first(where: { $0.attribute("profile") == "MAYA" }) else { return nil }
        func value(_ name: String, _ plain: Float) -> Float {
            guard let v = (try? maya.child(name)?.doubles().first) ?? nil, v.isFinite else { return plain }
            return Float(v)
        }
        return TextureTransform(
            scale: Vector2(value("repeatU", 1), value("repeatV", 1)),
            offsetFromBelow: Vector2(value("offsetU", 0), value("offsetV", 0)))
    }
}
