/// Where a surface comes nearest to an upright line segment.
public struct NearestToColumn: Sendable, Equatable {
    /// On the surface.
    public var point: Vector3
    /// On the segment.
    public var axis: Vector3
    /// Metres; zero where the segment pierces the surface.
    public var distance: Float
    /// Number of the triangle in its mesh.
    public var triangle: Int
}

extension BVH {
    /// Where the surface comes nearest to the segment from `base` upwards by `height` metres, within `radius` metres; nil where it
    /// stays further away. What a standing capsule asks: it is clear where this gives nil for its radius.
    public func nearest(toColumn base: Vector3, height: Float, within radius: Float) -> NearestToColumn? {
        guard !nodes.isEmpty, base.isFinite, height >= 0, height.isFinite else { return nil }
        let column = Column(base: base, top: base.y + height)
        var best = radius * radius
        var found: (point: Vector3, axis: Vector3, slot: Int)?
        return nodes.withUnsafeBufferPointer { nodes in
            corners.withUnsafeBufferPointer { corners in
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: BVH.maximumDepth + 2) { stack in
                    var depth = 1
                    stack[0] = 0
                    while depth > 0 {
                        depth -= 1
                        var current = stack[depth]
                        guard column.distanceSquared(to: nodes[Int(current)]) <= best else { continue }
                        while nodes[Int(current)].count == 0 {
                            let left = current + 1
                            let right = nodes[Int(current)].first
                            let a = column.distanceSquared(to: nodes[Int(left)])
                            let b = column.distanceSquared(to: nodes[Int(right)])
                            if Swift.max(a, b) <= best {
                                stack[depth] = a <= b ? right : left
                                depth += 1
                            }
                            current = a <= b ? left : right
                            if Swift.min(a, b) > best { break }
                        }
                        let node = nodes[Int(current)]
                        guard node.count > 0 else { continue }
                        for i in Int(node.first)..<Int(node.first + node.count) {
                            let near = column.nearest(corners[3 * i], corners[3 * i + 1], corners[3 * i + 2])
                            let d = (near.point - near.axis).lengthSquared
                            if d <= best {
                                best = d
                                found = (near.point, near.axis, i)
                            }
                        }
                    }
                    guard let found else { return nil }
                    return NearestToColumn(
                        point: found.point, axis: found.axis, distance: best.squareRoot(), triangle: Int(order[found.slot]))
                }
            }
        }
    }
}

/// An upright segment.
private struct Column {
    var base: Vector3
    /// Height of the upper end.
    var top: Float

    @inline(__always)
    func distanceSquared(to node: BVH.Node) -> Float {
        let dx = Swift.max(Swift.max(node.low.0 - base.x, base.x - node.high.0), 0)
        let dy = Swift.max(Swift.max(node.low.1 - top, base.y - node.high.1), 0)
        let dz = Swift.max(Swift.max(node.low.2 - base.z, base.z - node.high.2), 0)
        return dx * dx + dy * dy + dz * dz
    }

    /// The nearest pair of points. Either the segment pierces the triangle, or one of its ends is nearest to the triangle, or its
    /// inside is nearest to an edge; a nearest point of an edge to the endless line that lies beyond an end is the end's case
    /// (convexity).
    @inline(__always)
    func nearest(_ a: Vector3, _ b: Vector3, _ c: Vector3) -> (point: Vector3, axis: Vector3) {
        if let y = piercedHeight(a, b, c) {
            let p = Vector3(base.x, y, base.z)
            return (p, p)
        }
        let upper = Vector3(base.x, top, base.z)
        var best: (point: Vector3, axis: Vector3) = (closestPoint(base, a, b, c), base)
        var least = (best.point - best.axis).lengthSquared
        @inline(__always)
        func offer(_ point: Vector3, _ axis: Vector3) {
            let d = (point - axis).lengthSquared
            if d < least { (least, best) = (d, (point, axis)) }
        }
        offer(closestPoint(upper, a, b, c), upper)
        let ab = nearest(edge: a, b)
        offer(ab.point, ab.axis)
        let bc = nearest(edge: b, c)
        offer(bc.point, bc.axis)
        let ca = nearest(edge: c, a)
        offer(ca.point, ca.axis)
        return best
    }

    /// Where an edge comes nearest to the segment, seen from above; a pair of points on both wherever its height is.
    @inline(__always)
    private func nearest(edge a: Vector3, _ b: Vector3) -> (point: Vector3, axis: Vector3) {
        let ex = b.x - a.x
        let ez = b.z - a.z
        let square = ex * ex + ez * ez
        if square > 0 {
            let s = ((base.x - a.x) * ex + (base.z - a.z) * ez) / square
            let p = a + (b - a) * Swift.min(Swift.max(s, 0), 1)
            return (p, Vector3(base.x, Swift.min(Swift.max(p.y, base.y), top), base.z))
        }
        // Upright like the segment: a height that both have, else the ends that face each other.
        let low = Swift.min(a.y, b.y)
        let high = Swift.max(a.y, b.y)
        let y = Swift.min(Swift.max(base.y, low), high)
        return (Vector3(a.x, y, a.z), Vector3(base.x, Swift.min(Swift.max(y, base.y), top), base.z))
    }

    /// The height at which the segment goes through the triangle.
    @inline(__always)
    private func piercedHeight(_ a: Vector3, _ b: Vector3, _ c: Vector3) -> Float? {
        let ax = a.x - base.x
        let az = a.z - base.z
        let bx = b.x - base.x
        let bz = b.z - base.z
        let cx = c.x - base.x
        let cz = c.z - base.z
        let u = bx * cz - bz * cx
        let v = cx * az - cz * ax
        let w = ax * bz - az * bx
        if (u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0) { return nil }
        let area = u + v + w
        guard area != 0 else { return nil }
        let y = (u * a.y + v * b.y + w * c.y) / area
        return y >= base.y && y <= top ? y : nil
    }
}
