import Geometry
import Support

/// Finds the nearest triangle behind each sample.
///
/// Works in homogeneous coordinates (Olano, Greer: "Triangle Scan Conversion using 2D Homogeneous Coordinates", 1997): a sample is
/// inside where three edge functions agree in sign, which holds for triangles that reach behind the camera too; the near plane is a
/// test of the depth of each sample. Two triangles that share an edge compute exactly opposite values for it, and a sample on the
/// edge belongs to just one of them: no holes and no double hits.
struct TriangleRasterizer {
    let mesh: TriangleMesh
    let width: Int
    let height: Int
    let transform: ScreenTransform
    let ceilingCut: Float
    let cullsBackFaces: Bool
    /// The vertices in homogeneous samples, see `ScreenTransform.apply`.
    private let screen: [SIMD4<Double>]

    init(_ mesh: TriangleMesh, _ transform: ScreenTransform, width: Int, height: Int, style: RenderStyle) {
        self.mesh = mesh
        self.width = width
        self.height = height
        self.transform = transform
        ceilingCut = style.ceilingCut ?? .infinity
        cullsBackFaces = style.cullsBackFaces
        let n = mesh.positions.count
        screen = [SIMD4<Double>](unsafeUninitializedCapacity: n) { out, initialized in
            let out = Disjoint(out)
            Parallel.forEachRange(n, minimum: 8192) { range in
                for i in range { out.base[i] = transform.apply(mesh.positions[i]) }
            }
            initialized = n
        }
    }

    /// The rows of samples that each triangle covers.
    func spans() -> [RowSpan] {
        let n = mesh.triangleCount
        return [RowSpan](unsafeUninitializedCapacity: n) { out, initialized in
            let out = Disjoint(out)
            Parallel.forEachRange(n, minimum: 4096) { range in
                for t in range { out.base[t] = span(t) }
            }
            initialized = n
        }
    }

    private func span(_ t: Int) -> RowSpan {
        let i = Int(mesh.indices[3 * t])
        let j = Int(mesh.indices[3 * t + 1])
        let k = Int(mesh.indices[3 * t + 2])
        guard max(i, max(j, k)) < screen.count else { return .none }
        let p = screen[i]
        let q = screen[j]
        let r = screen[k]
        if ceilingCut < .infinity, min(mesh.positions[i].y, min(mesh.positions[j].y, mesh.positions[k].y)) > ceilingCut {
            return .none
        }
        // In front of the camera a triangle that winds counter-clockwise has a negative determinant: rows run downwards.
        let facing = determinant(p, q, r)
        guard facing != 0, facing.isFinite, !(cullsBackFaces && facing > 0) else { return .none }
        guard let box = imageBox(p, q, r) else { return .none }
        guard box.high.x >= 0, box.low.x <= Double(width - 1), box.high.y >= 0, box.low.y <= Double(height - 1) else {
            return .none
        }
        let low = max(0, box.low.y).rounded(.up)
        let high = min(Double(height - 1), box.high.y).rounded(.down)
        guard low <= high, max(0, box.low.x).rounded(.up) <= min(Double(width - 1), box.high.x).rounded(.down) else { return .none }
        return RowSpan(low: Int32(low), high: Int32(high))
    }

    /// The box of samples around what the triangle shows in front of the near plane, a little wide; nil where nothing is.
    private func imageBox(_ p: SIMD4<Double>, _ q: SIMD4<Double>, _ r: SIMD4<Double>) -> (
        low: SIMD2<Double>, high: SIMD2<Double>
    )? {
        let near = transform.near
        guard max(p.w, max(q.w, r.w)) > near else { return nil }
        var low = SIMD2<Double>(repeating: .infinity)
        var high = SIMD2<Double>(repeating: -.infinity)
        @inline(__always)
        func add(_ s: SIMD4<Double>) {
            let x = s.x / s.z
            let y = s.y / s.z
            low = SIMD2(min(low.x, x), min(low.y, y))
            high = SIMD2(max(high.x, x), max(high.y, y))
        }
        @inline(__always)
        func cross(_ a: SIMD4<Double>, _ b: SIMD4<Double>) {
            guard (a.w > near) != (b.w > near) else { return }
            add(a + (b - a) * ((near - a.w) / (b.w - a.w)))
        }
        if !transform.isPerspective || (p.w > near && q.w > near && r.w > near) {
            add(p)
            add(q)
            add(r)
        } else {
            for s in [p, q, r] where s.w > near { add(s) }
            cross(p, q)
            cross(q, r)
            cross(r, p)
        }
        return (low - 0.001, high + 0.001)
    }

    /// Draws triangle `t` into a band.
    func draw(_ t: Int, into band: borrowing VisibilityBand) {
        let i = Int(mesh.indices[3 * t])
        let j = Int(mesh.indices[3 * t + 1])
        let k = Int(mesh.indices[3 * t + 2])
        let p = screen[i]
        let q = screen[j]
        let r = screen[k]
        guard let box = imageBox(p, q, r) else { return }
        let flip: Double = determinant(p, q, r) < 0 ? -1 : 1
        let origin = Double(band.firstRow)
        // Weights of the first, second and third corner: the edges opposite to them.
        let e = (
            Edge(q, r, flip: flip, origin: origin), Edge(r, p, flip: flip, origin: origin), Edge(p, q, flip: flip, origin: origin)
        )
        let depths = (Float(p.w), Float(q.w - p.w), Float(r.w - p.w))
        let near = Float(transform.near)
        let heights = (mesh.positions[i].y, mesh.positions[j].y - mesh.positions[i].y, mesh.positions[k].y - mesh.positions[i].y)
        let isCut = max(mesh.positions[i].y, max(mesh.positions[j].y, mesh.positions[k].y)) > ceilingCut
        let firstRow = max(Double(band.firstRow), box.low.y.rounded(.up))
        let lastRow = min(Double(band.firstRow + band.rowCount - 1), box.high.y.rounded(.down))
        let firstColumn = max(0, box.low.x.rounded(.up))
        let lastColumn = min(Double(width - 1), box.high.x.rounded(.down))
        guard firstRow <= lastRow, firstColumn <= lastColumn else { return }
        let ramp = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)

