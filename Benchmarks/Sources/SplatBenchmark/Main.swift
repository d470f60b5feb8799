import BenchmarkSupport
import Capture
import Foundation
import Geometry
import Images
import Splats

/// Trains splats on a capture and measures them on the images that were held out: a line of JSON for each measurement.
///
///     SplatBenchmark CAPTURE [--iterations N] [--splats N] [--edge PIXELS] [--holdout N] [--points FILE] [--output FILE.ply]
///                    [--images FOLDER] [--every N] [--device cpu|vulkan|auto] [--set NAME=VALUE …]
///     SplatBenchmark CAPTURE --measure FILE,FILE,… [--edge PIXELS] [--holdout N] [--device cpu|vulkan|auto]
///
/// `--measure` draws the splats of files as the held-out images see them: what a file format loses.
/// `--points` gives a point cloud to begin with; `--images` writes each measurement's preview and, at the end, each held-out image
/// beside the splats' image of it. `--set` changes further options: see `set`.
@main
enum SplatBenchmark {
    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        guard !arguments.isEmpty, !arguments[0].hasPrefix("--") else {
            throw BenchmarkError("usage: SplatBenchmark CAPTURE [OPTIONS]")
        }
        let capture = try Capture.open(URL(fileURLWithPath: arguments.removeFirst()))
        var options = SplatTrainingOptions()
        var points: String?
        var output: String?
        var images: String?
        var measured: [String] = []
        while !arguments.isEmpty {
            let name = arguments.removeFirst()
            guard !arguments.isEmpty else { throw BenchmarkError("\(name) needs a value") }
            let value = arguments.removeFirst()
            switch name {
            case "--iterations": options.iterations = try number(value)
            case "--splats": options.maximumSplats = try number(value)
            case "--edge": options.imageEdge = try number(value)
            case "--holdout": options.holdout = try number(value)
            case "--every": options.evaluationInterval = try number(value)
            case "--device":
                guard let device = SplatDevice(rawValue: value) else { throw BenchmarkError("\(value) is not cpu, vulkan or auto") }
                options.device = device
            case "--points": points = value
            case "--output": output = value
            case "--images": images = value
            case "--measure": measured = value.split(separator: ",").map(String.init)
            case "--set": try set(value, &options)
            default: throw BenchmarkError("unknown option \(name)")
            }
        }
        if !measured.isEmpty { return try measure(measured, capture: capture, options: options) }
        let meter = Meter()
        let cloud = try points.map { try Files.points($0) }
        let trainer = try SplatTrainer(capture: capture, surface: cloud ?? nil, options: options)
        try Report.print(["prepared": true, "cpu": rounded(meter.read().cpu), "wall": rounded(meter.read().wall)])
        let folder = images.map { URL(fileURLWithPath: $0) }
        if let folder { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        let result = try trainer.run { state in
            var line: [String: Any] = [
                "iteration": state.iteration, "splats": state.splats, "loss": state.loss, "cpu": rounded(state.cpuSeconds),
            ]
            if let quality = state.heldOut {
                line["psnr"] = rounded(quality.psnr)
                line["ssim"] = rounded(quality.ssim * 100) / 100
            }
            if state.heldOut != nil || state.iteration % 1000 == 0 { try? Report.print(line) }
            if let folder, let preview = state.preview, let bytes = try? PNG.encode(preview) {
                try? Data(bytes).write(to: folder.appendingPathComponent("preview-\(state.iteration).png"))
            }
        }
        let read = meter.read()
        var line: [String: Any] = [
            "capture": capture.name, "iterations": result.iterations, "splats": result.cloud.count,
            "train_cpu": rounded(result.cpuSeconds), "cpu": rounded(read.cpu), "wall": rounded(read.wall),
            "peak_mb": read.peak >> 20, "device": result.device.model ?? result.device.device.rawValue,
        ]
        if let quality = result.heldOut {
            line["psnr"] = rounded(quality.psnr)
            line["ssim"] = (quality.ssim * 10_000).rounded() / 10_000
            line["held_out"] = quality.images
        }
        if !result.notes.isEmpty { line["notes"] = result.notes }
        try Report.print(line)
        if let output { try Files.write(result.cloud, to: output) }
        if let folder { try writeComparisons(result.cloud, capture: capture, options: options, folder: folder) }
    }

