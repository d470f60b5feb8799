import CMeshOptimizer
import Geometry

extension Simplification {
    /// Meshes without texture coordinates: meshoptimizer, whose collapses know positions only. Doubled sheets, such as walls with
    /// two sides at one place, stay whole with it.
    static func plain(_ mesh: TriangleMesh, count: Int, options: Options) -> Result {
        let plain = collapsePositions(mesh, count: count, options: options)
        // Vertices at one place that differ in normal or colour lie on a seam: two of them move together, three or more not at all.
        // A mesh that is all seams (each face with corners of its own) gets nowhere until they are one.
        guard plain.mesh.triangleCount > count + count / 8, let joined = joiningEqualVertices(of: mesh) else { return plain }
        var second = collapsePositions(joined, count: count, options: options)
        guard second.mesh.triangleCount < plain.mesh.triangleCount else { return plain }
        second.joinedVertices = true
        return second
    }

    private static func collapsePositions(_ mesh: TriangleMesh, count: Int, options: Options) -> Result {
        var relative: Float = 0
        var scale: Float = 0
        let indices = mesh.positions.withUnsafeBytes { positions in
            let vertices = positions.bindMemory(to: Float.self).baseAddress
            let step = MemoryLayout<Vector3>.stride
            scale = meshopt_simplifyScale(vertices, mesh.positions.count, step)
            // The library multiplies this by itself: more than 10⁹ would only become infinite.
            let limit = scale > 0 ? min(options.maximumError / scale, 1e9) : 0
            return [UInt32](unsafeUninitializedCapacity: mesh.indices.count) { buffer, filled in
                filled = meshopt_simplify(
                    buffer.baseAddress, mesh.indices, mesh.indices.count, vertices, mesh.positions.count, step, 3 * count, limit,
                    options.locksBorders ? UInt32(meshopt_SimplifyLockBorder) : 0, &relative)
            }
        }
        let error = relative * scale
        return Result(mesh: mesh.keeping(indices), error: error.isFinite ? error : 0)
    }

    /// The mesh with one vertex for all that lie at one place and show the same part of the texture: their colours become the mean,
    /// the normals are made anew. Triangles that lose their area to that go. Nil where there is nothing to join.
    private static func joiningEqualVertices(of mesh: TriangleMesh) -> TriangleMesh? {
        var first: [Corner: UInt32] = [:]
        first.reserveCapacity(mesh.positions.count)
        var place = [UInt32](repeating: 0, count: mesh.positions.count)
        var joined = TriangleMesh()
        var shares: [Float] = []
        for i in mesh.positions.indices {
            let corner = Corner(mesh.positions[i], mesh.textureCoordinates.isEmpty ? Vector2(0, 0) : mesh.textureCoordinates[i])
            if let k = first[corner] {
                place[i] = k
                if !mesh.colors.isEmpty { joined.colors[Int(k)] += mesh.colors[i] }
                shares[Int(k)] += 1
                continue
            }
            place[i] = UInt32(shares.count)
            first[corner] = place[i]
            shares.append(1)
            joined.positions.append(mesh.positions[i])
            if !mesh.colors.isEmpty { joined.colors.append(mesh.colors[i]) }
            if !mesh.textureCoordinates.isEmpty { joined.textureCoordinates.append(mesh.textureCoordinates[i]) }
        }
        guard shares.count < mesh.positions.count else { return nil }
        for k in joined.colors.indices { joined.colors[k] /= shares[k] }
        joined.indices.reserveCapacity(mesh.indices.count)
        for t in 0..<mesh.triangleCount {
            let a = place[Int(mesh.indices[3 * t])]
            let b = place[Int(mesh.indices[3 * t + 1])]
            let c = place[Int(mesh.indices[3 * t + 2])]
            if a != b && b != c && c != a { joined.indices += [a, b, c] }
        }
        guard !joined.indices.isEmpty else { return nil }
        if !mesh.normals.isEmpty { joined.computeNormals() }
        return joined
    }

    /// What makes two vertices one: equal numbers, so that -0 and 0 are the same place.
    private struct Corner: Hashable {
        let position: Vector3
        let texture: Vector2

        init(_ position: Vector3, _ texture: Vector2) {
            self.position = position
            self.texture = texture
        }
    }
}
