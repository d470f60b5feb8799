import Geometry

/// The weighted sum of squared distances to planes (Garland and Heckbert 1997), as a function of the offset from a position that
/// belongs to the quadric.
///
/// With the origin at the vertex itself the constant terms stay small, and 32-bit floats lose nothing that matters.
struct PlaneQuadric {
    private var xx: Float = 0
    private var yy: Float = 0
    private var zz: Float = 0
    private var xy: Float = 0
    private var xz: Float = 0
    private var yz: Float = 0
    private var bx: Float = 0
    private var by: Float = 0
    private var bz: Float = 0
    private var c: Float = 0
    /// The sum of the planes' weights.
    private(set) var weight: Float = 0

    /// Adds a plane through the origin.
    @inline(__always)
    mutating func add(normal n: Vector3, weight w: Float) {
        let m = n * w
        xx += m.x * n.x
        yy += m.y * n.y
        zz += m.z * n.z
        xy += m.x * n.y
        xz += m.x * n.z
        yz += m.y * n.z
        weight += w
    }

    @inline(__always)
    private func product(_ d: Vector3) -> Vector3 {
        Vector3(xx * d.x + xy * d.y + xz * d.z, xy * d.x + yy * d.y + yz * d.z, xz * d.x + yz * d.y + zz * d.z)
    }

    /// The sum at offset `d`.
    @inline(__always)
    func error(at d: Vector3) -> Float {
        let b = Vector3(bx, by, bz)
        return max(0, dot(d, product(d) + b + b) + c)
    }

    /// Adds another quadric, whose origin is at `-d` from this one's.
    @inline(__always)
    mutating func add(_ other: PlaneQuadric, movedBy d: Vector3) {
        let shift = other.product(d)
        c += other.error(at: d)
        bx += other.bx + shift.x
        by += other.by + shift.y
        bz += other.bz + shift.z
        xx += other.xx
        yy += other.yy
        zz += other.zz
        xy += other.xy
        xz += other.xz
        yz += other.yz
        weight += other.weight
    }
}
