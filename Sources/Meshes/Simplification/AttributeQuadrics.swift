import Geometry

/// For each wedge: the weighted sum of squared differences between its attributes and those that the surface had at the same place
/// (Hoppe 1999, *New Quadric Metric for Simplifying Meshes with Appearance Attributes*).
///
/// On each triangle an attribute s is linear, s(x) = s(p) + g·(x − p). For an offset d from the wedge's position and a change e of
/// its attributes the sum is Σ w (g·d + o − e)², where o is how far the attribute already was off. Everything is relative to the
/// wedge's own position and values, so that 32-bit floats lose nothing that matters. Planes across seams, which hold the seam in
/// its place, are terms without an attribute.
final class AttributeQuadrics {
    /// Scaled attributes per wedge.
    let count: Int
    /// Whether the first two attributes are texture coordinates.
    let hasTextureCoordinates: Bool
    /// `count` scaled attributes for each wedge.
    let values: UnsafeMutablePointer<Float>
    /// For each wedge: the matrix Σ w g gᵀ (xx, yy, zz, xy, xz, yz), the vector Σ w g o, Σ w o², Σ w, and for each attribute the
    /// vector Σ w g and Σ w o.
    private let sums: UnsafeMutablePointer<Float>
    private let stride: Int
    private static let header = 11

    /// No sums yet, and the attributes of `mesh` multiplied by `scale`; an attribute with a scale of 0 is left out.
    init(_ mesh: TriangleMesh, firstOfWedge: [UInt32], scale: Simplification.AttributeWeights) {
        hasTextureCoordinates = !mesh.textureCoordinates.isEmpty && scale.textureCoordinates > 0
        let hasNormals = !mesh.normals.isEmpty && scale.normals > 0
        let hasColors = !mesh.colors.isEmpty && scale.colors > 0
        count = (hasTextureCoordinates ? 2 : 0) + (hasNormals ? 3 : 0) + (hasColors ? 3 : 0)
        stride = Self.header + 4 * count
        values = .allocate(capacity: max(1, firstOfWedge.count * count))
        sums = .allocate(capacity: max(1, firstOfWedge.count * stride))
        sums.initialize(repeating: 0, count: max(1, firstOfWedge.count * stride))
        var next = values
        func append(_ value: Float, _ scale: Float) {
            let scaled = value * scale
            // What is not a number, or so large that squares overflow, can't be kept as an attribute.
            next.initialize(to: abs(scaled) < 1e9 ? scaled : 0)
            next += 1
        }
        for vertex in firstOfWedge {
            let i = Int(vertex)
            if hasTextureCoordinates {
                append(mesh.textureCoordinates[i].x, scale.textureCoordinates)
                append(mesh.textureCoordinates[i].y, scale.textureCoordinates)
            }
            if hasNormals { for axis in 0..<3 { append(mesh.normals[i][axis], scale.normals) } }
            if hasColors { for channel in 0..<3 { append(mesh.colors[i][channel], scale.colors) } }
        }
    }

    deinit {
        values.deallocate()
        sums.deallocate()
    }

    @inline(__always)
    private func values(of wedge: UInt32) -> UnsafeMutablePointer<Float> { values + Int(wedge) * count }

    /// Twice the signed area of a triangle in the texture.
    @inline(__always)
    func textureArea(_ a: UInt32, _ b: UInt32, last c: UInt32) -> Float {
        let p = values(of: a)
        let q = values(of: b)
        let r = values(of: c)
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    }

