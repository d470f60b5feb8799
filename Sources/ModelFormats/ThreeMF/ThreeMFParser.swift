import Codecs
import Geometry
import Models
import Support

/// Reads the XML of a model part from tag to tag.
struct ThreeMFParser {
    private var scanner: XMLScanner
    private(set) var part = ThreeMFPart()
    private let byteCount: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        scanner = XMLScanner(bytes)
        byteCount = bytes.count
    }

    mutating func read(_ progress: ProgressReporter) throws(FormatError) -> ThreeMFPart {
        guard try scanner.next() == .start, scanner.name == "model" else {
            throw .unreadable(
                "is a package, but its model part is not a 3MF model: its root element is <\(Text.clean(scanner.name.string))>")
        }
        try readModel()
        while true {
            switch try scanner.next() {
            case .finished: return part
            case .end: continue
            case .start: try readElement(progress)
            }
        }
    }

    // MARK: Model

    private static let units = [
        "micron": 1e-6, "millimeter": 0.001, "centimeter": 0.01, "inch": 0.0254, "foot": 0.3048, "meter": 1,
    ]

    /// Extensions of the format by a word of their namespaces; nil for those that are read or change nothing that is read.
    private static let extensions: [(word: String, what: String?)] = [
        ("material", nil), ("production", nil), ("trianglesets", nil), ("beamlattice", "beam lattices"), ("slice", "slices"),
        ("displacement", "displacement maps"), ("volumetric", "volumetric data"), ("implicit", "implicit functions"),
        ("boolean", "boolean operations"),
    ]

    private mutating func readModel() throws(FormatError) {
        let unit = scanner.attribute("unit")?.string ?? "millimeter"
        guard let metres = Self.units[unit] else {
            throw .unreadable(
                "its unit of length \(Text.quote(unit)) is unknown; 3MF has micron, millimeter, centimeter, inch, foot and meter")
        }
        part.unit = metres
        var spaces: [String: String] = [:]
        for attribute in scanner.attributes {
            let name = attribute.qualifiedName.string
            if name.hasPrefix("xmlns:") { spaces[String(name.dropFirst(6))] = attribute.value.string.lowercased() }
        }
        for prefix in (scanner.attribute("requiredextensions")?.string ?? "").split(whereSeparator: \.isWhitespace) {
            let space = spaces[String(prefix)] ?? String(prefix)
            if space.contains("securecontent") {
                throw .unreadable("is encrypted (3MF secure content); export it without protection")
            }
            guard let known = Self.extensions.first(where: { space.contains($0.word) }) else {
                part.note("The required extension \(Text.quote(space)) is not read.")
                continue
            }
            if let what = known.what { part.note("3MF \(what) are not read.") }
        }
    }

    private mutating func readElement(_ progress: ProgressReporter) throws(FormatError) {
        switch scanner.name.string {
        case "metadata": try readMetadata { $0.part.metadata[$1] = $2 }
        case "object": try readObject(progress)
        case "item": part.items.append(try component())
        case "basematerials": try readBaseMaterials()
        case "colorgroup": try readColors()
        case "texture2d": readTexture()
        case "texture2dgroup": try readTextureCoordinates()
        case "compositematerials": try readComposites()
        case "multiproperties": try readMultiProperties()
        case "pbmetallicdisplayproperties": try readMetallic()
        case "pbspeculardisplayproperties": try readSpecular()
        case "resources", "build": break
        case let name:
            if name.hasSuffix("displayproperties") {
                part.note("Display properties with textures and of translucent materials are not read.")
            }
            if name == "slicestack" { part.note("3MF slices are not read.") }
            try scanner.skipElement()
        }
    }

    private mutating func readMetadata(_ store: (inout ThreeMFParser, String, String) -> Void) throws(FormatError) {
        let name = scanner.attribute("name")?.string ?? ""
        let depth = scanner.depth
        while true {
            let event = try scanner.next()
            if event == .finished || (event == .end && scanner.depth < depth) { break }
        }
        let text = scanner.text.string
        if !name.isEmpty, part.metadata.count < 1000, text.utf8.count < 65536 { store(&self, name, text) }
    }

    private func component() throws(FormatError) -> ThreeMFPart.Component {
        guard let object = scanner.attribute("objectid")?.integer else {
            throw .unreadable("line \(scanner.line) of its model refers to no object")
        }
        return ThreeMFPart.Component(
            object: object, path: scanner.attribute("path")?.string,
            transform: try ThreeMFPart.transform(scanner.attribute("transform")),
            partNumber: scanner.attribute("partnumber")?.string)
    }

    // MARK: Objects

    private mutating func readObject(_ progress: ProgressReporter) throws(FormatError) {
        guard let id = scanner.attribute("id")?.integer else {
            throw .unreadable("line \(scanner.line) of its model has an object without id")
        }
        var object = ThreeMFPart.Object()
        object.name = scanner.attribute("name")?.string
        object.type = scanner.attribute("type")?.string ?? "model"
        object.partNumber = scanner.attribute("partnumber")?.string
        object.group = scanner.attribute("pid")?.integer
        object.index = scanner.attribute("pindex")?.integer ?? 0
        if scanner.attribute("slicestackid") != nil { part.note("3MF slices are not read.") }
        let depth = scanner.depth
        var count = 0
        while true {
            let event = try scanner.next()
            if event == .finished || (event == .end && scanner.depth < depth) { break }
            guard event == .start else { continue }
            count += 1
            if count & 0xFFFF == 0 { try progress.step(0.8 * scanner.fraction, "Reading the model") }
            if scanner.name == "vertex" {
                object.positions.append(try vertex())
            } else if scanner.name == "triangle" {
                try readTriangle(&object)
            } else if scanner.name == "component" {
                object.components.append(try component())
            } else if scanner.name == "metadata" {
                try readMetadata { _, name, text in object.metadata[name] = text }
            } else if scanner.name == "beamlattice" || scanner.name == "trianglesets" {
                if scanner.name == "beamlattice" { part.note("3MF beam lattices are not read.") }
                try scanner.skipElement()
            }
        }
        let limit = UInt32(truncatingIfNeeded: object.positions.count)
        if let bad = object.triangles.firstIndex(where: { $0 >= limit }) {
            throw .unreadable(
                "triangle \(bad / 3) of object \(id) refers to vertex \(object.triangles[bad]), but there are "
                    + "only \(object.positions.count)"
            )
        }
        if part.objects[id] == nil { part.order.append(id) }
        part.objects[id] = object
    }

    @inline(__always) private func vertex() throws(FormatError) -> Vector3 {
        guard let x = scanner.attribute("x")?.double, let y = scanner.attribute("y")?.double, let z = scanner.attribute("z")?.double
        else {
            throw .unreadable("line \(scanner.line) of its model has a vertex without three coordinates")
        }
        return Vector3(Float(x), Float(y), Float(z))
    }

    @inline(__always) private func readTriangle(_ object: inout ThreeMFPart.Object) throws(FormatError) {
        func index(_ value: XMLPiece?) -> UInt32? { value?.integer.flatMap { UInt32(exactly: $0) } }
        guard let a = index(scanner.attribute("v1")), let b = index(scanner.attribute("v2")), let c = index(scanner.attribute("v3"))
        else {
            throw .unreadable("line \(scanner.line) of its model has a triangle without three vertices")
        }
        object.triangles.append(a)
        object.triangles.append(b)
        object.triangles.append(c)
        guard scanner.attributes.count > 3 else {
            if !object.properties.isEmpty { object.properties.append(.zero) }
            return
        }
        let group = index(scanner.attribute("pid")) ?? object.group.flatMap { UInt32(exactly: $0) }
        guard let p1 = index(scanner.attribute("p1")), let group, group != 0 else {
            if !object.properties.isEmpty { object.properties.append(.zero) }
            return
        }
        while object.properties.count < object.triangles.count / 3 - 1 { object.properties.append(.zero) }
        object.properties.append(SIMD4(group, p1, index(scanner.attribute("p2")) ?? p1, index(scanner.attribute("p3")) ?? p1))
    }
}

