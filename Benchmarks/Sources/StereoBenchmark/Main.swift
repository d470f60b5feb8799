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
///     StereoBenchmark flat [--walk 60] [--edge 640] [--views 6] [--voxel 0.015] [--seed 1] [--no-planes] [--image FILE.png]
///         [--maps FOLDER] [--seen-by N] [--weight 0.00003]
///     StereoBenchmark CAPTURE [--edge 640] [--views 6] [--voxel 0.01] [--range 5] [--image FILE.png]
///
/// `flat`: photos of the demo flat with exact cameras (`--walk`: that many frames of the demo's walk instead); depth, fusion and
/// cleaning against the exact surface, of which counts what the photos see. `--maps` draws each photo beside its depths: green
/// within 1 %, yellow within 3 %, red beyond. `--seen-by` fuses true depths of what N other photos see, too: comparing photos
/// can't give more. One line of JSON: F-score, precision and recall at 1, 2 and 5 cm, errors of the depth images, seconds.
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
        fusion.minimumWeight = Float(number("weight", Double(MultiViewDepth.fusionWeight)))
        if subject == "flat" {
            let seed = UInt64(number("seed", 1))
            let walk = value("walk").flatMap { Int($0) }
            let demo = walk.map { DemoCapture(seed: seed, drift: false, frameCount: $0) } ?? DemoCapture.photos(seed: seed)
            if let least = value("seen-by").flatMap({ Int($0) }) {
                try limit(demo, least, fusion: fusion)
            } else {
                try flat(demo, options, fusion: fusion, image: value("image"), maps: value("maps"))
            }
        } else {
            try real(URL(fileURLWithPath: subject), options, fusion: fusion, image: value("image"))
        }
    }

    private static func flat(
        _ demo: DemoCapture, _ options: MultiViewDepthOptions, fusion: ReconstructionOptions, image: String?, maps: String?
    ) throws {
        let photos = Capture(name: "flat", kind: "photos", source: PhotosOnly(demo.capture))
        let meter = Meter()
        let result = try MultiViewDepth.estimate(photos, options: options)
        let used = meter.read()
        let surface = try Reconstructor.run(result.capture, options: fusion)
        var report = Self.report(result, used)
        report.merge(scores(surface.mesh, demo)) { $1 }
        report.merge(try DepthErrors(result.capture, truth: demo.groundTruth, maps: maps).values) { $1 }
        try Report.print(report)
        if let image { try draw(surface.mesh, to: image) }
    }

    /// The scores of true depths.
    private static func limit(_ demo: DemoCapture, _ least: Int, fusion: ReconstructionOptions) throws {
        let source = try TrueDepth(demo, seenBy: least)
        let surface = try Reconstructor.run(Capture(name: "flat", kind: "photos", source: source), options: fusion)
        try Report.print(scores(surface.mesh, demo).merging(["coverage": source.coverage]) { $1 })
    }

    private static func scores(_ mesh: TriangleMesh, _ demo: DemoCapture) -> [String: Any] {
        let distance = SurfaceDistance(
            of: mesh, from: demo.groundTruth, threshold: 0.02, seen: demo.seenGroundTruth(step: 1))
        var report: [String: Any] = [:]
        for score in distance.scores {
            let cm = Int((score.threshold * 100).rounded())
            report["f_\(cm)cm"] = score.fScore
            report["precision_\(cm)cm"] = score.precision
            report["recall_\(cm)cm"] = score.recall
        }
        return report
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
