import Codecs
import Geometry

/// Triangles of one material.
struct DAEPart {
    var mesh: PolygonMesh
    /// The symbol that the node's instance binds to a material.
    var material: String?
}

/// The sources and primitives of a COLLADA mesh.
struct DAEMesh {
    /// One of the lists that corners point into.
    struct Input {
        let semantic: String
        let source: String
        let offset: Int
        let set: Int
    }

    let element: XMLTreeNode
    private var sources: [String: XMLTreeNode] = [:]
    private var values: [String: [SIMD4<Double>]] = [:]

    init(_ element: XMLTreeNode) {
        self.element = element
        for child in element.children where child.name == "source" || child.name == "vertices" {
            if let id = child.attribute("id") { sources[id] = child }
        }
    }

    mutating func parts(_ builder: inout SceneBuilder) throws(FormatError) -> [DAEPart] {
        var parts: [DAEPart] = []
        for primitive in element.children {
            switch primitive.name {
            case "triangles", "polylist", "polygons", "tristrips", "trifans":
                if let part = try part(primitive, &builder) { parts.append(part) }
            case "lines", "linestrips": builder.note("Lines are not read.")
            default: break
            }
        }
        return parts
    }

    private mutating func part(_ primitive: XMLTreeNode, _ builder: inout SceneBuilder) throws(FormatError) -> DAEPart? {
        let inputs = try inputs(of: primitive)
        guard let position = inputs.first(where: { $0.semantic == "POSITION" }) else {
            throw .unreadable("<\(primitive.name)> has no positions")
        }
        let stride = (inputs.map(\.offset).max() ?? 0) + 1
        let (numbers, order) = try corners(primitive, stride: stride) { builder.note($0) }
        if order.isEmpty { return nil }
        try builder.take(4 * order.count)
        var mesh = PolygonMesh()
        func list(_ input: Input) throws(FormatError) -> [UInt32] {
            let count = try read(input.source).count
            var list: [UInt32] = []
            list.reserveCapacity(order.count)
            for corner in order {
                let index = numbers[Int(corner) * stride + input.offset]
                guard index < count else {
                    throw .unreadable(
                        "<\(primitive.name)> refers to \(input.semantic) \(index), but there are only \(count), numbered from 0")
                }
                list.append(index)
            }
            return list
        }
        mesh.cornerPosition = try list(position)
        mesh.positions = .doubles(try read(position.source).map { SIMD3($0.x, $0.y, $0.z) })
        if let input = inputs.first(where: { $0.semantic == "NORMAL" }) {
            mesh.cornerNormal = try list(input)
            mesh.normals = try read(input.source).map { Vector3(Float($0.x), Float($0.y), Float($0.z)) }
        }
        if let input = inputs.filter({ $0.semantic == "TEXCOORD" }).min(by: { $0.set < $1.set }) {
            mesh.cornerTexture = try list(input)
            mesh.textureCoordinates = try read(input.source).map { Vector2(Float($0.x), Float($0.y)) }
        }
        if let input = inputs.filter({ $0.semantic == "COLOR" }).min(by: { $0.set < $1.set }) {
            mesh.cornerColor = try list(input)
            mesh.colors = try read(input.source).map { Vector3(Float($0.x), Float($0.y), Float($0.z)) }
            _ = EncodedColor.linearise(&mesh.colors)
        }
        return DAEPart(mesh: mesh, material: primitive.attribute("material"))
    }

    /// The inputs of a primitive. VERTEX stands for all that <vertices> lists.
    func inputs(of primitive: XMLTreeNode) throws(FormatError) -> [Input] {
        var inputs: [Input] = []
        for input in primitive.all("input") {
            guard let semantic = input.attribute("semantic"), let source = input.target("source"),
                let offset = Int(input.attribute("offset") ?? "0"), (0..<64).contains(offset)
            else { throw .unreadable("an <input> of <\(primitive.name)> has no semantic, source or offset") }
            inputs.append(
                Input(semantic: semantic, source: source, offset: offset, set: Int(input.attribute("set") ?? "0") ?? 0))
        }
        for input in inputs where input.semantic == "VERTEX" {
            for inner in sources[input.source]?.all("input") ?? [] {
                guard let semantic = inner.attribute("semantic"), let source = inner.target("source") else { continue }
                inputs.append(Input(semantic: semantic, source: source, offset: input.offset, set: 0))
            }
        }
        return inputs
    }

