import BenchmarkSupport
import Capture
import Foundation
import Geometry
import Images
import Reconstruction
import Rendering

/// Truth of a texture: frames that did not give their pictures are compared with what the textured mesh looks like from their poses.
enum HeldOut {
    /// Every so many-th frame is held out.
    static let step = 12

    static func compare(_ mesh: TriangleMesh, _ capture: Capture, pictures: String?) throws {
        let held = Set(stride(from: step / 2, to: capture.frameCount, by: step))
        let others = capture.replacingPoses((0..<capture.frameCount).map { held.contains($0) ? nil : capture.pose(at: $0) })
        let cpu = Meter.cpuSeconds()
        let textured = try Texturing.texture(mesh, capture: others)
        let seconds = Meter.cpuSeconds() - cpu
        var errors = SIMD2<Double>(0, 0)
        var each = SIMD2<Double>(0, 0)
        var pixels = 0.0
        var frames = 0.0
        for i in held.sorted() {
            guard let frame = try? capture.frame(at: i), let picture = frame.color else { continue }
            let k = frame.colorIntrinsics
            let camera = RenderCamera(pose: frame.pose, projection: .pinhole(k), near: 0.03)
            let style = RenderStyle(shading: .colors, background: SIMD3(255, 0, 255), supersampling: 1)
            let plain = Renderer.render(mesh, camera: camera, width: k.width, height: k.height, style: style)
            let painted = Renderer.render(
                textured.mesh, texture: textured.atlas, camera: camera, width: k.width, height: k.height, style: style)
            let visible = Renderer.visibility(of: mesh, camera: camera, width: k.width, height: k.height)
            var sum = SIMD2<Double>(0, 0)
            var count = 0.0
            for at in 0..<k.width * k.height where visible.triangles[at] >= 0 {
                sum += SIMD2(error(picture.pixels[at], plain.pixels[at]), error(picture.pixels[at], painted.pixels[at]))
                count += 3
            }
            guard count > 0 else { continue }
            errors += sum
            pixels += count
            each += SIMD2(psnr(sum.x / count), psnr(sum.y / count))
            frames += 1
            if let pictures, frames == 3 || frames == 10 {
                for (name, image) in [("real", picture), ("vertices", plain), ("texture", painted)] {
                    try Data(PNG.encode(image)).write(to: URL(fileURLWithPath: "\(pictures)-\(i)-\(name).png"))
                }
            }
        }
        try Report.print([
            "triangles": mesh.triangleCount, "held_out": frames, "views": textured.views, "cpu": seconds,
            "psnr_vertex_colours": psnr(errors.x / pixels), "psnr_texture": psnr(errors.y / pixels),
            "mean_psnr_vertex_colours": each.x / frames, "mean_psnr_texture": each.y / frames, "coverage": textured.coverage,
            "width": textured.atlas.width, "height": textured.atlas.height, "texels_per_metre": textured.texelsPerMetre,
        ])
    }

    private static func error(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>) -> Double {
        let d = SIMD4<Int32>(truncatingIfNeeded: a) &- SIMD4<Int32>(truncatingIfNeeded: b)
        return Double(d.x * d.x + d.y * d.y + d.z * d.z)
    }

    private static func psnr(_ meanSquare: Double) -> Double { 10 * log10(255 * 255 / max(meanSquare, 1e-9)) }
}
