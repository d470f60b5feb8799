import Geometry

/// Which triangles of a mesh lie beside which, and how each of them lies in space.
///
/// Corners at exactly the same place count as one vertex, so that meshes whose vertices are doubled along seams hang together.
package struct FaceTopology {
    /// The triangle beyond each edge (corner k to corner k + 1), three a triangle; −1 at boundaries, where more than two triangles
    /// meet, and where the two wind differently.
    package private(set) var neighbours: [Int32]
    /// Unit normals; zero for triangles without area.
    package private(set) var normals: [Vector3]
    /// Unit normals of the surface around each triangle: the mean of the normals at its corners. Steadier than a triangle's own.
    package private(set) var smoothNormals: [Vector3]
    /// m².
    package private(set) var areas: [Float]

    package init(_ mesh: TriangleMesh) {
        let welded = Self.weld(mesh)
        let n = mesh.triangleCount
        normals = []
        areas = []
        normals.reserveCapacity(n)
        areas.reserveCapacity(n)
        var sums = [Vector3](repeating: Vector3(repeating: 0), count: mesh.positions.count)
        for t in 0..<n {
            let (a, b, c) = mesh.corners(t)
            let v = cross(b - a, c - a)
            let l = v.length
            // Below this the direction is rounding error.
            let edge = max((b - a).lengthSquared, max((c - a).lengthSquared, (c - b).lengthSquared))
            let isFlat = !(l > 1e-6 * edge) || !l.isFinite
            normals.append(isFlat ? Vector3(repeating: 0) : v / l)
            areas.append(isFlat ? 0 : 0.5 * l)
            if !isFlat { for k in 0..<3 { sums[Int(welded[3 * t + k])] += v } }
        }
        smoothNormals = (0..<n).map { t in
            var sum = Vector3(repeating: 0)
            for k in 0..<3 { sum += sums[Int(welded[3 * t + k])].normalized }
            return sum.lengthSquared > 1e-6 ? sum.normalized : Vector3(repeating: 0)
        }
        for t in 0..<n where smoothNormals[t] == Vector3(repeating: 0) { smoothNormals[t] = normals[t] }
        neighbours = Self.connect(welded, areas)
    }

    /// The first vertex at the same place, for each corner.
    private static func weld(_ mesh: TriangleMesh) -> [UInt32] {
        var first: [SIMD3<UInt32>: UInt32] = [:]
        first.reserveCapacity(mesh.positions.count)
        let place = mesh.positions.indices.map { i -> UInt32 in
            // Adding zero makes −0 into 0.
            let p = mesh.positions[i] + 0
            let key = SIMD3(p.x.bitPattern, p.y.bitPattern, p.z.bitPattern)
            if let known = first[key] { return known }
            first[key] = UInt32(i)
            return UInt32(i)
        }
        return mesh.indices.map { place[Int($0)] }
    }

    /// Pairs the half-edges that run against each other between the same two vertices.
    private static func connect(_ corners: [UInt32], _ areas: [Float]) -> [Int32] {
        var neighbours = [Int32](repeating: -1, count: corners.count)
        // Half-edges by their lower vertex.
        let vertexCount = Int(corners.max() ?? 0) + 1
        var starts = [Int](repeating: 0, count: vertexCount + 1)
        func ends(_ h: Int) -> (UInt32, UInt32) { (corners[h], corners[h % 3 == 2 ? h - 2 : h + 1]) }
        for h in corners.indices where areas[h / 3] > 0 {
            let (a, b) = ends(h)
            starts[Int(min(a, b)) + 1] += 1
        }
        for v in 0..<vertexCount { starts[v + 1] += starts[v] }
        var next = starts
        // The higher vertex above, the half-edge below.
        var edges = [UInt64](repeating: 0, count: starts[vertexCount])
        for h in corners.indices where areas[h / 3] > 0 {
            let (a, b) = ends(h)
            let low = Int(min(a, b))
            edges[next[low]] = UInt64(max(a, b)) << 32 | UInt64(h)
            next[low] += 1
        }
        for v in 0..<vertexCount where starts[v + 1] - starts[v] > 1 {
            edges[starts[v]..<starts[v + 1]].sort()
            var i = starts[v]
            while i < starts[v + 1] {
                var j = i + 1
                while j < starts[v + 1] && edges[j] >> 32 == edges[i] >> 32 { j += 1 }
                if j == i + 2 {
                    let g = Int(edges[i] & 0xFFFF_FFFF)
                    let h = Int(edges[i + 1] & 0xFFFF_FFFF)
                    if corners[g] != corners[h] && g / 3 != h / 3 {
                        neighbours[g] = Int32(h / 3)
                        neighbours[h] = Int32(g / 3)
                    }
                }
                i = j
            }
        }
        return neighbours
    }
}
