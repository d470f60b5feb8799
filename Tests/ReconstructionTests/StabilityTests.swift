import Capture
import Geometry
import Images
import Reconstruction
import Support
import Testing

/// A wall at z = 0, seen from 1.5 m, whose depth depends on the number of the frame.
private struct WallCapture: FrameSource {
    /// Metres by which the odd frames measure too far.
    var oddError: Float = 0
    /// Metres by which the wall waves along x, in waves of 0.1 m.
    var waves: Float = 0
    let frameCount = 16
    let notes: [String] = []
    private let camera = CameraIntrinsics(width: 160, height: 120, fx: 140, fy: 140, cx: 79.5, cy: 59.5)

    func pose(at index: Int) -> RigidTransform? {
        RigidTransform(rotation: .identity, translation: Vector3(Float(index) * 0.02 - 0.15, 0, 1.5))
    }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        let pose = pose(at: index) ?? .identity
        var depth = DepthImage(width: 160, height: 120, repeating: 0)
        for y in 0..<120 {
            for x in 0..<160 {
                let ray = camera.unproject(Vector2(Float(x), Float(y)), depth: 1)
                let wave = waves * Trigonometry.sin(20 * .pi * (pose.translation.x + 1.5 * ray.x))
                depth[x, y] = 1.5 + wave + (index % 2 == 1 ? oddError : 0)
            }
        }
        return Frame(index: index, pose: pose, depth: depth, depthIntrinsics: camera, colorIntrinsics: camera)
    }
}

/// By how much the surface depends on frames and voxels, as both halves of the frames show it.
@Suite struct StabilityTests {
    private func stability(_ wall: WallCapture) throws -> [ScanObservations.Stability] {
        var options = ReconstructionOptions(voxelSize: 0.02, minimumWeight: 0.1, poses: .none)
        options.levels = false
        options.smooths = false
        let result = try Reconstructor.run(Capture(name: "wall", kind: "test", source: wall), options: options)
        // The middle of what all frames see.
        return [Vector3(-0.1, 0.1, 0), Vector3(0.1, -0.1, 0), Vector3(-0.1, -0.1, 0), Vector3(0.1, 0.1, 0)].flatMap { p in
            [Float(-0.02), 0.02].compactMap { result.observations.stability(at: p + Vector3(0, 0, $0)) }
        }
    }

    @Test func `Frames that agree on a flat wall leave nothing`() throws {
        let found = try stability(WallCapture())
        #expect(!found.isEmpty)
        for place in found {
            #expect(place.frames.magnitude < 0.0003 && place.voxels.magnitude < 0.0005 && place.scatter < 0.0005, "\(place)")
        }
    }

    @Test func `Odd frames that measure too far are half of the difference off the mean`() throws {
        let found = try stability(WallCapture(oddError: 0.01))
        #expect(!found.isEmpty)
        for place in found { #expect(abs(place.frames.magnitude - 0.005) < 0.001, "\(place)") }
    }

    @Test func `What larger voxels smooth away is known`() throws {
        let found = try stability(WallCapture(waves: 0.008))
        #expect(!found.isEmpty)
        for place in found {
            #expect(place.scatter > 0.0002 && place.voxels.magnitude > 0.001 && place.frames.magnitude < 0.0005, "\(place)")
        }
    }
}
