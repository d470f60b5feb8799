import Geometry
import Work

/// The sums JᵀJ and Jᵀr of a Gauss–Newton step over six unknowns: a small rotation about the target's middle and a translation.
struct NormalEquations {
    private typealias Lanes = SIMD8<Float>

    /// The upper triangle of JᵀJ row by row, then Jᵀr.
    private(set) var sums = [Double](repeating: 0, count: 27)

    /// What one residual (a lane each) adds.
    private struct Partial {
        var sums = InlineArray<27, SIMD8<Float>>(repeating: SIMD8(repeating: 0))

        @inline(__always)
        mutating func add(_ j: InlineArray<6, SIMD8<Float>>, _ r: SIMD8<Float>, _ weight: SIMD8<Float>) {
            var slot = 0
            for a in 0..<6 {
                let w = j[a] * weight
                for b in a..<6 {
                    sums[slot] += w * j[b]
                    slot += 1
                }
                sums[21 + a] += w * r
            }
        }
    }

    /// The equations of all partners at their present places.
    static func of(_ partners: Correspondences, _ options: ICP.Options) -> NormalEquations {
        var blocks = [NormalEquations](repeating: NormalEquations(), count: partners.blocks)
        blocks.withUnsafeMutableBufferPointer { blocks in
            Parallel.forEach(blocks.count) { b in blocks[b] = ofBlock(partners, b, options) }
        }
        var total = NormalEquations()
        for block in blocks { for i in 0..<27 { total.sums[i] += block.sums[i] } }
        return total
    }

    /// Eight partners side by side.
    private struct Eight {
        var p = (x: SIMD8<Float>(repeating: 0), y: SIMD8<Float>(repeating: 0), z: SIMD8<Float>(repeating: 0))
        var d = (x: SIMD8<Float>(repeating: 0), y: SIMD8<Float>(repeating: 0), z: SIMD8<Float>(repeating: 0))
        var n = (x: SIMD8<Float>(repeating: 0), y: SIMD8<Float>(repeating: 0), z: SIMD8<Float>(repeating: 0))
        var g = (x: SIMD8<Float>(repeating: 0), y: SIMD8<Float>(repeating: 0), z: SIMD8<Float>(repeating: 0))
        var c = SIMD8<Float>(repeating: 0)
        var weight = SIMD8<Float>(repeating: 0)
    }

    private static func ofBlock(_ partners: Correspondences, _ block: Int, _ options: ICP.Options) -> NormalEquations {
        let target = partners.target
        let tree = target.tree
        let colored = options.method == .colored
        var partial = Partial()
        var eight = Eight()
        var lane = 0
        for i in partners.range(of: block) {
            guard let place = partners.partner(i) else { continue }
            let world = partners.moved[i]
            let p = world - target.centre
            (eight.p.x[lane], eight.p.y[lane], eight.p.z[lane]) = (p.x, p.y, p.z)
            let d = world - Vector3(tree.x[place], tree.y[place], tree.z[place])
            (eight.d.x[lane], eight.d.y[lane], eight.d.z[lane]) = (d.x, d.y, d.z)
            if options.method != .pointToPoint {
                let n = target.normals[place]
                (eight.n.x[lane], eight.n.y[lane], eight.n.z[lane]) = (n.x, n.y, n.z)
            }
            if colored {
                let g = target.gradients[place]
                (eight.g.x[lane], eight.g.y[lane], eight.g.z[lane]) = (g.x, g.y, g.z)
                eight.c[lane] = target.brightness[place] - partners.brightness[i]
            }
            eight.weight[lane] = 1
            lane += 1
            if lane == 8 {
                add(eight, options, &partial)
                lane = 0
            }
        }
        if lane > 0 {
            for rest in lane..<8 { eight.weight[rest] = 0 }
            add(eight, options, &partial)
        }
        var result = NormalEquations()
        for i in 0..<27 { result.sums[i] = Double(partial.sums[i].sum()) }
        return result
    }

    @inline(__always)
    private static func add(_ e: Eight, _ options: ICP.Options, _ partial: inout Partial) {
        let zero = Lanes(repeating: 0)
        let one = Lanes(repeating: 1)
        func robust(_ r: Lanes) -> Lanes {
            guard let scale = options.robustScale else { return e.weight }
            let u = r * (1 / scale)
            let w = one - u * u
            return e.weight * zero.replacing(with: w * w, where: w .> zero)
        }
        /// A residual that changes by `v` a metre: the rotation acts by p × v.
        func along(_ v: (x: Lanes, y: Lanes, z: Lanes), _ r: Lanes, _ weight: Lanes) {
            let j: InlineArray<6, Lanes> = [
                e.p.y * v.z - e.p.z * v.y, e.p.z * v.x - e.p.x * v.z, e.p.x * v.y - e.p.y * v.x, v.x, v.y, v.z,
            ]
            partial.add(j, r, weight)
        }
        if options.method == .pointToPoint {
            let weight = robust((e.d.x * e.d.x + e.d.y * e.d.y + e.d.z * e.d.z).squareRoot())
            along((one, zero, zero), e.d.x, weight)
            along((zero, one, zero), e.d.y, weight)
            along((zero, zero, one), e.d.z, weight)
            return
        }
        let r = e.d.x * e.n.x + e.d.y * e.n.y + e.d.z * e.n.z
        let geometric = options.method == .colored ? options.geometricWeight : 1
        along(e.n, r, robust(r) * geometric)
        guard options.method == .colored else { return }
        // The target's brightness at the foot of the point on the tangent plane, less the point's own. The gradient lies in that plane.
        let difference = e.c + e.g.x * e.d.x + e.g.y * e.d.y + e.g.z * e.d.z
        along(e.g, difference, e.weight * (1 - geometric))
    }

    /// The step that the equations ask for, by Cholesky's method. Directions that nothing holds (a plane can slide on a plane) stay at rest.
    func solve() -> (rotation: Vector3, translation: Vector3) {
        var a = [[Double]](repeating: [Double](repeating: 0, count: 6), count: 6)
        var slot = 0
        for i in 0..<6 {
            for j in i..<6 {
                (a[i][j], a[j][i]) = (sums[slot], sums[slot])
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