        for row in Int(firstRow) - band.firstRow...Int(lastRow) - band.firstRow {
            let y = Float(row)
            let c0 = e.0.b * y + e.0.c
            let c1 = e.1.b * y + e.1.c
            let c2 = e.2.b * y + e.2.c
            var from = Float(firstColumn)
            var to = Float(lastColumn)
            if to - from > 16 {
                e.0.narrow(from: &from, to: &to, constant: c0)
                e.1.narrow(from: &from, to: &to, constant: c1)
                e.2.narrow(from: &from, to: &to, constant: c2)
                guard from <= to else { continue }
            }
            let line = row * band.stride
            var x = Int(from) & ~7
            while x <= Int(to) {
                let columns = ramp + Float(x)
                let w0 = columns * e.0.a + c0
                let w1 = columns * e.1.a + c1
                let w2 = columns * e.2.a + c2
                var mask = (w0 .>= e.0.least) .& (w1 .>= e.1.least) .& (w2 .>= e.2.least)
                let inverse = 1 / (w0 + w1 + w2)
                let u = w1 * inverse
                let v = w2 * inverse
                let depth = u * depths.1 + v * depths.2 + depths.0
                let at = line + x
                let oldDepth = UnsafeRawPointer(band.depth + at).loadUnaligned(as: SIMD8<Float>.self)
                mask = mask .& (depth .< oldDepth) .& (depth .>= near)
                if isCut { mask = mask .& (u * heights.1 + v * heights.2 + heights.0 .<= ceilingCut) }
                let chosen = unsafeBitCast(mask, to: SIMD8<Int32>.self)
                let halves = chosen.lowHalf | chosen.highHalf
                let quarters = halves.lowHalf | halves.highHalf
                if quarters.x | quarters.y != 0 {
                    UnsafeMutableRawPointer(band.depth + at).storeBytes(
                        of: oldDepth.replacing(with: depth, where: mask), as: SIMD8<Float>.self)
                    merge(Int32(t), where: mask, at: band.thing + at)
                    merge(u, where: mask, at: band.u + at)
                    merge(v, where: mask, at: band.v + at)
                }
                x += 8
            }
        }
    }

    @inline(__always)
    private func merge(_ new: SIMD8<Float>, where mask: SIMDMask<SIMD8<Int32>>, at place: UnsafeMutablePointer<Float>) {
        let raw = UnsafeMutableRawPointer(place)
        raw.storeBytes(of: raw.loadUnaligned(as: SIMD8<Float>.self).replacing(with: new, where: mask), as: SIMD8<Float>.self)
    }

    @inline(__always)
    private func merge(_ new: Int32, where mask: SIMDMask<SIMD8<Int32>>, at place: UnsafeMutablePointer<Int32>) {
        let raw = UnsafeMutableRawPointer(place)
        let old = raw.loadUnaligned(as: SIMD8<Int32>.self)
        raw.storeBytes(of: old.replacing(with: SIMD8(repeating: new), where: mask), as: SIMD8<Int32>.self)
    }
}

/// The edge function a·x + b·y + c of two corners, positive inside; rows are counted from the band's first one.
private struct Edge {
    let a: Float
    let b: Float
    let c: Float
    /// The least value that still counts as inside: zero for one of the two directions an edge can have, just above for the other.
    let least: Float

    @inline(__always)
    init(_ p: SIMD4<Double>, _ q: SIMD4<Double>, flip: Double, origin: Double) {
        let x = (p.y * q.z - p.z * q.y) * flip
        let y = (p.z * q.x - p.x * q.z) * flip
        let w = (p.x * q.y - p.y * q.x) * flip
        a = Float(x)
        b = Float(y)
        c = Float(y * origin + w)
        least = x > 0 || (x == 0 && y > 0) ? 0 : .leastNonzeroMagnitude
    }

    /// Narrows a row's columns to those that can lie inside, two samples wide of it.
    @inline(__always)
    func narrow(from: inout Float, to: inout Float, constant c: Float) {
        let x = -c / a
        if a > 0, x - 2 > from { from = x - 2 }
        if a < 0, x + 2 < to { to = x + 2 }
    }
}

/// Six times the volume of the tetrahedron of the eye and three corners, by (X, Y, W).
@inline(__always)
private func determinant(_ p: SIMD4<Double>, _ q: SIMD4<Double>, _ r: SIMD4<Double>) -> Double {
    p.x * (q.y * r.z - q.z * r.y) + p.y * (q.z * r.x - q.x * r.z) + p.z * (q.x * r.y - q.y * r.x)
}

/// A buffer that several threads fill, each its own part: the callers of `Parallel` promise that.
struct Disjoint<Element>: @unchecked Sendable {
    let base: UnsafeMutablePointer<Element>

    /// - Precondition: threads write to different elements.
    init(_ buffer: UnsafeMutableBufferPointer<Element>) {
        // An empty buffer has no address, and nothing will be written.
        base = buffer.baseAddress ?? UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment)!
    }
}
