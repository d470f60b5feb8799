import Geometry

/// Connected pieces of a mesh.
public enum Components {
    /// Removes the pieces (triangles joined by shared vertices) whose surface is smaller than `minimumArea` m², and the vertices that no
    /// triangle uses. The order of what stays is kept. The largest piece always stays.
    /// - Returns: how many pieces were removed.
    @discardableResult
    public static func removeSmall(_ mesh: inout TriangleMesh, minimumArea: Float) -> Int {
        var parent = Array(0..<UInt32(mesh.positions.count))
        func root(_ v: UInt32) -> UInt32 {
            var v = v
            while parent[Int(v)] != v {
                parent[Int(v)] = parent[Int(parent[Int(v)])]
                v = parent[Int(v)]
            }
            return v
        }
        for i in 0..<mesh.triangleCount {
            let a = root(mesh.indices[3 * i])
            for k in 1...2 {
                let b = root(mesh.indices[3 * i + k])
                // The lower number becomes the root, so that roots do not depend on the order of joining.
                let now = root(a)
                if now < b { parent[Int(b)] = now } else if b < now { parent[Int(now)] = b }
            }
        }
        var areas = [Float](repeating: 0, count: mesh.positions.count)
        for i in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(i)
            areas[Int(root(mesh.indices[3 * i]))] += cross(b - a, c - a).length * 0.5
        }
        let largest = areas.max() ?? 0
        let limit = min(minimumArea, largest)
        var removed = 0
        for i in areas.indices where areas[i] > 0 && areas[i] < limit { removed += 1 }

        var kept: [UInt32] = []
        kept.reserveCapacity(mesh.indices.count)
        for i in 0..<mesh.triangleCount where areas[Int(root(mesh.indices[3 * i]))] >= limit {
            kept += [mesh.indices[3 * i], mesh.indices[3 * i + 1], mesh.indices[3 * i + 2]]
        }
        mesh.indices = kept
        dropUnusedVertices(&mesh)
        return removed
    }

    /// Removes the vertices that no triangle uses; the order of the others is kept.
    static func dropUnusedVertices(_ mesh: inout TriangleMesh) {
        var number = [UInt32](repeating: .max, count: mesh.positions.count)
        for i in mesh.indices { number[Int(i)] = 0 }
        var count: UInt32 = 0
        for i in number.indices where number[i] == 0 {
            number[i] = count
            count += 1
        }
        guard Int(count) < mesh.positions.count else { return }
        func keep<T>(_ values: [T]) -> [T] {
            values.isEmpty ? [] : values.indices.lazy.filter { number[$0] != .max }.map { values[$0] }
        }
        mesh.positions = keep(mesh.positions)
        mesh.normals = keep(mesh.normals)
        mesh.colors = keep(mesh.colors)
        mesh.textureCoordinates = keep(mesh.textureCoordinates)
        for i in mesh.indices.indices { mesh.indices[i] = number[Int(mesh.indices[i])] }
    }
}
