import Geometry

/// Makes any heap of triangles a surface that has at most two triangles at each edge, both facing the same way.
public enum MeshRepair {
    /// Joins vertices at exactly the same place, and drops triangles that have no three corners then, that were there already
    /// (facing either way), or that are not finite. Texture coordinates are dropped where joined vertices disagree on them.
    public static func weld(_ mesh: inout TriangleMesh) {
        let order = mesh.positions.indices.sorted { a, b in
            let p = mesh.positions[a]
            let q = mesh.positions[b]
            if p.x != q.x { return p.x < q.x }
            if p.y != q.y { return p.y < q.y }
            return p.z != q.z ? p.z < q.z : a < b
        }
        // Each vertex's first one at its place; NaN equals nothing.
        var first = Array(0..<UInt32(truncatingIfNeeded: mesh.positions.count))
        for (i, v) in order.enumerated().dropFirst() where mesh.positions[v] == mesh.positions[order[i - 1]] {
            first[v] = first[order[i - 1]]
        }
        join(first, &mesh)
    }

    /// Joins the ends of edges shorter than a thousandth of the mean, whose triangles are needles without area.
    static func collapseNeedles(_ mesh: inout TriangleMesh) {
        var lengths = 0.0
        for h in mesh.indices.indices { lengths += Double(length(h, mesh)) }
        guard !mesh.indices.isEmpty else { return }
        let limit = Float(lengths / Double(mesh.indices.count) * 1e-3)
        var first = Array(0..<UInt32(truncatingIfNeeded: mesh.positions.count))
        func root(_ v: UInt32) -> UInt32 {
            var v = v
            while first[Int(v)] != v { v = first[Int(v)] }
            return v
        }
        for h in mesh.indices.indices where length(h, mesh) < limit {
            let a = root(mesh.indices[h])
            let b = root(mesh.indices[MeshTopology.next(h)])
            // Chains of short edges do not become one point, however long they are.
            guard a != b, (mesh.positions[Int(a)] - mesh.positions[Int(b)]).length < limit else { continue }
            first[Int(max(a, b))] = min(a, b)
        }
        for v in first.indices { first[v] = root(UInt32(v)) }
        join(first, &mesh)
    }

    private static func length(_ h: Int, _ mesh: TriangleMesh) -> Float {
        (mesh.positions[Int(mesh.indices[h])] - mesh.positions[Int(mesh.indices[MeshTopology.next(h)])]).length
    }

    /// Puts `first[v]` in the place of each vertex v, and drops triangles that lost a corner, are doubled or not finite.
    private static func join(_ first: [UInt32], _ mesh: inout TriangleMesh) {
        if !mesh.textureCoordinates.isEmpty,
            first.indices.contains(where: { mesh.textureCoordinates[$0] != mesh.textureCoordinates[Int(first[$0])] })
        {
            mesh.textureCoordinates = []
        }
        var seen: Set<SIMD3<UInt32>> = []
        var kept: [UInt32] = []
        kept.reserveCapacity(mesh.indices.count)
        for t in 0..<mesh.triangleCount {
            var (a, b, c) = (
                first[Int(mesh.indices[3 * t])], first[Int(mesh.indices[3 * t + 1])], first[Int(mesh.indices[3 * t + 2])]
            )
            let (p, q, r) = mesh.corners(t)
            guard a != b, b != c, c != a, p.isFinite, q.isFinite, r.isFinite else { continue }
            // The lowest number first, the sense kept.
            while a > b || a > c { (a, b, c) = (b, c, a) }
            // A triangle and its back, as two-sided models have them, are one.
            if seen.insert(SIMD3(a, min(b, c), max(b, c))).inserted { kept += [a, b, c] }
        }
        mesh.indices = kept
        Components.dropUnusedVertices(&mesh)
    }

    /// Turns triangles so that neighbours face the same way, as far as the surface has two sides; most of each piece stays as it
    /// was.
    static func orient(_ mesh: inout TriangleMesh) {
        let count = mesh.triangleCount
        let neighbours = edgeNeighbours(mesh.indices, vertexCount: mesh.positions.count)
        var turned = [Bool](repeating: false, count: count)
        var visited = turned
        for start in 0..<count where !visited[start] {
            var piece = [start]
            visited[start] = true
            var next = 0
            while next < piece.count {
                let t = piece[next]
                next += 1
                for h in 3 * t..<3 * t + 3 where neighbours[h] >= 0 {
                    let o = Int(neighbours[h])
                    guard !visited[o / 3] else { continue }
                    visited[o / 3] = true
                    let runsSameWay = mesh.indices[h] == mesh.indices[o]
                    turned[o / 3] = turned[t] != runsSameWay
                    piece.append(o / 3)
                }
            }
            var kept = 0.0
            var changed = 0.0
            for t in piece {
                let (a, b, c) = mesh.corners(t)
                let area = Double(cross(b - a, c - a).length)
                if turned[t] { changed += area } else { kept += area }
            }
            if changed > kept { for t in piece { turned[t].toggle() } }
        }
        for t in 0..<count where turned[t] { mesh.indices.swapAt(3 * t + 1, 3 * t + 2) }
    }

