import Geometry
import Support

/// Brightness as the eye sees it, and how it changes along a surface.
enum Brightness {
    /// 0…1, of a linear colour: the square root is close to sRGB's curve.
    static func of(_ c: Vector3) -> Float {
        let r = c.replacing(with: Vector3(repeating: 0), where: c .< 0)
        return (r.x.squareRoot() + r.y.squareRoot() + r.z.squareRoot()) / 3
    }

    /// The gradient of brightness in each point's tangent plane by least squares over its 30 nearest neighbours within `radius`
    /// (Park, Zhou, Koltun 2017, equation 10). All in the order of the tree.
    static func gradients(_ tree: PointTree, normals: [Vector3], brightness: [Float], radius: Float) throws -> [Vector3] {
        var result = [Vector3](repeating: Vector3(repeating: 0), count: tree.count)
        try result.withUnsafeMutableBufferPointer { result in
            let result = result
            try normals.withUnsafeBufferPointer { normals in
                try brightness.withUnsafeBufferPointer { brightness in
                    try Neighbourhoods.forEach(tree, search: .nearestWithin(30, radius), progress: .silent, what: "") { near in
                        result[near.index] = gradient(near, normal: normals[near.index], brightness: brightness)
                    }
                }
            }
        }
        return result
    }

    private static func gradient(_ near: Neighbourhood, normal: Vector3, brightness: UnsafeBufferPointer<Float>) -> Vector3 {
        guard near.count >= 4 else { return Vector3(repeating: 0) }
        let u = cross(abs(normal.x) < 0.7 ? Vector3(1, 0, 0) : Vector3(0, 1, 0), normal).normalized
        let v = cross(normal, u)
        let own = brightness[near.index]
        var (uu, uv, vv, ub, vb): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
        for i in 0..<near.vectors {
            var inside = (near.distances[i] .<= near.threshold).bits
            while inside != 0 {
                let lane = inside.trailingZeroBitCount
                inside &= inside - 1
                let d = Vector3(near.x[i][lane], near.y[i][lane], near.z[i][lane]) - near.position
                let a = dot(d, u)
                let b = dot(d, v)
                let c = brightness[Int(near.indices[i][lane])] - own
                uu += a * a
                uv += a * b
                vv += b * b
                ub += a * c
                vb += b * c
            }
        }
        let determinant = uu * vv - uv * uv
        // Neighbours on one line tell nothing of the other direction.
        guard determinant > 1e-4 * uu * vv, determinant > 0 else { return Vector3(repeating: 0) }
        return u * ((ub * vv - vb * uv) / determinant) + v * ((vb * uu - ub * uv) / determinant)
    }
}
