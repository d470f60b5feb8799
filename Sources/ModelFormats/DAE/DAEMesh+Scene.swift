import Codecs
import Geometry
import Models

/// A primitive of a COLLADA geometry, with what binds it to materials and controllers.
struct DAEPrimitive {
    /// The primitive, without a material.
    var primitive: Primitive
    /// The symbol that an instance binds to a material.
    let symbol: String?
    /// The numbers (`set`) of its lists of texture coordinates.
    let sets: [Int]
    /// For each vertex the number of its position in the geometry, by which controllers weigh it.
    var positions: [UInt32]
}

/// A COLLADA geometry as primitives.
struct DAEGeometry {
    var name: String?
    var primitives: [DAEPrimitive] = []
    /// What was subtracted from all positions: those of maps are too large for floats.
    var offset = SIMD3<Double>.zero
    /// The positions of the geometry, for morph targets.
    var positions: [SIMD3<Double>] = []
}

extension DAEMesh {
    /// All primitives of the mesh: triangles of all kinds, lines, or where there are none of them the vertices as points.
    /// - Parameters:
    ///   - far: how far from the origin positions are treated as map coordinates, in units of the file.
    ///   - note: receives what is not read.
    mutating func geometry(far: Double, note: (String) -> Void) throws(FormatError) -> DAEGeometry {
        var result = DAEGeometry()
        var scratch: VertexSplit.Scratch?
        for element in element.children {
            guard let topology = Self.topologies[element.name] else { continue }
            let inputs = try inputs(of: element)
            guard let position = inputs.first(where: { $0.semantic == "POSITION" }) else {
                throw .unreadable("<\(element.name)> has no positions")
            }
            let stride = (inputs.map(\.offset).max() ?? 0) + 1
            let corners = try corners(element, stride: stride, note: note)
            guard !corners.order.isEmpty else { continue }
            let list = try read(position.source)
            if result.positions.isEmpty {
                result.positions = list.map { SIMD3($0.x, $0.y, $0.z) }
                if let first = result.positions.first {
                    for k in 0..<3 where abs(first[k]) >= far && abs(first[k]) < far * 1e8 { result.offset[k] = first[k].rounded() }
                }
                scratch = VertexSplit.Scratch(positions: list.count)
            }
            if list.count > (scratch?.count ?? 0) { scratch = VertexSplit.Scratch(positions: list.count) }
            guard var memory = scratch else { continue }
            scratch = nil
            let lists = try lists(inputs, element: element.name)
            let vertices = try vertices(lists, corners, stride: stride, offset: result.offset, scratch: &memory)
            scratch = memory
            result.primitives.append(
                DAEPrimitive(
                    primitive: vertices.with(topology), symbol: element.attribute("material"), sets: lists.sets,
                    positions: vertices.numbers))
        }
        if result.primitives.isEmpty { try addPoints(&result, far: far, note: note) }
        return result
    }

    private static let topologies: [String: Primitive.Topology] = [
        "triangles": .triangles, "polylist": .triangles, "polygons": .triangles, "tristrips": .triangles, "trifans": .triangles,
        "lines": .lines, "linestrips": .lines, "points": .points,
    ]

    /// The lists that the corners of a primitive point into; the offsets say which number of a corner is whose.
    private struct Lists {
        var position: Input
        var normal: Input?
        var texture: [Input] = []
        var color: Input?
        var sets: [Int] { texture.map(\.set) }
    }

    private func lists(_ inputs: [Input], element: String) throws(FormatError) -> Lists {
        guard let position = inputs.first(where: { $0.semantic == "POSITION" }) else {
            throw .unreadable("<\(element)> has no positions")
        }
        var lists = Lists(position: position)
        lists.normal = inputs.first { $0.semantic == "NORMAL" }
        // The first two sets.
        for input in inputs.filter({ $0.semantic == "TEXCOORD" }).sorted(by: { $0.set < $1.set })
        where lists.texture.count < 2 && lists.texture.last?.set != input.set {
            lists.texture.append(input)
        }
        lists.color = inputs.filter { $0.semantic == "COLOR" }.min { $0.set < $1.set }
        return lists
    }

    private struct Vertices {
        var primitive: Primitive
        var numbers: [UInt32]

        func with(_ topology: Primitive.Topology) -> Primitive {
            var copy = primitive
            copy.topology = topology
            return copy
        }
    }

