import Codecs
import Foundation
import Geometry
import Models

/// What one model part of a package holds.
struct ThreeMFPart {
    /// Metres in one unit.
    var unit = 0.001
    var objects: [Int: Object] = [:]
    /// The numbers of objects in the order of the file.
    var order: [Int] = []
    var groups: [Int: Group] = [:]
    var textures: [Int: Texture2D] = [:]
    var items: [Component] = []
    var metadata: [String: String] = [:]
    var notes: [String] = []

    /// A build item, or what an object is composed of.
    struct Component {
        var object: Int
        /// The part that has the object; nil for the same.
        var path: String?
        var transform = AffineMap.identity
        var partNumber: String?
    }

    /// A mesh or a composition.
    struct Object {
        var name: String?
        var type = "model"
        var partNumber: String?
        /// The properties of triangles that have none of their own.
        var group: Int?
        var index = 0
        var positions: [Vector3] = []
        /// Three numbers of positions for each triangle.
        var triangles: [UInt32] = []
        /// For each triangle the number of its group (0 for none) and its three properties; empty where none has any.
        var properties: [SIMD4<UInt32>] = []
        var components: [Component] = []
        var metadata: [String: String] = [:]
    }

    /// A list of properties to which triangles refer.
    enum Group {
        case base([BaseMaterial], display: Int?)
        /// Linear RGB and opacity.
        case colors([SIMD4<Float>])
        /// v downwards.
        case texture(Int, [Vector2])
        case composite(base: Int, materials: [Int], shares: [[Double]])
        case multi(groups: [Int], [[Int]])
        /// Metallic and roughness.
        case metallic([SIMD2<Float>])
        /// Roughness.
        case specular([Float])
    }

    /// A material of the core specification.
    struct BaseMaterial {
        var name: String
        /// Linear RGB and opacity.
        var color: SIMD4<Float>
    }

    /// An image and how it is repeated.
    struct Texture2D {
        var path: String
        var texture = Texture(image: nil)
    }

    mutating func note(_ sentence: String) {
        if !notes.contains(sentence), notes.count < 20 { notes.append(sentence) }
    }

    /// `#RRGGBB` or `#RRGGBBAA` of sRGB as linear RGB and opacity; nil where it is something else.
    static func color(_ text: String?) -> SIMD4<Float>? {
        guard let digits = text?.trimmingCharacters(in: .whitespaces), digits.hasPrefix("#"),
            digits.utf8.count == 7 || digits.utf8.count == 9,
            let value = UInt32(digits.dropFirst(), radix: 16)
        else { return nil }
        let rgba = digits.utf8.count == 9 ? value : value << 8 | 255
        func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: rgba >> shift) }
        return SIMD4(SRGB.toLinear(SIMD3(byte(24), byte(16), byte(8))), Float(byte(0)) / 255)
    }

    /// The twelve numbers of a transform, which are the rows of a matrix that row vectors are multiplied with.
    static func transform(_ value: XMLPiece?) throws(FormatError) -> AffineMap {
        guard let value else { return .identity }
        guard let m = value.doubles(limit: 12), m.count == 12, m.allSatisfy(\.isFinite) else {
            throw .unreadable("has a transform that is not twelve numbers: \(Text.quote(value.string))")
        }
        return AffineMap(
            x: SIMD3(m[0], m[1], m[2]), y: SIMD3(m[3], m[4], m[5]), z: SIMD3(m[6], m[7], m[8]),
            translation: SIMD3(m[9], m[10], m[11]))
    }
}
