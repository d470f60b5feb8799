import Geometry
import Work

/// Brightness as the eye sees it, and how it changes along a surface.
enum Brightness {
    /// 0…1, of a linear colour: the square root is close to sRGB's curve.
    static func of(_ c: Vector3) -> Float {
        let r = c.replacing(with: Vector3(repeating: 0), where: c .< 0)
        return (r.x.squareRoot() + r.y.squareRoot() + r.z.squareRoot()) / 3
    }

    /// The gradient of brightness in each point's tangent plane by least squares over its 30 nearest neighbours within `radius`
    /// (Park, Zhou, Koltun 2017, equation 10). All in the order of the tree.
    static func gradients(_ tree: PointTree, _ normals: [Vector3], _ brightness: [Float], radius: Float) -> [Vector3] {
        var result = [Vector3](repeating: Vector3(repeating: 0), count: tree.count)
        let k = min(30, tree.count)
        tree.withScan { scan in
            result.withUnsafeMutableBufferPointer { result in
                Parallel.forEachRange(tree.count) { range in
                    for i in range {
                        let p = Vector3(scan.x[i], scan.y[i], scan.z[i])
                        var heap = NeighbourHeap(k: k, radius: radius)
                        scan.search(p, p) { scan, start, end in
                            scan.collect(p, start, end, into: &heap)
                        } bound: {
                            heap.bound
                        }
                        result[i] = gradient(p, normals[i], brightness[i], heap.sorted(), scan, brightness)
                    }
                }
            }
        }
        return result
    }

    private static func gradient(
        _ p: Vector3, _ normal: Vector3, _ own: Float, _ near: [(distance: Float, place: Int)], _ scan: PointScan,
        _ brightness: [Float]
    ) -> Vector3 {
        guard near.count >= 4 else { return Vector3(repeating: 0) }
        let u = cross(abs(normal.x) < 0.7 ? Vector3(1, 0, 0) : Vector3(0, 1, 0), normal).normalized
        let v = cross(normal, u)
        var (uu, uv, vv, ub, vb): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
        for item in near {
            let d = Vector3(scan.x[item.place], scan.y[item.place], scan.z[item.place]) - p
            let (a, b, c) = (dot(d, u), dot(d, v), brightness[item.place] - own)
            uu += a * a
            uv += a * b
            vv += b * b
            ub += a * c
            vb += b * c
        }
        let determinant = uu * vv - uv * uv
        // Neighbours on one line tell nothing of the other direction.
        guard determinant > 1e-4 * uu * vv, determinant > 0 else { return Vector3(repeating: 0) }
        return u * ((ub * vv - vb * uv) / determinant) + v * ((vb * uu - ub * uv) / determinant)
    }
}
