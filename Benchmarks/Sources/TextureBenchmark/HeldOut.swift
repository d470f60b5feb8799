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
    /// Triangles of the surface that is coloured.
    static let triangles = 100_000

    /// What people get: the surface of an interior with colours at its vertices, and textured with each error of the simplification
    /// before, in voxels.
    static func product(_ frames: HeldOutFrames, errors: [Float], images: String?) throws {
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
            let made = try Reconstructor.run(frames.others, options: options)
            let seconds = Meter.cpuSeconds() - cpu
            var tally = Tally()
            for (number, view) in frames.held.compactMap({ HeldOutView(frames.capture, $0) }).enumerated() {
                let image = view.render(made.mesh, texture: made.texture)
                tally.add(view.real, image, where: view.masks(of: made.mesh).mesh)
                if let images, number % 5 == 2 {
                    try view.write(image, error.map { "texture-\($0)" } ?? "vertices", to: images)
                    try view.write(view.real, "real", to: images)
                }
            }
            try Report.print([
                "error_voxels": error.map { Double($0) } ?? -1, "textured": error != nil, "triangles": made.mesh.triangleCount,
                "cpu": seconds, "psnr": tally.psnr, "matched_psnr": tally.matched,
            ])
        }
    }

    static func compare(_ frames: HeldOutFrames, images prefix: String?) throws {
        let (fused, mesh) = try frames.surfaces(triangles: triangles)
        let cpu = Meter.cpuSeconds()
        let textured = try Texturing.texture(mesh, capture: frames.others)
        let seconds = Meter.cpuSeconds() - cpu
        // How much the held-out images themselves would add, as views like the others.
        let all = try Texturing.texture(mesh, capture: frames.capture)
        var tallies = [String: Tally]()
        var confirmed = [String: Tally]()
        var shifts: [String: [Vector2]] = [:]
        for (number, view) in frames.held.compactMap({ HeldOutView(frames.capture, $0) }).enumerated() {
            let masks = view.masks(of: mesh)
            let images = [
                ("fine_vertex_colours", view.render(fused)), ("vertex_colours", view.render(mesh)),
                ("texture", view.render(textured.mesh, texture: textured.atlas)),
                ("texture_of_all_frames", view.render(all.mesh, texture: all.atlas)),
            ]
            for (name, image) in images {
                tallies[name, default: Tally()].add(view.real, image, where: masks.mesh)
                confirmed[name, default: Tally()].add(view.real, image, where: masks.confirmed)
                if let shift = Shift.find(of: image, against: view.real, masks.mesh) { shifts[name, default: []].append(shift) }
            }
            if let prefix, number % 5 == 2 {
                for (name, image) in [("real", view.real)] + images { try view.write(image, name, to: prefix) }
            }
        }
        var report: [String: Any] = [
            "path": frames.path.source.rawValue, "triangles": mesh.triangleCount, "fine_triangles": fused.triangleCount,
            "held_out": frames.held.count, "views": textured.views, "cpu": seconds, "coverage": textured.coverage,
            "width": textured.atlas.width, "height": textured.atlas.height, "texels_per_metre": textured.texelsPerMetre,
        ]
        for (name, tally) in tallies {
            report["psnr_\(name)"] = tally.psnr
            report["matched_psnr_\(name)"] = tally.matched
        }
        for (name, tally) in confirmed {
            report["confirmed_psnr_\(name)"] = tally.psnr
            report["confirmed_matched_psnr_\(name)"] = tally.matched
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
struct Tally {
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
