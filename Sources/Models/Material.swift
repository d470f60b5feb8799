import Geometry

/// A physically based material (metallic-roughness), with the terms and defaults of glTF 2.0.
public struct Material: Sendable, Equatable {
    /// How opacity is used.
    public enum AlphaMode: String, Sendable, Equatable {
        /// It is ignored.
        case opaque = "OPAQUE"
        /// Surface where it is at least `alphaCutoff`, nothing elsewhere.
        case mask = "MASK"
        /// It blends with what is behind.
        case blend = "BLEND"
    }

    /// The name; not necessarily unique.
    public var name: String?
    /// Linear RGB and opacity, by which the texture and the vertices' colours are multiplied.
    public var baseColor = SIMD4<Float>(repeating: 1)
    /// Colour in sRGB, and opacity.
    public var baseColorTexture: TextureReference?
    /// 0: dielectric, 1: metal.
    public var metallic: Float = 1
    /// 0: mirror, 1: matt.
    public var roughness: Float = 1
    /// Linear: roughness in green, metallic in blue.
    public var metallicRoughnessTexture: TextureReference?
    /// Tangent-space normals, +y up in the image.
    public var normalTexture: TextureReference?
    /// How strong the normals are.
    public var normalScale: Float = 1
    /// Linear: occlusion in red.
    public var occlusionTexture: TextureReference?
    /// How strong the occlusion is, 0…1.
    public var occlusionStrength: Float = 1
    /// Linear RGB of the emitted light.
    public var emissive = Vector3(repeating: 0)
    /// Colour in sRGB.
    public var emissiveTexture: TextureReference?
    /// By which the emitted light is multiplied (KHR_materials_emissive_strength).
    public var emissiveStrength: Float = 1
    /// How opacity is used.
    public var alphaMode = AlphaMode.opaque
    /// The smallest opacity that is a surface, of masks.
    public var alphaCutoff: Float = 0.5
    /// Whether back faces are shown.
    public var isDoubleSided = false
    /// Whether its base colour is shown as it is, without light (KHR_materials_unlit).
    public var isUnlit = false
    /// A clear coating; nil for none (KHR_materials_clearcoat).
    public var clearcoat: Clearcoat?
    /// Light that passes through; nil for none (KHR_materials_transmission).
    public var transmission: Transmission?
    /// What a program stored beside the standard properties.
    public var extras: JSONValue?

    /// A clear coating.
    public struct Clearcoat: Sendable, Equatable {
        /// 0…1.
        public var factor: Float = 0
        /// The factor in red.
        public var texture: TextureReference?
        /// 0: mirror, 1: matt.
        public var roughness: Float = 0
        /// The roughness in green.
        public var roughnessTexture: TextureReference?
        /// Tangent-space normals of the coating.
        public var normalTexture: TextureReference?
        /// No coating.
        public init() {}
    }

    /// Light that passes through a thin surface.
    public struct Transmission: Sendable, Equatable {
        /// 0…1.
        public var factor: Float = 0
        /// The factor in red.
        public var texture: TextureReference?
        /// No transmission.
        public init() {}
    }

    /// White, metallic and rough: the defaults of glTF.
    public init(name: String? = nil) { self.name = name }

    /// White, rough and not metallic, as surfaces without a material are shown.
    public static var plain: Material {
        var material = Material()
        material.metallic = 0
        return material
    }

    /// All textures with what they are for, in the order of the properties.
    public var textures: [(use: TextureUse, texture: TextureReference)] {
        let all: [(TextureUse, TextureReference?)] = [
            (.baseColor, baseColorTexture), (.metallicRoughness, metallicRoughnessTexture), (.normal, normalTexture),
            (.occlusion, occlusionTexture), (.emissive, emissiveTexture), (.clearcoat, clearcoat?.texture),
            (.clearcoatRoughness, clearcoat?.roughnessTexture), (.clearcoatNormal, clearcoat?.normalTexture),
            (.transmission, transmission?.texture),
        ]
        return all.compactMap { use, texture in texture.map { (use, $0) } }
    }
}

/// What a texture of a material is for.
public enum TextureUse: String, Sendable, CaseIterable {
    /// sRGB colour and opacity.
    case baseColor
    /// Roughness in green, metallic in blue.
    case metallicRoughness
    /// Tangent-space normals.
    case normal
    /// Occlusion in red.
    case occlusion
    /// sRGB colour of emitted light.
    case emissive
    /// Factor of the coating in red.
    case clearcoat
    /// Roughness of the coating in green.
    case clearcoatRoughness
    /// Normals of the coating.
    case clearcoatNormal
    /// Factor of transmitted light in red.
    case transmission
}
