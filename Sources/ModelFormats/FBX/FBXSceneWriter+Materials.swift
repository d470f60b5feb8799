import Codecs
import Geometry
import Images
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension FBXSceneWriter {
    /// The object of a material; nil is the standard one.
    mutating func materialID(_ number: Int?) -> Int64 {
        if let known = materialIDs[number] { return known }
        let id = newID()
        materialIDs[number] = id
        let material = number.map { scene.materials[$0] } ?? .plain
        add(record(material, id: id, isOwn: number != nil))
        for (use, reference) in material.textures {
            guard let texture = textureID(reference) else { continue }
            for property in Self.properties(use, material) { link(texture, id, property: property) }
        }
        if let both = material.metallicRoughnessTexture, scene.textures[both.texture].image != nil {
            lose(.texture, "Roughness and metalness are in one image; few programs but Diorama read both from it.")
        }
        return id
    }

    /// The properties that a texture is connected to.
    private static func properties(_ use: TextureUse, _ material: Material) -> [String] {
        switch use {
        case .baseColor:
            return ["DiffuseColor", "Maya|TEX_color_map"] + (material.alphaMode == .opaque ? [] : ["TransparentColor"])
        case .metallicRoughness: return ["Maya|TEX_metallic_map", "Maya|TEX_roughness_map"]
        case .normal: return ["NormalMap", "Maya|TEX_normal_map"]
        case .occlusion: return ["Maya|TEX_ao_map"]
        case .emissive: return ["EmissiveColor", "Maya|TEX_emissive_map"]
        case .clearcoat, .clearcoatRoughness, .clearcoatNormal, .transmission: return []
        }
    }

    private mutating func record(_ material: Material, id: Int64, isOwn: Bool) -> FBXRecord {
        func color(_ name: String, _ c: SIMD3<Double>) -> FBXRecord {
            FBXRecord.setting(name, type: "Color", label: "", flags: "A").double(c.x).double(c.y).double(c.z)
        }
        func number(_ name: String, _ x: Double) -> FBXRecord {
            FBXRecord.setting(name, type: "Number", label: "", flags: "A").double(x)
        }
        func encoded(_ c: Vector3) -> SIMD3<Double> { SIMD3(Self.encoded(c.x), Self.encoded(c.y), Self.encoded(c.z)) }
        let c = material.baseColor
        let base = Vector3(c.x, c.y, c.z)
        let alpha = material.alphaMode == .opaque ? 1 : Double(c.w)
        let smooth = 10 * (1 - Double(material.roughness))
        let emissive = material.emissiveTexture == nil ? material.emissive : Vector3(repeating: material.emissive.max())
        var rows = [
            FBXRecord.setting("ShadingModel", type: "KString", label: "").text("phong"),
            color("EmissiveColor", encoded(emissive)), number("EmissiveFactor", Double(material.emissiveStrength)),
            color("AmbientColor", .zero), color("DiffuseColor", encoded(base)), number("DiffuseFactor", 1),
            color("TransparentColor", SIMD3(repeating: 1)), number("TransparencyFactor", 1 - alpha), number("Opacity", alpha),
            color("SpecularColor", SIMD3(repeating: 1)), number("SpecularFactor", material.roughness < 1 ? 0.25 : 0),
            number("Shininess", smooth * smooth), number("ShininessExponent", smooth * smooth),
            color("ReflectionColor", SIMD3(repeating: 1)), number("ReflectionFactor", Double(material.metallic)),
        ]
        rows += stingray(material)
        if isOwn {
            let text = FBXOwnMaterial(material).json
            rows.append(
                FBXRecord.setting(FBXMaterials.ownPrefix + "material", type: "KString", label: "", flags: "U").text(text))
        }
        rows += extraRows(material.extras)
        if material.baseColorTexture != nil, base != Vector3(repeating: 1) {
            lose(.materials, "FBX programs other than Diorama show the image of a base colour without its factor.")
        }
        return FBXRecord(
            "Material",
            [
                FBXRecord("Version").int(102), FBXRecord("ShadingModel").text("phong"), FBXRecord("MultiLayer").int(0),
                FBXRecord("Properties70", rows),
            ]
        ).long(id).text(FBXRecord.name(material.name ?? (isOwn ? "" : "default"), "Material")).text("")
    }

    /// The terms of Maya's physical material (Stingray PBS), which game engines read.
    private func stingray(_ material: Material) -> [FBXRecord] {
        func number(_ name: String, _ x: Double) -> FBXRecord {
            FBXRecord.setting("Maya|" + name, type: "Float", label: "", flags: "A").double(x)
        }
        func color(_ name: String, _ c: Vector3) -> FBXRecord {
            FBXRecord.setting("Maya|" + name, type: "Vector3D", label: "Vector", flags: "").double(Double(c.x)).double(Double(c.y))
                .double(Double(c.z))
        }
        func has(_ reference: TextureReference?) -> Double { reference.flatMap { scene.textures[$0.texture].image } == nil ? 0 : 1 }
        let c = material.baseColor
        return [
            FBXRecord.setting("Maya", type: "Compound", label: ""),
            FBXRecord.setting("Maya|TypeId", type: "int", label: "Integer").int(1_166_017),
            number("use_color_map", has(material.baseColorTexture)), number("use_normal_map", has(material.normalTexture)),
            number("use_metallic_map", has(material.metallicRoughnessTexture)),
            number("use_roughness_map", has(material.metallicRoughnessTexture)),
            number("use_emissive_map", has(material.emissiveTexture)), number("use_ao_map", has(material.occlusionTexture)),
            color("base_color", Vector3(c.x, c.y, c.z)), number("metallic", Double(material.metallic)),
            number("roughness", Double(material.roughness)), color("emissive", material.emissive),
            number("emissive_intensity", Double(material.emissiveStrength)),
        ]
    }

    /// An sRGB fraction; exactly that of an 8-bit code where the value is one.
    private static func encoded(_ x: Float) -> Double {
        guard x < 1 else { return Double(x) }
        let code = SRGB.code(max(x, 0))
        if abs(SRGB.linear[Int(code)] - x) <= 1e-6 { return Double(code) / 255 }
        let v = Double(max(x, 0))
        return v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
    }

    // MARK: Textures

    private mutating func textureID(_ reference: TextureReference) -> Int64? {
        let texture = scene.textures[reference.texture]
        guard let image = texture.image else { return nil }
        let key = "\(reference)"
        if let known = textureIDs[key] { return known }
        let id = newID()
        textureIDs[key] = id
        let name = texture.name ?? scene.images[image].name ?? "texture\(reference.texture)"
        var rows = [
            FBXRecord.setting("CurrentTextureBlendMode", type: "enum", label: "").int(0),
            FBXRecord.setting("UVSet", type: "KString", label: "").text(Self.coordinateName(reference.coordinates)),
            FBXRecord.setting("WrapModeU", type: "enum", label: "").int(texture.wrapU == .clamped ? 1 : 0),
            FBXRecord.setting("WrapModeV", type: "enum", label: "").int(texture.wrapV == .clamped ? 1 : 0),
            FBXRecord.setting("UseMaterial", type: "bool", label: "").int(1),
        ]
        for (name, wrap) in [("mirrorU", texture.wrapU), ("mirrorV", texture.wrapV)] where wrap == .mirrored {
            rows.append(FBXRecord.setting(FBXMaterials.ownPrefix + name, type: "bool", label: "", flags: "U").int(1))
            lose(.texture, "FBX programs other than Diorama repeat mirrored textures.")
        }
        let filters = [
            ("magnification", texture.magnification), ("minification", texture.minification), ("mipmaps", texture.mipmaps),
        ]
        for case (let name, let filter?) in filters {
            rows.append(
                FBXRecord.setting(FBXMaterials.ownPrefix + name, type: "KString", label: "", flags: "U").text(filter.rawValue))
        }
        if let transform = reference.transform { rows += transformRows(transform) }
        let file = fileName(image)
        add(
            FBXRecord(
                "Texture",
                [
                    FBXRecord("Type").text("TextureVideoClip"), FBXRecord("Version").int(202),
                    FBXRecord("TextureName").text(FBXRecord.name(name, "Texture")), FBXRecord("Properties70", rows),
                    FBXRecord("Media").text(FBXRecord.name(file, "Video")), FBXRecord("FileName").text(file),
                    FBXRecord("RelativeFilename").text(file), FBXRecord("ModelUVTranslation").double(0).double(0),
                    FBXRecord("ModelUVScaling").double(1).double(1), FBXRecord("Texture_Alpha_Source").text("None"),
                ]
            ).long(id).text(FBXRecord.name(name, "Texture")).text(""))
        link(videoID(image), id)
        return id
    }

    private mutating func transformRows(_ transform: TextureTransform) -> [FBXRecord] {
        guard let written = FBXTextureTransform.written(transform) else {
            lose(.texture, "Texture transforms that rotate and scale differently along the axes were omitted.")
            return []
        }
        func vector(_ name: String, _ v: SIMD3<Double>) -> FBXRecord {
            FBXRecord.setting(name, type: "Vector", label: "", flags: "A").double(v.x).double(v.y).double(v.z)
        }
        return [
            vector("Translation", SIMD3(written.translation.x, written.translation.y, 0)),
            vector("Rotation", SIMD3(0, 0, written.degrees)), vector("Scaling", SIMD3(written.scaling.x, written.scaling.y, 1)),
        ]
    }

    /// A name without a folder, unique among the images.
    private func fileName(_ image: Int) -> String {
        let given = SiblingImages.lastPart(scene.images[image].name ?? "")
        let name = given.isEmpty ? "image\(image)." + (scene.images[image].format.fileExtension ?? "bin") : given
        let isTwice = scene.images.indices.contains { $0 < image && SiblingImages.lastPart(scene.images[$0].name ?? "") == name }
        return isTwice ? "\(image)-\(name)" : name
    }

    private mutating func videoID(_ image: Int) -> Int64 {
        if let known = videoIDs[image] { return known }
        let id = newID()
        videoIDs[image] = id
        let file = fileName(image)
        add(
            FBXRecord(
                "Video",
                [
                    FBXRecord("Type").text("Clip"),
                    FBXRecord("Properties70", [FBXRecord.setting("Path", type: "KString", label: "XRefUrl").text(file)]),
                    FBXRecord("UseMipMap").int(0), FBXRecord("Filename").text(file), FBXRecord("RelativeFilename").text(file),
                    FBXRecord("Content").data(scene.images[image].bytes),
                ]
            ).long(id).text(FBXRecord.name(file, "Video")).text("Clip"))
        return id
    }
}
