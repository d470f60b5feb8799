/// Where a ray meets a triangle.
public struct RayHit: Sendable, Equatable {
    /// Ray parameter, in lengths of the ray's direction.
    public var t: Float
    /// Number of the triangle in its mesh.
    public var triangle: Int
    /// Barycentric weights of the triangle's second and third corner; the first has 1 − u − v.
    public var u: Float
    public var v: Float
}

extension BVH {
    /// The nearest triangle that the ray meets at 0 < t ≤ `maximum`, from either side; nil where there is none.
    ///
    /// Watertight (Woop, Benthin, Wald 2013): a ray through a shared edge or vertex always meets one of its triangles. Edge functions
    /// that cancel to zero in single precision are evaluated again in double.
    public func intersect(_ ray: Ray, maximum: Float = .infinity) -> RayHit? {
        guard !nodes.isEmpty, ray.origin.isFinite, ray.direction.isFinite, ray.direction.lengthSquared > 0 else { return nil }
        let test = WatertightTest(ray)
        let inverse = Vector3(repeating: 1) / ray.direction
        var best = maximum
        var hit: RayHit?
        return nodes.withUnsafeBufferPointer { nodes in
            corners.withUnsafeBufferPointer { corners in
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: BVH.maximumDepth + 2) { stack in
                    var depth = 0
                    var current: UInt32 = 0
                    guard BVH.entry(nodes[0], ray.origin, inverse, best) != nil else { return nil }
                    while true {
                        let node = nodes[Int(current)]
                        if node.count > 0 {
                            for i in Int(node.first)..<Int(node.first + node.count) {
                                if let (t, u, v) = test.meets(corners[3 * i], corners[3 * i + 1], corners[3 * i + 2], best) {
                                    best = t
                                    hit = RayHit(t: t, triangle: Int(order[i]), u: u, v: v)
                                }
                            }
                        } else {
                            let left = current + 1
                            let right = node.first
                            let a = BVH.entry(nodes[Int(left)], ray.origin, inverse, best)
                            let b = BVH.entry(nodes[Int(right)], ray.origin, inverse, best)
                            if let a, let b {
                                stack[depth] = a <= b ? right : left
                                depth += 1
                                current = a <= b ? left : right
                                continue
                            } else if a != nil {
                                current = left
                                continue
                            } else if b != nil {
                                current = right
                                continue
                            }
                        }
                        guard depth > 0 else { return hit }
                        depth -= 1
                        current = stack[depth]
                    }
                }
            }
        }
    }

    /// Where the ray enters the node's box before `limit`, or nil. The far side is widened by 2 ulp, so that no box is missed by rounding
    /// (Ize 2013); comparisons are written so that a NaN from 0·∞ keeps the box.
    @inline(__always)
    private static func entry(_ node: Node, _ origin: Vector3, _ inverse: Vector3, _ limit: Float) -> Float? {
        let a = (Vector3(node.low.0, node.low.1, node.low.2) - origin) * inverse
        let b = (Vector3(node.high.0, node.high.1, node.high.2) - origin) * inverse
        var near: Float = 0
        var far = limit
        for k in 0..<3 {
            let low = a[k] < b[k] ? a[k] : b[k]
            let high = a[k] < b[k] ? b[k] : a[k]
            // A ray inside the plane of a flat side gives 0·∞: that axis says nothing.
            if low.isNaN || high.isNaN { continue }
            if low > near { near = low }
            let widened = high * 1.000_000_24
            if widened < far { far = widened }
        }
        return near <= far ? near : nil
    }
}

/// The ray's shear of Woop, Benthin, Wald: "Watertight Ray/Triangle Intersection", JCGT 2(1), 2013.
struct WatertightTest {
    private let origin: Vector3
    private let kx: Int
    private let ky: Int
    private let kz: Int
    private let sx: Float
    private let sy: Float
    private let sz: Float

    init(_ ray: Ray) {
        let d = ray.direction
        let m = Vector3(d.x.magnitude, d.y.magnitude, d.z.magnitude)
        let z = m.x > m.y ? (m.x > m.z ? 0 : 2) : (m.y > m.z ? 1 : 2)
        var x = (z + 1) % 3
        var y = (x + 1) % 3
        if d[z] < 0 { swap(&x, &y) }
        (kx, ky, kz) = (x, y, z)
        sx = d[x] / d[z]
        sy = d[y] / d[z]
        sz = 1 / d[z]
        origin = ray.origin
    }

    /// t and the weights of the second and third corner where the ray meets the triangle at 0 < t < `limit`.
    @inline(__always)
    func meets(_ p0: Vector3, _ p1: Vector3, _ p2: Vector3, _ limit: Float) -> (t: Float, u: Float, v: Float)? {
        let a = p0 - origin
        let b = p1 - origin
        let c = p2 - origin
        let ax = a[kx] - sx * a[kz]
        let ay = a[ky] - sy * a[kz]
        let bx = b[kx] - sx * b[kz]
        let by = b[ky] - sy * b[kz]
        let cx = c[kx] - sx * c[kz]
        let cy = c[ky] - sy * c[kz]
        var u = cx * by - cy * bx
        var v = ax * cy - ay * cx
        var w = bx * ay - by * ax
        if u == 0 || v == 0 || w == 0 {
            u = Float(Double(cx) * Double(by) - Double(cy) * Double(bx))
            v = Float(Double(ax) * Double(cy) - Double(ay) * Double(cx))
            w = Float(Double(bx) * Double(ay) - Double(by) * Double(ax))
        }
        if (u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0) { return nil }
        let determinant = u + v + w
        guard determinant != 0 else { return nil }
        let t = (u * sz * a[kz] + v * sz * b[kz] + w * sz * c[kz]) / determinant
        guard t > 0, t <= limit, t.isFinite else { return nil }
        return (t, v / determinant, w / determinant)
    }
}
