import Codecs
import Foundation
import Geometry
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The `.mtl` file of a scene: classic terms for all readers, and those of the PBR extension, which hold the values exactly.
struct OBJMaterialWriter {
    private let scene: Scene
    /// The names of the materials, each once and without blanks.
    let names: [String]
    /// The name of the material of parts without one.
    let defaultName: String
    /// The files of the images.
    let images: ImageFiles
    private(set) var losses: [Loss] = []

    private static let written: Set<TextureUse> = [
        .baseColor, .metallicRoughness, .normal, .emissive, .clearcoat, .clearcoatRoughness,
    ]

    /// - Parameters:
    ///   - scene: has no flaw.
    ///   - url: the file of the model.
    ///   - taken: names of other files beside it.
    init(_ scene: Scene, beside url: URL, taken: [String]) {
        self.scene = scene
        var others: Set<String> = []
        var renamed = false
        names = scene.materials.enumerated().map { i, material in
            let given = material.name ?? ""
            let plain = String(
                String.UnicodeScalarView(given.unicodeScalars.map { $0.value <= 32 || $0.value == 127 ? "_" : $0 }))
            let base = plain.isEmpty ? "material-\(i)" : plain
            var name = base
            var n = 2
            while !others.insert(name).inserted {
                name = "\(base)-\(n)"
                n += 1
            }
            if name != given, material.name != nil { renamed = true }
            return name
        }
        var name = "default"
        while others.contains(name) { name += "-" }
        defaultName = name
        let used = scene.materials.flatMap(\.textures).filter { Self.written.contains($0.use) }
        images = ImageFiles(
            scene, used: Set(used.compactMap { scene.textures[$0.texture.texture].image }), beside: url, taken: taken)
        if renamed {
            losses.append(Loss(.names, "Names of materials were changed: in MTL they are unique and without blanks."))
        }
    }

    /// The file's text; collects the losses.
    /// - Parameter needsDefault: whether a white material for parts without one is among them.
    mutating func text(needsDefault: Bool) -> String {
        var text = "# Diorama\n"
        for (i, material) in scene.materials.enumerated() { text += "\nnewmtl \(names[i])\n" + lines(material) }
        if needsDefault { text += "\nnewmtl \(defaultName)\nKd 1 1 1\nKs 0 0 0\nd 1\nillum 1\nPr 1\nPm 0\n" }
        return text
    }

    private mutating func lose(_ kind: Loss.Kind, _ sentence: String) {
        let loss = Loss(kind, sentence)
        if !losses.contains(loss) { losses.append(loss) }
    }

    private mutating func lines(_ material: Material) -> String {
        let c = material.baseColor
        let alpha = material.alphaMode == .opaque ? 1 : c.w
        // A highlight as sharp as the roughness; readers of the PBR terms ignore it.
        let roughness = max(Double(material.roughness), 0.2)
        let exponent = Float(min(max((2 / pow(roughness, 4) - 2) * 1000, 0).rounded() / 1000, 1000))
        let metal = material.metallic
        let specular = Vector3(repeating: 0.04 * (1 - metal)) + Vector3(c.x, c.y, c.z) * metal
        let illum = material.isUnlit ? 0 : material.roughness >= 1 && metal <= 0 ? 1 : alpha < 1 ? 4 : 2
        var text = """
            Ka 0 0 0
            Kd \(Self.encoded(Vector3(c.x, c.y, c.z)))
            Ks \(illum <= 1 ? "0 0 0" : Self.encoded(specular))
            Ns \(Self.number(exponent))
            d \(Self.number(alpha))
            illum \(illum)
            Pr \(Self.number(material.roughness))
            Pm \(Self.number(metal))

            """
        let emitted = material.emissive * material.emissiveStrength
        if emitted != .zero {
            let largest = emitted.max()
            text += "Ke " + (largest > 1 ? Self.encoded(emitted / largest, times: largest) : Self.encoded(emitted)) + "\n"
        }
        if let coat = material.clearcoat {
            text += "Pc \(Self.number(coat.factor))\nPcr \(Self.number(coat.roughness))\n"
            text += line("map_Pc", coat.texture) + line("map_Pcr", coat.roughnessTexture, channel: "g")
        }
        text += line("map_Kd", material.baseColorTexture)
        if material.alphaMode != .opaque { text += line("map_d", material.baseColorTexture, channel: "m") }
        if metal > 0 { text += line("map_Pm", material.metallicRoughnessTexture, channel: "b") }
        if material.roughness > 0 { text += line("map_Pr", material.metallicRoughnessTexture, channel: "g") }
        text += line("norm", material.normalTexture, bump: material.normalScale)
        text += line("map_Ke", material.emissiveTexture)
        noteLosses(material)
        return text
    }

