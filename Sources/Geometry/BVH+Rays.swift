/// Where a ray meets a triangle.
public struct RayHit: Sendable, Equatable {
    /// Ray parameter, in lengths of the ray's direction.
    public var t: Float
    /// Number of the triangle in its mesh.
    public var triangle: Int
    /// Barycentric weights of the triangle's second and third corner; the first has 1 − u − v.
    public var u: Float
    /// Barycentric weight of the third corner.
    public var v: Float
}

extension BVH {
    /// The nearest triangle that the ray meets at 0 < t ≤ `maximum`, from either side; nil where there is none.
    ///
    /// Watertight (Woop, Benthin, Wald 2013): a ray through a shared edge or vertex always meets one of its triangles. Edge
    /// functions that cancel to zero in single precision are evaluated again in double.
    public func intersect(_ ray: Ray, maximum: Float = .infinity) -> RayHit? {
        guard !nodes.isEmpty, ray.origin.isFinite, ray.direction.isFinite, ray.direction.lengthSquared > 0 else { return nil }
        // The ray's longest axis is a type: its shear then costs no more than any other arithmetic.
        let m = Vector3(ray.direction.x.magnitude, ray.direction.y.magnitude, ray.direction.z.magnitude)
        if m.x > m.y && m.x > m.z { return traverse(WatertightTest<AlongX>(ray), box: BoxTest(ray), maximum: maximum) }
        if m.y > m.z { return traverse(WatertightTest<AlongY>(ray), box: BoxTest(ray), maximum: maximum) }
        return traverse(WatertightTest<AlongZ>(ray), box: BoxTest(ray), maximum: maximum)
    }

    @inline(__always)
    private func traverse<Axis>(_ test: WatertightTest<Axis>, box: BoxTest, maximum: Float) -> RayHit? {
        // Finite, so that the infinity of a box that is missed is always beyond it.
        var best = min(maximum, .greatestFiniteMagnitude)
        var slot = -1
        var (u, v): (Float, Float) = (0, 0)
        nodes.withUnsafeBufferPointer { nodes in
            corners.withUnsafeBufferPointer { corners in
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: BVH.maximumDepth + 2) { stack in
                    // Addresses, not buffers: every number below comes from the builder, and a check at each would cost a tenth of
                    // the time.
                    guard let nodes = UnsafeRawPointer(nodes.baseAddress), let corners = corners.baseAddress,
                        let stack = stack.baseAddress
                    else { return }
                    guard box.entry(nodes, best) <= best else { return }
                    var depth = 0
                    var current = 0
                    while true {
                        let node = nodes + current &* MemoryLayout<Node>.stride
                        let first = node.load(fromByteOffset: 12, as: UInt32.self)
                        let count = node.load(fromByteOffset: 28, as: UInt32.self)
                        if count == 0 {
                            let a = box.entry(node + MemoryLayout<Node>.stride, best)
                            let b = box.entry(nodes + Int(first) &* MemoryLayout<Node>.stride, best)
                            let isLeftNearer = a <= b
                            if (isLeftNearer ? a : b) <= best {
                                if (isLeftNearer ? b : a) <= best {
                                    stack[depth] = isLeftNearer ? first : UInt32(truncatingIfNeeded: current &+ 1)
                                    depth &+= 1
                                }
                                current = isLeftNearer ? current &+ 1 : Int(first)
                                continue
                            }
                        } else {
                            for i in Int(first)..<Int(first) &+ Int(count) {
                                if let hit = test.meets(corners[3 &* i], corners[3 &* i &+ 1], corners[3 &* i &+ 2], best) {
                                    (best, u, v) = hit
                                    slot = i
                                }
                            }
                        }
                        guard depth > 0 else { return }
                        depth &-= 1
                        current = Int(stack[depth])
                    }
                }
            }
        }
        return slot < 0 ? nil : RayHit(t: best, triangle: Int(order[slot]), u: u, v: v)
    }
}

