import Models

/// A linear map with a translation as a rotation, a scale and a rotation behind them (singular value decomposition).
struct FBXShear {
    /// Translation, rotation and scale.
    var outer = FBXTransform.Parts()
    /// The rotation that is applied first.
    var inner = SIMD4<Double>(0, 0, 0, 1)

    init(_ map: AffineMap) {
        // Columns are turned against each other until they are at right angles (one-sided Jacobi): M V = U S.
        var columns = [map.x, map.y, map.z]
        var turns: [SIMD3<Double>] = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
        for _ in 0..<30 {
            for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                let a = (columns[i] * columns[i]).sum()
                let b = (columns[j] * columns[j]).sum()
                let c = (columns[i] * columns[j]).sum()
                guard abs(c) > 1e-15 * (a * b).squareRoot(), c != 0 else { continue }
                let zeta = (b - a) / (2 * c)
                let t = (zeta < 0 ? -1 : 1) / (abs(zeta) + (1 + zeta * zeta).squareRoot())
                let cosine = 1 / (1 + t * t).squareRoot()
                let sine = cosine * t
                let column = columns[i]
                columns[i] = column * cosine - columns[j] * sine
                columns[j] = column * sine + columns[j] * cosine
                let turn = turns[i]
                turns[i] = turn * cosine - turns[j] * sine
                turns[j] = turn * sine + turns[j] * cosine
            }
        }
        let v = AffineMap(x: turns[0], y: turns[1], z: turns[2])
        let scaled = AffineMap(x: columns[0], y: columns[1], z: columns[2])
        outer.translation = map.translation
        if let parts = scaled.parts, let turn = v.parts {
            outer.rotation = parts.rotation
            outer.scale = parts.scale
            inner = FBXTransform.conjugate(turn.rotation)
        } else {
            // Singular: what is flat stays nearly flat.
            outer.scale = SIMD3((columns[0] * columns[0]).sum().squareRoot(), (columns[1] * columns[1]).sum().squareRoot(), 0)
        }
    }
}
