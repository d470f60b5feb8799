import Capture
import Geometry
import Images
import Rendering

/// One chosen frame, ready to be looked things up in: its image, the image's low frequencies, and where in it the surface is
/// seen reliably.
struct TextureView: Sendable {
    let view: ViewPoint
    let width: Int
    let height: Int
    private let pixels: [SIMD4<UInt8>]
    /// The image's low frequencies on a grid `coarse` times as coarse; sRGB codes.
    private let low: [Vector3]
    private let lowWidth: Int
    private let lowHeight: Int
    /// Depth of the mesh, and how reliable it is there (0…1), at half the size.
    private let depths: [Float]
    private let trust: [Float]
    private let halfWidth: Int
    private let halfHeight: Int
    /// How sharp the image is beside others: its fine gradients against its coarse ones.
    let sharpness: Float
    /// What the image's codes are multiplied with, by channel, to agree with the others.
    var gain = Vector3(repeating: 1)

    private static let coarse = 12

    /// - Parameter reduction: the image is made smaller by this whole number.
    init?(_ frame: Frame, mesh: TriangleMesh, reduction: Int) {
        guard let full = frame.color, full.width >= 8 * reduction, full.height >= 8 * reduction, frame.colorIntrinsics.isValid
        else {
            return nil
        }
        let picture = reduction > 1 ? full.resized(toWidth: full.width / reduction, height: full.height / reduction) : full
        let k = frame.colorIntrinsics.scaled(toWidth: picture.width, height: picture.height)
        view = ViewPoint(pose: frame.pose, intrinsics: k)
        width = picture.width
        height = picture.height
        pixels = picture.pixels
        lowWidth = (width + Self.coarse - 1) / Self.coarse + 1
        lowHeight = (height + Self.coarse - 1) / Self.coarse + 1
        low = Self.lowFrequencies(picture, lowWidth: lowWidth, lowHeight: lowHeight)
        sharpness = Self.sharpness(picture)
        halfWidth = width / 2
        halfHeight = height / 2
        let half = k.scaled(toWidth: halfWidth, height: halfHeight)
        let visible = Renderer.visibility(
            of: mesh, camera: RenderCamera(pose: frame.pose, projection: .pinhole(half), near: 0.03), width: halfWidth,
            height: halfHeight)
        depths = visible.depths
        trust = Self.trust(visible, frame)
    }

    // MARK: Looking up

    /// How reliably the surface at a pixel and depth is seen there, 0…1; 0 where something else hides it.
    @inline(__always)
    func trust(_ x: Float, _ y: Float, depth: Float) -> Float {
        let hx = min(max((x - 0.5) * 0.5, 0), Float(halfWidth) - 1.001)
        let hy = min(max((y - 0.5) * 0.5, 0), Float(halfHeight) - 1.001)
        let x0 = Int(hx)
        let y0 = Int(hy)
        let at = y0 * halfWidth + x0
        let right = x0 + 1 < halfWidth ? 1 : 0
        let below = y0 + 1 < halfHeight ? halfWidth : 0
        let farthest = max(max(depths[at], depths[at + right]), max(depths[at + below], depths[at + below + right]))
        guard depth <= farthest + 0.02 + 0.01 * depth else { return 0 }
        let fx = hx - Float(x0)
        let fy = hy - Float(y0)
        let top = trust[at] * (1 - fx) + trust[at + right] * fx
        let bottom = trust[at + below] * (1 - fx) + trust[at + below + right] * fx
        return top * (1 - fy) + bottom * fy
    }

    /// The image's sRGB codes times the gain; bilinear.
    @inline(__always)
    func color(_ x: Float, _ y: Float) -> Vector3 {
        let x = min(max(x, 0), Float(width) - 1.001)
        let y = min(max(y, 0), Float(height) - 1.001)
        let x0 = Int(x)
        let y0 = Int(y)
        let fx = x - Float(x0)
        let fy = y - Float(y0)
        let at = y0 * width + x0
        let top = Self.code(pixels[at]) * (1 - fx) + Self.code(pixels[at + 1]) * fx
        let bottom = Self.code(pixels[at + width]) * (1 - fx) + Self.code(pixels[at + width + 1]) * fx
        return (top * (1 - fy) + bottom * fy) * gain
    }

    /// The same of the low frequencies.
    @inline(__always)
    func lowColor(_ x: Float, _ y: Float) -> Vector3 {
        let step = Float(Self.coarse)
        let gx = min(max(x / step, 0), Float(lowWidth) - 1.001)
        let gy = min(max(y / step, 0), Float(lowHeight) - 1.001)
        let x0 = Int(gx)
        let y0 = Int(gy)
        let fx = gx - Float(x0)
        let fy = gy - Float(y0)
        let at = y0 * lowWidth + x0
        let top = low[at] * (1 - fx) + low[at + 1] * fx
        let bottom = low[at + lowWidth] * (1 - fx) + low[at + lowWidth + 1] * fx
        return (top * (1 - fy) + bottom * fy) * gain
    }

