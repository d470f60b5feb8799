import Geometry
import Images
import Support

/// The depth sensor of the demo: rays into the flat, and a phone's errors upon them.
package struct DemoDepthSensor: Sendable {
    /// Nothing farther is measured, metres.
    package static let range: Float = 5
    let mesh: TriangleMesh
    let bvh: BVH
    let intrinsics: CameraIntrinsics
    let seed: UInt64
    let hasNoise: Bool
    /// Measured depth to true depth.
    let scale: Float

    package init(
        mesh: TriangleMesh, bvh: BVH, intrinsics: CameraIntrinsics, seed: UInt64, hasNoise: Bool, scale: Float = 1
    ) {
        self.scale = scale
        self.mesh = mesh
        self.bvh = bvh
        self.intrinsics = intrinsics
        self.seed = seed
        self.hasNoise = hasNoise
    }

    /// The deviation of a measured depth in metres, at `depth` metres: a millimetre, and 2.5 mm at one metre growing with the
    /// square.
    static func deviation(at depth: Float) -> Float { min(0.001 + 0.0025 * depth * depth, 0.045) }

    /// Depth and confidence of the frame with number `index`, taken at `pose`.
    package func measure(_ pose: RigidTransform, index: Int) -> (DepthImage, ConfidenceImage) {
        let exact = cast(pose)
        let w = intrinsics.width
        let h = intrinsics.height
        var depth = DepthImage(width: w, height: h, repeating: 0)
        var confidence = ConfidenceImage(width: w, height: h, repeating: 0)
        let waves = LowFrequencyNoise(seed: seed &+ UInt64(index) &* 0x9E37_79B9, width: w, height: h)
        depth.pixels.withUnsafeMutableBufferPointer { depths in
            confidence.pixels.withUnsafeMutableBufferPointer { confidences in
                let out = Pixels(depth: depths.baseAddress, confidence: confidences.baseAddress)
                Parallel.forEach(h) { y in
                    // Each row has its own numbers, so that rows may be computed in any order.
                    var random = SplitMix64(seed: (seed &+ 0x51) &* 0xD6E8_FEB8_6659_FD93 ^ UInt64(index) << 16 ^ UInt64(y))
                    for x in 0..<w {
                        let (d, c) = pixel(exact, x: x, y: y, waves: waves, random: &random)
                        out.depth?[y * w + x] = d
                        out.confidence?[y * w + x] = c
                    }
                }
            }
        }
        return (depth, confidence)
    }

    private struct Pixels: @unchecked Sendable {
        let depth: UnsafeMutablePointer<Float>?
        let confidence: UnsafeMutablePointer<UInt8>?
    }

    /// What the rays meet: depth along the viewing axis (0: nothing), and the cosine between ray and normal.
    private struct Exact {
        var depth: [Float]
        var cosine: [Float]
    }

    private func cast(_ pose: RigidTransform) -> Exact {
        let w = intrinsics.width
        let h = intrinsics.height
        let (right, up, back) = pose.rotation.matrix.columns
        var exact = Exact(depth: Array(repeating: 0, count: w * h), cosine: Array(repeating: 0, count: w * h))
        exact.depth.withUnsafeMutableBufferPointer { depths in
            exact.cosine.withUnsafeMutableBufferPointer { cosines in
                let out = Rays(depth: depths.baseAddress, cosine: cosines.baseAddress)
                // Tiles of 4 x 2 pixels, whose rays go through the tree together.
                Parallel.forEach(h / 2) { row in
                    for column in 0..<w / 4 {
                        let xs = SIMD8<Float>(0, 1, 2, 3, 0, 1, 2, 3) + Float(column * 4)
                        let ys = SIMD8<Float>(0, 0, 0, 0, 1, 1, 1, 1) + Float(row * 2)
                        // One metre along the viewing axis, so that a ray's parameter is the depth.
                        let px = (xs - intrinsics.cx) / intrinsics.fx
                        let py = (intrinsics.cy - ys) / intrinsics.fy
                        let dx = px * right.x + py * up.x - back.x
                        let dy = px * right.y + py * up.y - back.y
                        let dz = px * right.z + py * up.z - back.z
                        let hits = bvh.intersect(from: pose.translation, x: dx, y: dy, z: dz)
                        for k in 0..<8 where hits.triangle[k] >= 0 {
                            let (a, b, c) = mesh.corners(Int(hits.triangle[k]))
                            let at = (row * 2 + k / 4) * w + column * 4 + k % 4
                            out.depth?[at] = hits.t[k]
                            out.cosine?[at] = dot(cross(b - a, c - a).normalized, Vector3(dx[k], dy[k], dz[k]).normalized).magnitude
                        }
                    }
                }
            }
        }
        return exact
    }

    private struct Rays: @unchecked Sendable {
        let depth: UnsafeMutablePointer<Float>?
        let cosine: UnsafeMutablePointer<Float>?
    }

    private func pixel(
        _ exact: Exact, x: Int, y: Int, waves: LowFrequencyNoise, random: inout SplitMix64
    ) -> (Float, UInt8) {
        let w = intrinsics.width
        let h = intrinsics.height
        let at = y * w + x
        var depth = exact.depth[at]
        guard depth > 0 else { return (0, 0) }
        // The neighbour whose depth differs most.
        var other = depth
        for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] where x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h {
            let d = exact.depth[at + dy * w + dx]
            if d > 0 && (d - depth).magnitude > (other - depth).magnitude { other = d }
        }
        let cosine = exact.cosine[at]
        let isEdge = (other - depth).magnitude > 0.04 + 0.03 * depth / max(cosine, 0.15)
        let white = hasNoise ? random.normal() : 0
        let mixing = random.unit()
        let share = random.unit()
        if hasNoise {
            // A pixel that sees two surfaces reports something between them.
            if isEdge && mixing < 0.5 { depth += (other - depth) * share }
            depth += Self.deviation(at: depth) * (0.8 * white + 0.6 * waves.value(x, y))
        }
        depth *= scale
        guard depth > 0.05, depth <= Self.range else { return (0, 0) }
        if isEdge || cosine < 0.12 || depth > 4.5 { return (depth, 0) }
        return (depth, cosine < 0.35 || depth > 3.2 ? 1 : 2)
    }
}

