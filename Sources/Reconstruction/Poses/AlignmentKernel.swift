import Geometry

/// Adds up the normal equations that bring a source frame onto a target frame: point-to-plane distances by projective association,
/// and differences of brightness (Chen and Medioni 1992; Newcombe et al. 2011; Steinbrücker et al. 2011; Park et al. 2017).
///
/// Eight pixels of a source row at once.
struct AlignmentKernel {
    /// How much a sample is trusted, and how soon it is taken for an outlier.
    struct Weights {
        /// Deviation of a depth: `floor` + `slope`·d², metres.
        var floor: Float = 0.002
        var slope: Float = 0.0025
        /// Deviation of a brightness.
        var brightness: Float = 0.04
        /// Distances of this many deviations count a quarter (Geman and McClure 1987).
        var reach: Float = 3
        /// What the brightness counts beside the geometry; 0 leaves it out.
        var colorShare: Float = 1
        /// Source's brightness less target's where they agree: exposure may change.
        var bias: Float = 0
    }

    private typealias V = SIMD8<Float>
    private typealias M = SIMDMask<SIMD8<Int32>>

    private let source: PoseLevel
    private let target: PoseLevel
    private let rotation: Matrix3
    private let translation: Vector3
    private let weights: Weights

    /// - Parameter motion: source camera to target camera; finite.
    init(source: PoseLevel, target: PoseLevel, motion: RigidTransform, weights: Weights) {
        self.source = source
        self.target = target
        rotation = motion.rotation.matrix
        translation = motion.translation
        self.weights = weights
    }

    /// x rounded to the nearest integer, for 0 ≤ x < 2²²: after adding 1.5 · 2²³, the low bits of the sum hold it.
    @inline(__always)
    private static func rounded(_ x: V) -> SIMD8<Int32> { unsafeBitCast(x + 12_582_912, to: SIMD8<Int32>.self) &- 0x4B40_0000 }

    @inline(__always)
    private static func float(_ x: SIMD8<Int32>) -> V { unsafeBitCast(x &+ 0x4B40_0000, to: V.self) - 12_582_912 }

    @inline(__always)
    private static func any(_ m: M) -> Bool {
        let w = unsafeBitCast(V(repeating: 0).replacing(with: V(repeating: 1), where: m), to: SIMD4<UInt64>.self)
        return (w.x | w.y | w.z | w.w) != 0
    }

    @inline(__always)
    private static func gather(_ p: UnsafePointer<Float>, _ i: SIMD8<Int32>) -> V {
        V(
            p[Int(i[0])], p[Int(i[1])], p[Int(i[2])], p[Int(i[3])], p[Int(i[4])], p[Int(i[5])], p[Int(i[6])], p[Int(i[7])])
    }

    @inline(__always)
    private static func load(_ p: UnsafePointer<Float>) -> V {
        UnsafeRawPointer(p).loadUnaligned(as: V.self)
    }

