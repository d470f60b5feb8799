import Geometry

/// What tests ask of a mesh.
package enum MeshChecks {
    /// How often each edge is used, in either direction.
    package static func edges(_ mesh: TriangleMesh) -> [SIMD2<UInt32>: SIMD2<Int>] {
        var edges: [SIMD2<UInt32>: SIMD2<Int>] = [:]
        for t in 0..<mesh.triangleCount {
            for k in 0..<3 {
                let a = mesh.indices[3 * t + k]
                let b = mesh.indices[3 * t + (k + 1) % 3]
                edges[SIMD2(min(a, b), max(a, b)), default: .zero] &+= a < b ? SIMD2(1, 0) : SIMD2(0, 1)
            }
        }
        return edges
    }

    /// Each edge has exactly two triangles that face the same way, and no triangle lacks a corner.
    package static func isWatertight(_ mesh: TriangleMesh) -> Bool {
        mesh.flaw == nil && edges(mesh).values.allSatisfy { $0 == SIMD2(1, 1) }
            && (0..<mesh.triangleCount).allSatisfy { t in Set(mesh.indices[3 * t..<3 * t + 3]).count == 3 }
    }
}

/// `n` x `n` squares with shared vertices, each at the place of its 0…1 coordinates.
package func grid(_ n: Int, _ place: (Float, Float) -> Vector3) -> TriangleMesh {
    var mesh = TriangleMesh()
    for y in 0...n { for x in 0...n { mesh.positions.append(place(Float(x) / Float(n), Float(y) / Float(n))) } }
    for y in 0..<n {
        for x in 0..<n {
            let a = UInt32(y * (n + 1) + x)
            let b = a + UInt32(n) + 1
            mesh.indices += [a, a + 1, b + 1, a, b + 1, b]
        }
    }
    return mesh
}
