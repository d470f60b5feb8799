import Codecs
import Geometry
import Models

/// The polygons of a USD mesh with its primvars.
struct USDMesh {
    let positions: Positions
    private let fan: PolygonFan
    private let name: String
    /// Three for each triangle, each below the number of positions.
    private var cornerPosition: [UInt32] = []
    private var normals = List<Vector3>()
    private var textureCoordinates: [List<Vector2>] = []
    private var colors = List<SIMD4<Float>>()
    private let isLeftHanded: Bool
    /// What was not read.
    private(set) var notes: [String] = []

    /// Values, and for each corner which one it has; both empty where the mesh has none.
    private struct List<Value> {
        var values: [Value] = []
        var corners: [UInt32] = []
        var isEmpty: Bool { corners.isEmpty }
    }

    /// What of a mesh its material uses.
    struct Use {
        /// The primvars of the sets of texture coordinates, at most two.
        var sets: [String] = []
        /// Whether the colours and the opacity of the vertices are shown.
        var showsColors = true
    }

    /// Nil where there are no points.
    init?(_ prim: USDPrim) throws(FormatError) {
        name = prim.name
        positions = prim.numbers("points").positions()
        isLeftHanded = prim.word("orientation") == "leftHanded"
        if positions.isEmpty { return nil }
        let indices = prim.numbers("faceVertexIndices")
        fan = try Self.fan(prim.numbers("faceVertexCounts"), corners: indices.count, prim.name)
        switch indices.indices(below: positions.count) {
        case .success(let vertices): cornerPosition = fan.picked(vertices)
        case .failure(let wrong):
            throw .unreadable("\(Text.quote(name)) refers to vertex \(wrong.value), but there are only \(positions.count)")
        }
        if fan.shortPolygons > 0 {
            notes.append("\(Text.count(fan.shortPolygons, "face")) with fewer than three vertices skipped.")
        }
        let key = prim.properties["primvars:normals"]?.value != nil ? "primvars:normals" : "normals"
        if let (values, corners) = lookUp(key, width: 3, prim) {
            normals = List(values: values.triples(), corners: corners)
            if corners != cornerPosition { CornerNumbers.unify(&normals.corners, normals.values) }
        }
        if prim.properties["points"]?.isSampled == true {
            notes.append("Points that change over time are not read; the first are.")
        }
        if let scheme = prim.word("subdivisionScheme"), scheme != "none", prim.properties["normals"] == nil {
            notes.append("Subdivision surfaces are imported as their control mesh.")
        }
    }

    /// What a mesh takes of the memory, at least.
    static func size(_ prim: USDPrim) -> Int { prim.numbers("faceVertexIndices").count + prim.numbers("points").count / 3 }

    private static func fan(_ counts: USDNumbers, corners: Int, _ name: String) throws(FormatError) -> PolygonFan {
        // Asked first, for the million triangles that are most scans.
        if counts.count <= corners / 3, counts.areAll(3) { return PolygonFan(triangles: counts.count) }
        var fan = PolygonFan()
        var first = 0
        for x in counts {
            guard let count = Int(exactly: x), count >= 0, count <= corners - first else {
                throw .unreadable("\(Text.quote(name)) has fewer corners than its faces declare")
            }
            fan.append(from: first, count: count)
            first += count
        }
        return fan
    }

    // MARK: Primvars

    /// The sets of texture coordinates of a mesh: `st` and other customary names first, further ones by name.
    static func textureSets(_ prim: USDPrim) -> [String] {
        let known = ["st", "st0", "UVMap", "map1", "uv", "Texture_uv", "st1"]
        func isSet(_ name: String) -> Bool {
            guard let value = prim.properties["primvars:" + name]?.value else { return false }
            return value.width == 2 && !value.numbers.isEmpty
        }
        let others = prim.properties.keys.filter { $0.hasPrefix("primvars:") && !$0.hasSuffix(":indices") }
            .map { String($0.dropFirst(9)) }.filter { !known.contains($0) && isSet($0) }
        return known.filter(isSet) + others.sorted()
    }

    /// Reads texture coordinates and colours.
    mutating func read(_ use: Use, of prim: USDPrim) {
        for set in use.sets {
            guard let (values, corners) = lookUp("primvars:" + set, width: 2, prim) else {
                textureCoordinates.append(List())
                continue
            }
            var list = List(values: values.pairs(), corners: corners)
            // v upwards in USD.
            for i in list.values.indices { list.values[i].y = 1 - list.values[i].y }
            if corners != cornerPosition { CornerNumbers.unify(&list.corners, list.values) }
            textureCoordinates.append(list)
        }
        while textureCoordinates.last?.isEmpty == true { textureCoordinates.removeLast() }
        guard use.showsColors else { return }
        readColors(prim)
    }

    /// Linear colours and opacities.
    private mutating func readColors(_ prim: USDPrim) {
        let rgb = lookUp("primvars:displayColor", width: 3, prim)
        let opacity = lookUp("primvars:displayOpacity", width: 1, prim)
        if let (values, corners) = rgb, opacity == nil {
            colors = List(values: values.triples().map { SIMD4($0, 1) }, corners: corners)
            if corners != cornerPosition { unifyColors() }
        } else if let opacity {
            // Both together, one value for each corner.
            let triples = rgb?.values.triples() ?? [Vector3(repeating: 1)]
            colors.values = opacity.corners.indices.map { i in
                SIMD4(triples[rgb.map { Int($0.corners[i]) } ?? 0], Float(opacity.values[Int(opacity.corners[i])]))
            }
            colors.corners = Array(0..<UInt32(opacity.corners.count))
            unifyColors()
        }
    }

