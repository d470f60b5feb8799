import Geometry
import Support

/// The sums JᵀJ and Jᵀr of a Gauss–Newton step over six unknowns: a small rotation about the target's middle and a translation.
struct NormalEquations {
    private typealias Lanes = SIMD8<Float>

    /// The upper triangle of JᵀJ row by row, then Jᵀr.
    private(set) var sums = [Double](repeating: 0, count: 27)

    /// What eight residuals side by side add.
    private struct Partial {
        /// The upper triangle's rows, by pairs of unknowns: rotation and rotation, rotation and translation, translation and
        /// translation.
        var a = Lanes6()
        var b = (Lanes3(), Lanes3(), Lanes3())
        var c = Lanes6()
        var right = (Lanes3(), Lanes3())

        @inline(__always)
        mutating func add(_ u: Lanes3, _ v: Lanes3, residual r: SIMD8<Float>, weight: SIMD8<Float>) {
            let wu = u * weight
            let wv = v * weight
            a.add(wu, u)
            b.0.add(wu.x, v)
            b.1.add(wu.y, v)
            b.2.add(wu.z, v)
            c.add(wv, v)
            right.0.add(r, wu)
            right.1.add(r, wv)
        }

        /// In the order of `NormalEquations.sums`.
        var sums: [Double] {
            let lanes = [
                a.xx, a.xy, a.xz, b.0.x, b.0.y, b.0.z, a.yy, a.yz, b.1.x, b.1.y, b.1.z, a.zz, b.2.x, b.2.y, b.2.z, c.xx, c.xy, c.xz,
                c.yy,
                c.yz, c.zz, right.0.x, right.0.y, right.0.z, right.1.x, right.1.y, right.1.z,
            ]
            return lanes.map { Double($0.sum()) }
        }
    }

    private struct Lanes3 {
        var x = SIMD8<Float>(repeating: 0)
        var y = SIMD8<Float>(repeating: 0)
        var z = SIMD8<Float>(repeating: 0)

        @inline(__always)
        static func * (v: Lanes3, s: SIMD8<Float>) -> Lanes3 { Lanes3(x: v.x * s, y: v.y * s, z: v.z * s) }

        @inline(__always)
        mutating func add(_ s: SIMD8<Float>, _ v: Lanes3) {
            x += v.x * s
            y += v.y * s
            z += v.z * s
        }

        @inline(__always)
        subscript(lane: Int) -> Vector3 {
            get { Vector3(x[lane], y[lane], z[lane]) }
            set { (x[lane], y[lane], z[lane]) = (newValue.x, newValue.y, newValue.z) }
        }
    }

    private struct Lanes6 {
        var xx = SIMD8<Float>(repeating: 0)
        var xy = SIMD8<Float>(repeating: 0)
        var xz = SIMD8<Float>(repeating: 0)
        var yy = SIMD8<Float>(repeating: 0)
        var yz = SIMD8<Float>(repeating: 0)
        var zz = SIMD8<Float>(repeating: 0)

        @inline(__always)
        mutating func add(_ u: Lanes3, _ v: Lanes3) {
            xx += u.x * v.x
            xy += u.x * v.y
            xz += u.x * v.z
            yy += u.y * v.y
            yz += u.y * v.z
            zz += u.z * v.z
        }
    }

    /// The equations of all partners at their present positions.
    static func of(_ partners: Correspondences, _ options: ICP.Options) -> NormalEquations {
        var blocks = [NormalEquations](repeating: NormalEquations(), count: partners.blocks)
        blocks.withUnsafeMutableBufferPointer { blocks in
            Parallel.forEach(blocks.count) { b in blocks[b] = ofBlock(partners, block: b, options: options) }
        }
        var total = NormalEquations()
        for block in blocks { for i in 0..<27 { total.sums[i] += block.sums[i] } }
        return total
    }

    /// Eight partners side by side.
    private struct Eight {
        var p = Lanes3()
        var d = Lanes3()
        var n = Lanes3()
        var g = Lanes3()
        var c = SIMD8<Float>(repeating: 0)
        var weight = SIMD8<Float>(repeating: 0)
    }

