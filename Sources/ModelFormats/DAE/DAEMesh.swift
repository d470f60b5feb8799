import Codecs
import Geometry

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
