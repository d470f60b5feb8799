/// A triangle mesh with shared vertices. `normals`, `colors` and `textureCoordinates` are either empty or one a vertex.
public struct TriangleMesh: Sendable, Equatable {
    /// Metres.
    public var positions: [Vector3]
    /// Unit vectors that point out of the surface.
    public var normals: [Vector3]
    /// Linear RGB, 0…1.
    public var colors: [Vector3]
    /// u to the right and v upwards from the image's lower left corner (OBJ and OpenGL; glTF's v is flipped at its door).
    public var textureCoordinates: [Vector2]
    /// Three a triangle, counter-clockwise seen from outside, each below `positions.count`.
    public var indices: [UInt32]

    /// A mesh of its arrays; that they match is not checked.
    public init(
        positions: [Vector3] = [], normals: [Vector3] = [], colors: [Vector3] = [], textureCoordinates: [Vector2] = [],
        indices: [UInt32] = []
    ) {
        self.positions = positions
        self.normals = normals
        self.colors = colors
        self.textureCoordinates = textureCoordinates
        self.indices = indices
    }

    /// How many triangles there are.
    public var triangleCount: Int { indices.count / 3 }
    /// The smallest box around the vertices, used by triangles or not; those with a NaN do not count.
    public var bounds: Bounds { Bounds(positions) }

    /// The three corners of triangle `i`.
    @inlinable
    public func corners(_ i: Int) -> (Vector3, Vector3, Vector3) {
        (positions[Int(indices[3 * i])], positions[Int(indices[3 * i + 1])], positions[Int(indices[3 * i + 2])])
    }

    /// Surface area in m².
    public var area: Double {
        var sum = 0.0
        for i in 0..<triangleCount {
            let (a, b, c) = corners(i)
            sum += Double(cross(b - a, c - a).length) * 0.5
        }
        return sum
    }

    /// What is wrong with the arrays, or nil where the promises of this type hold.
    public var flaw: String? {
        let n = positions.count
        if !normals.isEmpty && normals.count != n { return "normals do not match positions" }
        if !colors.isEmpty && colors.count != n { return "colors do not match positions" }
        if !textureCoordinates.isEmpty && textureCoordinates.count != n { return "texture coordinates do not match positions" }
        if indices.count % 3 != 0 { return "indices are not a multiple of three" }
        if indices.contains(where: { Int($0) >= n }) { return "an index is out of range" }
        if positions.contains(where: { !$0.isFinite }) { return "a position is not finite" }
        return nil
    }

    /// Gives each vertex the mean of its triangles' normals, weighted by area.
    public mutating func computeNormals() {
        var sums = [Vector3](repeating: Vector3(repeating: 0), count: positions.count)
        for i in 0..<triangleCount {
            let (a, b, c) = corners(i)
            let n = cross(b - a, c - a)
            for k in 0..<3 { sums[Int(indices[3 * i + k])] += n }
        }
        normals = sums.map { n in n.lengthSquared > 0 ? n.normalized : Vector3(0, 1, 0) }
    }

    /// Adds another mesh behind this one. Attributes that only one of the two has are dropped.
    public mutating func append(_ other: TriangleMesh) {
        if positions.isEmpty {
            self = other
            return
        }
        let base = UInt32(positions.count)
        positions += other.positions
        if normals.isEmpty || other.normals.isEmpty { normals = [] } else { normals += other.normals }
        if colors.isEmpty || other.colors.isEmpty { colors = [] } else { colors += other.colors }
        if textureCoordinates.isEmpty || other.textureCoordinates.isEmpty {
            textureCoordinates = []
        } else {
            textureCoordinates += other.textureCoordinates
        }
        indices.reserveCapacity(indices.count + other.indices.count)
        for i in other.indices { indices.append(base + i) }
    }
}