    private static func ofBlock(_ partners: Correspondences, block: Int, options: ICP.Options) -> NormalEquations {
        let target = partners.target
        var partial = Partial()
        var eight = Eight()
        var lane = 0
        target.tree.withScan { scan in
            for i in partners.range(of: block) {
                guard let index = partners.partner(i) else { continue }
                let world = partners.moved[i]
                eight.p[lane] = world - target.centre
                eight.d[lane] = world - Vector3(scan.x[index], scan.y[index], scan.z[index])
                if options.method != .pointToPoint { eight.n[lane] = target.normals[index] }
                if options.method == .colored {
                    eight.g[lane] = target.gradients[index]
                    eight.c[lane] = target.brightness[index] - partners.brightness[i]
                }
                eight.weight[lane] = 1
                lane += 1
                if lane == 8 {
                    add(eight, options: options, to: &partial)
                    lane = 0
                }
            }
        }
        if lane > 0 {
            for rest in lane..<8 { eight.weight[rest] = 0 }
            add(eight, options: options, to: &partial)
        }
        var result = NormalEquations()
        result.sums = partial.sums
        return result
    }

    @inline(__always)
    private static func add(_ e: Eight, options: ICP.Options, to partial: inout Partial) {
        let one = Lanes(repeating: 1)
        if options.method == .pointToPoint {
            let weight = robust((e.d.x * e.d.x + e.d.y * e.d.y + e.d.z * e.d.z).root, weight: e.weight, options: options)
            add(Lanes3(x: one), at: e.p, residual: e.d.x, weight: weight, to: &partial)
            add(Lanes3(y: one), at: e.p, residual: e.d.y, weight: weight, to: &partial)
            add(Lanes3(z: one), at: e.p, residual: e.d.z, weight: weight, to: &partial)
            return
        }
        let r = e.d.x * e.n.x + e.d.y * e.n.y + e.d.z * e.n.z
        let geometric = options.method == .colored ? options.geometricWeight : 1
        add(e.n, at: e.p, residual: r, weight: robust(r, weight: e.weight, options: options) * geometric, to: &partial)
        guard options.method == .colored else { return }
        // The target's brightness at the foot of the point on the tangent plane, less the point's own. The gradient lies in that
        // plane.
        let difference = e.c + e.g.x * e.d.x + e.g.y * e.d.y + e.g.z * e.d.z
        add(e.g, at: e.p, residual: difference, weight: e.weight * (1 - geometric), to: &partial)
    }

    /// Adds residuals that change by `v` a metre: a rotation acts by p × v.
    @inline(__always)
    private static func add(_ v: Lanes3, at p: Lanes3, residual r: Lanes, weight: Lanes, to partial: inout Partial) {
        let u = Lanes3(x: p.y * v.z - p.z * v.y, y: p.z * v.x - p.x * v.z, z: p.x * v.y - p.y * v.x)
        partial.add(u, v, residual: r, weight: weight)
    }

    @inline(__always)
    private static func robust(_ r: Lanes, weight: Lanes, options: ICP.Options) -> Lanes {
        guard let scale = options.robustScale else { return weight }
        let u = r * (1 / scale)
        let w = Lanes(repeating: 1) - u * u
        return weight * Lanes(repeating: 0).replacing(with: w * w, where: w .> 0)
    }

    /// The step that the equations ask for, by Cholesky's method. Directions that nothing holds (a plane can slide on a plane) stay
    /// at rest.
    func solve() -> (rotation: Vector3, translation: Vector3) {
        var a = [[Double]](repeating: [Double](repeating: 0, count: 6), count: 6)
        var slot = 0
        for i in 0..<6 {
            for j in i..<6 {
                a[i][j] = sums[slot]
                a[j][i] = sums[slot]
                slot += 1
            }
        }
        // A billionth of each diagonal entry keeps what is free from wandering off.
        for i in 0..<6 { a[i][i] += a[i][i] * 1e-9 + 1e-12 }
        var l = [[Double]](repeating: [Double](repeating: 0, count: 6), count: 6)
        var x = [Double](repeating: 0, count: 6)
        for i in 0..<6 {
            for j in 0...i {
                var s = a[i][j]
                for k in 0..<j { s -= l[i][k] * l[j][k] }
                l[i][j] = i == j ? max(s, a[i][i] * 1e-10).squareRoot() : s / l[j][j]
            }
        }
        for i in 0..<6 {
            var s = -sums[21 + i]
            for k in 0..<i { s -= l[i][k] * x[k] }
            x[i] = s / l[i][i]
        }
        for i in stride(from: 5, through: 0, by: -1) {
            var s = x[i]
            for k in (i + 1)..<6 { s -= l[k][i] * x[k] }
            x[i] = s / l[i][i]
        }
        return (Vector3(Float(x[0]), Float(x[1]), Float(x[2])), Vector3(Float(x[3]), Float(x[4]), Float(x[5])))
    }
}
