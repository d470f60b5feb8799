import Geometry
import Models

/// A prim that is to be written (USD's `SdfPrimSpec`).
struct USDPrimSpec {
    let name: String
    var type = ""
    /// Metadata beside name and type.
    var fields: [(name: String, value: USDField)] = []
    var properties: [USDPropertySpec] = []
    var children: [USDPrimSpec] = []

    init(
        _ type: String, name: String, fields: [(String, USDField)] = [], properties: [USDPropertySpec] = [],
        children: [USDPrimSpec] = []
    ) {
        self.type = type
        self.name = name
        self.properties = properties
        self.children = children
        self.fields = fields
    }
}

/// An attribute, or a relationship, which has no type (USD's `SdfPropertySpec`).
struct USDPropertySpec {
    let name: String
    /// As the text format names it: "point3f[]".
    let type: String?
    var value: USDField?
    /// Connections of an attribute, targets of a relationship.
    var targets: [String] = []
    var isUniform = false
    var interpolation: String?
    /// Values by time codes, ascending.
    var samples: [(time: Double, value: USDField)] = []
    /// How many values belong to each point, where it is not one.
    var elementSize: Int?

    static func attribute(_ type: String, name: String, value: USDField? = nil, interpolation: String? = nil) -> Self {
        USDPropertySpec(name: name, type: type, value: value, interpolation: interpolation)
    }

    static func uniform(_ type: String, name: String, value: USDField) -> Self {
        USDPropertySpec(name: name, type: type, value: value, isUniform: true)
    }

    static func connection(_ type: String, name: String, target: String) -> Self {
        USDPropertySpec(name: name, type: type, targets: [target])
    }

    static func relationship(_ name: String, _ target: String) -> Self {
        USDPropertySpec(name: name, type: nil, targets: [target])
    }

    static func relationship(_ name: String, targets: [String]) -> Self {
        USDPropertySpec(name: name, type: nil, targets: targets)
    }

    /// What Diorama says about a prim for its own reader.
    static func role(_ word: String) -> Self { .uniform("token", name: "diorama:role", value: .token(word)) }
}

/// An array that several attributes have.
struct USDShareKey: Hashable {
    let mesh: Int
    let part: Int
    let name: String
}

/// A value of a field.
enum USDField {
    case bool(Bool)
    case float(Float)
    case double(Double)
    case token(String)
    case string(String)
    case asset(String)
    case float3(Vector3)
    case double3(SIMD3<Double>)
    /// Rows.
    case matrix([SIMD4<Double>])
    case tokens([String])
    /// A list of tokens that come before what other layers say.
    case prepended([String])
    case floats([Float])
    case float2s([Vector2])
    /// So many triples; what each is is asked when it is written.
    case float3s(Int, (Int) -> Vector3)
    case ints(Int, (Int) -> Int32)
    case int(Int32)
    case float2(Vector2)
    case float4(SIMD4<Float>)
    /// A quaternion x, y, z, w.
    case quaternion(SIMD4<Double>, isDouble: Bool)
    /// Quaternions x, y, z, w.
    case quaternions([SIMD4<Float>])
    case half3s([Vector3])
    /// Rows of each.
    case matrices([[SIMD4<Double>]])
    case doubles([Double])
    case strings([String])
    /// An array that is stored once for all attributes of this key.
    case shared(USDShareKey, () -> USDField)

    static func float3s(_ values: [Vector3]) -> USDField { .float3s(values.count) { values[$0] } }
    static func ints(_ values: [Int32]) -> USDField { .ints(values.count) { values[$0] } }
    static func affine(_ map: AffineMap) -> USDField { .matrix(rows(map)) }
    static func affines(_ maps: [AffineMap]) -> USDField { .matrices(maps.map(rows)) }

    /// The images of the axes and of the origin.
    private static func rows(_ map: AffineMap) -> [SIMD4<Double>] {
        [SIMD4(map.x, 0), SIMD4(map.y, 0), SIMD4(map.z, 0), SIMD4(map.translation, 1)]
    }
}
