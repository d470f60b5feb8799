import CMeshOptimizer
import Geometry

extension TriangleMesh {
    /// The same mesh in the order in which a graphics card draws it fastest: neighbouring triangles follow each other, so that each
    /// vertex is computed about once, and vertices lie in the order of their first use. Vertices that no triangle uses go.
    ///
    /// - Precondition: `flaw` is nil.
    public func orderedForDrawing() -> TriangleMesh {
        guard !indices.isEmpty else { return self }
        let order = [UInt32](unsafeUninitializedCapacity: indices.count) { buffer, filled in
            meshopt_optimizeVertexCache(buffer.baseAddress, indices, indices.count, positions.count)
            filled = indices.count
        }
        return keeping(order)
    }

    /// These triangles with the vertices that they use, in the order of first use.
    func keeping(_ triangles: [UInt32]) -> TriangleMesh {
        var place = [UInt32](repeating: .max, count: positions.count)
        var kept: [UInt32] = []
        kept.reserveCapacity(min(positions.count, triangles.count / 2 + 3))
        let indices = triangles.map { index in
            let i = Int(index)
            if place[i] == .max {
                place[i] = UInt32(kept.count)
                kept.append(index)
            }
            return place[i]
        }
        func picked<T>(_ values: [T]) -> [T] { values.isEmpty ? [] : kept.map { values[Int($0)] } }
        return TriangleMesh(
            positions: picked(positions), normals: picked(normals), colors: picked(colors),
            textureCoordinates: picked(textureCoordinates), indices: indices)
    }
}
