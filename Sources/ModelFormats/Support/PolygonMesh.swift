import Geometry

/// Triangles whose corners point into lists of positions, normals, texture coordinates and colours of their own, as COLLADA, FBX
/// and USD hold them.
struct PolygonMesh {
    var positions = Positions.floats([])
    var normals: [Vector3] = []
    var textureCoordinates: [Vector2] = []
    /// Linear RGB.
    var colors: [Vector3] = []

    /// Three per triangle, each below `positions.count`.
    var cornerPosition: [UInt32] = []
    /// The same for the other lists; empty where the corners have none.
    var cornerNormal: [UInt32] = []
    var cornerTexture: [UInt32] = []
    var cornerColor: [UInt32] = []

    /// A vertex for each combination that a corner uses, in the order of their first use; where all lists have one value a vertex,
    /// the vertices as they are.
    ///
    /// - Parameter place: what each position becomes; nil where they stay.
    func parts(_ place: ((SIMD3<Double>) -> Vector3)?) -> SceneParts {
        var parts = SceneParts()
        if isPlain {
            parts.positions = positions.placed(place)
            if !cornerNormal.isEmpty { parts.normals = normals }
            if !cornerTexture.isEmpty { parts.textureCoordinates = textureCoordinates }
            if !cornerColor.isEmpty { parts.colors = colors }
            parts.indices = cornerPosition
            return parts
        }
        var table = KeyTable(expected: positions.count)
        parts.indices.reserveCapacity(cornerPosition.count)
        for i in cornerPosition.indices {
            let key = SIMD4(
                cornerPosition[i], cornerNormal.isEmpty ? 0 : cornerNormal[i], cornerTexture.isEmpty ? 0 : cornerTexture[i],
                cornerColor.isEmpty ? 0 : cornerColor[i])
            parts.indices.append(UInt32(table.number(of: key)))
        }
        parts.positions = positions.picked(table.keys.map { Int($0.x) }).placed(place)
        if !cornerNormal.isEmpty { parts.normals = table.keys.map { normals[Int($0.y)] } }
        if !cornerTexture.isEmpty { parts.textureCoordinates = table.keys.map { textureCoordinates[Int($0.z)] } }
        if !cornerColor.isEmpty { parts.colors = table.keys.map { colors[Int($0.w)] } }
        return parts
    }

    private var isPlain: Bool {
        func matches(_ corners: [UInt32], _ count: Int) -> Bool {
            corners.isEmpty || (count == positions.count && corners == cornerPosition)
        }
        return matches(cornerNormal, normals.count) && matches(cornerTexture, textureCoordinates.count)
            && matches(cornerColor, colors.count)
    }

    /// Only the triangles of these numbers.
    func picked(_ triangles: [Int]) -> PolygonMesh {
        func pick(_ corners: [UInt32]) -> [UInt32] {
            corners.isEmpty ? [] : triangles.flatMap { corners[3 * $0..<3 * $0 + 3] }
        }
        var mesh = self
        mesh.cornerPosition = pick(cornerPosition)
        mesh.cornerNormal = pick(cornerNormal)
        mesh.cornerTexture = pick(cornerTexture)
        mesh.cornerColor = pick(cornerColor)
        return mesh
    }

    /// Corner numbers of equal values made equal, for lists that repeat a value for each corner.
    static func unify(_ corners: inout [UInt32], _ values: [Vector3]) {
        var table = KeyTable(expected: values.count / 4)
        var first: [UInt32] = []
        let number = values.indices.map { i -> UInt32 in
            let v = values[i] + Vector3(repeating: 0)
            let n = table.number(of: SIMD4(v.x.bitPattern, v.y.bitPattern, v.z.bitPattern, 0))
            if n == first.count { first.append(UInt32(i)) }
            return first[n]
        }
        for i in corners.indices { corners[i] = number[Int(corners[i])] }
    }

    static func unify(_ corners: inout [UInt32], _ values: [Vector2]) {
        unify(&corners, values.map { Vector3($0.x, $0.y, 0) })
    }
}

/// Positions as a file holds them.
enum Positions {
    case doubles([SIMD3<Double>])
    case floats([Vector3])
    /// A count of values that are computed on demand.
    case asked(Int, (Int) -> SIMD3<Double>)

    var count: Int {
        switch self {
        case .doubles(let list): list.count
        case .floats(let list): list.count
        case .asked(let count, _): count
        }
    }

    var isEmpty: Bool { count == 0 }

    var first: SIMD3<Double>? {
        switch self {
        case .doubles(let list): list.first
        case .floats(let list): list.first.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
        case .asked(let count, let position): count > 0 ? position(0) : nil
        }
    }

    func picked(_ numbers: [Int]) -> Positions {
        switch self {
        case .doubles(let list): .doubles(numbers.map { list[$0] })
        case .floats(let list): .floats(numbers.map { list[$0] })
        case .asked(_, let position): .doubles(numbers.map(position))
        }
    }

    /// The transformed values; floats are returned unchanged if there is nothing to do.
    func placed(_ place: ((SIMD3<Double>) -> Vector3)?) -> [Vector3] {
        switch self {
        case .doubles(let list): return list.map { place?($0) ?? Vector3($0) }
        case .asked(let count, let position): return (0..<count).map { place?(position($0)) ?? Vector3(position($0)) }
        case .floats(let list):
            guard let place else { return list }
            return list.map { place(SIMD3(Double($0.x), Double($0.y), Double($0.z))) }
        }
    }
}
