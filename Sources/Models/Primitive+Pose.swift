import Geometry

extension Primitive {
    /// Positions and normals with the differences of morph targets by their weights.
    public func morphed(by weights: [Float]) -> (positions: [Vector3], normals: [Vector3]) {
        var p = positions
        var n = normals
        for (target, weight) in zip(targets, weights) where weight != 0 {
            if !target.positions.isEmpty { for i in p.indices { p[i] += weight * target.positions[i] } }
            if !target.normals.isEmpty, !n.isEmpty { for i in n.indices { n[i] += weight * target.normals[i] } }
        }
        for i in n.indices where !targets.isEmpty { n[i] = n[i].normalized }
        return (p, n)
    }

    /// Positions and normals of a skinned primitive in the world, by linear blend skinning.
    /// - Parameters:
    ///   - positions: in the mesh's coordinates, after morphing.
    ///   - normals: the same, or empty.
    ///   - joints: for each joint of the skin the map from the mesh's coordinates to the world (`Skin.maps`).
    public func skinned(
        _ positions: [Vector3], _ normals: [Vector3], joints maps: [AffineMap]
    ) -> (positions: [Vector3], normals: [Vector3]) {
        var p = positions
        var n = normals
        for i in p.indices {
            var sum = SIMD3<Double>()
            var direction = SIMD3<Double>()
            var total = 0.0
            for k in 0..<4 where weights[i][k] > 0 {
                let weight = Double(weights[i][k])
                let map = maps[Int(joints[i][k])]
                sum += weight * map.apply(SIMD3<Double>(positions[i]))
                if !normals.isEmpty { direction += weight * map.linear(SIMD3<Double>(normals[i])) }
                total += weight
            }
            // Vertices without a weight stay where the mesh is.
            guard total > 0 else { continue }
            p[i] = Vector3(sum / total)
            if !normals.isEmpty { n[i] = Vector3(direction).normalized }
        }
        return (p, n)
    }
}

extension Skin {
    /// For each joint the map from the mesh's coordinates to the world.
    public func maps(_ pose: ScenePose) -> [AffineMap] {
        joints.indices.map { i in
            pose.world[joints[i]] * (inverseBindMatrices.isEmpty ? .identity : inverseBindMatrices[i])
        }
    }
}
