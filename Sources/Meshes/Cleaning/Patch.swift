import Geometry

/// A piece of surface that fills one loop: the loop's own vertices first, then new ones.
struct Patch {
    /// The first `loopCount` of them are the loop's.
    var points: [Vector3]
    /// Linear RGB, one a point, or empty.
    var colors: [Vector3]
    var triangles: [SIMD3<Int32>]
    let loopCount: Int

    /// More new vertices than this are not made for one loop.
    private static let limit = 6000

    /// What a patch knows of the surface around its loop, one a corner.
    struct Surroundings {
        /// Unit normals at the corners; zero where unknown.
        var normals: [Vector3]
        /// Unit normals across the edges.
        var across: [Vector3]
        /// Pairs of corners that an edge joins already (lower · count + higher).
        var taken: Set<Int>
    }

    /// - Parameters:
    ///   - loop: corners in the sense of the patch's triangles, at least three.
    init(filling loop: [Vector3], colors: [Vector3], _ around: Surroundings) {
        loopCount = loop.count
        points = loop
        self.colors = colors
        triangles = []
        if loop.count <= LoopTriangulation.limit {
            if let found = LoopTriangulation(points: loop, across: around.across, taken: around.taken).triangles() {
                triangles = found
            } else {
                addFan(Array(0..<Int32(loopCount)))
            }
        } else {
            addRing(around)
        }
    }

    /// Joins a polygon's edges to a new vertex in its middle: possible whatever edges there are.
    private mutating func addFan(_ polygon: [Int32]) {
        let middle = Int32(points.count)
        points.append(mean(polygon, points))
        if !colors.isEmpty { colors.append(mean(polygon, colors)) }
        for (i, a) in polygon.enumerated() { triangles.append(SIMD3(a, polygon[(i + 1) % polygon.count], middle)) }
    }

    /// For long loops: a strip along the loop to a ring of few vertices, a little inwards, which is then triangulated.
    private mutating func addRing(_ around: Surroundings) {
        let count = LoopTriangulation.limit / 2
        let starts = (0...count).map { $0 * loopCount / count }
        var ring: [Int32] = []
        for k in 0..<count {
            let chain = (starts[k]...starts[k + 1]).map { Int32($0 % loopCount) }
            let a = points[Int(chain[0])]
            let b = points[Int(chain[chain.count - 1])]
            // Away from the surface, along it.
            var inward = Vector3.zero
            for i in starts[k]..<starts[k + 1] {
                inward += cross(around.across[i], points[(i + 1) % loopCount] - points[i])
            }
            var step = (b - a).length * 0.5
            if inward.length < 1e-9 {
                inward = mean(Array(0..<Int32(loopCount)), points) - a
                step = min(step, inward.length * 0.5)
            }
            ring.append(Int32(points.count))
            points.append(mean(chain, points) + inward.normalized * step)
            if !colors.isEmpty { colors.append(mean(chain, colors)) }
        }
        for k in 0..<count {
            for i in starts[k]..<starts[k + 1] { triangles.append(SIMD3(Int32(i), Int32((i + 1) % loopCount), ring[k])) }
            triangles.append(SIMD3(Int32(starts[k + 1] % loopCount), ring[(k + 1) % count], ring[k]))
        }
        let inner = LoopTriangulation(points: ring.map { points[Int($0)] }, across: Array(repeating: .zero, count: count))
        if let found = inner.triangles() {
            triangles += found.map { SIMD3(ring[Int($0.x)], ring[Int($0.y)], ring[Int($0.z)]) }
        } else {
            addFan(ring)
        }
    }

    private func mean(_ chain: [Int32], _ values: [Vector3]) -> Vector3 {
        chain.reduce(Vector3.zero) { $0 + values[Int($1)] } / Float(max(1, chain.count))
    }

    /// How well the patch goes on where the surface ends: the mean cosine across the loop, by length; 1 in a plane, −1 for a lid
    /// laid onto the back of a sheet.
    func agreement(_ around: Surroundings) -> Float {
        var sum = Float(0)
        var length = Float(0)
        for t in triangles {
            let n = normal(t)
            for k in 0..<3 where Int(t[k]) < loopCount && Int(t[(k + 1) % 3]) == (Int(t[k]) + 1) % loopCount {
                let l = (points[Int(t[(k + 1) % 3])] - points[Int(t[k])]).length
                sum += dot(n, around.across[Int(t[k])]) * l
                length += l
            }
        }
        return length > 0 ? sum / length : 0
    }

    func normal(_ t: SIMD3<Int32>) -> Vector3 {
        let a = points[Int(t.x)]
        let b = points[Int(t.y)]
        let c = points[Int(t.z)]
        return cross(b - a, c - a).normalized
    }

    // MARK: Refining

    /// Splits inner edges longer than `edge` metres and flips edges to Delaunay's, until the triangles are about as large as those
    /// around.
    mutating func refine(edge: Float, _ around: Surroundings) {
        flip(around)
        for _ in 0..<14 {
            guard split(longerThan: edge * 1.4) else { break }
            flip(around)
        }
    }