    private mutating func unifyColors() {
        var table = KeyTable(expected: colors.values.count / 4)
        var first: [UInt32] = []
        let number = colors.values.indices.map { i -> UInt32 in
            let v = colors.values[i] + SIMD4(repeating: 0)
            let n = table.number(of: SIMD4(v.x.bitPattern, v.y.bitPattern, v.z.bitPattern, v.w.bitPattern))
            if n == first.count { first.append(UInt32(i)) }
            return first[n]
        }
        for i in colors.corners.indices { colors.corners[i] = number[Int(colors.corners[i])] }
    }

    /// The values of a primvar and which of them each corner has.
    private mutating func lookUp(_ name: String, width: Int, _ prim: USDPrim) -> (values: USDNumbers, corners: [UInt32])? {
        guard let property = prim.properties[name], let values = property.value?.numbers, !values.isEmpty, !fan.isEmpty else {
            return nil
        }
        var corners: [UInt32]
        // Normals that say nothing are of vertices, primvars constant.
        switch property.interpolation ?? (name == "normals" ? "vertex" : "constant") {
        case "faceVarying": corners = fan.corners
        case "vertex", "varying": corners = cornerPosition
        case "uniform": corners = fan.polygons.flatMap { [$0, $0, $0] }
        default: corners = [UInt32](repeating: 0, count: fan.cornerCount)
        }
        let indices = prim.numbers(name + ":indices")
        let missing = UInt32.max
        if !indices.isEmpty {
            for i in corners.indices {
                corners[i] = Int(corners[i]) < indices.count ? UInt32(exactly: indices[Int(corners[i])]) ?? missing : missing
            }
        }
        let count = values.count / width
        // Every vertex has its value: asked already.
        let isPlain = corners == cornerPosition && count >= positions.count
        guard isPlain || corners.allSatisfyOnAllCores({ Int($0) < count }) else {
            notes.append("The values of \(Text.quote(name)) do not match the faces and were skipped.")
            return nil
        }
        return (values, corners)
    }

    // MARK: Primitives

    /// Triangles of one material, and for each vertex the number of its point.
    struct Part {
        var primitive: Primitive
        /// Nil where the vertices are the points.
        var points: [UInt32]?
    }

    /// Triangles by their material, each list of which is a part; one empty list stands for all triangles.
    /// - Parameter groups: for each triangle of a part its number.
    func parts(_ groups: [[Int]?]) -> [Part] {
        var scratch = VertexSplit.Scratch(positions: groups.count == 1 && isPlain ? 0 : positions.count)
        return groups.map { part($0, &scratch) }
    }

    /// For each triangle the number of its face.
    var faces: [UInt32] { fan.polygons }

    private var isPlain: Bool {
        func matches<T>(_ list: List<T>) -> Bool {
            list.isEmpty || list.values.count == positions.count && list.corners == cornerPosition
        }
        return matches(normals) && textureCoordinates.allSatisfy { !$0.isEmpty && matches($0) } && matches(colors)
    }

    private func part(_ triangles: [Int]?, _ scratch: inout VertexSplit.Scratch) -> Part {
        if triangles == nil, isPlain {
            var primitive = Primitive(cornerPosition.isEmpty ? .points : .triangles)
            primitive.positions = positions.placed(nil)
            primitive.normals = normals.values
            primitive.textureCoordinates = textureCoordinates.map(\.values)
            primitive.colors = colors.values
            primitive.indices = cornerPosition
            turn(&primitive)
            return Part(primitive: primitive, points: nil)
        }
        func corner(_ i: Int) -> Int { triangles.map { 3 * $0[i / 3] + i % 3 } ?? i }
        // Both sets of texture coordinates together are one number of a key.
        var pairs = KeyTable()
        let hasPairs = textureCoordinates.count > 1 && !textureCoordinates[0].isEmpty && !textureCoordinates[1].isEmpty
        let single = textureCoordinates.first { !$0.isEmpty }
        let split = VertexSplit(triangles.map { 3 * $0.count } ?? fan.cornerCount, scratch: &scratch) { i in
            let c = corner(i)
            var uv = single.map { $0.corners[c] } ?? 0
            if hasPairs {
                uv = UInt32(pairs.number(of: SIMD4(textureCoordinates[0].corners[c], textureCoordinates[1].corners[c], 0, 0)))
            }
            return SIMD4(
                cornerPosition[c], normals.isEmpty ? 0 : normals.corners[c], uv, colors.isEmpty ? 0 : colors.corners[c])
        }
        let keys = split.keys
        var primitive = Primitive()
        primitive.positions = positions.picked(keys.map { Int($0.x) }).placed(nil)
        if !normals.isEmpty { primitive.normals = keys.map { normals.values[Int($0.y)] } }
        primitive.textureCoordinates = textureCoordinates.enumerated().map { k, list in
            // A primitive's second set has a first one.
            if list.isEmpty { return keys.map { _ in Vector2(0, 0) } }
            return keys.map { list.values[Int(hasPairs ? pairs.keys[Int($0.z)][k] : $0.z)] }
        }
        if !colors.isEmpty { primitive.colors = keys.map { colors.values[Int($0.w)] } }
        primitive.indices = split.indices
        turn(&primitive)
        return Part(primitive: primitive, points: keys.map(\.x))
    }

    private func turn(_ primitive: inout Primitive) {
        guard isLeftHanded else { return }
        for t in 0..<primitive.indices.count / 3 { primitive.indices.swapAt(3 * t + 1, 3 * t + 2) }
    }
}