    private static func number(_ text: String) throws -> Int {
        guard let n = Int(text) else { throw BenchmarkError("\(text) is not a whole number") }
        return n
    }

    private static func rounded(_ x: Double) -> Double { (x * 100).rounded() / 100 }

    /// Sets an option that is measured now and then.
    private static func set(_ text: String, _ options: inout SplatTrainingOptions) throws {
        let parts = text.split(separator: "=").map(String.init)
        guard parts.count == 2, let value = Float(parts[1]) else { throw BenchmarkError("\(text) is not NAME=NUMBER") }
        switch parts[0] {
        case "seed": options.seed = UInt64(value)
        case "degree": options.degree = Int(value)
        case "similarity": options.similarityWeight = value
        case "depth": options.depthWeight = value
        case "exposure": options.compensatesExposure = value != 0
        case "cameras": options.refinesCameras = value != 0
        case "mip": options.antialiasing = value != 0 ? .mip : .standard
        case "filter": options.filtersInSpace = value != 0
        case "progressive": options.isProgressive = value != 0
        case "densify": options.densifies = value != 0
        case "opacity": options.opacityWeight = value
        case "size": options.sizeWeight = value
        case "rate": options.learningRate = value
        default: throw BenchmarkError("unknown setting \(parts[0])")
        }
    }

    /// PSNR over the pixels of all held-out images, with one factor a channel and image for the exposure.
    private static func measure(_ files: [String], capture: Capture, options: SplatTrainingOptions) throws {
        let views = try TrainingView.views(of: capture, imageEdge: options.imageEdge)
        for file in files {
            guard let cloud = try Files.splats(file) else { throw BenchmarkError("\(file) has no splats") }
            let renderer = try SplatRenderer(cloud, antialiasing: options.antialiasing, device: options.device)
            var error = 0.0
            var count = 0.0
            for (i, view) in views.enumerated() where options.holdout > 0 && i % options.holdout == 0 {
                let drawn = try renderer.render(
                    pose: view.pose, intrinsics: view.intrinsics, near: 1e-3, background: Vector3(repeating: 0)
                ).color
                for c in 0..<3 {
                    var product = 0.0
                    var square = 1e-9
                    for (p, q) in zip(view.image.pixels, drawn.pixels) {
                        product += Double(p[c]) * Double(q[c])
                        square += Double(q[c]) * Double(q[c])
                    }
                    let gain = product / square
                    for (p, q) in zip(view.image.pixels, drawn.pixels) {
                        let d = Double(p[c]) - gain * Double(q[c])
                        error += d * d
                    }
                    count += Double(drawn.pixels.count)
                }
            }
            let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
            try Report.print([
                "file": file, "bytes": size, "splats": cloud.count,
                "psnr": rounded(10 * log10(255 * 255 / max(error / count, 1e-9))),
            ])
        }
    }

    /// Each held-out image on the left, the splats' image of it on the right.
    private static func writeComparisons(
        _ cloud: SplatCloud, capture: Capture, options: SplatTrainingOptions, folder: URL
    ) throws {
        let views = try TrainingView.views(of: capture, imageEdge: options.imageEdge)
        let renderer = try SplatRenderer(cloud, antialiasing: options.antialiasing, device: options.device)
        for (i, view) in views.enumerated() where options.holdout > 0 && i % options.holdout == 0 {
            let drawn = try renderer.render(
                pose: view.pose, intrinsics: view.intrinsics, near: 1e-3, background: Vector3(repeating: 0))
            let w = view.image.width
            let h = view.image.height
            var both = ColorImage(width: 2 * w, height: h, repeating: SIMD4(0, 0, 0, 255))
            for y in 0..<h {
                for x in 0..<w {
                    both[x, y] = view.image[x, y]
                    both[w + x, y] = drawn.color[x, y]
                }
            }
            try Data(try PNG.encode(both)).write(to: folder.appendingPathComponent("held-out-\(i).png"))
        }
    }
}