/// A ray, prepared for boxes.
private struct BoxTest {
    private let origin: Vector3
    private let inverse: Vector3
    /// Where in a node the sides lie by which the ray enters its box, in bytes: the low ones, or 16 further the high ones.
    private let enterX: Int
    private let enterY: Int
    private let enterZ: Int

    init(_ ray: Ray) {
        origin = ray.origin
        inverse = 1 / ray.direction
        enterX = inverse.x < 0 ? 16 : 0
        enterY = inverse.y < 0 ? 20 : 4
        enterZ = inverse.z < 0 ? 24 : 8
    }

    /// Where the ray enters the box of the node at `node`, or infinity where it does not before `limit`.
    ///
    /// The far side is widened by 2 ulp, so that no box is missed by rounding (Ize 2013). A ray in the plane of a side gives 0·∞;
    /// the comparisons are written so that such an axis is ignored.
    @inline(__always)
    func entry(_ node: UnsafeRawPointer, _ limit: Float) -> Float {
        let nearX = (node.load(fromByteOffset: enterX, as: Float.self) - origin.x) * inverse.x
        let nearY = (node.load(fromByteOffset: enterY, as: Float.self) - origin.y) * inverse.y
        let nearZ = (node.load(fromByteOffset: enterZ, as: Float.self) - origin.z) * inverse.z
        let farX = (node.load(fromByteOffset: enterX ^ 16, as: Float.self) - origin.x) * inverse.x
        let farY = (node.load(fromByteOffset: enterY ^ 16, as: Float.self) - origin.y) * inverse.y
        let farZ = (node.load(fromByteOffset: enterZ ^ 16, as: Float.self) - origin.z) * inverse.z
        var enter: Float = nearX > 0 ? nearX : 0
        enter = nearY > enter ? nearY : enter
        enter = nearZ > enter ? nearZ : enter
        var leave: Float = farX < .infinity ? farX : .infinity
        leave = farY < leave ? farY : leave
        leave = farZ < leave ? farZ : leave
        leave = leave * 1.000_000_24
        leave = limit < leave ? limit : leave
        return enter <= leave ? enter : .infinity
    }
}

/// Which axis of space a ray follows most, as a type: the coordinates of a point across it and along it.
private protocol RayAxis {
    static func turned(_ p: Vector3) -> Vector3
}

private enum AlongX: RayAxis {
    @inline(__always)
    static func turned(_ p: Vector3) -> Vector3 { Vector3(p.y, p.z, p.x) }
}

private enum AlongY: RayAxis {
    @inline(__always)
    static func turned(_ p: Vector3) -> Vector3 { Vector3(p.z, p.x, p.y) }
}

private enum AlongZ: RayAxis {
    @inline(__always)
    static func turned(_ p: Vector3) -> Vector3 { p }
}

/// The ray's shear of Woop, Benthin, Wald: "Watertight Ray/Triangle Intersection", JCGT 2(1), 2013.
private struct WatertightTest<Axis: RayAxis> {
    private let origin: Vector3
    private let sx: Float
    private let sy: Float
    private let sz: Float

    init(_ ray: Ray) {
        let d = Axis.turned(ray.direction)
        sx = d.x / d.z
        sy = d.y / d.z
        sz = 1 / d.z
        origin = ray.origin
    }

    /// t and the weights of the second and third corner where the ray meets the triangle at 0 < t ≤ `limit`.
    @inline(__always)
    func meets(_ p0: Vector3, _ p1: Vector3, _ p2: Vector3, _ limit: Float) -> (t: Float, u: Float, v: Float)? {
        let a = Axis.turned(p0 - origin)
        let b = Axis.turned(p1 - origin)
        let c = Axis.turned(p2 - origin)
        let ax = a.x - sx * a.z
        let ay = a.y - sy * a.z
        let bx = b.x - sx * b.z
        let by = b.y - sy * b.z
        let cx = c.x - sx * c.z
        let cy = c.y - sy * c.z
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
        let t = (u * a.z + v * b.z + w * c.z) * sz / determinant
        guard t > 0, t <= limit, t.isFinite else { return nil }
        return (t, v / determinant, w / determinant)
    }
}
