import Codecs
import Geometry
import Models

/// Makes vertices of corners that point into lists of their own: one for each combination that a corner uses.
struct FBXPrimitiveBuilder {
    private let corners: FBXCorners
    private let positions: [Vector3]
    private let mirrors: Bool

    /// A list of values and for each corner the number of its own.
    private struct Attribute<T> {
        var values: [T]
        var numbers: [UInt32]
    }

    private var normals: Attribute<Vector3>?
    private var coordinates: [Attribute<Vector2>] = []
    private var colors: Attribute<SIMD4<Float>>?
    private var tangents: Attribute<SIMD4<Float>>?

    /// - Parameters:
    ///   - corners: of triangles or segments.
    ///   - positions: of the geometry.
    ///   - mirrors: whether the corners of triangles are turned.
    init(corners: FBXCorners, positions: [Vector3], mirrors: Bool) {
        self.corners = corners
        self.positions = positions
        self.mirrors = mirrors
    }

    private func numbers(_ layer: FBXLayer, _ what: String, _ note: (String) -> Void) -> [UInt32]? {
        let numbers = layer.numbers(corners)
        if numbers == nil { note("\(what) do not match the faces and were skipped.") }
        return numbers
    }

    mutating func add(normals layer: FBXLayer?, _ values: [Vector3], _ note: (String) -> Void) {
        guard let layer, var numbers = numbers(layer, "Normals", note) else { return }
        if numbers != corners.vertices { CornerNumbers.unify(&numbers, values) }
        normals = Attribute(values: values, numbers: numbers)
    }

    mutating func add(coordinates layers: [FBXLayer], _ lists: [[Vector2]], _ note: (String) -> Void) {
        for (layer, values) in zip(layers, lists) {
            guard var numbers = numbers(layer, "Texture coordinates", note) else { continue }
            if numbers != corners.vertices { CornerNumbers.unify(&numbers, values) }
            coordinates.append(Attribute(values: values, numbers: numbers))
        }
    }

    mutating func add(colors layer: FBXLayer?, _ values: [SIMD4<Float>], _ note: (String) -> Void) {
        guard let layer, let numbers = numbers(layer, "Colours", note) else { return }
        colors = Attribute(values: values, numbers: unified(numbers, values))
    }

    mutating func add(tangents layer: FBXLayer?, _ values: [SIMD4<Float>], _ note: (String) -> Void) {
        guard let layer, let numbers = numbers(layer, "Tangents", note) else { return }
        tangents = Attribute(values: values, numbers: unified(numbers, values))
    }

    /// Numbers of equal values made equal, for lists that repeat a value for each corner.
    private func unified(_ numbers: [UInt32], _ values: [SIMD4<Float>]) -> [UInt32] {
        if numbers == corners.vertices { return numbers }
        var table = KeyTable(expected: values.count / 4)
        var first: [UInt32] = []
        let number = values.indices.map { i -> UInt32 in
            let v = values[i] + SIMD4<Float>()
            let n = table.number(of: SIMD4(v.x.bitPattern, v.y.bitPattern, v.z.bitPattern, v.w.bitPattern))
            if n == first.count { first.append(UInt32(i)) }
            return first[n]
        }
        return numbers.map { number[Int($0)] }
    }

    /// The primitive, and for each vertex the number of its position.
    /// - Parameter scratch: memory that builders share.
    func build(_ topology: Primitive.Topology, scratch: inout VertexSplit.Scratch) -> (primitive: Primitive, numbers: [UInt32]) {
        var primitive = Primitive(topology)
        let numbers: [UInt32]
        if isPlain {
            primitive.positions = positions
            primitive.normals = normals?.values ?? []
            primitive.textureCoordinates = coordinates.map(\.values)
            primitive.colors = colors?.values ?? []
            primitive.tangents = tangents?.values ?? []
            primitive.indices = corners.vertices
            numbers = Array(0..<UInt32(positions.count))
        } else {
            numbers = split(&primitive, &scratch)
        }
        if mirrors { for t in 0..<primitive.indices.count / 3 { primitive.indices.swapAt(3 * t + 1, 3 * t + 2) } }
        return (primitive, numbers)
    }

    /// Whether all lists have one value for each position.
    private var isPlain: Bool {
        func matches<T>(_ attribute: Attribute<T>?) -> Bool {
            attribute.map { $0.values.count == positions.count && $0.numbers == corners.vertices } ?? true
        }
        guard matches(normals), matches(colors), matches(tangents), coordinates.allSatisfy({ matches($0) }) else { return false }
        // Each position is used.
        var isUsed = [Bool](repeating: false, count: positions.count)
        for vertex in corners.vertices { isUsed[Int(vertex)] = true }
        return !isUsed.contains(false)
    }

    private func split(_ primitive: inout Primitive, _ scratch: inout VertexSplit.Scratch) -> [UInt32] {
        // Both sets of texture coordinates and the tangents together are one number of a key.
        var pairs = KeyTable()
        let isPaired = coordinates.count > 1 || tangents != nil
        let first = coordinates.first?.numbers
        let second = coordinates.count > 1 ? coordinates[1].numbers : nil
        let vertices = corners.vertices
        let split = VertexSplit(vertices.count, scratch: &scratch) { i in
            var uv = first?[i] ?? 0
            if isPaired { uv = UInt32(pairs.number(of: SIMD4(uv, second?[i] ?? 0, tangents?.numbers[i] ?? 0, 0))) }
            return SIMD4(vertices[i], normals?.numbers[i] ?? 0, uv, colors?.numbers[i] ?? 0)
        }
        let keys = split.keys
        primitive.indices = split.indices
        primitive.positions = keys.map { positions[Int($0.x)] }
        if let normals { primitive.normals = keys.map { normals.values[Int($0.y)] } }
        if let colors { primitive.colors = keys.map { colors.values[Int($0.w)] } }
        for (k, attribute) in coordinates.enumerated() {
            primitive.textureCoordinates.append(
                keys.map { attribute.values[Int(isPaired ? pairs.keys[Int($0.z)][k] : $0.z)] })
        }
        if let tangents { primitive.tangents = keys.map { tangents.values[Int(pairs.keys[Int($0.z)].z)] } }
        return keys.map(\.x)
    }
}
