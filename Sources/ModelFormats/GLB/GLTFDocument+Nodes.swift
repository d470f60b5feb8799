import Models

/// Scenes, nodes, meshes, skins, cameras and lights.
extension GLTFDocument {
    struct Scene: Codable {
        var name: String?
        var nodes: [Int]?
        var extras: JSONValue?
    }
    struct Node: Codable {
        var name: String?
        var mesh: Int?
        var skin: Int?
        var camera: Int?
        var children: [Int]?
        var matrix: [Double]?
        var translation: [Double]?
        var rotation: [Double]?
        var scale: [Double]?
        var weights: [Float]?
        var extensions: Extensions?
        var extras: JSONValue?

        struct Extensions: Codable {
            var light: LightReference?
            var instancing: Instancing?
            var visibility: Visibility?
            var isEmpty: Bool { light == nil && instancing == nil && visibility == nil }
            enum CodingKeys: String, CodingKey {
                case light = "KHR_lights_punctual"
                case instancing = "EXT_mesh_gpu_instancing"
                case visibility = "KHR_node_visibility"
            }
        }
        struct LightReference: Codable { var light: Int? }
        struct Instancing: Codable { var attributes: [String: Int]? }
        struct Visibility: Codable { var visible: Bool? }
    }
    struct Mesh: Codable {
        var name: String?
        var primitives: [Primitive]
        var weights: [Float]?
        var extras: JSONValue?
    }
    struct Primitive: Codable {
        var attributes: [String: Int]
        var indices: Int?
        var material: Int?
        var mode: Int?
        var targets: [[String: Int]]?
        var extensions: Extensions?
        struct Extensions: Codable {
            var draco: Empty?
            var splats: Splats?
            enum CodingKeys: String, CodingKey {
                case draco = "KHR_draco_mesh_compression"
                case splats = "KHR_gaussian_splatting"
            }
        }
    }
    struct Splats: Codable {
        var kernel: String?
        var colorSpace: String?
    }
    struct Skin: Codable {
        var name: String?
        var inverseBindMatrices: Int?
        var skeleton: Int?
        var joints: [Int]
    }
    struct Camera: Codable {
        var name: String?
        var type: String
        var perspective: Perspective?
        var orthographic: Orthographic?
        struct Perspective: Codable {
            var aspectRatio: Float?
            var yfov: Float?
            var zfar: Float?
            var znear: Float?
        }
        struct Orthographic: Codable {
            var xmag: Float?
            var ymag: Float?
            var zfar: Float?
            var znear: Float?
        }
    }
    /// KHR_lights_punctual.
    struct Light: Codable {
        var name: String?
        var type: String
        var color: [Float]?
        var intensity: Float?
        var range: Float?
        var spot: Spot?
        struct Spot: Codable {
            var innerConeAngle: Float?
            var outerConeAngle: Float?
        }
    }
}
