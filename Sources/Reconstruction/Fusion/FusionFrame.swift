import Capture
import Geometry
import Images
import Work

/// One frame made ready for fusion: depth without readings that cannot be trusted, and a weight for each reading.
public struct FusionFrame: Sendable {
    var depthIntrinsics: CameraIntrinsics
    var colorIntrinsics: CameraIntrinsics
    /// World to camera.
    var worldToCamera: RigidTransform
    var cameraToWorld: RigidTransform
    /// A `Reading` a pixel, row by row, and some words more so that vectors may be written to the end.
    var readings: [UInt32]
    /// Metres a step of a reading's depth.
    var depthStep: Float
    /// sRGB with alpha; nil where the capture has no colour.
    var color: ColorImage?
    /// Metres; 0 where there is no usable reading.
    var farthest: Float

    /// Readings whose neighbour differs by more than this share of the depth are flying pixels between two surfaces.
    private static let jumpShare: Float = jumpCut
    /// Looks flatter than this cosine say more about the sensor than about the surface.
    private static let grazing: Float = grazingCut
    /// Nearer readings are not trusted, metres.
    private static let nearest: Float = 0.05
    /// Nor farther ones.
    private static let farthestOfAll: Float = 1000

    /// Makes several frames ready side by side.
    public static func prepare(_ frames: [Frame], maximumDepth: Float) -> [FusionFrame] {
        var result = [FusionFrame?](repeating: nil, count: frames.count)
        result.withUnsafeMutableBufferPointer { result in
            Parallel.forEach(frames.count) { i in result[i] = FusionFrame(frames[i], maximumDepth: maximumDepth) }
        }
        return result.compactMap { $0 }
    }

    /// - Parameter maximumDepth: metres; readings beyond it are left out.
    public init(_ frame: Frame, maximumDepth: Float) {
        // The loops go by the pictures' own sizes; a camera given for another size is scaled to them.
        depthIntrinsics = frame.depthIntrinsics.fitting(frame.depth.width, frame.depth.height)
        colorIntrinsics = frame.colorIntrinsics.fitting(
            frame.color?.width ?? frame.colorIntrinsics.width, frame.color?.height ?? frame.colorIntrinsics.height)
        cameraToWorld = frame.pose
        worldToCamera = frame.pose.inverse
        color = frame.color.flatMap { $0.pixels.isEmpty ? nil : $0 }
        let maximumDepth = min(maximumDepth, Self.farthestOfAll)
        depthStep = maximumDepth / Reading.depthLimit
        (readings, farthest) = Self.weigh(frame.depth, depthIntrinsics, depthStep, maximumDepth)
        if let confidence = frame.confidence, confidence.pixels.count == frame.depth.pixels.count {
            Self.apply(confidence.pixels, to: &readings)
        }
    }

    /// Whether all readings lie where blocks of `blockSize` metres can be numbered; `reach` metres beyond them are looked at too.
    func isAddressable(blockSize: Float, reach: Float) -> Bool {
        let k = depthIntrinsics
        let x = max(k.cx.magnitude, (Float(k.width) - k.cx).magnitude) / k.fx
        let y = max(k.cy.magnitude, (Float(k.height) - k.cy).magnitude) / k.fy
        let length = (farthest + reach) * (x * x + y * y + 1).squareRoot()
        let t = cameraToWorld.translation
        let limit = Float(BlockCoordinate.limit - 2) * blockSize
        return cameraToWorld.isFinite
            && max(t.x.magnitude, t.y.magnitude, t.z.magnitude) + length < limit
    }

    private typealias V = SIMD8<Float>
    private typealias M = SIMDMask<SIMD8<Int32>>

    /// The weight of a reading is cos² θ / max(1, d⁴), θ between look and surface: the inverse variance of a depth whose noise grows with d²
    /// and with the slant (Nguyen et al. 2012).
    private static func weigh(
        _ image: DepthImage, _ camera: CameraIntrinsics, _ step: Float, _ maximumDepth: Float
    ) -> (readings: [UInt32], farthest: Float) {
        let (w, h) = (image.width, image.height)
        var farthest = V(repeating: 0)
        let words = [UInt32](unsafeUninitializedCapacity: w * h + 8) { words, count in
            count = w * h + 8
            words.suffix(8).update(repeating: 0)
            guard let out = words.baseAddress else { return }
            image.pixels.withUnsafeBufferPointer { pixels in
                PaddedRows.with(pixels, width: w, height: h) { rows in
                    for y in 0..<h {
                        rows.advance(to: y)
                        for x in stride(from: 0, to: w, by: 8) {
                            // The last vector of a row runs over its end; the next row writes there after it.
                            let (word, depth) = weigh(rows, x, y, camera, step, maximumDepth)
                            farthest.replace(with: depth, where: depth .> farthest)
                            UnsafeMutableRawPointer(out + y * w + x).storeBytes(of: word, as: SIMD8<UInt32>.self)
                        }
                    }
                }
            }
        }
        return (words, farthest.max())
    }

