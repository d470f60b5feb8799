/// A value of a USD attribute: numbers, or words (tokens, strings, asset paths).
struct USDValue {
    /// Tuples one behind the other; quaternions with their real part first.
    var numbers = USDNumbers()
    /// Numbers of an element: 3 for a point, 16 for a matrix.
    var width = 1
    var words: [String] = []

    init(numbers: USDNumbers = USDNumbers(), width: Int = 1, words: [String] = []) {
        self.numbers = numbers
        self.width = width
        self.words = words
    }
}

/// An attribute or a relationship.
struct USDProperty {
    var value: USDValue?
    /// Paths that it is connected to, or points to.
    var targets: [String] = []
    var interpolation: String?
    /// Whether the value is the first of several over time.
    var isSampled = false
}

/// Where another layer's prims are brought in.
struct USDReference {
    /// Empty for the same layer.
    var asset: String
    /// Empty for the layer's default prim.
    var path: String
}

/// A prim as one layer defines it.
final class USDPrim {
    enum Specifier { case def, over, `class` }

    let name: String
    var specifier = Specifier.def
    var type = ""
    var properties: [String: USDProperty] = [:]
    var children: [USDPrim] = []
    var references: [USDReference] = []
    var isActive = true
    var hasVariants = false

    init(_ name: String) { self.name = name }

    func words(_ property: String) -> [String] { properties[property]?.value?.words ?? [] }
    func word(_ property: String) -> String? { words(property).first }
    func numbers(_ property: String) -> USDNumbers { properties[property]?.value?.numbers ?? USDNumbers() }

    /// Whether the values of such a property are needed; all others are passed over.
    static func isWanted(_ property: String) -> Bool {
        switch property {
        case "points", "faceVertexCounts", "faceVertexIndices", "normals", "orientation", "subdivisionScheme", "visibility",
            "purpose",
            "xformOpOrder", "indices", "elementType", "info:id", "material:binding", "outputs:surface", "size":
            true
        default: property.hasPrefix("primvars:") || property.hasPrefix("xformOp:") || property.hasPrefix("inputs:")
        }
    }
}

/// A layer: its root prims and what holds for all of them.
struct USDLayerContent {
    var root = USDPrim("")
    var defaultPrim: String?
    var metersPerUnit: Double?
    var upAxis: String?
    var hasSublayers = false
}
