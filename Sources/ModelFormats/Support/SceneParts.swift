import Geometry

/// Meshes of a scene joined one behind the other. What only some of them have gets a plain value for the others.
struct SceneParts {
    var positions: [Vector3] = []
    var normals: [Vector3] = []
    var colors: [Vector3] = []
    var textureCoordinates: [Vector2] = []
    var indices: [UInt32] = []
    /// Vertices whose mesh has no normals.
    private var shadeless: [Range<Int>] = []

    var isEmpty: Bool { positions.isEmpty }

    mutating func append(_ other: SceneParts) {
        // The first one as it is: most scenes have no other.
        if isEmpty && shadeless.isEmpty && !other.isEmpty {
            self = other
            shadeless = other.normals.isEmpty ? [0..<other.positions.count] : []
            return
        }
        let base = positions.count
        let total = base + other.positions.count
        func join<T>(_ mine: inout [T], theirs: [T], plain: T) {
            if mine.isEmpty && theirs.isEmpty { return }
            mine += Array(repeating: plain, count: base - mine.count)
            mine += theirs.isEmpty ? Array(repeating: plain, count: other.positions.count) : theirs
        }
        if other.normals.isEmpty && !other.positions.isEmpty { shadeless.append(base..<total) }
        join(&normals, theirs: other.normals, plain: Vector3(repeating: 0))
        join(&colors, theirs: other.colors, plain: Vector3(repeating: 1))
        join(&textureCoordinates, theirs: other.textureCoordinates, plain: Vector2(0, 0))
        positions += other.positions
        indices.reserveCapacity(indices.count + other.indices.count)
        for i in other.indices { indices.append(UInt32(base) + i) }
    }

    /// The vertices of these numbers, without faces.
    func picked(_ numbers: [UInt32]) -> SceneParts {
        func pick<T>(_ list: [T]) -> [T] { list.isEmpty ? [] : numbers.map { list[Int($0)] } }
        var result = SceneParts()
        result.positions = pick(positions)
        result.normals = pick(normals)
        result.colors = pick(colors)
        result.textureCoordinates = pick(textureCoordinates)
        return result
    }

    /// The whole; missing normals beside given ones are computed.
    func mesh() -> TriangleMesh {
        var mesh = TriangleMesh(
            positions: positions, normals: normals, colors: colors, textureCoordinates: textureCoordinates, indices: indices)
        if !normals.isEmpty, !shadeless.isEmpty {
            mesh.computeNormals()
            let computed = mesh.normals
            mesh.normals = normals
            for range in shadeless { for i in range { mesh.normals[i] = computed[i] } }
        }
        return mesh
    }
}