extension ThreeMFParser {
    // MARK: Properties

    private func id() throws(FormatError) -> Int {
        guard let id = scanner.attribute("id")?.integer else {
            throw .unreadable("line \(scanner.line) of its model has a resource without id")
        }
        return id
    }

    /// Calls `read` for each start tag inside the element whose start tag was read last.
    private mutating func forEachChild(_ read: (XMLScanner) -> Void) throws(FormatError) {
        let depth = scanner.depth
        while true {
            let event = try scanner.next()
            if event == .finished || (event == .end && scanner.depth < depth) { return }
            if event == .start { read(scanner) }
        }
    }

    private mutating func readBaseMaterials() throws(FormatError) {
        let id = try id()
        let display = scanner.attribute("displaypropertiesid")?.integer
        var list: [ThreeMFPart.BaseMaterial] = []
        try forEachChild { scanner in
            let color = ThreeMFPart.color(scanner.attribute("displaycolor")?.string) ?? SIMD4(repeating: 1)
            list.append(ThreeMFPart.BaseMaterial(name: scanner.attribute("name")?.string ?? "", color: color))
        }
        part.groups[id] = .base(list, display: display)
    }

    private mutating func readColors() throws(FormatError) {
        let id = try id()
        var list: [SIMD4<Float>] = []
        try forEachChild { list.append(ThreeMFPart.color($0.attribute("color")?.string) ?? SIMD4(repeating: 1)) }
        part.groups[id] = .colors(list)
    }

