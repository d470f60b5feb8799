extension TriangleMesh {
    /// The part of the surface inside `box`: whole triangles where they lie inside, cut exactly at the box's sides where they cross
    /// them.
    ///
    /// No vertex of the result lies outside of `box`, and none is left without a triangle. Attributes are interpolated along the
    /// cut edges; triangles that shared an edge share its cut point (Sutherland and Hodgman 1974, one side of the box after the
    /// other). Triangles with a corner that is not finite are left out.
    public func clipped(to box: Bounds) -> TriangleMesh {
        guard !box.isEmpty else { return TriangleMesh() }
        var clipper = MeshClipper(self)
        var inside: [UInt32] = []
        var crossing: [UInt32] = []
        for i in 0..<triangleCount {
            let (a, b, c) = corners(i)
            guard a.isFinite, b.isFinite, c.isFinite else { continue }
            let corners = indices[3 * i..<3 * i + 3]
            if box.contains(a), box.contains(b), box.contains(c) {
                inside += corners
            } else {
                crossing += corners
            }
        }
        for axis in 0..<3 {
            crossing = clipper.clip(crossing, axis: axis, at: box.min[axis], keepsAbove: true)
            crossing = clipper.clip(crossing, axis: axis, at: box.max[axis], keepsAbove: false)
        }
        clipper.mesh.indices = inside + crossing
        return clipper.mesh.withoutLooseVertices()
    }

    /// The same triangles without the vertices that none of them has, the rest in the order of their first use.
    private func withoutLooseVertices() -> TriangleMesh {
        var numbers = [UInt32](repeating: .max, count: positions.count)
        var used: [Int] = []
        var result = TriangleMesh()
        result.indices = indices.map { old in
            if numbers[Int(old)] == .max {
                numbers[Int(old)] = UInt32(used.count)
                used.append(Int(old))
            }
            return numbers[Int(old)]
        }
        result.positions = used.map { positions[$0] }
        if !normals.isEmpty { result.normals = used.map { normals[$0] } }
        if !colors.isEmpty { result.colors = used.map { colors[$0] } }
        if !textureCoordinates.isEmpty { result.textureCoordinates = used.map { textureCoordinates[$0] } }
        return result
    }
}

/// Cuts triangles at planes across the axes; cut points are appended to the mesh's vertices.
private struct MeshClipper {
    var mesh: TriangleMesh

    init(_ mesh: TriangleMesh) { self.mesh = mesh }

    /// An edge, the same from both sides.
    private struct Edge: Hashable {
        var low: UInt32
        var high: UInt32
    }

    /// - Parameter triangles: three vertex numbers each.
    /// - Returns: the triangles of the kept side.
    mutating func clip(_ triangles: [UInt32], axis: Int, at plane: Float, keepsAbove: Bool) -> [UInt32] {
        var kept: [UInt32] = []
        kept.reserveCapacity(triangles.count)
        var cuts: [Edge: UInt32] = [:]
        func side(_ vertex: UInt32) -> Float {
            let d = mesh.positions[Int(vertex)][axis] - plane
            return keepsAbove ? d : -d
        }
        for t in stride(from: 0, to: triangles.count, by: 3) {
            let corners = (triangles[t], triangles[t + 1], triangles[t + 2])
            let sides = (side(corners.0), side(corners.1), side(corners.2))
            if sides.0 >= 0, sides.1 >= 0, sides.2 >= 0 {
                kept += [corners.0, corners.1, corners.2]
                continue
            }
            // What only touches the plane leaves no surface.
            guard sides.0 > 0 || sides.1 > 0 || sides.2 > 0 else { continue }
            var polygon: [UInt32] = []
            for (from, to, a, b) in [
                (corners.0, corners.1, sides.0, sides.1), (corners.1, corners.2, sides.1, sides.2),
                (corners.2, corners.0, sides.2, sides.0),
            ] {
                if a >= 0 { polygon.append(from) }
                if (a > 0 && b < 0) || (a < 0 && b > 0) { polygon.append(cut(from, b: to, axis: axis, plane: plane, cuts: &cuts)) }
            }
            for k in 1..<max(1, polygon.count - 1) { kept += [polygon[0], polygon[k], polygon[k + 1]] }
        }
        return kept
    }

    /// The number of the vertex where the edge meets the plane.
    private mutating func cut(
        _ a: UInt32, b: UInt32, axis: Int, plane: Float, cuts: inout [Edge: UInt32]
    ) -> UInt32 {
        let edge = Edge(low: min(a, b), high: max(a, b))
        if let known = cuts[edge] { return known }
        // Always from the lower number to the higher one, so that both triangles of an edge get the same point.
        let i = Int(edge.low)
        let j = Int(edge.high)
        let p = mesh.positions[i]
        let q = mesh.positions[j]
        let along = (Double(plane) - Double(p[axis])) / (Double(q[axis]) - Double(p[axis]))
        let share = Float(min(max(along, 0), 1))
        // Rounding must not push it out of a side that was cut before.
        var point = (p * (1 - share) + q * share).lanewiseMax(p.lanewiseMin(q)).lanewiseMin(p.lanewiseMax(q))
        point[axis] = plane
        let number = UInt32(mesh.positions.count)
        mesh.positions.append(point)
        if !mesh.normals.isEmpty {
            let normal = mesh.normals[i] + (mesh.normals[j] - mesh.normals[i]) * share
            mesh.normals.append(normal.lengthSquared > 0 ? normal.normalized : mesh.normals[i])
        }
        if !mesh.colors.isEmpty { mesh.colors.append(mesh.colors[i] + (mesh.colors[j] - mesh.colors[i]) * share) }
        if !mesh.textureCoordinates.isEmpty {
            let u = mesh.textureCoordinates[i]
            let v = mesh.textureCoordinates[j]
            mesh.textureCoordinates.append(u + (v - u) * share)
        }
        cuts[edge] = number
        return number
    }
}
