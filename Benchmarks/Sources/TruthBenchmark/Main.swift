import Capture
import Foundation
import Geometry
import Meshes
import Reconstruction
import SyntheticScenes

/// Reconstructions of the demo captures against their exact surface: seeds, noise, drift and dropped frames switched on and off.
///
///     TruthBenchmark [VOXEL] [SEED …]
///
/// A line a capture and path: mean and 95 % of accuracy and completeness in millimetres, F-scores at 1, 2 and 5 cm, the path's
/// error (root mean square after alignment, mm). Completeness and recall count only what the frames saw.
@main
enum TruthBenchmark {
    private struct Variant {
        var name: String
        var noise = true
        var drift = true
        var metres: Float?
        var dropped = false
        var returns = false
    }

    private static let variants = [
        Variant(name: "exact", noise: false, drift: false), Variant(name: "noise", drift: false), Variant(name: "noise, drift"),
        Variant(name: "noise, 5 cm drift, way back", metres: 0.05, returns: true),
        Variant(name: "noise, drift, dropped frames", dropped: true),
    ]

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let voxel = arguments.first.flatMap(Float.init) ?? 0.01
        let seeds = arguments.dropFirst().compactMap { UInt64($0) }
        print("capture | path | accuracy mean, 95 % | completeness mean, 95 % | F 1 cm | F 2 cm | F 5 cm | path error")
        for seed in seeds.isEmpty ? [1, 2] : seeds {
            for variant in variants {
                let demo = DemoCapture(
                    seed: seed, noise: variant.noise, drift: variant.drift, driftMetres: variant.metres,
                    droppedFrames: variant.dropped, returns: variant.returns)
                let seen = demo.seenGroundTruth()
                for method in [PoseOptions.Method.none, .automatic] where variant.drift || method == .automatic {
                    let options = ReconstructionOptions(voxelSize: voxel, poses: method)
                    let result = try Reconstructor.run(demo.capture, options: options)
                    let d = SurfaceDistance(of: result.mesh, from: demo.groundTruth, threshold: 0.02, seen: seen)
                    let path = TrajectoryError(of: result.path.poses, from: demo.truePoses)
                    func mm(_ metres: Double) -> String { String(format: "%.1f", metres * 1000) }
                    print(
                        "seed \(seed), \(variant.name) | \(result.path.source.rawValue) | "
                            + "\(mm(d.meanAccuracy)), \(mm(d.accuracy95)) | "
                            + "\(mm(d.meanCompleteness)), \(mm(d.completeness95)) | "
                            + d.scores.map { String(format: "%.3f", $0.fScore) }.joined(separator: " | ") + " | "
                            + (path.map { mm($0.rootMeanSquare) } ?? "–"))
                }
            }
        }
    }
}
