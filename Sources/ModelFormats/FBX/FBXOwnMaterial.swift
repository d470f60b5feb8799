import Foundation
import Geometry
import Models

/// The factors of a material as Diorama stores them beside the standard properties of FBX, as JSON: other programs don't read them.
struct FBXOwnMaterial: Codable {
    var baseColor: [Float]
    var metallic: Float
    var roughness: Float
    var emissive: [Float]
    var emissiveStrength: Float
    var alphaMode: String
    var alphaCutoff: Float
    var isDoubleSided: Bool
    var isUnlit: Bool
    var normalScale: Float
    var occlusionStrength: Float

    init(_ material: Material) {
        let c = material.baseColor
        baseColor = [c.x, c.y, c.z, c.w]
        metallic = material.metallic
        roughness = material.roughness
        emissive = [material.emissive.x, material.emissive.y, material.emissive.z]
        emissiveStrength = material.emissiveStrength
        alphaMode = material.alphaMode.rawValue
        alphaCutoff = material.alphaCutoff
        isDoubleSided = material.isDoubleSided
        isUnlit = material.isUnlit
        normalScale = material.normalScale
        occlusionStrength = material.occlusionStrength
    }

    /// Parses a text; nil where a value is missing or out of its range.
    init?(json text: String) {
        guard text.utf8.count < 1 << 16, let value = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)),
            value.baseColor.count == 4, value.emissive.count == 3, value.isPossible
        else { return nil }
        self = value
    }

    private var isPossible: Bool {
        let numbers =
            baseColor + emissive + [metallic, roughness, emissiveStrength, alphaCutoff, normalScale, occlusionStrength]
        return numbers.allSatisfy { $0.isFinite && abs($0) < 1e6 } && Material.AlphaMode(rawValue: alphaMode) != nil
    }

    /// The text; the same material gives the same one.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    func apply(to material: inout Material) {
        material.baseColor = SIMD4(baseColor[0], baseColor[1], baseColor[2], baseColor[3])
        material.metallic = metallic
        material.roughness = roughness
        material.emissive = Vector3(emissive[0], emissive[1], emissive[2])
        material.emissiveStrength = emissiveStrength
        material.alphaMode = Material.AlphaMode(rawValue: alphaMode) ?? .opaque
        material.alphaCutoff = alphaCutoff
        material.isDoubleSided = isDoubleSided
        material.isUnlit = isUnlit
        material.normalScale = normalScale
        material.occlusionStrength = occlusionStrength
    }
}
