import Codecs
import Foundation
import Models

/// A glTF document (specification chapter 5) as in its JSON, with the extensions that are read and written. The parts are in files
/// of their own, by what they are about.
struct GLTFDocument: Codable {
    var asset: GLTFAsset
    var extensionsUsed: [String]?
    var extensionsRequired: [String]?
    var extensions: Extensions?
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
    var skins: [Skin]?
    var animations: [Animation]?
    var cameras: [Camera]?

    struct Extensions: Codable {
        var lights: Lights?
        enum CodingKeys: String, CodingKey { case lights = "KHR_lights_punctual" }
    }
    /// KHR_lights_punctual.
    struct Lights: Codable { var lights: [Light] }
    struct Empty: Codable {}

    /// A document without content.
    init(asset: GLTFAsset) { self.asset = asset }

    // MARK: Reading

    /// What a file may require and still be read; extensions of materials change only their appearance.
    static let supported: Set<String> = [
        Name.quantization, Name.textureTransform, Name.splats, Name.meshopt, Name.basisu, Name.webp, Name.lights, Name.instancing,
        Name.visibility,
    ]

    /// Names of extensions.
    enum Name {
        static let quantization = "KHR_mesh_quantization"
        static let textureTransform = "KHR_texture_transform"
        static let splats = "KHR_gaussian_splatting"
        static let meshopt = "EXT_meshopt_compression"
        static let basisu = "KHR_texture_basisu"
        static let webp = "EXT_texture_webp"
        static let lights = "KHR_lights_punctual"
        static let instancing = "EXT_mesh_gpu_instancing"
        static let visibility = "KHR_node_visibility"
        static let unlit = "KHR_materials_unlit"
        static let emissiveStrength = "KHR_materials_emissive_strength"
        static let clearcoat = "KHR_materials_clearcoat"
        static let transmission = "KHR_materials_transmission"
        static let specularGlossiness = "KHR_materials_pbrSpecularGlossiness"
        static let draco = "KHR_draco_mesh_compression"
    }

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
        let refused = (extensionsRequired ?? []).filter { !Self.supported.contains($0) && !$0.hasPrefix("KHR_materials_") }
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

    /// The roots of the default scene; of a file without scenes, all nodes that are nobody's child.
    func roots() throws(FormatError) -> [Int] {
        if let scenes, !scenes.isEmpty {
            let number = scene ?? 0
            guard scenes.indices.contains(number) else { throw .unreadable("refers to scene \(number), which does not exist") }
            return scenes[number].nodes ?? []
        }
        let nodes = nodes ?? []
        var isChild = [Bool](repeating: false, count: nodes.count)
        for node in nodes {
            for child in node.children ?? [] where nodes.indices.contains(child) { isChild[child] = true }
        }
        return nodes.indices.filter { !isChild[$0] }
    }

    /// How many primitives use each accessor for their positions.
    var positionUsers: [Int: Int] {
        var users: [Int: Int] = [:]
        for mesh in meshes ?? [] {
            for primitive in mesh.primitives {
                if let positions = primitive.attributes["POSITION"] { users[positions, default: 0] += 1 }
            }
        }
        return users
    }

    // MARK: Writing

    /// The JSON with sorted keys, so that the same document gives the same bytes.
    func json() throws(FormatError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self))
        } catch {
            throw .unwritable("a number of its materials, cameras, lights or extras is not finite")
        }
    }
}
