import Capture
import Foundation
import Geometry
import Images
import Rendering

/// How far computed depths are from those of the true surface, pixel by pixel.
struct DepthErrors {
    /// For the report.
    let values: [String: Any]

    init(_ capture: Capture, truth: TriangleMesh, maps: String? = nil) throws {
        var errors: [Float] = []
        var relative = 0
        var total = 0
        for i in 0..<capture.frameCount {
            let frame = try capture.frame(at: i)
            let w = frame.depth.width
            let h = frame.depth.height
            let seen = Renderer.visibility(
                of: truth, camera: RenderCamera(pose: frame.pose, projection: .pinhole(frame.depthIntrinsics)), width: w, height: h)
            for k in 0..<w * h where seen.depths[k].isFinite {
                total += 1
                let d = frame.depth.pixels[k]
                guard d > 0 else { continue }
                let error = (d - seen.depths[k]).magnitude
                errors.append(error)
                if error > 0.03 * seen.depths[k] { relative += 1 }
            }
            if let maps {
                let file = URL(fileURLWithPath: maps).appendingPathComponent("photo-\(i + 1).png")
                try Data(try PNG.encode(Self.map(frame, seen.depths))).write(to: file)
            }
        }
        errors.sort()
        let count = max(1, errors.count)
        func quantile(_ q: Double) -> Double { errors.isEmpty ? 0 : Double(errors[min(errors.count - 1, Int(q * Double(count)))]) }
        values = [
            "depth_median_mm": quantile(0.5) * 1000, "depth_90_mm": quantile(0.9) * 1000,
            "depth_wrong": Double(relative) / Double(count), "depth_coverage": Double(errors.count) / Double(max(1, total)),
        ]
    }

    /// The photo, and beside it what is right (green), off by 1 to 3 % (yellow) and by more (red); farther parts are darker.
    private static func map(_ frame: Frame, _ truth: [Float]) -> ColorImage {
        let w = frame.depth.width
        let h = frame.depth.height
        var image = ColorImage(width: 2 * w, height: h, pixels: Array(repeating: SIMD4(0, 0, 0, 255), count: 2 * w * h))
        for y in 0..<h {
            for x in 0..<w {
                if let photo = frame.color {
                    let row = y * photo.height / h
                    image.pixels[y * 2 * w + x] = photo.pixels[row * photo.width + x * photo.width / w]
                }
                let depth = frame.depth.pixels[y * w + x]
                guard depth > 0 else { continue }
                let error = (depth - truth[y * w + x]).magnitude / truth[y * w + x]
                let level = UInt8(max(40, min(255, 255 - 40 * depth)))
                image.pixels[(2 * y + 1) * w + x] = SIMD4(error < 0.01 ? 0 : level, error < 0.03 ? level : 0, 0, 255)
            }
        }
        return image
    }
}