    @inline(__always)
    private static func code(_ p: SIMD4<UInt8>) -> Vector3 { Vector3(Float(p.x), Float(p.y), Float(p.z)) }

    // MARK: Making

    /// Means over squares of twice the grid's step around each of its points.
    private static func lowFrequencies(_ image: ColorImage, lowWidth: Int, lowHeight: Int) -> [Vector3] {
        var result: [Vector3] = []
        result.reserveCapacity(lowWidth * lowHeight)
        for gy in 0..<lowHeight {
            let y0 = min(max(0, gy * coarse - coarse), image.height - 1)
            let y1 = min(image.height, max(y0 + 1, gy * coarse + coarse))
            for gx in 0..<lowWidth {
                let x0 = min(max(0, gx * coarse - coarse), image.width - 1)
                let x1 = min(image.width, max(x0 + 1, gx * coarse + coarse))
                var sum = Vector3(repeating: 0)
                var count: Float = 0
                for y in stride(from: y0, to: y1, by: 2) {
                    for x in stride(from: x0, to: x1, by: 2) {
                        sum += code(image.pixels[y * image.width + x])
                        count += 1
                    }
                }
                result.append(sum / max(count, 1))
            }
        }
        return result
    }

    /// Differences of neighbours against differences over four pixels: blur takes the first away and leaves the second.
    private static func sharpness(_ image: ColorImage) -> Float {
        var (fine, rough): (Float, Float) = (0, 0)
        for y in stride(from: 2, to: image.height - 4, by: 3) {
            for x in stride(from: 2, to: image.width - 4, by: 3) {
                let at = y * image.width + x
                let g = Float(image.pixels[at].y)
                fine += abs(Float(image.pixels[at + 1].y) - g) + abs(Float(image.pixels[at + image.width].y) - g)
                rough += abs(Float(image.pixels[at + 4].y) - g) + abs(Float(image.pixels[at + 4 * image.width].y) - g)
            }
        }
        return rough > 0 ? fine / rough : 0
    }

    /// Low at the image's border, beside jumps of depth, and nothing where the depth sensor saw something in front of the mesh.
    private static func trust(_ visible: VisibilityImage, _ frame: Frame) -> [Float] {
        let w = visible.width
        let h = visible.height
        // Pixels to the nearest jump, up to five, by two passes.
        var reach = [Float](repeating: 5, count: w * h)
        for y in 0..<h {
            for x in 0..<w {
                let at = y * w + x
                let d = visible.depths[at]
                let tolerance = 0.04 + 0.03 * (d.isFinite ? d : 0)
                var jumps = !d.isFinite
                if x > 0, abs(visible.depths[at - 1] - d) > tolerance { jumps = true }
                if x + 1 < w, abs(visible.depths[at + 1] - d) > tolerance { jumps = true }
                if y > 0, abs(visible.depths[at - w] - d) > tolerance { jumps = true }
                if y + 1 < h, abs(visible.depths[at + w] - d) > tolerance { jumps = true }
                if jumps { reach[at] = 0 }
            }
        }
        for y in 0..<h {
            for x in 0..<w {
                if x > 0 { reach[y * w + x] = min(reach[y * w + x], reach[y * w + x - 1] + 1) }
                if y > 0 { reach[y * w + x] = min(reach[y * w + x], reach[(y - 1) * w + x] + 1) }
            }
        }
        for y in (0..<h).reversed() {
            for x in (0..<w).reversed() {
                if x + 1 < w { reach[y * w + x] = min(reach[y * w + x], reach[y * w + x + 1] + 1) }
                if y + 1 < h { reach[y * w + x] = min(reach[y * w + x], reach[(y + 1) * w + x] + 1) }
            }
        }
        let border = Float(min(w, h)) * 0.12
        let dw = frame.depth.width
        let dh = frame.depth.height
        for y in 0..<h {
            for x in 0..<w {
                let at = y * w + x
                let d = visible.depths[at]
                let edge = Float(min(min(x, w - 1 - x), min(y, h - 1 - y)) + 1)
                var value = max(0.02, (reach[at] / 5) * min(1, edge / border))
                if d.isFinite, dw > 0, dh > 0 {
                    let measured = frame.depth.pixels[y * dh / h * dw + x * dw / w]
                    if measured > 0, measured < 0.9 * d - 0.1 { value = 0 }
                }
                reach[at] = value
            }
        }
        return reach
    }
}
