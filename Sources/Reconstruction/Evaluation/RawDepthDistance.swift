import Meshes
import Capture
import Geometry
import Support

/// How far a surface lies from the depth samples that it was made of: what fusion and cleaning have moved.
public struct RawDepthDistance: Sendable, Equatable {
    /// Half of the samples lie no farther from the surface than this many metres.
    public var median: Double
    /// Metres.
    public var mean: Double
    /// 95 of 100 samples lie no farther than this many metres.
    public var percentile95: Double
    /// Samples that were compared.
    public var samples: Int

    /// - Parameters:
    ///   - mesh: the surface, in the capture's world.
    ///   - capture: the capture that it was made from.
    ///   - frameStep: compares every n-th frame.
    ///   - pixelStep: and of those every n-th pixel across and down.
    ///   - maximumDepth: metres; samples beyond it, and those of low confidence, do not count.
    ///   - progress: receives the progress.
    /// - Throws: `CaptureError` where more than a tenth of the frames is bad, `CancellationError`.
    public init(
        of mesh: TriangleMesh, capture: Capture, frameStep: Int = 10, pixelStep: Int = 8, maximumDepth: Float = 5,
        progress: ProgressReporter = .silent
    ) throws {
        let surface = BVH(mesh)
        let chosen = Array(stride(from: 0, to: capture.frameCount, by: max(1, frameStep)))
        var tally = FrameTally(capture, total: chosen.count)
        var distances: [Float] = []
        for (i, number) in chosen.enumerated() {
            try progress.report(Double(i) / Double(chosen.count), "Comparing with the depth samples")
            do throws(CaptureError) {
                let points = Self.points(of: try capture.frame(at: number), step: max(1, pixelStep), maximumDepth: maximumDepth)
                distances += SurfaceDistance.distances(from: points, to: surface)
            } catch {
                try tally.skip(number, error)
            }
        }
        median = SurfaceDistance.quantile(distances, 0.5)
        mean = SurfaceDistance.mean(distances)
        percentile95 = SurfaceDistance.quantile(distances, 0.95)
        samples = distances.count
    }

    private static func points(of frame: Frame, step: Int, maximumDepth: Float) -> [Vector3] {
        let w = frame.depth.width
        let h = frame.depth.height
        guard w > 0, h > 0 else { return [] }
        let camera = frame.depthIntrinsics.scaled(toWidth: w, height: h)
        let confidence = frame.confidence.flatMap { $0.pixels.count == w * h ? $0.pixels : nil }
        var points: [Vector3] = []
        for y in stride(from: step / 2, to: h, by: step) {
            for x in stride(from: step / 2, to: w, by: step) {
                let d = frame.depth[x, y]
                guard d > 0.05, d <= maximumDepth, confidence.map({ $0[y * w + x] > 0 }) ?? true else { continue }
                points.append(frame.pose.apply(camera.unproject(Vector2(Float(x), Float(y)), depth: d)))
            }
        }
        return points
    }
}
