import Capture
import Geometry

/// Derives the scale from frames that have depth.
enum DepthScale {
    private static let maxFrames = 30
    private static let minSamples = 60

    /// Metres in a unit of the world and its relative error; nil where too few sparse points have a depth.
    /// - Parameters:
    ///   - capture: its frames have depth in metres.
    ///   - views: the registered photos.
    ///   - frames: the capture's frame of each of them.
    ///   - points: the sparse points.
    static func scale(
        _ capture: Capture, views: [ScaleView], frames: [Int], points: [Vector3]
    ) -> (scale: Double, relativeError: Double)? {
        var ratios: [Double] = []
        let step = max(1, views.count / maxFrames)
        for i in stride(from: 0, to: views.count, by: step) {
            guard let seen = views[i].points, let frame = try? capture.frame(at: frames[i]), frame.depth.width > 2 else { continue }
            let toCamera = views[i].pose.inverse
            for point in seen.prefix(2000) {
                let local = toCamera.apply(points[point])
                guard let at = frame.depthIntrinsics.project(local) else { continue }
                let x = Int(at.x.rounded())
                let y = Int(at.y.rounded())
                guard x > 0, y > 0, x < frame.depth.width - 1, y < frame.depth.height - 1 else { continue }
                let depth = frame.depth[x, y]
                // Not beside an edge, where the depth may be of what is behind.
                let around = [frame.depth[x - 1, y], frame.depth[x + 1, y], frame.depth[x, y - 1], frame.depth[x, y + 1]]
                guard depth > 0, around.allSatisfy({ $0 > 0 && abs($0 - depth) < 0.03 * depth }), -local.z > 0 else { continue }
                if frame.confidence.map({ $0[x, y] == 0 }) ?? false { continue }
                ratios.append(Double(depth / -local.z))
            }
        }
        guard ratios.count >= minSamples else { return nil }
        ratios.sort()
        let median = ratios[ratios.count / 2]
        let deviations = ratios.map { abs($0 - median) }.sorted()
        let error = 1.48 * deviations[deviations.count / 2] / median / Double(ratios.count).squareRoot()
        return (median, error + 0.002)
    }
}
