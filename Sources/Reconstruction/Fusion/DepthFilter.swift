import Capture
import Geometry
import Images

/// Takes bad samples out of a depth image: flying pixels between two surfaces, lonely samples, and views at such a grazing angle
/// that they say nothing.
///
/// All tests are made on inverse depth, in which any plane is linear over the image whatever its slant, so that slanted floors
/// are no edges. A sample whose second differences are within the noise lies on a surface. Any other one has to show that it does:
/// by a square of 3 x 3 samples beside it that lie on one plane with it, or, on thin things, by a straight line of five.
public struct DepthFilter: Sendable, Equatable {
    /// Metres; samples beyond it are left out.
    public var maximumDepth: Float
    /// Looks flatter than this cosine between the ray and the surface's normal are left out.
    public var grazing: Float
    /// The deviation of a reading at one metre's distance and nearer, metres.
    public var nearNoise: Float
    /// What is added to it, times the squared depth.
    public var farNoise: Float
    /// Whether samples of confidence 0 are left out.
    public var usesConfidence: Bool

    /// The noise is that of a phone's depth sensor, on the safe side.
    public init(
        maximumDepth: Float = 5, grazing: Float = 0.1, nearNoise: Float = 0.001, farNoise: Float = 0.0025,
        usesConfidence: Bool = true
    ) {
        self.maximumDepth = maximumDepth
        self.grazing = grazing
        self.nearNoise = nearNoise
        self.farNoise = farNoise
        self.usesConfidence = usesConfidence
    }

    /// The frame's depth image with 0 in the place of each bad sample; the others are as they were.
    public func filtered(_ frame: Frame) -> DepthImage {
        let w = frame.depth.width
        let h = frame.depth.height
        var result = frame.depth
        guard w > 0, h > 0, frame.depthIntrinsics.isValid else { return result }
        let camera = frame.depthIntrinsics.scaled(toWidth: w, height: h)
        let confidence = usesConfidence ? frame.confidence.flatMap { $0.pixels.count == w * h ? $0.pixels : nil } : nil
        let inverse = InverseDepth(frame.depth, confidence, maximumDepth: maximumDepth)
        inverse.values.withUnsafeBufferPointer { q in
            result.pixels.withUnsafeMutableBufferPointer { out in
                guard let base = q.baseAddress else { return }
                let test = ReadingTest(self, camera, stride: inverse.stride)
                for y in 0..<h {
                    let row = base + (y + InverseDepth.border) * inverse.stride + InverseDepth.border
                    let yn = (camera.cy - Float(y)) / camera.fy
                    for x in 0..<w where !test.isGood(row + x, xn: (Float(x) - camera.cx) / camera.fx, yn: yn) {
                        out[y * w + x] = 0
                    }
                }
            }
        }
        return result
    }
}

/// One over depth, with a frame of zeros around it so that neighbours need no checks; 0 where there is no sample.
private struct InverseDepth {
    static let border = 3
    let stride: Int
    let values: [Float]

    init(_ depth: DepthImage, _ confidence: [UInt8]?, maximumDepth: Float) {
        let w = depth.width
        let h = depth.height
        stride = w + 2 * Self.border
        var values = [Float](repeating: 0, count: stride * (h + 2 * Self.border))
        let stride = stride
        values.withUnsafeMutableBufferPointer { values in
            depth.pixels.withUnsafeBufferPointer { depth in
                for y in 0..<h {
                    let at = (y + Self.border) * stride + Self.border
                    for x in 0..<w {
                        let d = depth[y * w + x]
                        values[at + x] = d > 0.05 && d <= maximumDepth ? 1 / d : 0
                    }
                }
            }
            confidence?.withUnsafeBufferPointer { confidence in
                for y in 0..<h {
                    let at = (y + Self.border) * stride + Self.border
                    for x in 0..<w where confidence[y * w + x] == 0 { values[at + x] = 0 }
                }
            }
        }
        self.values = values
    }
}

/// The tests of one reading among its neighbours.
private struct ReadingTest {
    let stride: Int
    let fx: Float
    let fy: Float
    /// Deviation of inverse depth q: `flat` + `steep` · q².
    let flat: Float
    let steep: Float
    /// Squared cosine of the flattest look, and its tangent.
    let grazingSquared: Float
    let ramp: Float

    init(_ filter: DepthFilter, _ camera: CameraIntrinsics, stride: Int) {
        self.stride = stride
        fx = camera.fx
        fy = camera.fy
        flat = filter.farNoise
        steep = filter.nearNoise
        let c = min(max(filter.grazing, 0.001), 1)
        grazingSquared = c * c
        // Ramps are told a little earlier: noise makes them uneven.
        let r = min(1.3 * c, 1)
        ramp = (1 - r * r).squareRoot() / r
    }

    /// - Parameters:
    ///   - p: the sample.
    ///   - xn: the ray's direction is (xn, yn, −1).
    @inline(__always)
    func isGood(_ p: UnsafePointer<Float>, xn: Float, yn: Float) -> Bool {
        let q = p[0]
        guard q > 0 else { return false }
        let l = p[-1]
        let r = p[1]
        let u = p[-stride]
        let b = p[stride]
        let noise = flat + steep * q * q
        // Six variances are in a second difference; three deviations of it.
        let limit = 7.4 * noise
        if l > 0, r > 0, u > 0, b > 0, (l + r - 2 * q).magnitude < limit, (u + b - 2 * q).magnitude < limit {
            return !isGrazing(q, a: (r - l) * 0.5, b: (b - u) * 0.5, xn: xn, yn: yn)
        }
        return standsTest(p, q: q, noise: noise, xn: xn, yn: yn)
    }

