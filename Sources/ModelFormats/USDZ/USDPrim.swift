/// A value of a USD attribute: numbers, or words (tokens, strings, asset paths).
struct USDValue {
    /// Tuples one behind the other; quaternions with their real part first.
    var numbers = USDNumbers()
    /// Numbers of an element: 3 for a point, 16 for a matrix.
    var width = 1
    var words: [String] = []
    /// The layer's number and the value's place in the layer: values of one identity are equal, so that meshes that share their
    /// arrays are recognised. Nil where it is not known.
    var identity: SIMD2<UInt64>?

    init(numbers: USDNumbers = USDNumbers(), width: Int = 1, words: [String] = []) {
        self.numbers = numbers
        self.width = width
        self.words = words
    }
}

/// The value of an attribute at a time code.
struct USDSample {
    var time: Double
    let value: USDValue
}

/// An attribute or a relationship.
struct USDProperty {
    /// The default value; without one the first over time.
    var value: USDValue?
    /// Paths that it is connected to, or points to.
    var targets: [String] = []
    var interpolation: String?
    /// Whether there are values over time.
    var isSampled = false
    /// Whether the value is the default one, rather than the first over time.
    var hasDefault = false
    /// The values over time in ascending order, of the properties whose animations are read.
    var samples: [USDSample] = []
    /// How many values belong to each point.
    var elementSize = 1

    /// Keeps values over time: all of them in order, or the first as the value.
    mutating func setSamples(_ list: [USDSample], keeps: Bool) {
        let ordered = list.filter { $0.time.isFinite }.sorted { $0.time < $1.time }
        guard let first = ordered.first else { return }
        isSampled = true
        if value == nil { value = first.value }
        guard keeps else { return }
        samples = []
        for sample in ordered where samples.last?.time != sample.time { samples.append(sample) }
    }

    /// What a weaker opinion adds.
    mutating func merge(_ weaker: USDProperty) {
        if value == nil {
            value = weaker.value
            hasDefault = weaker.hasDefault
            isSampled = weaker.isSampled
            samples = weaker.samples
            elementSize = weaker.elementSize
        }
        if targets.isEmpty { targets = weaker.targets }
        if interpolation == nil { interpolation = weaker.interpolation }
    }
}

/// Times of another layer as those of the stage: time · scale + offset.
struct USDTimeMap: Equatable {
    var offset = 0.0
    var scale = 1.0

    static let identity = USDTimeMap()

    /// `a * b` applies `b` first.
    static func * (a: USDTimeMap, b: USDTimeMap) -> USDTimeMap {
        USDTimeMap(offset: a.scale * b.offset + a.offset, scale: a.scale * b.scale)
    }

    func apply(_ property: inout USDProperty) {
        guard self != .identity, scale > 0, scale.isFinite, offset.isFinite else { return }
        for i in property.samples.indices { property.samples[i].time = property.samples[i].time * scale + offset }
    }
}

/// Where another layer's prims are brought in.
struct USDReference {
    /// Empty for the same layer.
    var asset: String
    /// Empty for the layer's default prim.
    var path: String
    var time = USDTimeMap.identity
    /// Time codes in one second of the layer that says so; nil for the one it is in now.
    var rate: Double?
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
    var payloads: [USDReference] = []
    var inherits: [String] = []
    var specializes: [String] = []
    var isActive = true
    /// The name that programs show.
    var displayName: String?
    /// The chosen variant of each set.
    var selections: [String: String] = [:]
    /// What each variant of a set adds.
    var variants: [String: [String: USDPrim]] = [:]

    init(_ name: String) { self.name = name }

    func words(_ property: String) -> [String] { properties[property]?.value?.words ?? [] }
    func word(_ property: String) -> String? { words(property).first }
    func numbers(_ property: String) -> USDNumbers { properties[property]?.value?.numbers ?? USDNumbers() }
    func number(_ property: String) -> Double? { numbers(property).first }
    func targets(_ property: String) -> [String] { properties[property]?.targets ?? [] }

    /// What Diorama's writer says about a prim that stands for a part of a node or for none.
    var role: String? { word("diorama:role") }

    /// Whether the values of such a property are needed; all others are passed over.
    static func isWanted(_ property: String) -> Bool {
        if wanted.contains(property) { return true }
        guard let colon = property.firstIndex(of: ":") else { return false }
        return namespaces.contains(String(property[..<colon]))
    }

    /// Whether all values of such a property over time are needed, not only the first.
    static func isAnimated(_ property: String) -> Bool {
        switch property {
        case "translations", "rotations", "scales", "blendShapeWeights": true
        default: property.hasPrefix("xformOp:")
        }
    }

    private static let namespaces: Set = ["primvars", "xformOp", "inputs", "outputs", "skel", "diorama", "material", "info"]

    private static let wanted: Set = [
        "points", "faceVertexCounts", "faceVertexIndices", "normals", "orientation", "subdivisionScheme", "visibility", "purpose",
        "xformOpOrder", "indices", "elementType", "size", "doubleSided", "widths",
        // Skeletons.
        "joints", "jointNames", "bindTransforms", "restTransforms", "translations", "rotations", "scales", "blendShapes",
        "blendShapeWeights", "offsets", "normalOffsets", "pointIndices",
        // Instancers.
        "protoIndices", "positions", "orientations", "orientationsf", "ids", "invisibleIds", "prototypes",
        // Cameras.
        "focalLength", "horizontalAperture", "verticalAperture", "projection", "clippingRange",
    ]
}

/// A layer: its root prims and what holds for all of them.
struct USDLayerContent {
    var root = USDPrim("")
    var defaultPrim: String?
    var metersPerUnit: Double?
    var upAxis: String?
    var timeCodesPerSecond: Double?
    var framesPerSecond: Double?
    var startTimeCode: Double?
    /// Weaker layers of the same namespace, the strongest first.
    var sublayers: [USDReference] = []

    /// Time codes in one second.
    var rate: Double {
        let rate = timeCodesPerSecond ?? framesPerSecond ?? 24
        return rate > 1e-6 && rate < 1e9 ? rate : 24
    }
}
