import Meshes
import SyntheticScenes
import Capture
import Foundation
import Geometry
import Reconstruction
import TestSupport
import Testing

/// The whole way from frames to surface, judged by the exact surface of the demo capture.
@Suite struct DemoTruthTests {
    @Test func `the demo comes out true to a centimetre, with ARKit-like noise and drift`() throws {
        let demo = DemoCapture(frameCount: 80)
        let result = try Reconstructor.run(demo.capture, options: ReconstructionOptions(voxelSize: 0.03))
        let distance = SurfaceDistance(
            of: result.mesh, from: demo.groundTruth, threshold: 0.03, spacing: 0.05, seen: demo.seenGroundTruth(step: 4))
        #expect(distance.meanAccuracy < 0.008, "\(distance)")
        #expect(distance.precision > 0.95, "\(distance)")
        #expect(distance.recall > 0.7, "\(distance)")
        // Colours are there and are not those of nothing.
        let mean = result.mesh.colors.reduce(Vector3(repeating: 0), +) / Float(result.mesh.colors.count)
        #expect(mean.x > 0.1 && mean.y > 0.05 && mean.z > 0.03)
    }

    @Test func `the demo that was written is the demo that is read`() throws {
        try TestData.withTemporaryFolder { folder in
            let demo = DemoCapture(frameCount: 12)
            try demo.write(to: folder)
            let written = try Capture.open(folder)
            #expect(written.frameCount == 12)
            // Along the recorded poses: twelve frames of a walk overlap too little for a path that is the same whatever a JPEG
            // loses.
            let options = ReconstructionOptions(voxelSize: 0.04, poses: .none)
            let direct = try Reconstructor.run(demo.capture, options: options)
            let read = try Reconstructor.run(written, options: options)
            let distance = SurfaceDistance(of: read.mesh, from: direct.mesh, threshold: 0.01, spacing: 0.05)
            // Files hold whole millimetres and JPEG, which moves what one far look alone saw by a few.
            #expect(distance.fScore > 0.98 && distance.meanAccuracy < 0.001, "\(distance)")
        }
    }
}