    private var flat: [UInt32] { triangles.flatMap { [UInt32($0.x), UInt32($0.y), UInt32($0.z)] } }

    private mutating func split(longerThan edge: Float) -> Bool {
        guard points.count - loopCount < Self.limit else { return false }
        let indices = flat
        let topology = MeshTopology(indices: indices, vertexCount: points.count)
        var long: [(length: Float, h: Int)] = []
        for h in indices.indices where Int(topology.opposite[h]) > h {
            let l = (points[Int(indices[h])] - points[Int(indices[MeshTopology.next(h)])]).length
            if l > edge { long.append((l, h)) }
        }
        guard !long.isEmpty else { return false }
        long.sort { $0.length != $1.length ? $0.length > $1.length : $0.h < $1.h }
        var touched = [Bool](repeating: false, count: triangles.count)
        for (_, h) in long {
            let o = Int(topology.opposite[h])
            guard !touched[h / 3], !touched[o / 3], points.count - loopCount < Self.limit else { continue }
            touched[h / 3] = true
            touched[o / 3] = true
            let a = Int32(indices[h])
            let b = Int32(indices[MeshTopology.next(h)])
            let c = Int32(indices[MeshTopology.next(MeshTopology.next(h))])
            let d = Int32(indices[MeshTopology.next(MeshTopology.next(o))])
            let m = Int32(points.count)
            points.append((points[Int(a)] + points[Int(b)]) * 0.5)
            if !colors.isEmpty { colors.append((colors[Int(a)] + colors[Int(b)]) * 0.5) }
            triangles[h / 3] = SIMD3(a, m, c)
            triangles[o / 3] = SIMD3(b, m, d)
            triangles.append(SIMD3(m, b, c))
            triangles.append(SIMD3(m, a, d))
        }
        return true
    }

    /// Flips each inner edge whose opposite angles together exceed 180°, where that folds nothing and the new edge is free.
    private mutating func flip(_ around: Surroundings) {
        for _ in 0..<8 {
            let indices = flat
            let topology = MeshTopology(indices: indices, vertexCount: points.count)
            let corners = VertexTriangles(indices: indices, vertexCount: points.count)
            var touched = [Bool](repeating: false, count: triangles.count)
            var isDone = true
            for h in indices.indices where Int(topology.opposite[h]) > h {
                let o = Int(topology.opposite[h])
                guard !touched[h / 3], !touched[o / 3] else { continue }
                let a = Int32(indices[h])
                let b = Int32(indices[MeshTopology.next(h)])
                let c = Int32(indices[MeshTopology.next(MeshTopology.next(h))])
                let d = Int32(indices[MeshTopology.next(MeshTopology.next(o))])
                guard c != d, wantsFlip(a, b, c, d), isFree(c, d: d, corners: corners, around: around, touched: touched) else {
                    continue
                }
                touched[h / 3] = true
                touched[o / 3] = true
                triangles[h / 3] = SIMD3(a, d, c)
                triangles[o / 3] = SIMD3(d, b, c)
                isDone = false
            }
            if isDone { break }
        }
    }

    private func wantsFlip(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Bool {
        let pa = points[Int(a)]
        let pb = points[Int(b)]
        let pc = points[Int(c)]
        let pd = points[Int(d)]
        func angle(_ at: Vector3) -> (sin: Float, cos: Float) { (cross(pa - at, pb - at).length, dot(pa - at, pb - at)) }
        let s = angle(pc)
        let t = angle(pd)
        let scale = (pa - pb).lengthSquared
        guard s.sin * t.cos + s.cos * t.sin < -1e-4 * scale * scale else { return false }
        let old = cross(pb - pa, pc - pa) + cross(pa - pb, pd - pb)
        let one = cross(pd - pa, pc - pa)
        let two = cross(pb - pd, pc - pd)
        return dot(one, old) > 0.1 * one.length * old.length && dot(two, old) > 0.1 * two.length * old.length
    }

    /// Whether no edge joins c and d yet, nor may come to do so in this round.
    private func isFree(
        _ c: Int32, d: Int32, corners: VertexTriangles, around: Surroundings, touched: [Bool]
    ) -> Bool {
        if Int(max(c, d)) < loopCount, around.taken.contains(Int(min(c, d)) * loopCount + Int(max(c, d))) { return false }
        // Edges along the loop belong to the surface around.
        if Int(max(c, d)) < loopCount, [1, loopCount - 1].contains(Int(max(c, d) - min(c, d))) { return false }
        var isFree = true
        for v in [c, d] {
            corners.forEach(Int(v)) { t in
                let now = triangles[t]
                let other = v == c ? d : c
                if now.x == other || now.y == other || now.z == other || touched[t] { isFree = false }
            }
        }
        return isFree
    }
}
