import Models

/// Materials, textures, samplers and images.
extension GLTFDocument {
    struct Material: Codable {
        var name: String?
        var pbrMetallicRoughness: Surface?
        var normalTexture: TextureInfo?
        var occlusionTexture: TextureInfo?
        var emissiveTexture: TextureInfo?
        var emissiveFactor: [Float]?
        var alphaMode: String?
        var alphaCutoff: Float?
        var doubleSided: Bool?
        var extensions: Extensions?
        var extras: JSONValue?

        struct Surface: Codable {
            var baseColorFactor: [Float]?
            var baseColorTexture: TextureInfo?
            var metallicFactor: Float?
            var roughnessFactor: Float?
            var metallicRoughnessTexture: TextureInfo?
            var isEmpty: Bool {
                baseColorFactor == nil && baseColorTexture == nil && metallicFactor == nil && roughnessFactor == nil
                    && metallicRoughnessTexture == nil
            }
        }
        struct Extensions: Codable {
            var unlit: Empty?
            var emissiveStrength: EmissiveStrength?
            var clearcoat: Clearcoat?
            var transmission: Transmission?
            /// Read only.
            var specularGlossiness: SpecularGlossiness?
            var isEmpty: Bool { unlit == nil && emissiveStrength == nil && clearcoat == nil && transmission == nil }
            enum CodingKeys: String, CodingKey {
                case unlit = "KHR_materials_unlit"
                case emissiveStrength = "KHR_materials_emissive_strength"
                case clearcoat = "KHR_materials_clearcoat"
                case transmission = "KHR_materials_transmission"
                case specularGlossiness = "KHR_materials_pbrSpecularGlossiness"
            }
        }
        struct SpecularGlossiness: Codable {
            var diffuseFactor: [Float]?
            var diffuseTexture: TextureInfo?
            var glossinessFactor: Float?
        }
        struct EmissiveStrength: Codable { var emissiveStrength: Float? }
        struct Clearcoat: Codable {
            var clearcoatFactor: Float?
            var clearcoatTexture: TextureInfo?
            var clearcoatRoughnessFactor: Float?
            var clearcoatRoughnessTexture: TextureInfo?
            var clearcoatNormalTexture: TextureInfo?
        }
        struct Transmission: Codable {
            var transmissionFactor: Float?
            var transmissionTexture: TextureInfo?
        }
    }
    struct TextureInfo: Codable {
        var index: Int
        var texCoord: Int?
        /// Of normal textures.
        var scale: Float?
        /// Of occlusion textures.
        var strength: Float?
        var extensions: Extensions?
        struct Extensions: Codable {
            var transform: Transform?
            enum CodingKeys: String, CodingKey { case transform = "KHR_texture_transform" }
        }
        struct Transform: Codable {
            var offset: [Float]?
            var rotation: Float?
            var scale: [Float]?
            var texCoord: Int?
        }
    }
    struct Texture: Codable {
        var name: String?
        var sampler: Int?
        var source: Int?
        var extensions: Extensions?
        struct Extensions: Codable {
            var basisu: Source?
            var webp: Source?
            enum CodingKeys: String, CodingKey {
                case basisu = "KHR_texture_basisu"
                case webp = "EXT_texture_webp"
            }
        }
        struct Source: Codable { var source: Int? }

        /// The image that most programs can decode: PNG or JPEG, else WebP.
        var decodable: Int? { source ?? extensions?.webp?.source }
        /// The same, else KTX 2.0.
        var image: Int? { decodable ?? extensions?.basisu?.source }
    }
    struct Sampler: Codable, Equatable {
        var magFilter: Int?
        var minFilter: Int?
        var wrapS: Int?
        var wrapT: Int?
    }
    struct Picture: Codable {
        var name: String?
        var uri: String?
        var bufferView: Int?
        var mimeType: String?
    }
}