    /// Whether the plane with these slopes of inverse depth a pixel is looked at too flatly: its normal is (a·fx, −b·fy, n·z),
    /// scaled so that the normal times the ray's direction is q.
    @inline(__always)
    private func isGrazing(_ q: Float, a: Float, b: Float, xn: Float, yn: Float) -> Bool {
        let nx = a * fx
        let ny = -b * fy
        let nz = nx * xn + ny * yn - q
        return q * q < grazingSquared * (nx * nx + ny * ny + nz * nz) * (xn * xn + yn * yn + 1)
    }

    @inline(never)
    private func standsTest(_ p: UnsafePointer<Float>, q: Float, noise: Float, xn: Float, yn: Float) -> Bool {
        // Steep on both sides in one sense: on the way from one surface to another.
        let diagonal = stride + 1
        let antidiagonal = stride - 1
        if isOnRamp(p, q: q, step: 1, f: fx) || isOnRamp(p, q: q, step: stride, f: fy)
            || isOnRamp(p, q: q, step: diagonal, f: fx * 0.7071)
            || isOnRamp(p, q: q, step: antidiagonal, f: fx * 0.7071)
        {
            return false
        }
        // The sample on the side or at the corner of a square that lies on a plane.
        for dy in -1...1 {
            for dx in -1...1 where dx != 0 || dy != 0 {
                if fits(p + dy * stride + dx, ox: -dx, oy: -dy, noise: noise, xn: xn, yn: yn) { return true }
            }
        }
        // Poles and wires: the middle of a straight line.
        return isMiddle(p, q: q, noise: noise, step: 1) || isMiddle(p, q: q, noise: noise, step: stride)
            || isMiddle(p, q: q, noise: noise, step: diagonal)
            || isMiddle(p, q: q, noise: noise, step: antidiagonal)
    }

    /// Whether the neighbours `step` before and behind lie steeply on both sides, in one sense; `f` is the focal length along the
    /// step.
    @inline(__always)
    private func isOnRamp(_ p: UnsafePointer<Float>, q: Float, step: Int, f: Float) -> Bool {
        let before = p[-step]
        let after = p[step]
        guard before > 0, after > 0 else { return false }
        let one = (q - before) * f
        let two = (after - q) * f
        return one * two > 0 && min(one.magnitude, two.magnitude) > q * ramp
    }

    /// Whether the sample is the middle of five on a straight line.
    @inline(__always)
    private func isMiddle(_ p: UnsafePointer<Float>, q: Float, noise: Float, step: Int) -> Bool {
        let a = p[-2 * step]
        let b = p[-step]
        let c = p[step]
        let d = p[2 * step]
        guard a > 0, b > 0, c > 0, d > 0 else { return false }
        let mean = (a + b + c + d) * 0.25
        let slope = (2 * (d - a) + c - b) * 0.1
        let worst = max(
            max((q - mean).magnitude, (a + 2 * slope - mean).magnitude, (b + slope - mean).magnitude),
            (c - slope - mean).magnitude, (d - 2 * slope - mean).magnitude)
        return worst < 2 * noise && slope.magnitude * fx < q * ramp
    }

    /// Whether the nine samples around `c` lie on one plane, the one at (ox, oy) from it above all, and are not looked at too
    /// flatly.
    @inline(__always)
    private func fits(_ c: UnsafePointer<Float>, ox: Int, oy: Int, noise: Float, xn: Float, yn: Float) -> Bool {
        let a0 = c[-stride - 1]
        let a1 = c[-stride]
        let a2 = c[-stride + 1]
        let b0 = c[-1]
        let b1 = c[0]
        let b2 = c[1]
        let c0 = c[stride - 1]
        let c1 = c[stride]
        let c2 = c[stride + 1]
        guard min(a0, a1, a2) > 0, min(b0, b1, b2) > 0, min(c0, c1, c2) > 0 else { return false }
        let mean = (a0 + a1 + a2 + b0 + b1 + b2 + c0 + c1 + c2) * (1 / 9)
        let gx = (a2 + b2 + c2 - a0 - b0 - c0) * (1 / 6)
        let gy = (c0 + c1 + c2 - a0 - a1 - a2) * (1 / 6)
        let own = (c[oy * stride + ox] - mean - gx * Float(ox) - gy * Float(oy)).magnitude
        // Its own pull on the plane: 4/9 of it at a corner, 5/18 on a side.
        guard own < (ox != 0 && oy != 0 ? 2 : 2.3) * noise else { return false }
        var worst = max((a1 - mean + gy).magnitude, (b0 - mean + gx).magnitude)
        worst = max(worst, (b1 - mean).magnitude, (b2 - mean - gx).magnitude)
        worst = max(worst, (c1 - mean - gy).magnitude, (a0 - mean + gx + gy).magnitude)
        worst = max(worst, (a2 - mean - gx + gy).magnitude, (c0 - mean + gx - gy).magnitude)
        worst = max(worst, (c2 - mean - gx - gy).magnitude)
        return worst < 3 * noise && !isGrazing(c[oy * stride + ox], a: gx, b: gy, xn: xn, yn: yn)
    }
}