    /// The sums over the source's rows `rows`, every `step`th of them.
    func sums(rows: Range<Int>, step: Int = 1) -> AlignmentSums {
        var result = AlignmentSums()
        guard target.width >= 2, target.height >= 2 else { return result }
        source.values.withUnsafeBufferPointer { sourceValues in
            target.values.withUnsafeBufferPointer { targetValues in
                withUnsafeTemporaryAllocation(of: V.self, capacity: 27) { terms in
                    guard let s = sourceValues.baseAddress, let t = targetValues.baseAddress, let h = terms.baseAddress else {
                        return
                    }
                    for y in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
                        for k in 0..<27 { h[k] = V(repeating: 0) }
                        row(y, s: s, t: t, h: h, result: &result)
                        for k in 0..<27 { result.terms[k] += Double(h[k].sum()) }
                    }
                }
            }
        }
        return result
    }

    @inline(__always)
    private func row(
        _ y: Int, s: UnsafePointer<Float>, t: UnsafePointer<Float>, h: UnsafeMutablePointer<V>, result: inout AlignmentSums
    ) {
        let zero = V(repeating: 0)
        let one = V(repeating: 1)
        let lanes = V(0, 1, 2, 3, 4, 5, 6, 7)
        let k = source.camera
        let q = target.camera
        let sourceSize = source.planeSize
        let size = target.planeSize
        let width = Int32(target.stride)
        let right = Float(target.width) - 1.001
        let bottom = Float(target.height) - 1.001
        let inverseFocal = 1 / k.fx
        let base = rotation.columns.1 * ((k.cy - Float(y)) / k.fy) - rotation.columns.2
        let (cx, cy, cz) = rotation.columns
        let reach = 1 / (weights.reach * weights.reach)
        let brightnessPrecision = 1 / (weights.brightness * weights.brightness)
        let colorWeight = brightnessPrecision * weights.colorShare
        var visible = zero
        var matched = zero
        var distance = zero
        var loss = zero
        var brightness = zero
        var brightnessWeight = zero
        var contrast = zero

        for x in Swift.stride(from: 0, to: source.stride, by: 8) {
            let at = s + (y * source.stride + x)
            let d = Self.load(at)
            let sx = Self.load(at + sourceSize)
            let sy = Self.load(at + 2 * sourceSize)
            let sz = Self.load(at + 3 * sourceSize)
            var ok = (d .> 0) .& (sx * sx + sy * sy + sz * sz .> 0.5)
            if !Self.any(ok) { continue }
            // The points in the target's camera, and their pixels there.
            let rx = (lanes + (Float(x) - k.cx)) * inverseFocal
            let px: V = d * (rx * cx.x + base.x) + translation.x
            let py: V = d * (rx * cx.y + base.y) + translation.y
            let pz: V = d * (rx * cx.z + base.z) + translation.z
            ok = ok .& (pz .< -0.05)
            let inverse = one / (zero - pz).replacing(with: one, where: .!ok)
            var u: V = q.cx + q.fx * px * inverse
            var v: V = q.cy - q.fy * py * inverse
            ok = ok .& (u .>= 0) .& (v .>= 0) .& (u .< right) .& (v .< bottom)
            if !Self.any(ok) { continue }
            u = zero.replacing(with: u, where: ok)
            v = zero.replacing(with: v, where: ok)

            // The plane of the nearest pixel, if it faces as the source's does.
            let nearest = Self.rounded(v) &* SIMD8(repeating: width) &+ Self.rounded(u)
            let nx = Self.gather(t + size, nearest)
            let ny = Self.gather(t + 2 * size, nearest)
            let nz = Self.gather(t + 3 * size, nearest)
            let turnedX: V = sx * cx.x + sy * cy.x + sz * cz.x
            let turnedY: V = sx * cx.y + sy * cy.y + sz * cz.y
            let turnedZ: V = sx * cx.z + sy * cy.z + sz * cz.z
            let facing: V = nx * turnedX + ny * turnedY + nz * turnedZ
            ok = ok .& (facing .> 0.6)
            if !Self.any(ok) { continue }
            let r: V = nx * px + ny * py + nz * pz + Self.gather(t + 4 * size, nearest)

            // Geman and McClure's weight (1 + (r/kσ)²)⁻² and loss.
            let sigma = weights.floor + weights.slope * (d * d)
            let precision = one / (sigma * sigma)
            let deviations = r * r * precision
            let fall = one / (one + deviations * reach)
            let near = ok .& (deviations * reach .< 9)
            let geometric = zero.replacing(with: precision * fall * fall, where: near)
            let counts = zero.replacing(with: one, where: ok)
            visible += counts
            let hits = zero.replacing(with: one, where: ok .& (deviations .< 9))
            matched += hits
            distance += hits * (r * r).squareRoot()
            loss += counts * (one - fall)

            let g3: V = py * nz - pz * ny
            let g4: V = pz * nx - px * nz
            let g5: V = px * ny - py * nx
            let w0 = geometric * nx
            let w1 = geometric * ny
            let w2 = geometric * nz
            let w3 = geometric * g3
            let w4 = geometric * g4
            let w5 = geometric * g5
            guard weights.colorShare > 0 else {
                Self.add(h, w0: w0, w1: w1, w2: w2, w3: w3, w4: w4, w5: w5, j0: nx, j1: ny, j2: nz, j3: g3, j4: g4, j5: g5, r: r)
                continue
            }

            // Brightness between four pixels of the target, and its slope there.
            let column = Self.rounded(u - 0.5).replacing(with: SIMD8(repeating: 0), where: u .< 0.5)
            let line = Self.rounded(v - 0.5).replacing(with: SIMD8(repeating: 0), where: v .< 0.5)
            let fu = u - Self.float(column)
            let fv = v - Self.float(line)
            let corner = line &* SIMD8(repeating: width) &+ column
            let b = t + 5 * size
            let b00 = Self.gather(b, corner)
            let b10 = Self.gather(b + 1, corner)
            let b01 = Self.gather(b + Int(width), corner)
            let b11 = Self.gather(b + Int(width) + 1, corner)
            let top = b00 + (b10 - b00) * fu
            let low = b01 + (b11 - b01) * fu
            let c: V = top + (low - top) * fv - Self.load(at + 5 * sourceSize) - weights.bias
            let slopeU: V = ((b10 - b00) * (one - fv) + (b11 - b01) * fv) * (q.fx * inverse)
            let slopeV: V = (low - top) * (q.fy * inverse)
            let colorFall = one / (one + c * c * (brightnessPrecision * reach))
            let photometric = zero.replacing(with: colorWeight * colorFall * colorFall, where: near)
            brightness += photometric * c
            brightnessWeight += photometric
            contrast += hits * (c * c).squareRoot()
            let a0 = slopeU
            let a1 = zero - slopeV
            let a2: V = (slopeU * px - slopeV * py) * inverse
            let a3: V = py * a2 - pz * a1
            let a4: V = pz * a0 - px * a2
            let a5: V = px * a1 - py * a0
            let p0 = photometric * a0
            let p1 = photometric * a1
            let p2 = photometric * a2
            let p3 = photometric * a3
            let p4 = photometric * a4
            let p5 = photometric * a5
            Self.add(h, w0: w0, w1: w1, w2: w2, w3: w3, w4: w4, w5: w5, j0: nx, j1: ny, j2: nz, j3: g3, j4: g4, j5: g5, r: r)
            Self.add(h, w0: p0, w1: p1, w2: p2, w3: p3, w4: p4, w5: p5, j0: a0, j1: a1, j2: a2, j3: a3, j4: a4, j5: a5, r: c)
        }
        result.visible += Double(visible.sum())
        result.matched += Double(matched.sum())
        result.distance += Double(distance.sum())
        result.loss += Double(loss.sum())
        result.brightness += Double(brightness.sum())
        result.brightnessWeight += Double(brightnessWeight.sum())
        result.contrast += Double(contrast.sum())
    }

    /// Adds the weighted outer product of a Jacobian's row with itself, and with the residual.
    @inline(__always)
    private static func add(
        _ h: UnsafeMutablePointer<V>, w0: V, w1: V, w2: V, w3: V, w4: V, w5: V, j0: V, j1: V, j2: V, j3: V,
        j4: V, j5: V, r: V
    ) {
        h[0] += w0 * j0
        h[1] += w0 * j1
        h[2] += w0 * j2
        h[3] += w0 * j3
        h[4] += w0 * j4
        h[5] += w0 * j5
        h[6] += w1 * j1
        h[7] += w1 * j2
        h[8] += w1 * j3
        h[9] += w1 * j4
        h[10] += w1 * j5
        h[11] += w2 * j2
        h[12] += w2 * j3
        h[13] += w2 * j4
        h[14] += w2 * j5
        h[15] += w3 * j3
        h[16] += w3 * j4
        h[17] += w3 * j5
        h[18] += w4 * j4
        h[19] += w4 * j5
        h[20] += w5 * j5
        h[21] += w0 * r
        h[22] += w1 * r
        h[23] += w2 * r
        h[24] += w3 * r
        h[25] += w4 * r
        h[26] += w5 * r
    }
}
