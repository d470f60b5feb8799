import Codecs
import Foundation

/// The parts of a glTF document that hold geometry and base colours (specification chapter 5), as in the JSON.
struct GLTFDocument: Decodable {
    struct Scene: Decodable { var nodes: [Int]? }
    struct Node: Decodable {
        var mesh: Int?
        var skin: Int?
        var children: [Int]?
        var matrix: [Double]?
        var translation: [Double]?
        var rotation: [Double]?
        var scale: [Double]?
    }
    struct Mesh: Decodable { var primitives: [Primitive] }
    struct Primitive: Decodable {
        var attributes: [String: Int]
        var indices: Int?
        var material: Int?
        var mode: Int?
        var extensions: Extensions?
        struct Extensions: Decodable {
            var draco: Empty?
            var splats: Splats?
            enum CodingKeys: String, CodingKey {
                case draco = "KHR_draco_mesh_compression"
                case splats = "KHR_gaussian_splatting"
            }
        }
    }
    struct Splats: Decodable {
        var kernel: String?
        var colorSpace: String?
    }
    struct Accessor: Decodable {
        var bufferView: Int?
        var byteOffset: Int?
        var componentType: Int
        var normalized: Bool?
        var count: Int
        var type: String
        var sparse: Sparse?
    }
    struct Sparse: Decodable {
        var count: Int
        var indices: Place
        var values: Place
        struct Place: Decodable {
            var bufferView: Int
            var byteOffset: Int?
            var componentType: Int?
        }
    }
    struct BufferView: Decodable {
        var buffer: Int
        var byteOffset: Int?
        var byteLength: Int
        var byteStride: Int?
    }
    struct Buffer: Decodable {
        var uri: String?
        var byteLength: Int
    }
    struct Material: Decodable {
        var pbrMetallicRoughness: Surface?
        struct Surface: Decodable {
            var baseColorFactor: [Float]?
            var baseColorTexture: TextureInfo?
        }
    }
    struct TextureInfo: Decodable {
        var index: Int
        var texCoord: Int?
        var extensions: Extensions?
        struct Extensions: Decodable {
            var transform: Transform?
            enum CodingKeys: String, CodingKey { case transform = "KHR_texture_transform" }
        }
        struct Transform: Decodable {
            var offset: [Float]?
            var rotation: Float?
            var scale: [Float]?
            var texCoord: Int?
        }
    }
    struct Texture: Decodable {
        var sampler: Int?
        var source: Int?
    }
    struct Sampler: Decodable {
        var wrapS: Int?
        var wrapT: Int?
    }
    struct Picture: Decodable {
        var uri: String?
        var bufferView: Int?
    }
    struct Empty: Decodable {}

    var asset: GLTFAsset
    var scene: Int?
    var scenes: [Scene]?
    var nodes: [Node]?
    var meshes: [Mesh]?
    var accessors: [Accessor]?
    var bufferViews: [BufferView]?
    var buffers: [Buffer]?
    var materials: [Material]?
    var textures: [Texture]?
    var samplers: [Sampler]?
    var images: [Picture]?
    var animations: [Empty]?
    var extensionsRequired: [String]?

    /// What a file may require and still be read; extensions of materials change only their look.
    private static let understood: Set<String> = ["KHR_mesh_quantization", "KHR_texture_transform", "KHR_gaussian_splatting"]

    /// - Throws: where the JSON violates the schema (names the path) or requires an unsupported extension (names it).
    init(_ json: UnsafeRawBufferPointer) throws(FormatError) {
        // Chunks are padded with spaces, by some writers with zeros.
        var end = json.count
        while end > 0, json[end - 1] == 0 { end -= 1 }
        do {
            self = try JSONDecoder().decode(GLTFDocument.self, from: Data(json.prefix(end)))
        } catch let error as DecodingError {
            throw .unreadable("its JSON is not glTF: \(Self.explain(error))")
        } catch {
            throw .unreadable("its JSON cannot be read")
        }
        let refused = (extensionsRequired ?? []).filter { !Self.understood.contains($0) && !$0.hasPrefix("KHR_materials_") }
        if !refused.isEmpty {
            let names = refused.prefix(4).map { Text.quote($0) }.joined(separator: ", ")
            throw .unreadable("needs the glTF extension \(names), which is not read; export it without")
        }
        guard asset.version.hasPrefix("2") else {
            throw .unreadable("has glTF version \(Text.quote(asset.version)); only version 2 is read")
        }
    }

    private static func explain(_ error: DecodingError) -> String {
        func path(_ context: DecodingError.Context) -> String {
            let keys = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            return keys.isEmpty ? "the whole" : Text.quote(String(keys.drop { $0 == "." }))
        }
        switch error {
        case .keyNotFound(let key, let context): return "\(path(context)) has no \(Text.quote(key.stringValue))"
        case .typeMismatch(_, let context), .valueNotFound(_, let context): return "\(path(context)) is of the wrong type"
        case .dataCorrupted(let context): return "\(path(context)) is damaged"
        @unknown default: return "it is damaged"
        }
    }
}
