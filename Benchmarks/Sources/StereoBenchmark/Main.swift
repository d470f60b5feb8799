import BenchmarkSupport
import Capture
import Foundation
import Geometry
import Images
import Meshes
import Photogrammetry
import Reconstruction
import Rendering
import SyntheticScenes

/// Dense depth from posed photos, measured.
///
///     StereoBenchmark flat [--photos 60] [--edge 640] [--views 6] [--voxel 0.015] [--seed 1] [--no-planes] [--image FILE.png]
///     StereoBenchmark CAPTURE [--edge 640] [--views 6] [--voxel 0.01] [--range 5] [--image FILE.png]
///
/// `flat`: photos of the demo flat with exact cameras; depth, fusion and cleaning against the exact surface, of which counts what
/// the photos see. One line of JSON: F-score, precision and recall at 1, 2 and 5 cm, errors of the depth images, seconds.
/// A capture's path: the same without truth. With `--image` the surface is drawn.
@main
enum StereoBenchmark {
    static func main() {
        do {
            try run()
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let subject = arguments.first else { throw BenchmarkError("usage: StereoBenchmark flat|CAPTURE [options]") }
        func value(_ name: String) -> String? {
            arguments.firstIndex(of: "--" + name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
        }
        func number(_ name: String, _ usual: Double) -> Double { value(name).flatMap(Double.init) ?? usual }
        let options = MultiViewDepthOptions(
            maximumImageEdge: Int(number("edge", 640)), sourceViews: Int(number("views", 6)),
            minimumConsistentViews: Int(number("agreeing", 2)), completesPlanes: !arguments.contains("--no-planes"))
        var fusion = ReconstructionOptions(
            voxelSize: Float(number("voxel", 0.015)), maximumDepth: Float(number("range", 6)), poses: .none)
        fusion.refinesPoses = false
        fusion.levels = false
        if subject == "flat" {
            let photos = Flat(photos: Int(number("photos", 60)), seed: UInt64(number("seed", 1)))
            try flat(photos, options, fusion: fusion, image: value("image"))
        } else {
            try real(URL(fileURLWithPath: subject), options, fusion: fusion, image: value("image"))
        }
    }

    struct Flat {
        var photos: Int
        var seed: UInt64
    }

    /// Photos of the demo flat without their depth.
    private static func flat(
        _ flat: Flat, _ options: MultiViewDepthOptions, fusion: ReconstructionOptions, image: String?
    ) throws {
        let demo = DemoCapture(seed: flat.seed, noise: true, drift: false, frameCount: flat.photos)
        let photos = Capture(name: "flat", kind: "photos", source: PhotosOnly(demo.capture))
        let meter = Meter()
        let result = try MultiViewDepth.estimate(photos, options: options)
        let used = meter.read()
        let surface = try Reconstructor.run(result.capture, options: fusion)
        let seen = demo.seenGroundTruth(step: 1)
        let d = SurfaceDistance(of: surface.mesh, from: demo.groundTruth, threshold: 0.02, seen: seen)
        var report = Self.report(result, used)
        for score in d.scores {
            let cm = Int((score.threshold * 100).rounded())
            report["f_\(cm)cm"] = score.fScore
            report["precision_\(cm)cm"] = score.precision
            report["recall_\(cm)cm"] = score.recall
        }
        report.merge(try DepthErrors(result.capture, truth: demo.groundTruth).values) { $1 }
        try Report.print(report)
        if let image { try draw(surface.mesh, to: image) }
    }

    private static func real(
        _ url: URL, _ options: MultiViewDepthOptions, fusion: ReconstructionOptions, image: String?
    ) throws {
        let capture = try Capture.open(url)
        let meter = Meter()
        let result = try MultiViewDepth.estimate(capture, options: options)
        let used = meter.read()
        var report = Self.report(result, used)
        let surface = try Reconstructor.run(result.capture, options: fusion)
        report["triangles"] = surface.mesh.triangleCount
        report["fusion_seconds"] = surface.seconds.total
        try Report.print(report)
        if let image { try draw(surface.mesh, to: image) }
    }

    private static func report(
        _ result: MultiViewDepth.Result, _ used: (wall: Double, cpu: Double, peak: Int64, base: Int64)
    ) -> [String: Any] {
        [
            "photos": result.capture.frameCount + result.omitted.count, "with_depth": result.capture.frameCount,
            "coverage": result.coverage, "source_views": result.sourceViews, "wall_seconds": used.wall, "cpu_seconds": used.cpu,
            "peak_megabytes": Double(used.peak) / 1048576,
            "stage_seconds": [
                "loading": result.seconds.loading, "selection": result.seconds.selection,
                "matching": result.seconds.matching,
                "refinement": result.seconds.refinement, "completion": result.seconds.completion,
                "filtering": result.seconds.filtering,
            ],
        ]
    }

    private static func draw(_ mesh: TriangleMesh, to path: String) throws {
        let image = Renderer.thumbnail(of: mesh, width: 1280, height: 960)
        try Data(try PNG.encode(image)).write(to: URL(fileURLWithPath: path))
    }
}