    /// Eight readings from (x, y) on, and their depths, both zero where they are not usable.
    @inline(__always)
    private static func weigh(
        _ rows: PaddedRows, _ x: Int, _ y: Int, _ camera: CameraIntrinsics, _ step: Float, _ maximumDepth: Float
    ) -> (SIMD8<UInt32>, V) {
        let one = V(repeating: 1)
        let d = rows.load(x, 0)
        var isGood = (d .> nearest) .& (d .<= maximumDepth)
        // Depth slope a pixel from whichever neighbours lie on the same surface; both sides missing: an edge.
        let (l, r, u, b) = (rows.load(x - 1, 0), rows.load(x + 1, 0), rows.load(x, -1), rows.load(x, 1))
        let jump = d * jumpShare
        let (hasL, hasR) = (magnitude(l - d) .< jump, magnitude(r - d) .< jump)
        let (hasU, hasB) = (magnitude(u - d) .< jump, magnitude(b - d) .< jump)
        isGood = isGood .& (hasL .| hasR) .& (hasU .| hasB)
        let dx = (d - l).replacing(with: r - d, where: hasR).replacing(with: (r - l) * 0.5, where: hasL .& hasR)
        let dy = (d - u).replacing(with: b - d, where: hasB).replacing(with: (b - u) * 0.5, where: hasU .& hasB)
        // Normal of the depth map's graph in camera coordinates, against the direction of the look.
        let xn = (V(0, 1, 2, 3, 4, 5, 6, 7) + (Float(x) - camera.cx)) * (1 / camera.fx)
        let yn = V(repeating: (Float(y) - camera.cy) / camera.fy)
        let inverse = one / d
        let gx = dx * camera.fx * inverse
        let gy = dy * camera.fy * inverse
        let toward = one + gx * xn + gy * yn
        let slant = (gx * gx + gy * gy + toward * toward) * (xn * xn + yn * yn + one)
        isGood = isGood .& (slant .< 1 / (grazing * grazing))
        let square = d * d
        let growth = (expo == 4 ? square * square : expo == 2 ? square : square * square * square).replacing(with: one, where: square .< 1)
        let weight = V(repeating: 0).replacing(with: one / ((cosExp == 2 ? slant : cosExp == 4 ? slant * slant : slant.squareRoot()) * growth), where: isGood)
        let depth = V(repeating: 0).replacing(with: d, where: isGood)
        let word =
            (rounded(depth * (1 / step)) &<< SIMD8(repeating: Reading.depthShift))
            | (rounded(weight * (Reading.weightScale - 1)) &+ SIMD8(repeating: 1))
        return (SIMD8(repeating: 0).replacing(with: word, where: isGood), depth)
    }

    @inline(__always)
    private static func magnitude(_ x: V) -> V {
        unsafeBitCast(unsafeBitCast(x, to: SIMD8<UInt32>.self) & SIMD8(repeating: 0x7FFF_FFFF), to: V.self)
    }

    /// Rounded to the nearest integer, for 0 ≤ x < 2²³.
    @inline(__always)
    private static func rounded(_ x: V) -> SIMD8<UInt32> {
        unsafeBitCast(x + 8_388_608, to: SIMD8<UInt32>.self) & SIMD8(repeating: 0x7F_FFFF)
    }

    /// Readings of low confidence go, those of medium confidence count a third.
    private static func apply(_ confidence: [UInt8], to readings: inout [UInt32]) {
        readings.withUnsafeMutableBufferPointer { readings in
            confidence.withUnsafeBufferPointer { confidence in
                for i in confidence.indices where confidence[i] < 2 {
                    let word = readings[i]
                    let weight = max(1, (word & Reading.weightMask) / 3)
                    readings[i] = confidence[i] == 0 || word == 0 ? 0 : word & ~Reading.weightMask | weight
                }
            }
        }
    }
}

/// Three rows of a depth picture with a margin of zeros, so that neighbours can be read everywhere.
private struct PaddedRows {
    private let pixels: UnsafeBufferPointer<Float>
    private let width: Int
    private let height: Int
    private let stride: Int
    /// Rows y − 1, y and y + 1, at (y + 1) % 3 and so on.
    private let room: UnsafeMutablePointer<Float>
    private var above: UnsafeMutablePointer<Float>
    private var middle: UnsafeMutablePointer<Float>
    private var below: UnsafeMutablePointer<Float>

    static func with(_ pixels: UnsafeBufferPointer<Float>, width: Int, height: Int, _ body: (inout PaddedRows) -> Void) {
        let stride = (width + 7) / 8 * 8 + 16
        withUnsafeTemporaryAllocation(of: Float.self, capacity: stride * 3) { room in
            guard let base = room.baseAddress else { return }
            base.initialize(repeating: 0, count: stride * 3)
            var rows = PaddedRows(
                pixels: pixels, width: width, height: height, stride: stride, room: base, above: base, middle: base, below: base)
            rows.read(0)
            body(&rows)
        }
    }

    /// Call with 0, 1, 2 … in turn.
    mutating func advance(to y: Int) {
        read(y + 1)
        above = row(y + 2)
        middle = row(y)
        below = row(y + 1)
    }

    private func row(_ y: Int) -> UnsafeMutablePointer<Float> { room + y % 3 * stride + 8 }

    private func read(_ y: Int) {
        if y < height, let source = pixels.baseAddress {
            row(y).update(from: source + y * width, count: width)
        } else {
            row(y).update(repeating: 0, count: width)
        }
    }

    /// Eight depths from column `x` on of the row above (−1), in the middle (0) or below (1).
    @inline(__always)
    func load(_ x: Int, _ dy: Int) -> SIMD8<Float> {
        UnsafeRawPointer((dy < 0 ? above : dy > 0 ? below : middle) + x).loadUnaligned(as: SIMD8<Float>.self)
    }
}

extension CameraIntrinsics {
    fileprivate func fitting(_ w: Int, _ h: Int) -> CameraIntrinsics {
        w == width && h == height ? self : scaled(toWidth: w, height: h)
    }
}
