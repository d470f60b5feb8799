import BenchmarkSupport
import Capture
import Foundation
import Geometry
import Images
import Meshes
import Reconstruction
import Rendering

/// Truth of a texture: frames that gave neither depth nor colour are compared with what the surface looks like from where they
/// stand.
///
/// Where they stand comes from the path, and the path, where it is refined, from all frames' depth and brightness: the frames are
/// held out of the surface and of its colours, not of the path. Both kinds of colours are judged by the same rule: once as they
/// are, and once with the picture's exposure matched by one factor a channel, because a camera that changes its exposure fits no
/// picture of the past.
enum HeldOut {
    /// Every so many-th frame is held out.
    static let step = 12
    /// Triangles of the surface that is coloured.
    static let triangles = 100_000

    private static func split(
        _ recording: Capture, _ method: PoseOptions.Method
    ) throws -> (path: RefinedPoses, capture: Capture, held: Set<Int>, others: Capture) {
        let path = try PoseRefinement.refine(recording, options: PoseOptions(method: method))
        let capture = recording.replacingPoses(path.poses)
        let held = Set(stride(from: step / 2, to: capture.frameCount, by: step))
        let others = capture.replacingPoses(path.poses.enumerated().map { held.contains($0.offset) ? nil : $0.element })
        return (path, capture, held, others)
    }

    /// What people get: the surface of an interior with colours at its vertices, and textured with each error of the simplification
    /// before, in voxels.
    static func product(_ recording: Capture, poses method: PoseOptions.Method, errors: [Float], pictures: String?) throws {
        let (_, capture, held, others) = try split(recording, method)
        for error in [nil] + errors.map(Optional.some) {
            var options = ReconstructionMode.interior.options
            options.poses = .none
            // The held-out frames' poses are in the capture's frame.
            options.levels = false
            if let error {
                options.addTexture()
                options.textureErrorVoxels = error
            }
            let cpu = Meter.cpuSeconds()
            let made = try Reconstructor.run(others, options: options)
            let seconds = Meter.cpuSeconds() - cpu
            var tally = Tally()
            for (number, i) in held.sorted().enumerated() {
                guard let frame = try? capture.frame(at: i), let picture = frame.color else { continue }
                let k = frame.colorIntrinsics
                let camera = RenderCamera(pose: frame.pose, projection: .pinhole(k), near: 0.03)
                let style = RenderStyle(shading: .colors, background: SIMD3(255, 0, 255), supersampling: 1)
                let visible = Renderer.visibility(of: made.mesh, camera: camera, width: k.width, height: k.height)
                let image = Renderer.render(
                    made.mesh, texture: made.texture, camera: camera, width: k.width, height: k.height, style: style)
                tally.add(picture, image, where: visible.triangles.map { $0 >= 0 })
                if let pictures, number % 5 == 2 {
                    let name = error.map { "texture-\($0)" } ?? "vertices"
                    try Data(PNG.encode(image)).write(to: URL(fileURLWithPath: "\(pictures)-\(i)-\(name).png"))
                    try Data(PNG.encode(picture)).write(to: URL(fileURLWithPath: "\(pictures)-\(i)-real.png"))
                }
            }
            try Report.print([
                "error_voxels": error.map { Double($0) } ?? -1, "textured": error != nil, "triangles": made.mesh.triangleCount,
                "cpu": seconds, "psnr": tally.psnr, "matched_psnr": tally.matched,
            ])
        }
    }

    static func compare(_ recording: Capture, poses method: PoseOptions.Method, pictures: String?) throws {
        let (path, capture, held, others) = try split(recording, method)
        let fused = try Reconstructor.run(others, options: ReconstructionOptions(voxelSize: 0.01, poses: .none)).mesh
        let mesh = try Simplification.simplify(fused, toTriangles: triangles).mesh
        let cpu = Meter.cpuSeconds()
        let textured = try Texturing.texture(mesh, capture: others)
        let seconds = Meter.cpuSeconds() - cpu
        var tallies = [String: Tally]()
        var shifts: [String: [Vector2]] = [:]
        for (number, i) in held.sorted().enumerated() {
            guard let frame = try? capture.frame(at: i), let picture = frame.color else { continue }
            let k = frame.colorIntrinsics
            let camera = RenderCamera(pose: frame.pose, projection: .pinhole(k), near: 0.03)
            let style = RenderStyle(shading: .colors, background: SIMD3(255, 0, 255), supersampling: 1)
            let visible = Renderer.visibility(of: mesh, camera: camera, width: k.width, height: k.height)
            let seen = visible.triangles.map { $0 >= 0 }
            let images = [
                ("fine_vertex_colours", Renderer.render(fused, camera: camera, width: k.width, height: k.height, style: style)),
                ("vertex_colours", Renderer.render(mesh, camera: camera, width: k.width, height: k.height, style: style)),
                (
                    "texture",
                    Renderer.render(
                        textured.mesh, texture: textured.atlas, camera: camera, width: k.width, height: k.height, style: style)
                ),
            ]
            for (name, image) in images {
                tallies[name, default: Tally()].add(picture, image, where: seen)
                if let shift = Shift.find(of: image, against: picture, seen) { shifts[name, default: []].append(shift) }
            }
            if let pictures, number % 5 == 2 {
                for (name, image) in [("real", picture)] + images {
                    try Data(PNG.encode(image)).write(to: URL(fileURLWithPath: "\(pictures)-\(i)-\(name).png"))
                }
            }
        }
        var report: [String: Any] = [
            "path": path.source.rawValue, "triangles": mesh.triangleCount, "fine_triangles": fused.triangleCount,
            "held_out": held.count, "views": textured.views, "cpu": seconds, "coverage": textured.coverage,
            "width": textured.atlas.width, "height": textured.atlas.height, "texels_per_metre": textured.texelsPerMetre,
        ]
        for (name, tally) in tallies {
            report["psnr_\(name)"] = tally.psnr
            report["matched_psnr_\(name)"] = tally.matched
        }
        for (name, found) in shifts {
            var mean = Vector2(0, 0)
            var square = Float(0)
            for shift in found { mean = mean + shift * (1 / Float(found.count)) }
            for shift in found { square += ((shift - mean) * (shift - mean)).sum() / Float(found.count) }
            report["shift_\(name)"] = "mean \(mean.x) \(mean.y), spread \(square.squareRoot()) pixels"
        }
        try Report.print(report)
    }
}