    /// All corners' numbers, `stride` a corner, and the corners of triangles or segments in their order.
    func corners(
        _ primitive: XMLTreeNode, stride: Int, note: (String) -> Void
    ) throws(FormatError) -> (numbers: [UInt32], order: [UInt32]) {
        var numbers: [UInt32] = []
        var fan = PolygonFan()
        switch primitive.name {
        case "triangles":
            numbers = try primitive.child("p")?.indices() ?? []
            for t in 0..<numbers.count / (3 * stride) { fan.append(from: 3 * t, count: 3) }
        case "lines", "points":
            numbers = try primitive.child("p")?.indices() ?? []
            let width = primitive.name == "lines" ? 2 : 1
            return (numbers, Array(0..<UInt32(numbers.count / (width * stride) * width)))
        case "linestrips":
            var order: [UInt32] = []
            for strip in primitive.all("p") {
                let first = UInt32(numbers.count / stride)
                let own = try strip.indices()
                let count = UInt32(own.count / stride)
                numbers += own.prefix(Int(count) * stride)
                for k in 1..<max(1, count) { order += [first + k - 1, first + k] }
            }
            return (numbers, order)
        case "polylist":
            numbers = try primitive.child("p")?.indices() ?? []
            var first = 0
            for count in try primitive.child("vcount")?.indices() ?? [] {
                guard Int(count) <= numbers.count / stride - first else {
                    throw .unreadable("<polylist> has fewer corners than <vcount> declares")
                }
                fan.append(from: first, count: Int(count))
                first += Int(count)
            }
        default:
            for list in primitive.children where list.name == "p" || list.name == "ph" {
                if list.name == "ph" { note("Holes in polygons are filled.") }
                guard let run = list.name == "ph" ? list.child("p") : list else { continue }
                let first = numbers.count / stride
                let own = try run.indices()
                let count = own.count / stride
                numbers += own.prefix(count * stride)
                if primitive.name == "tristrips" {
                    for k in 2..<max(2, count) { fan.appendStrip(from: first + k - 2, isOdd: k % 2 == 1) }
                } else {
                    fan.append(from: first, count: count)
                }
            }
        }
        if fan.shortPolygons > 0 {
            note("\(Text.count(fan.shortPolygons, "face")) with fewer than three vertices skipped.")
        }
        return (numbers, fan.corners)
    }

    /// The values of a source, up to four numbers each.
    mutating func read(_ id: String) throws(FormatError) -> [SIMD4<Double>] {
        if let known = values[id] { return known }
        guard let source = sources[id], let list = source.child("float_array") ?? source.child("int_array") else {
            throw .unreadable("refers to the source \(Text.quote(id)), which is missing")
        }
        let numbers = try list.doubles()
        let accessor = source.at("technique_common", "accessor")
        let stride = max(1, Int(accessor?.attribute("stride") ?? "") ?? 3)
        let offset = max(0, Int(accessor?.attribute("offset") ?? "") ?? 0)
        let width = min(4, stride)
        var result: [SIMD4<Double>] = []
        var place = offset
        result.reserveCapacity(numbers.count / stride)
        while place <= numbers.count - width, numbers.count >= width {
            var v = SIMD4<Double>()
            for k in 0..<width { v[k] = numbers[place + k] }
            result.append(v)
            let (next, overflow) = place.addingReportingOverflow(stride)
            if overflow { break }
            place = next
        }
        values[id] = result
        return result
    }

    /// How many numbers a value of a source has.
    func width(of id: String) -> Int {
        max(1, Int(sources[id]?.at("technique_common", "accessor")?.attribute("stride") ?? "") ?? 3)
    }
}
