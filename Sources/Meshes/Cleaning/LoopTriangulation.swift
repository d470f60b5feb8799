import Geometry

/// Triangulates closed polygons in space.
///
/// The triangulation of least weight by dynamic programming (Barequet and Sharir 1995; Liepa 2003, *Filling holes in meshes*):
/// small area, and no folds, neither inside nor towards the surface around.
struct LoopTriangulation {
    /// A polygon's corners in the sense of the triangles that are to fill it.
    let points: [Vector3]
    /// Unit normals of the surface across each edge (corner i to corner i + 1); zero where nothing is there.
    let across: [Vector3]
    /// Pairs of corners (lower · count + higher) that must not be joined: an edge joins them already.
    var taken: Set<Int> = []

    /// Polygons with more corners are not triangulated as they are; time grows with the cube.
    static let limit = 96

    /// What a triangle costs that has no area: more than any other way.
    private static let degenerate: Float = 1e3

    /// The triangles, as numbers of corners; nil where every way needs a forbidden edge.
    func triangles() -> [SIMD3<Int32>]? {
        let n = points.count
        guard n >= 3, n <= Self.limit else { return nil }
        var cost = [Float](repeating: 0, count: n * n)
        var split = [Int16](repeating: 0, count: n * n)
        var normals = [Vector3](repeating: .zero, count: n * n)
        for i in 0..<n - 1 { normals[i * n + i + 1] = across[i] }
        for span in 2..<n {
            for i in 0..<n - span {
                let k = i + span
                var best = Float.infinity
                var bestNormal = Vector3.zero
                let isLast = span == n - 1
                if isLast || !taken.contains(i * n + k) {
                    for m in i + 1..<k where cost[i * n + m] + cost[m * n + k] < best {
                        let a = points[i]
                        let b = points[m]
                        let c = points[k]
                        let cut = cross(b - a, c - a)
                        let length = cut.length
                        let ab = (b - a).lengthSquared
                        let bc = (c - b).lengthSquared
                        let ca = (a - c).lengthSquared
                        var sum = cost[i * n + m] + cost[m * n + k] + 0.5 * length
                        if length > 1e-4 * max(ab, bc, ca) {
                            let normal = cut / length
                            sum += Self.fold(normal, normals[i * n + m]) * ab + Self.fold(normal, normals[m * n + k]) * bc
                            if isLast { sum += Self.fold(normal, across[n - 1]) * ca }
                            if sum < best {
                                best = sum
                                bestNormal = normal
                                split[i * n + k] = Int16(m)
                            }
                        } else {
                            sum += Self.degenerate
                            if sum < best {
                                best = sum
                                bestNormal = .zero
                                split[i * n + k] = Int16(m)
                            }
                        }
                    }
                }
                cost[i * n + k] = best
                normals[i * n + k] = bestNormal
            }
        }
        guard cost[n - 1] < .infinity else { return nil }
        var result: [SIMD3<Int32>] = []
        var open = [(0, n - 1)]
        while let (i, k) = open.popLast() {
            guard k - i > 1 else { continue }
            let m = Int(split[i * n + k])
            result.append(SIMD3(Int32(i), Int32(m), Int32(k)))
            open.append((i, m))
            open.append((m, k))
        }
        return result
    }

    /// 0 for two triangles in one plane to 1 for two that lie on each other; nothing where there is only one.
    @inline(__always)
    private static func fold(_ a: Vector3, _ b: Vector3) -> Float { b == .zero ? 0 : 0.5 * (1 - dot(a, b)) }
}