/// Noise that changes slowly over a picture, with deviation 1.
struct LowFrequencyNoise {
    private let knots: [Float]
    private static let columns = 18
    private static let rows = 14
    private let scale: Vector2

    init(seed: UInt64, width: Int, height: Int) {
        var random = SplitMix64(seed: seed ^ 0x10f)
        knots = (0..<Self.columns * Self.rows).map { _ in random.normal() }
        scale = Vector2(Float(Self.columns - 1) / Float(width), Float(Self.rows - 1) / Float(height))
    }

    /// Between four knots, each weighted so that the deviation is the same everywhere.
    @inline(__always)
    func value(_ x: Int, _ y: Int) -> Float {
        let u = Float(x) * scale.x
        let v = Float(y) * scale.y
        let i = Int(u)
        let j = Int(v)
        let fu = u - Float(i)
        let fv = v - Float(j)
        let (su, cu) = Self.weights(fu)
        let (sv, cv) = Self.weights(fv)
        let k = j * Self.columns + i
        return cv * (cu * knots[k] + su * knots[k + 1]) + sv * (cu * knots[k + Self.columns] + su * knots[k + Self.columns + 1])
    }

    /// Two weights whose squares add up to one.
    @inline(__always)
    private static func weights(_ t: Float) -> (Float, Float) {
        let s = t * t * (3 - 2 * t)
        let length = (s * s + (1 - s) * (1 - s)).squareRoot()
        return (s / length, (1 - s) / length)
    }
}
