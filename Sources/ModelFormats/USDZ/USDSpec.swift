import Geometry

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

    static func float3s(_ values: [Vector3]) -> USDField { .float3s(values.count) { values[$0] } }
}
