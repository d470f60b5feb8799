import SyntheticScenes
import Capture
import Exploration
import Geometry
import Reconstruction
import TestSupport
import Testing

/// Random walks of many seeds through scanned places.
@Suite struct RealPlaceTests {
    private func walk(_ place: Place, seeds: ClosedRange<UInt64>, steps: Int, in what: String) -> Int {
        var cells: Set<SIMD2<Int32>> = []
        for seed in seeds {
            var walker = Walker(place, seed: seed)
            walker.walk(steps: steps, in: "\(what), seed \(seed)")
            cells.formUnion(walker.cells)
        }
        return cells.count
    }

    @Test func `nobody falls out of the demo flat or walks through its walls`() throws {
        let demo = try DemoFixture(seed: 1, frameCount: 120)
        let place = try Place(demo.groundTruth)
        #expect(walk(place, seeds: 1...8, steps: 3000, in: "demo flat") > 40)
        let scanned = try demo.fused(ReconstructionOptions(voxelSize: 0.02))
        #expect(walk(try Place(scanned), seeds: 1...8, steps: 3000, in: "scanned demo flat") > 40)
    }

    @Test(.enabled(if: TestData.has("rgbd-office-hololens")))
    func `nobody falls out of a scanned office or walks through its walls`() throws {
        let capture = try Capture.open(TestData.shared("rgbd-office-hololens"))
        let mesh = try Reconstructor.run(capture, options: ReconstructionOptions(voxelSize: 0.03, poses: .none)).mesh
        #expect(walk(try Place(mesh), seeds: 1...8, steps: 3000, in: "office") > 20)
    }
}