    private mutating func vertices(
        _ lists: Lists, _ corners: (numbers: [UInt32], order: [UInt32]), stride: Int, offset: SIMD3<Double>,
        scratch: inout VertexSplit.Scratch
    ) throws(FormatError) -> Vertices {
        let numbers = corners.numbers
        let order = corners.order
        func check(_ input: Input?, count: Int) throws(FormatError) {
            guard let input else { return }
            for corner in order where numbers[Int(corner) * stride + input.offset] >= count {
                let index = numbers[Int(corner) * stride + input.offset]
                throw .unreadable("refers to \(input.semantic) \(index), but there are only \(count), numbered from 0")
            }
        }
        let positions = try read(lists.position.source)
        try check(lists.position, count: positions.count)
        let normals = try lists.normal.map { (input) throws(FormatError) in try read(input.source) } ?? []
        try check(lists.normal, count: normals.count)
        let colors = try lists.color.map { (input) throws(FormatError) in try read(input.source) } ?? []
        try check(lists.color, count: colors.count)
        var texture: [[SIMD4<Double>]] = []
        for input in lists.texture {
            texture.append(try read(input.source))
            try check(input, count: texture[texture.count - 1].count)
        }
        // Both sets of texture coordinates together are one number of a key.
        var pairs = KeyTable()
        let second = lists.texture.count > 1 ? lists.texture[1].offset : nil
        let split = VertexSplit(order.count, scratch: &scratch) { i in
            let start = Int(order[i]) * stride
            func number(_ input: Input?) -> UInt32 { input.map { numbers[start + $0.offset] } ?? 0 }
            var uv = number(lists.texture.first)
            if let second { uv = UInt32(pairs.number(of: SIMD4(uv, numbers[start + second], 0, 0))) }
            return SIMD4(numbers[start + lists.position.offset], number(lists.normal), uv, number(lists.color))
        }
        var primitive = Primitive()
        primitive.indices = split.indices
        primitive.positions = split.keys.map { key in
            let p = positions[Int(key.x)]
            return Vector3(SIMD3(p.x, p.y, p.z) - offset)
        }
        if lists.normal != nil {
            primitive.normals = split.keys.map { key in
                let n = normals[Int(key.y)]
                return Vector3(Float(n.x), Float(n.y), Float(n.z))
            }
        }
        for k in texture.indices {
            primitive.textureCoordinates.append(
                split.keys.map { key in
                    let number = second == nil ? key.z : pairs.keys[Int(key.z)][k]
                    let uv = texture[k][Int(number)]
                    return Vector2(Float(uv.x), 1 - Float(uv.y))
                })
        }
        if let color = lists.color {
            let isOpaque = width(of: color.source) < 4
            var linear = split.keys.map { key in
                let c = colors[Int(key.w)]
                return Vector3(Float(c.x), Float(c.y), Float(c.z))
            }
            _ = EncodedColor.linearise(&linear)
            primitive.colors = zip(linear, split.keys).map { SIMD4($0, isOpaque ? 1 : Float(colors[Int($1.w)].w)) }
        }
        return Vertices(primitive: primitive, numbers: split.keys.map(\.x))
    }

    /// A mesh without faces and lines is one of points.
    private mutating func addPoints(_ geometry: inout DAEGeometry, far: Double, note: (String) -> Void) throws(FormatError) {
        let hasPrimitives = element.children.contains { Self.topologies[$0.name] != nil }
        guard !hasPrimitives, let vertices = element.child("vertices") else { return }
        let all = vertices.all("input")
        guard let source = all.first(where: { $0.attribute("semantic") == "POSITION" })?.target("source") else { return }
        let list = try read(source)
        geometry.positions = list.map { SIMD3($0.x, $0.y, $0.z) }
        guard let first = geometry.positions.first else { return }
        note("Geometries without faces were read as points.")
        for k in 0..<3 where abs(first[k]) >= far && abs(first[k]) < far * 1e8 { geometry.offset[k] = first[k].rounded() }
        var primitive = Primitive(.points)
        primitive.positions = geometry.positions.map { Vector3($0 - geometry.offset) }
        if let colors = all.first(where: { $0.attribute("semantic") == "COLOR" })?.target("source") {
            var linear = try read(colors).map { Vector3(Float($0.x), Float($0.y), Float($0.z)) }
            _ = EncodedColor.linearise(&linear)
            if linear.count == list.count { primitive.colors = linear.map { SIMD4($0, 1) } }
        }
        geometry.primitives = [
            DAEPrimitive(primitive: primitive, symbol: nil, sets: [], positions: Array(0..<UInt32(list.count)))
        ]
    }
}