    /// Adds a triangle at one of its corners.
    /// - Parameters:
    ///   - face: the triangle, seen from the corner.
    ///   - e: the edge from this corner to the next one.
    ///   - f: the edge from this corner to the last one.
    func add(_ face: CollapseRing.Face, next e: Vector3, last f: Vector3) {
        let n = cross(e, f)
        let square = n.lengthSquared
        let longest = max(e.lengthSquared, f.lengthSquared, (f - e).lengthSquared)
        // The gradient across a needle is noise.
        guard count > 0, square > 1e-8 * longest * longest, square > 0 else { return }
        let weight = 0.5 * square.squareRoot()
        let alongE = cross(f, n) / square
        let alongF = cross(n, e) / square
        let s = sums + Int(face.wedge) * stride
        let p = values(of: face.wedge)
        let q = values(of: face.nextWedge)
        let r = values(of: face.lastWedge)
        for a in 0..<count {
            let g = alongE * (q[a] - p[a]) + alongF * (r[a] - p[a])
            addSquare(g, weight, to: s)
            let h = s + (Self.header + 4 * a)
            h[0] += weight * g.x
            h[1] += weight * g.y
            h[2] += weight * g.z
        }
        s[10] += weight
    }

    /// Adds a plane through the wedge's position that holds a seam in its place.
    func addPlane(normal: Vector3, weight: Float, to wedge: UInt32) {
        addSquare(normal, weight, to: sums + Int(wedge) * stride)
    }

    @inline(__always)
    private func addSquare(_ g: Vector3, _ weight: Float, to s: UnsafeMutablePointer<Float>) {
        s[0] += weight * g.x * g.x
        s[1] += weight * g.y * g.y
        s[2] += weight * g.z * g.z
        s[3] += weight * g.x * g.y
        s[4] += weight * g.x * g.z
        s[5] += weight * g.y * g.z
    }

    /// The sum after a wedge moved by `d` and took the attributes of another wedge, or kept its own where that is itself.
    func error(_ wedge: UInt32, at d: Vector3, as target: UInt32) -> Float {
        let s = sums + Int(wedge) * stride
        let m = Self.product(s, d) + 2 * Vector3(s[6], s[7], s[8])
        var sum = dot(d, m) + s[9]
        guard wedge != target else { return max(0, sum) }
        let from = values(of: wedge)
        let to = values(of: target)
        for a in 0..<count {
            let e = to[a] - from[a]
            let h = s + (Self.header + 4 * a)
            sum += e * (s[10] * e - 2 * (h[0] * d.x + h[1] * d.y + h[2] * d.z + h[3]))
        }
        return max(0, sum)
    }

    /// Moves a wedge by `d` to another wedge, whose sums it joins, or on its own with its attributes where that is itself.
    func move(_ wedge: UInt32, by d: Vector3, to target: UInt32) {
        let s = sums + Int(wedge) * stride
        let t = sums + Int(target) * stride
        let total = error(wedge, at: d, as: target)
        let shift = Self.product(s, d)
        var b = Vector3(s[6], s[7], s[8]) + shift
        let isSame = wedge == target
        for a in 0..<count {
            let h = s + (Self.header + 4 * a)
            let e = isSame ? 0 : values(of: target)[a] - values(of: wedge)[a]
            b -= Vector3(h[0], h[1], h[2]) * e
            let m = h[3] + h[0] * d.x + h[1] * d.y + h[2] * d.z - s[10] * e
            if isSame {
                h[3] = m
                continue
            }
            let k = t + (Self.header + 4 * a)
            k[0] += h[0]
            k[1] += h[1]
            k[2] += h[2]
            k[3] += m
        }
        if isSame {
            s[6] = b.x
            s[7] = b.y
            s[8] = b.z
            s[9] = total
            return
        }
        for i in 0..<6 { t[i] += s[i] }
        t[6] += b.x
        t[7] += b.y
        t[8] += b.z
        t[9] += total
        t[10] += s[10]
    }

    @inline(__always)
    private static func product(_ s: UnsafeMutablePointer<Float>, _ d: Vector3) -> Vector3 {
        Vector3(s[0] * d.x + s[3] * d.y + s[4] * d.z, s[3] * d.x + s[1] * d.y + s[5] * d.z, s[4] * d.x + s[5] * d.y + s[2] * d.z)
    }
}