/// Squared differences of pictures over the pixels that show the surface.
private struct Tally {
    private var error = 0.0
    private var matchedError = 0.0
    private var values = 0.0

    mutating func add(_ real: ColorImage, _ image: ColorImage, where seen: [Bool]) {
        var product = SIMD3<Double>.zero
        var square = SIMD3<Double>.zero
        for at in seen.indices where seen[at] {
            let p = Self.code(real.pixels[at])
            let q = Self.code(image.pixels[at])
            product += p * q
            square += q * q
        }
        let gain = product / square.replacing(with: 1, where: square .< 1)
        for at in seen.indices where seen[at] {
            let p = Self.code(real.pixels[at])
            let q = Self.code(image.pixels[at])
            let d = p - q
            let e = p - q * gain
            error += (d * d).sum()
            matchedError += (e * e).sum()
            values += 3
        }
    }

    var psnr: Double { Self.decibels(error / max(values, 1)) }
    var matched: Double { Self.decibels(matchedError / max(values, 1)) }

    private static func code(_ p: SIMD4<UInt8>) -> SIMD3<Double> { SIMD3(Double(p.x), Double(p.y), Double(p.z)) }
    private static func decibels(_ meanSquare: Double) -> Double { 10 * log10(255 * 255 / max(meanSquare, 1e-9)) }
}

/// How many pixels a rendered picture lies off the real one as a whole: the shift with the highest correlation of brightness.
private enum Shift {
    private static let reach = 12

    static func find(of image: ColorImage, against real: ColorImage, _ seen: [Bool]) -> Vector2? {
        let w = real.width
        let h = real.height
        let a = real.pixels.map(brightness)
        let b = image.pixels.map(brightness)
        let side = 2 * reach + 1
        var scores = [Float](repeating: 0, count: side * side)
        for v in -reach...reach {
            for u in -reach...reach {
                var n: Float = 0
                var sa: Float = 0
                var sb: Float = 0
                var aa: Float = 0
                var bb: Float = 0
                var ab: Float = 0
                for y in stride(from: reach, to: h - reach, by: 3) {
                    for x in stride(from: reach, to: w - reach, by: 3) {
                        let p = y * w + x
                        let q = (y + v) * w + x + u
                        guard seen[q] else { continue }
                        n += 1
                        sa += a[p]
                        sb += b[q]
                        aa += a[p] * a[p]
                        bb += b[q] * b[q]
                        ab += a[p] * b[q]
                    }
                }
                let spread = ((aa * n - sa * sa) * (bb * n - sb * sb)).squareRoot()
                scores[(v + reach) * side + u + reach] = spread > 0 ? (ab * n - sa * sb) / spread : -1
            }
        }
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return nil }
        let x = best % side
        let y = best / side
        guard x > 0, y > 0, x + 1 < side, y + 1 < side else { return nil }
        func peak(before: Float, here: Float, after: Float) -> Float {
            let bend = before - 2 * here + after
            return bend < 0 ? 0.5 * (before - after) / bend : 0
        }
        return Vector2(
            Float(x - reach) + peak(before: scores[best - 1], here: scores[best], after: scores[best + 1]),
            Float(y - reach) + peak(before: scores[best - side], here: scores[best], after: scores[best + side]))
    }

    private static func brightness(_ p: SIMD4<UInt8>) -> Float { (0.3 * Float(p.x) + 0.59 * Float(p.y) + 0.11 * Float(p.z)) / 255 }
}
