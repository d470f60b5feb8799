/// The point of a surface nearest to a query point.
public struct NearestPoint: Sendable, Equatable {
    /// The nearest point of the surface, in the mesh's coordinates (metres).
    public var point: Vector3
    /// Metres.
    public var distance: Float
    /// Number of the triangle in its mesh.
    public var triangle: Int
}

extension BVH {
    /// The point of the surface nearest to `p` within `radius` metres; nil where there is none.
    public func nearest(to p: Vector3, within radius: Float = .infinity) -> NearestPoint? {
        guard !nodes.isEmpty, p.isFinite else { return nil }
        var best = radius * radius
        var found: (point: Vector3, slot: Int)?
        return nodes.withUnsafeBufferPointer { nodes in
            corners.withUnsafeBufferPointer { corners in
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: BVH.maximumDepth + 2) { stack in
                    var depth = 1
                    stack[0] = 0
                    while depth > 0 {
                        depth -= 1
                        var current = stack[depth]
                        guard nodes[Int(current)].bounds.distanceSquared(to: p) <= best else { continue }
                        while nodes[Int(current)].count == 0 {
                            let left = current + 1
                            let right = nodes[Int(current)].first
                            let a = nodes[Int(left)].bounds.distanceSquared(to: p)
                            let b = nodes[Int(right)].bounds.distanceSquared(to: p)
                            let near = a <= b ? left : right
                            if Swift.max(a, b) <= best {
                                stack[depth] = a <= b ? right : left
                                depth += 1
                            }
                            current = near
                            if Swift.min(a, b) > best { break }
                        }
                        let node = nodes[Int(current)]
                        guard node.count > 0 else { continue }
                        for i in Int(node.first)..<Int(node.first + node.count) {
                            let q = closestPoint(p, corners[3 * i], corners[3 * i + 1], corners[3 * i + 2])
                            let d = (q - p).lengthSquared
                            if d <= best {
                                best = d
                                found = (q, i)
                            }
                        }
                    }
                    guard let found else { return nil }
                    return NearestPoint(point: found.point, distance: best.squareRoot(), triangle: Int(order[found.slot]))
                }
            }
        }
    }
}

/// The point of triangle abc nearest to p (Ericson, *Real-Time Collision Detection*, 5.1.5).
func closestPoint(_ p: Vector3, _ a: Vector3, _ b: Vector3, _ c: Vector3) -> Vector3 {
    let ab = b - a
    let ac = c - a
    let ap = p - a
    let d1 = dot(ab, ap)
    let d2 = dot(ac, ap)
    if d1 <= 0 && d2 <= 0 { return a }
    let bp = p - b
    let d3 = dot(ab, bp)
    let d4 = dot(ac, bp)
    if d3 >= 0 && d4 <= d3 { return b }
    let vc = d1 * d4 - d3 * d2
    if vc <= 0 && d1 >= 0 && d3 <= 0 { return a + ab * (d1 / (d1 - d3)) }
    let cp = p - c
    let d5 = dot(ab, cp)
    let d6 = dot(ac, cp)
    if d6 >= 0 && d5 <= d6 { return c }
    let vb = d5 * d2 - d1 * d6
    if vb <= 0 && d2 >= 0 && d6 <= 0 { return a + ac * (d2 / (d2 - d6)) }
    let va = d3 * d6 - d5 * d4
    if va <= 0 && (d4 - d3) >= 0 && (d5 - d6) >= 0 { return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6))) }
    let denominator = va + vb + vc
    guard denominator != 0 else { return a }
    return a + ab * (vb / denominator) + ac * (vc / denominator)
}
