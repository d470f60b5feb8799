import Capture
import Geometry
import Measurement
import Reconstruction
import Support
import TestSupport
import Testing

/// Every second frame of a capture, as if it were a capture of its own.
private struct Half: FrameSource {
    let whole: Capture

    var frameCount: Int { (whole.frameCount + 1) / 2 }
    var notes: [String] { [] }
    func pose(at index: Int) -> RigidTransform? { whole.pose(at: 2 * index) }
    func frame(at index: Int) throws(CaptureError) -> Frame {
        var frame = try whole.frame(at: 2 * index)
        frame.index = index
        return frame
    }
}

/// Measurements of one real capture under settings that are as good as the usual ones (all of them: `MeasurementBenchmark
/// consistency`).
struct ConsistencyTests {
    private func surface(_ capture: Capture, voxel: Float) throws -> SurfaceIndex {
        var options = ReconstructionOptions(voxelSize: voxel)
        // Both surfaces in one world, in which a place is the same place.
        options.poses = .none
        let result = try Reconstructor.run(capture, options: options)
        return try SurfaceIndex(result.mesh, noise: NoiseModel(result, options: options))
    }

    /// Where a click at `p` from its front side falls on the surface.
    private func click(_ p: Point, _ normal: Point, in index: SurfaceIndex, plane: Bool) -> MeasuredPoint? {
        let ray = Ray(origin: (p + normal * 0.06).single, direction: (-normal).single)
        guard let hit = index.bvh.intersect(ray, maximum: 0.12),
            let point = try? index.snap(
                p + normal * (0.06 - Double(hit.t)), options: SnapOptions(kinds: plane ? [.plane] : [], radius: 0.03)),
            let side = point.normal, side.dot(normal) > 0.9
        else { return nil }
        return point
    }

    @Test(.enabled(if: TestData.has("rgbd-office-hololens"), "needs ../shared/data/rgbd-office-hololens"))
    func `Intervals in the office hold what half of its frames and larger voxels give`() throws {
        let whole = try Capture.open(TestData.shared("rgbd-office-hololens"))
        let usual = try surface(whole, voxel: 0.02)
        let other = try surface(Capture(name: "half", kind: whole.kind, source: Half(whole: whole)), voxel: 0.03)
        let mesh = usual.mesh
        var random = SplitMix64(seed: 17)
        var pairs = 0
        var consistent = 0
        var widths: [Double] = []
        for attempt in 0..<4000 where pairs < 500 {
            let ends = (0..<2).map { _ in
                let (a, b, c) = mesh.corners(Int.random(in: 0..<mesh.triangleCount, using: &random))
                return (Point((a + b + c) / 3), Point(cross(b - a, c - a).normalized))
            }
            let mine = ends.compactMap { click($0.0, $0.1, in: usual, plane: attempt % 2 == 0) }
            let theirs = ends.compactMap { click($0.0, $0.1, in: other, plane: attempt % 2 == 0) }
            guard mine.count == 2, theirs.count == 2, (ends[0].0 - ends[1].0).length > 0.1 else { continue }
            let a = try Measurer(usual).distance(mine[0], mine[1])
            let b = try Measurer(other).distance(theirs[0], theirs[1])
            guard let half = a.uncertainty.halfWidth else { continue }
            pairs += 1
            widths.append(half)
            if abs(a.value - b.value) <= half { consistent += 1 }
        }
        #expect(pairs == 500)
        #expect(Double(consistent) >= 0.93 * Double(pairs), "\(consistent) of \(pairs)")
        // Not by intervals that say nothing.
        let median = widths.sorted()[widths.count / 2]
        #expect(median < 0.1, "\(median) m")
    }
}
