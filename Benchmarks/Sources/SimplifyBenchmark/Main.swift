import BenchmarkSupport
import Foundation
import Meshes
import ModelFormats

/// One line of JSON: a mesh brought down to so many triangles, in CPU seconds, and how far the result lies from it.
///   SimplifyBenchmark MESH TRIANGLES [RESULT.ply]
@main struct Main {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 3 || words.count == 4, let count = Int(words[2]),
            let mesh = try ModelFile.read(URL(fileURLWithPath: words[1])).mesh
        else {
            FileHandle.standardError.write(Data("usage: SimplifyBenchmark MESH TRIANGLES [RESULT.ply]\n".utf8))
            exit(2)
        }
        let start = Meter.cpuSeconds()
        let result = try Simplification.simplify(mesh, toTriangles: count)
        let seconds = Meter.cpuSeconds() - start
        if words.count == 4 { try ModelFile.write(Model(result.mesh), to: URL(fileURLWithPath: words[3])) }
        let distance = SurfaceDistance(of: result.mesh, from: mesh, threshold: 0.001, spacing: 0.01)
        try Report.print([
            "who": "diorama", "from": mesh.triangleCount, "to": result.mesh.triangleCount, "cpu": seconds,
            "estimate_mm": Double(result.error) * 1000, "mean_mm": distance.meanAccuracy * 1000,
            "back_mean_mm": distance.meanCompleteness * 1000, "p95_mm": distance.accuracy95 * 1000,
        ])
    }
}
