import Foundation
import Formats
import Geometry
import Reconstruction

/// One line of JSON: a mesh brought down to so many triangles, in CPU seconds, and how far the result lies from it.
///   SimplifyBenchmark MESH TRIANGLES [--measure RESULT]
/// With `--measure` it only measures a result that another program made.
@main struct Main {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count >= 3, let count = Int(words[2]), let mesh = try ModelFile.read(URL(fileURLWithPath: words[1])).mesh else {
            print("usage: SimplifyBenchmark MESH TRIANGLES [--measure RESULT]")
            exit(2)
        }
        var seconds = 0.0
        var estimate = 0.0
        let simple: TriangleMesh
        if words.count == 5, words[3] == "--measure", let other = try ModelFile.read(URL(fileURLWithPath: words[4])).mesh {
            simple = other
        } else {
            let start = cpuSeconds()
            let result = try Simplification.simplify(mesh, toTriangles: count)
            seconds = cpuSeconds() - start
            simple = result.mesh
            estimate = Double(result.error)
        }
        let distance = SurfaceDistance(of: simple, from: mesh, threshold: 0.001, spacing: 0.01)
        print(
            """
            {"from": \(mesh.triangleCount), "to": \(simple.triangleCount), "cpu_seconds": \(seconds), "estimate_mm": \(estimate * 1000), \
            "mean_mm": \(distance.meanAccuracy * 1000), "back_mean_mm": \(distance.meanCompleteness * 1000), \
            "p95_mm": \(distance.accuracy95 * 1000)}
            """)
    }

    static func cpuSeconds() -> Double {
        var usage = rusage()
        getrusage(0, &usage)
        func seconds(_ t: timeval) -> Double { Double(t.tv_sec) + Double(t.tv_usec) * 1e-6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}