    private mutating func readTexture() {
        guard let id = scanner.attribute("id")?.integer, let path = scanner.attribute("path")?.string else { return }
        var result = ThreeMFPart.Texture2D(path: path)
        func wrap(_ style: String?) -> Texture.Wrap {
            switch style {
            case "mirror": .mirrored
            case "clamp", "none": .clamped
            default: .repeating
            }
        }
        result.texture.wrapU = wrap(scanner.attribute("tilestyleu")?.string)
        result.texture.wrapV = wrap(scanner.attribute("tilestylev")?.string)
        switch scanner.attribute("filter")?.string {
        case "nearest": result.texture.magnification = .nearest
        case "linear": result.texture.magnification = .linear
        default: break
        }
        part.textures[id] = result
    }

    private mutating func readTextureCoordinates() throws(FormatError) {
        let id = try id()
        let texture = scanner.attribute("texid")?.integer ?? 0
        var list: [Vector2] = []
        try forEachChild { scanner in
            let u = scanner.attribute("u")?.double ?? 0
            let v = scanner.attribute("v")?.double ?? 0
            list.append(Vector2(Float(u), Float(1 - v)))
        }
        part.groups[id] = .texture(texture, list)
    }

    private mutating func readComposites() throws(FormatError) {
        let id = try id()
        let base = scanner.attribute("matid")?.integer ?? 0
        let materials =
            scanner.attribute("matindices")?.doubles(limit: 10_000)?.map { Int($0.isFinite ? max(-1, min($0, 1e9)) : -1) } ?? []
        var shares: [[Double]] = []
        try forEachChild { shares.append($0.attribute("values")?.doubles(limit: 10_000) ?? []) }
        part.groups[id] = .composite(base: base, materials: materials, shares: shares)
    }

    private mutating func readMultiProperties() throws(FormatError) {
        let id = try id()
        func integers(_ value: XMLPiece?) -> [Int] { value?.doubles(limit: 100)?.compactMap { Int(exactly: $0) } ?? [] }
        let groups = integers(scanner.attribute("pids"))
        var list: [[Int]] = []
        try forEachChild { list.append(integers($0.attribute("pindices"))) }
        part.groups[id] = .multi(groups: groups, list)
    }

    private mutating func readMetallic() throws(FormatError) {
        let id = try id()
        var list: [SIMD2<Float>] = []
        func fraction(_ value: XMLPiece?, _ plain: Float) -> Float { value?.double.map { Float(min(max($0, 0), 1)) } ?? plain }
        try forEachChild { list.append(SIMD2(fraction($0.attribute("metallicness"), 0), fraction($0.attribute("roughness"), 1))) }
        part.groups[id] = .metallic(list)
    }

    private mutating func readSpecular() throws(FormatError) {
        let id = try id()
        var list: [Float] = []
        try forEachChild { list.append(1 - Float(min(max($0.attribute("glossiness")?.double ?? 0, 0), 1))) }
        part.groups[id] = .specular(list)
    }
}
