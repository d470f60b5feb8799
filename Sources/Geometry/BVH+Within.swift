extension BVH {
    /// The triangles that come within `radius` metres of `p`, in a repeatable order; at most `limit` of them.
    public func triangles(within radius: Float, of p: Vector3, limit: Int = .max) -> [Int] {
        var found: [Int] = []
        guard !nodes.isEmpty, p.isFinite, radius >= 0 else { return found }
        let reach = radius * radius
        var stack: [UInt32] = [0]
        while let current = stack.popLast(), found.count < limit {
            let node = nodes[Int(current)]
            guard node.bounds.distanceSquared(to: p) <= reach else { continue }
            guard node.count > 0 else {
                stack.append(node.first)
                stack.append(current + 1)
                continue
            }
            for i in Int(node.first)..<Int(node.first) + Int(node.count) where found.count < limit {
                let q = closestPoint(p, corners[3 * i], corners[3 * i + 1], corners[3 * i + 2])
                if (q - p).lengthSquared <= reach { found.append(Int(order[i])) }
            }
        }
        return found
    }
}
