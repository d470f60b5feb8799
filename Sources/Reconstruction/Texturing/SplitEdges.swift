import Geometry

/// Splits the long edges of a mesh, so that what is known at vertices is known everywhere: a wall that was simplified to a few
/// triangles has none in its middle.
///
/// Whether an edge is split depends on its length alone, so neighbours split a common edge alike, and meshes with the same
/// triangles in the same order (a mesh and its atlas) are split into the same triangles in the same order.
struct SplitEdges {
    /// Three a triangle.
    private(set) var indices: [UInt32]
    /// The triangle of the original that each triangle is a part of.
    private(set) var parents: [Int32]
    /// The ends of the edge that each new vertex halves; the first new one has the number of the original's vertices.
    private(set) var ends: [SIMD2<UInt32>] = []

    /// - Parameter longest: metres.
    init(_ mesh: TriangleMesh, longest: Float) {
        indices = mesh.indices
        parents = (0..<Int32(mesh.triangleCount)).map { $0 }
        var positions = mesh.positions
        // An edge is halved at most so many times: lengths that are not finite end here, too.
        for _ in 0..<16 {
            guard splitOnce(&positions, longest: longest) else { break }
        }
    }

    /// Whether an edge was split.
    private mutating func splitOnce(_ positions: inout [Vector3], longest: Float) -> Bool {
        var middles: [SIMD2<UInt32>: UInt32] = [:]
        var triangles: [UInt32] = []
        var origins: [Int32] = []
        triangles.reserveCapacity(indices.count)
        for t in parents.indices {
            let v = SIMD3(indices[3 * t], indices[3 * t + 1], indices[3 * t + 2])
            let ab = middle(SIMD2(v.x, v.y), &positions, known: &middles, longest: longest)
            let bc = middle(SIMD2(v.y, v.z), &positions, known: &middles, longest: longest)
            let ca = middle(SIMD2(v.z, v.x), &positions, known: &middles, longest: longest)
            let before = triangles.count
            switch (ab, bc, ca) {
            case (nil, nil, nil): triangles += [v.x, v.y, v.z]
            case (let m?, nil, nil): triangles += Self.halves(v, middle: m)
            case (nil, let m?, nil): triangles += Self.halves(SIMD3(v.y, v.z, v.x), middle: m)
            case (nil, nil, let m?): triangles += Self.halves(SIMD3(v.z, v.x, v.y), middle: m)
            case (let m?, let n?, nil): triangles += Self.thirds(v, middles: SIMD2(m, n))
            case (nil, let m?, let n?): triangles += Self.thirds(SIMD3(v.y, v.z, v.x), middles: SIMD2(m, n))
            case (let n?, nil, let m?): triangles += Self.thirds(SIMD3(v.z, v.x, v.y), middles: SIMD2(m, n))
            case (let k?, let m?, let n?): triangles += [v.x, k, n, k, v.y, m, n, m, v.z, k, m, n]
            }
            for _ in 0..<(triangles.count - before) / 3 { origins.append(parents[t]) }
        }
        indices = triangles
        parents = origins
        return !middles.isEmpty
    }

    /// The vertex in the middle of an edge; nil where the edge stays whole.
    private mutating func middle(
        _ edge: SIMD2<UInt32>, _ positions: inout [Vector3], known: inout [SIMD2<UInt32>: UInt32], longest: Float
    ) -> UInt32? {
        let p = positions[Int(edge.x)]
        let q = positions[Int(edge.y)]
        guard (q - p).lengthSquared > longest * longest else { return nil }
        let key = SIMD2(min(edge.x, edge.y), max(edge.x, edge.y))
        if let found = known[key] { return found }
        let number = UInt32(positions.count)
        positions.append((p + q) * 0.5)
        ends.append(key)
        known[key] = number
        return number
    }

    /// A triangle whose first edge has the middle m.
    private static func halves(_ t: SIMD3<UInt32>, middle m: UInt32) -> [UInt32] { [t.x, m, t.z, m, t.y, t.z] }

    /// A triangle whose first and second edges have these middles.
    private static func thirds(_ t: SIMD3<UInt32>, middles m: SIMD2<UInt32>) -> [UInt32] {
        [m.x, t.y, m.y, t.x, m.x, m.y, t.x, m.y, t.z]
    }

    /// What the vertices have, and the new ones, each the mean of its two ends; nothing stays nothing.
    func extend(_ values: [Vector3]) -> [Vector3] {
        guard !values.isEmpty else { return [] }
        var all = values
        all.reserveCapacity(values.count + ends.count)
        for end in ends { all.append((all[Int(end.x)] + all[Int(end.y)]) * 0.5) }
        return all
    }

    /// The same for texture coordinates.
    func extend(_ values: [Vector2]) -> [Vector2] {
        guard !values.isEmpty else { return [] }
        var all = values
        all.reserveCapacity(values.count + ends.count)
        for end in ends { all.append((all[Int(end.x)] + all[Int(end.y)]) * 0.5) }
        return all
    }

    /// The mesh of which these are the edges, split.
    func apply(to mesh: TriangleMesh) -> TriangleMesh {
        TriangleMesh(
            positions: extend(mesh.positions), normals: extend(mesh.normals).map(\.normalized), colors: extend(mesh.colors),
            textureCoordinates: extend(mesh.textureCoordinates), indices: indices)
    }
}

extension TriangleMesh {
    /// The mean of the normals at the corners of triangle `t`, as a unit vector.
    func smoothNormal(_ t: Int) -> Vector3 {
        (normals[Int(indices[3 * t])] + normals[Int(indices[3 * t + 1])] + normals[Int(indices[3 * t + 2])]).normalized
    }
}
