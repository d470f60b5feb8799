import Meshes
import Capture
import Geometry
import Rendering
import Support

/// Chooses the frames that texture a surface, by their poses alone: no image is decoded but one, for the camera's intrinsics.
///
/// Of frames that follow each other the one taken with the steadiest hand stands for its group. From those, views are taken
/// greedily, each time the one that improves the surface most, until none improves it noticeably (the greedy bound for submodular
/// covering, Nemhauser et al. 1978). Few views mean few transitions between images.
struct ViewChoice {
    /// Numbers of frames, ascending.
    private(set) var frames: [Int] = []

    /// At most so many frames are weighed.
    private static let candidates = 400
    private static let samples = 24_000

    /// - Parameters:
    ///   - mesh: hides what is behind it.
    ///   - surface: the same in triangles so small that the middle of each stands for all of it; with normals.
    init(
        _ mesh: TriangleMesh, surface: TriangleMesh, capture: Capture, intrinsics: CameraIntrinsics, maximum: Int,
        progress: ProgressReporter
    ) throws {
        let candidates = Self.steadyFrames(capture, intrinsics)
        // Points of the surface, each standing for a like area.
        let areas = (0..<surface.triangleCount).map { t -> Double in
            let (a, b, c) = surface.corners(t)
            return Double(cross(b - a, c - a).length) * 0.5
        }
        let step = areas.reduce(0, +) / Double(Self.samples)
        var points: [(Vector3, Vector3)] = []
        var sum = 0.0
        for t in areas.indices {
            sum += areas[t]
            if sum >= step {
                let (a, b, c) = surface.corners(t)
                points.append(((a + b + c) / 3, surface.smoothNormal(t)))
                sum = sum.truncatingRemainder(dividingBy: step)
            }
        }
        // How well each candidate sees which point.
        var seen: [[(point: Int32, quality: Float)]] = []
        var best = [Float](repeating: 0, count: points.count)
        let small = intrinsics.scaled(toWidth: 160, height: max(1, 160 * intrinsics.height / max(1, intrinsics.width)))
        for (i, frame) in candidates.enumerated() {
            if i & 7 == 0 { try progress.report(Double(i) / Double(candidates.count), "Choosing views") }
            guard let pose = capture.pose(at: frame) else { continue }
            let view = ViewPoint(pose: pose, intrinsics: small)
            let visible = Renderer.visibility(
                of: mesh, camera: RenderCamera(pose: pose, projection: .pinhole(small), near: 0.03), width: small.width,
                height: small.height)
            var list: [(point: Int32, quality: Float)] = []
            for (number, (point, normal)) in points.enumerated() {
                guard let at = view.project(point) else { continue }
                let quality = view.quality(point, normal: normal, depth: at.depth)
                let nearest = visible.depths[Int(at.y + 0.5) * small.width + Int(at.x + 0.5)]
                guard quality > 0, at.depth < nearest * 1.03 + 0.03 else { continue }
                list.append((Int32(number), quality))
                best[number] = max(best[number], quality)
            }
            seen.append(list)
        }
        let usable = candidates.filter { capture.pose(at: $0) != nil }
        frames = Self.greedy(seen, best: best, maximum: maximum).map { usable[$0] }.sorted()
    }

    /// Of each group of neighbouring frames the one with the least motion around it.
    private static func steadyFrames(_ capture: Capture, _ k: CameraIntrinsics) -> [Int] {
        let n = capture.frameCount
        let group = max(1, (n + candidates - 1) / candidates)
        var chosen: [Int] = []
        for start in stride(from: 0, to: n, by: group) {
            var least: (motion: Float, frame: Int)?
            for i in start..<min(n, start + group) {
                guard capture.hasColor(at: i), let pose = capture.pose(at: i), pose.isFinite else { continue }
                var motion: Float = 0
                for j in [i - 1, i + 1] where j >= 0 && j < n {
                    guard let other = capture.pose(at: j) else { continue }
                    // What a point two metres ahead moves in the image.
                    let ahead = pose.apply(Vector3(0, 0, -2))
                    let back = other.inverse.apply(ahead)
                    motion += (back - Vector3(0, 0, -2)).length
                }
                if least.map({ motion < $0.motion }) ?? true { least = (motion, i) }
            }
            if let least { chosen.append(least.frame) }
        }
        return chosen
    }

    private static func greedy(_ seen: [[(point: Int32, quality: Float)]], best: [Float], maximum: Int) -> [Int] {
        var reached = [Float](repeating: 0, count: best.count)
        func gain(_ list: [(point: Int32, quality: Float)]) -> Float {
            var sum: Float = 0
            for (point, quality) in list {
                let share = quality / best[Int(point)]
                if share > reached[Int(point)] { sum += share - reached[Int(point)] }
            }
            return sum
        }
        // Gains only fall: a view whose old gain is below another's new one need not be asked again.
        var bounds = seen.map { gain($0) }
        var chosen: [Int] = []
        while chosen.count < min(maximum, seen.count) {
            var fresh = [Bool](repeating: false, count: seen.count)
            var pick = -1
            while true {
                guard let top = bounds.indices.max(by: { (bounds[$0], $1) < (bounds[$1], $0) }), bounds[top] > 0 else { break }
                if fresh[top] {
                    pick = top
                    break
                }
                bounds[top] = gain(seen[top])
                fresh[top] = true
            }
            guard pick >= 0, bounds[pick] > 0.0005 * Float(best.count) || chosen.isEmpty else { break }
            chosen.append(pick)
            for (point, quality) in seen[pick] { reached[Int(point)] = max(reached[Int(point)], quality / best[Int(point)]) }
            bounds[pick] = 0
        }
        return chosen
    }
}
