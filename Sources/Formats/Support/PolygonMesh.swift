import Geometry

/// Triangles whose corners point into lists of positions, normals, texture coordinates and colours of their own, as COLLADA, FBX and USD
/// hold them.
struct PolygonMesh {
    var positions: [SIMD3<Double>] = []
    var normals: [Vector3] = []
    var textureCoordinates: [Vector2] = []
    /// Linear RGB.
    var colors: [Vector3] = []

    /// Three a triangle, each below `positions.count`.
    var cornerPosition: [UInt32] = []
    /// The same for the other lists; empty where the corners have none.
    var cornerNormal: [UInt32] = []
    var cornerTexture: [UInt32] = []
    var cornerColor: [UInt32] = []

    /// A vertex for each combination that a corner uses, in the order of their first use; where all lists have one value a vertex, the
    /// vertices as they are.
    ///
    /// - Parameter place: what each position becomes.
    func parts(_ place: (SIMD3<Double>) -> Vector3) -> SceneParts {
        var parts = SceneParts()
        if isPlain {
            parts.positions = positions.map(place)
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
        parts.positions = table.keys.map { place(positions[Int($0.x)]) }
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
        (mesh.cornerPosition, mesh.cornerNormal) = (pick(cornerPosition), pick(cornerNormal))
        (mesh.cornerTexture, mesh.cornerColor) = (pick(cornerTexture), pick(cornerColor))
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

/// Splits polygons into fans of triangles.
struct PolygonFan {
    /// For each corner of a triangle the number of the polygons' corner.
    private(set) var corners: [UInt32] = []
    /// For each triangle the number of its polygon.
    private(set) var polygons: [UInt32] = []
    private(set) var shortPolygons = 0
    private var count: UInt32 = 0

    /// - Parameter corner: the number of the polygon's first corner.
    @inline(__always) mutating func append(from corner: Int, count n: Int) {
        if n < 3 { shortPolygons += 1 }
        for k in 2..<max(2, n) {
            corners.append(UInt32(corner))
            corners.append(UInt32(corner + k - 1))
            corners.append(UInt32(corner + k))
            polygons.append(count)
        }
        count += 1
    }

    /// A triangle of a strip, whose odd ones are turned.
    mutating func appendStrip(from corner: Int, isOdd: Bool) {
        corners.append(UInt32(isOdd ? corner + 1 : corner))
        corners.append(UInt32(isOdd ? corner : corner + 1))
        corners.append(UInt32(corner + 2))
        polygons.append(count)
        count += 1
    }
}