    /// For each half-edge the only other one along the same edge, whichever way it runs; −1 where there is none or several.
    private static func edgeNeighbours(_ indices: [UInt32], vertexCount: Int) -> [Int32] {
        var keys: [(key: UInt64, h: Int32)] = []
        keys.reserveCapacity(indices.count)
        for h in indices.indices {
            let a = indices[h]
            let b = indices[MeshTopology.next(h)]
            keys.append((UInt64(min(a, b)) << 32 | UInt64(max(a, b)), Int32(truncatingIfNeeded: h)))
        }
        keys.sort { (x, y) -> Bool in x.key != y.key ? x.key < y.key : x.h < y.h }
        var result = [Int32](repeating: -1, count: indices.count)
        var i = 0
        while i < keys.count {
            var end = i + 1
            while end < keys.count && keys[end].key == keys[i].key { end += 1 }
            if end - i == 2 {
                result[Int(keys[i].h)] = keys[i + 1].h
                result[Int(keys[i + 1].h)] = keys[i].h
            }
            i = end
        }
        return result
    }

    /// Cuts the surface open along edges where more than two triangles meet, and apart at points where several fans of triangles
    /// touch (Guéziec et al. 2001, *Cutting and stitching*). Each fan but the first gets a vertex of its own, a hair's breadth
    /// inwards, so that programs that join equal points do not undo the cut.
    ///
    /// A fan is a strip or a ring of triangles round a point; a strip has one edge in and one out, so no edge of the result has
    /// more than two triangles, and those run opposite ways.
    static func cut(_ mesh: inout TriangleMesh) {
        let topology = MeshTopology(indices: mesh.indices, vertexCount: mesh.positions.count)
        let around = VertexTriangles(indices: mesh.indices, vertexCount: mesh.positions.count)
        let old = mesh.indices
        var isDone = [Bool](repeating: false, count: old.count)
        for v in 0..<mesh.positions.count {
            var fans = 0
            around.forEach(v) { t in
                guard let start = (3 * t..<3 * t + 3).first(where: { old[$0] == UInt32(v) }), !isDone[start] else { return }
                let fan = fan(from: start, topology)
                fans += 1
                let number = fans == 1 ? UInt32(v) : copy(UInt32(v), fan: fan, old: old, mesh: &mesh)
                for corner in fan {
                    isDone[corner] = true
                    mesh.indices[corner] = number
                }
            }
        }
    }

    /// The corners (half-edges that start at the same vertex) that hang together with `start` through edges.
    private static func fan(from start: Int, _ topology: MeshTopology) -> [Int] {
        var fan = [start]
        // One way round: over the edge that ends here.
        var h = start
        while case let o = topology.opposite[MeshTopology.next(MeshTopology.next(h))], o >= 0, Int(o) != start {
            h = Int(o)
            fan.append(h)
        }
        guard topology.opposite[MeshTopology.next(MeshTopology.next(h))] < 0 else { return fan }
        // The other way: over the edge that starts here.
        h = start
        while topology.opposite[h] >= 0 {
            h = MeshTopology.next(Int(topology.opposite[h]))
            fan.append(h)
        }
        return fan
    }

    private static func copy(_ v: UInt32, fan: [Int], old: [UInt32], mesh: inout TriangleMesh) -> UInt32 {
        let p = mesh.positions[Int(v)]
        var middle = Vector3.zero
        for corner in fan {
            let b = old[MeshTopology.next(corner)]
            let c = old[MeshTopology.next(MeshTopology.next(corner))]
            middle += mesh.positions[Int(b)] + mesh.positions[Int(c)]
        }
        middle /= Float(2 * fan.count)
        let number = UInt32(mesh.positions.count)
        mesh.positions.append(p + (middle - p) * 0.01)
        if !mesh.normals.isEmpty { mesh.normals.append(mesh.normals[Int(v)]) }
        if !mesh.colors.isEmpty { mesh.colors.append(mesh.colors[Int(v)]) }
        if !mesh.textureCoordinates.isEmpty { mesh.textureCoordinates.append(mesh.textureCoordinates[Int(v)]) }
        return number
    }
}
