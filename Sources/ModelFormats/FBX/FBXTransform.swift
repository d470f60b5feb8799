import Models

/// Transforms of FBX models from their properties (FBX SDK, "Computing transformation matrices").
enum FBXTransform {
    /// T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹.
    static func local(_ model: FBXNode) -> AffineMap {
        func vector(_ name: String) -> SIMD3<Double> { model.setting(vector: name) ?? .zero }
        let rotationPivot = vector("RotationPivot")
        let scalingPivot = vector("ScalingPivot")
        let before = AffineMap.translation(vector("Lcl Translation") + vector("RotationOffset") + rotationPivot)
        let turn =
            euler(vector("PreRotation"), 0) * euler(vector("Lcl Rotation"), model.setting(integer: "RotationOrder") ?? 0)
            * inverse(euler(vector("PostRotation"), 0))
        let between = AffineMap.translation(vector("ScalingOffset") + scalingPivot - rotationPivot)
        let scale = AffineMap.scale(model.setting(vector: "Lcl Scaling") ?? SIMD3(repeating: 1))
        return before * turn * between * scale * .translation(-scalingPivot)
    }

    /// What moves a model's geometry alone.
    static func geometric(_ model: FBXNode) -> AffineMap {
        .translation(model.setting(vector: "GeometricTranslation") ?? .zero)
            * euler(model.setting(vector: "GeometricRotation") ?? .zero, 0)
            * .scale(model.setting(vector: "GeometricScaling") ?? SIMD3(repeating: 1))
    }

    /// Degrees about x, y and z; the order's first axis is applied first.
    private static func euler(_ degrees: SIMD3<Double>, _ order: Int) -> AffineMap {
        if degrees == .zero { return .identity }
        let orders = [[0, 1, 2], [0, 2, 1], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0]]
        let axes = orders[orders.indices.contains(order) ? order : 0]
        var result = AffineMap.identity
        for k in axes {
            var axis = SIMD3<Double>()
            axis[k] = 1
            result = .rotation(degrees[k] * .pi / 180, about: axis) * result
        }
        return result
    }

    /// Of a rotation: its transpose.
    private static func inverse(_ a: AffineMap) -> AffineMap {
        AffineMap(x: SIMD3(a.x.x, a.y.x, a.z.x), y: SIMD3(a.x.y, a.y.y, a.z.y), z: SIMD3(a.x.z, a.y.z, a.z.z))
    }
}
