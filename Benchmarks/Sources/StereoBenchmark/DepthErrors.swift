import Capture
import Geometry
import Rendering

/// How far computed depths are from those of the true surface, pixel by pixel.
struct DepthErrors {
    /// For the report.
    let values: [String: Any]

    init(_ capture: Capture, truth: TriangleMesh) throws {
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
        }
        errors.sort()
        let count = max(1, errors.count)
        func quantile(_ q: Double) -> Double { errors.isEmpty ? 0 : Double(errors[min(errors.count - 1, Int(q * Double(count)))]) }
        values = [
            "depth_median_mm": quantile(0.5) * 1000, "depth_90_mm": quantile(0.9) * 1000,
            "depth_wrong": Double(relative) / Double(count), "depth_coverage": Double(errors.count) / Double(max(1, total)),
        ]
    }
}
