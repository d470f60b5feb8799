import Capture
import FloorPlans
import Geometry
import Reconstruction
import TestSupport
import Testing

/// Every second frame of a capture, as if it were a capture of its own.
private struct Half: FrameSource {
    let whole: Capture
    let first: Int

    var frameCount: Int { (whole.frameCount - first + 1) / 2 }
    var notes: [String] { [] }
    func pose(at index: Int) -> RigidTransform? { whole.pose(at: 2 * index + first) }
    func frame(at index: Int) throws(CaptureError) -> Frame { try whole.frame(at: 2 * index + first) }
}

/// Plans of one real capture under other settings that are as good.
struct PlanStabilityTests {
    private func plan(_ capture: Capture, voxel: Float) throws -> FloorPlan {
        try PlanExtraction.plan(of: Reconstructor.run(capture, options: ReconstructionOptions(voxelSize: voxel)).mesh).plan
    }

    @Test(.enabled(if: TestData.has("rgbd-office-hololens"), "needs ../shared/data/rgbd-office-hololens"))
    func `The office has the same area at all voxel sizes, and other settings are inside of its range`() throws {
        let whole = try Capture.open(TestData.shared("rgbd-office-hololens"))
        let plans = try [0.02, 0.01, 0.03].map { try plan(whole, voxel: $0) }
        let mean = plans.reduce(0) { $0 + $1.area } / Double(plans.count)
        for plan in plans { #expect(abs(plan.area / mean - 1) < 0.03, "\(plan.area) of \(mean) m²") }
        let halves = try [0, 1].map { first in
            try plan(
                Capture(name: "half", kind: whole.kind, source: Half(whole: whole, first: first)), voxel: 0.02)
        }
        #expect(abs(halves[0].area / halves[1].area - 1) < 0.05)
        let range = try #require(plans[0].areaRange)
        let upper = try #require(range.upper)
        for plan in plans + halves {
            #expect(range.lower <= plan.area && plan.area <= upper, "\(plan.area), \(range)")
            #expect(plan.storeys[0].rooms.allSatisfy { $0.isUnseen && $0.isCeilingUnseen })
            #expect(plan.storeys[0].slabs.map(\.kind) == plan.storeys[0].rooms.map { _ in .floor })
            #expect(plan.storeys[0].walls.contains { $0.isUnseen } && plan.storeys[0].walls.contains { !$0.isUnseen })
        }
    }
}