    private mutating func noteLosses(_ material: Material) {
        if material.alphaMode == .mask { lose(.materials, "MTL can't store alpha masks; opacity is blended.") }
        if material.isDoubleSided { lose(.materials, "MTL can't store which materials show both sides.") }
        if material.occlusionTexture != nil { lose(.texture, "MTL can't store images of occlusion.") }
        if material.transmission != nil { lose(.materials, "MTL can't store transmission.") }
        if material.clearcoat?.normalTexture != nil { lose(.texture, "MTL can't store normals of coatings.") }
        if material.metallicRoughnessTexture != nil {
            lose(
                .texture,
                "Roughness and metalness are channels of one image, marked by -imfchan; readers that ignore it show them wrongly.")
        }
    }

    /// The line of a texture; empty where there is none.
    private mutating func line(
        _ key: String, _ reference: TextureReference?, channel: String? = nil, bump: Float? = nil
    ) -> String {
        guard let reference else { return "" }
        let texture = scene.textures[reference.texture]
        guard let image = texture.image, let name = images.names[image] else {
            lose(.texture, "A texture without an image was omitted.")
            return ""
        }
        var words = [key]
        if let transform = reference.transform {
            let offset = transform.offsetFromBelow
            words += ["-o", Self.number(offset.x), Self.number(offset.y), "0"]
            words += ["-s", Self.number(transform.scale.x), Self.number(transform.scale.y), "1"]
            if transform.rotation != 0 { lose(.texture, "MTL can't store the rotation of textures.") }
        }
        if texture.wrapU == .clamped, texture.wrapV == .clamped {
            words += ["-clamp", "on"]
        } else if texture.wrapU != .repeating || texture.wrapV != .repeating {
            lose(.texture, "MTL can't store mirrored textures, nor those that are repeated in one direction only.")
        }
        if let bump, bump != 1 { words += ["-bm", Self.number(bump)] }
        if let channel { words += ["-imfchan", channel] }
        if reference.coordinates != 0 { lose(.texture, "MTL can't store which texture coordinates an image uses.") }
        switch scene.images[image].format {
        case .jpeg, .png: break
        case .other: break
        case .webp, .ktx2: lose(.texture, "Most readers of MTL files can't decode WebP and KTX 2 images.")
        }
        return (words + [name]).joined(separator: " ") + "\n"
    }

    /// sRGB fractions of a linear colour.
    private static func encoded(_ color: Vector3, times factor: Float = 1) -> String {
        (0..<3).map { number(encoded(color[$0]) * factor) }.joined(separator: " ")
    }

    /// The sRGB fraction of a linear value: that of the 8-bit code where one is exact.
    static func encoded(_ x: Float) -> Float {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        let code = SRGB.code(x)
        if SRGB.linear[Int(code)] == x { return Float(code) / 255 }
        return x <= 0.0031308 ? x * 12.92 : Float(1.055 * pow(Double(x), 1 / 2.4) - 0.055)
    }

    private static func number(_ x: Float) -> String {
        var text = TextBuffer()
        text.append(x)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}
