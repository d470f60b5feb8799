import Geometry

/// What is left over when parts of a mesh are removed.
package enum Components {
    /// Removes the vertices that no triangle uses; the order of the others is kept.
    package static func dropUnusedVertices(_ mesh: inout TriangleMesh) {
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
