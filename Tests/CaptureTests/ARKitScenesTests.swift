import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing

struct ARKitScenesTests {
    private func problem(_ folder: URL, at location: SourceLocation = #_sourceLocation) throws -> String {
        let error = #expect(throws: CaptureError.self, sourceLocation: location) { try Capture.open(folder) }
        return try #require(error, sourceLocation: location).description
    }

    @Test func `worlds are z-up and poses lead from world to camera`() throws {
        try withSample(.arkitScenes, sample: SampleCapture(count: 1)) { folder in
            // The camera's axes are x → world x, y → world −z (down), z → world y: a quarter turn about x from world to camera.
            // It stands at (1, 2, 3), so that the translation is −R·(1, 2, 3) = −(1, −3, 2).
            try put("6845.8 \(Double.pi / 2) 0 0 -1 3 -2\n", in: folder, path: "lowres_wide.traj")
            let pose = try #require(Capture.open(folder).pose(at: 0))
            #expect((pose.translation - Vector3(1, 3, -2)).length < 1e-5)
            #expect((pose.rotation.rotate(Vector3(0, 0, -1)) - Vector3(0, 0, -1)).length < 1e-5)
            #expect((pose.rotation.rotate(Vector3(0, 1, 0)) - Vector3(0, 1, 0)).length < 1e-5)
        }
    }

    @Test func `poses at 10 Hz are interpolated to images at 60 Hz`() throws {
        try withSample(.arkitScenes, sample: SampleCapture(count: 13)) { folder in
            // From 6845.8 to 6846.0 in three poses; the camera does not turn, and moves along world x.
            try put("6845.8 0 0 0 0 0 0\n6845.9 0 0 0 -1 0 0\n6846.0 0 0 0 -2 0 0\n", in: folder, path: "lowres_wide.traj")
            let capture = try Capture.open(folder)
            #expect(capture.frameCount == 13 && capture.notes == [])
            for i in 0..<13 {
                let pose = try #require(capture.pose(at: i))
                #expect(abs(pose.translation.x - Float(i) / 6) < 0.011, "names round to milliseconds")
            }
            // Images before and after the poses are left out; when that is most of them, it is an error.
            try put("6845.8 0 0 0 0 0 0\n6845.9 0 0 0 -1 0 0\n", in: folder, path: "lowres_wide.traj")
            let shorter = try Capture.open(folder)
            #expect(shorter.frameCount == 10 && shorter.notes == ["depth images without a pose within 0.06 s, left out: 3"])
            try put("1 0 0 0 0 0 0\n", in: folder, path: "lowres_wide.traj")
            #expect(try problem(folder).contains("only 0 of 13 depth images have a pose"))
            try put("1 nan 0 0 0 0 0\n6845.85 0 0 0 0 0 0\n", in: folder, path: "lowres_wide.traj")
            #expect(try Capture.open(folder).notes.contains("unusable poses: 1"))
            try put("1 0 0 0 0 0\n", in: folder, path: "lowres_wide.traj")
            #expect(try problem(folder).contains("line 1 holds 6 numbers where 7 are needed"))
        }
    }

    @Test func `the data set's own folders are found, with larger colour where it is there`() throws {
        try TestData.withTemporaryFolder { folder in
            var sample = SampleCapture()
            sample.depthWidth = 16
            sample.depthHeight = 12
            let frames = folder.appendingPathComponent("47333462/47333462_frames")
            try sample.write(.arkitScenes, to: frames)
            try put("mesh", in: folder, path: "47333462/47333462_3dod_mesh.ply")
            // Every other frame has a larger image, with a camera of its own.
            for i in stride(from: 0, to: 5, by: 2) {
                let name = Layout.arkitName(i)
                try put(
                    PNG.encode(ColorImage(width: 64, height: 48, repeating: SIMD4(200, 100, 50, 255))), in: frames,
                    path: "vga_wide/\(name).png")
                try put("64 48 61 62 31 23", in: frames, path: "vga_wide_intrinsics/\(name).pincam")
            }
            let capture = try Capture.open(folder)
            #expect(capture.kind == "ARKitScenes" && capture.name == "47333462_frames" && capture.frameCount == 5)
            #expect(capture.notes == ["frames without a colour image: 2"])
            let frame = try capture.frame(at: 2)
            #expect(frame.color?.width == 64 && frame.depth.width == 16)
            expectNear(frame.colorIntrinsics, CameraIntrinsics(width: 64, height: 48, fx: 61, fy: 62, cx: 31, cy: 23))
            expectNear(frame.depthIntrinsics, sample.intrinsics.scaled(toWidth: 16, height: 12))
            #expect(try capture.frame(at: 1).color == nil)
        }
    }

    @Test func `missing confidence is noted, and what is no camera named`() throws {
        try withSample(.arkitScenes) { folder in
            try FileManager.default.removeItem(at: folder.appendingPathComponent("confidence/\(Layout.arkitName(2)).png"))
            #expect(try Capture.open(folder).notes == ["frames without a confidence image: 1"])
            try FileManager.default.removeItem(at: folder.appendingPathComponent("confidence"))
            #expect(try Capture.open(folder).notes == [])
            try put("32 24 0 31 15 11", in: folder, path: "lowres_wide_intrinsics/\(Layout.arkitName(3)).pincam")
            #expect(try problem(folder).contains(".pincam: this is not a camera"))
            try FileManager.default.removeItem(at: folder.appendingPathComponent("lowres_depth"))
            #expect(try problem(folder).contains("lowres_depth: there are no depth images here"))
        }
    }
}
