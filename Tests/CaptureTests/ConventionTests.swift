import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing

/// What each layout's axes mean, worked out by hand rather than by the helper that writes samples.
struct ConventionTests {
    /// The pose's position, its direction of view and its upward direction.
    private func look(_ capture: Capture, _ i: Int = 0) throws -> (position: Vector3, forward: Vector3, up: Vector3) {
        let pose = try #require(capture.pose(at: i))
        return (pose.translation, pose.rotation.rotate(Vector3(0, 0, -1)), pose.rotation.rotate(Vector3(0, 1, 0)))
    }

    private func expect(_ a: Vector3, _ b: Vector3, at location: SourceLocation = #_sourceLocation) {
        #expect((a - b).length < 1e-6, "\(a) is not \(b)", sourceLocation: location)
    }

    @Test func `TUM worlds are z-up and their cameras look along z`() throws {
        try withSample(.tum) { folder in
            let time = Layout.time(0)
            // No rotation: the camera looks straight up in the z-up world, its image's top towards −y.
            try put("\(time) 1 2 3 0 0 0 1\n\(Layout.time(4)) 1 2 3 0 0 0 1", in: folder, path: "groundtruth.txt")
            try edit(folder, path: "depth.txt") { $0 = String($0.split(separator: "\n")[1]) }
            let (position, forward, up) = try look(Capture.open(folder))
            expect(position, Vector3(1, 3, -2))
            expect(forward, Vector3(0, 1, 0))
            expect(up, Vector3(0, 0, 1))
        }
    }

    @Test func `transforms worlds are z-up and their cameras look along minus z`() throws {
        try withSample(.transforms, sample: SampleCapture(count: 1)) { folder in
            try edit(folder, path: "transforms.json") { text in
                let start = text.range(of: "\"transform_matrix\"")?.lowerBound ?? text.endIndex
                text = text[..<start] + "\"transform_matrix\": [[1,0,0,1],[0,1,0,2],[0,0,1,3],[0,0,0,1]]}]}"
            }
            // No rotation: the camera looks straight down in the z-up world, its image's top towards +y.
            let (position, forward, up) = try look(Capture.open(folder))
            expect(position, Vector3(1, 3, -2))
            expect(forward, Vector3(0, -1, 0))
            expect(up, Vector3(0, 0, -1))
        }
    }

    @Test(arguments: [Layout.sevenScenes, .open3D])
    func `a first camera at the origin stands upright`(_ layout: Layout) throws {
        try withSample(layout, sample: SampleCapture(count: 1)) { folder in
            let identity = "1 0 0 0.5\n0 1 0 2\n0 0 1 3\n0 0 0 1\n"
            try put(layout == .open3D ? "0 0 1\n" + identity : identity, in: folder, path: layout.poseFile)
            let (position, forward, up) = try look(Capture.open(folder))
            expect(position, Vector3(0.5, -2, -3))
            expect(forward, Vector3(0, 0, -1))
            expect(up, Vector3(0, 1, 0))
        }
    }

    @Test func `posed folders are y-up and their cameras look along z`() throws {
        try withSample(.posedFolder, sample: SampleCapture(count: 1)) { folder in
            // Camera x to world x, camera y (down) to world −y, camera z (forward) to world −z.
            try put("1 0 0 0.5 0 -1 0 2 0 0 -1 3 0 0 0 1\n", in: folder, path: "poses.txt")
            let (position, forward, up) = try look(Capture.open(folder))
            expect(position, Vector3(0.5, 2, 3))
            expect(forward, Vector3(0, 0, -1))
            expect(up, Vector3(0, 1, 0))
        }
    }

    @Test func `TUM poses are interpolated and images too far off in time are left out`() throws {
        try withSample(.tum) { folder in
            let t = Layout.time(0)
            let last = Layout.time(4)
            let early = (0..<4).map {
                "\(Layout.time($0) - 0.005) \($0) 0 0 0 0 0 1\n\(Layout.time($0) + 0.015) \($0 + 4) 0 0 0 0 0 1"
            }
            try put(
                early.joined(separator: "\n") + "\n\(last + 0.03) 9 9 9 0 0 0 1\n\(t - 1) 0 0 0 0 0 0 0\n", in: folder,
                path: "groundtruth.txt")
            let capture = try Capture.open(folder)
            #expect(capture.frameCount == 4)
            #expect(capture.notes == ["depth images without a pose within 0.02 s, left out: 1", "unusable poses: 1"])
            #expect((try look(capture, 2).position - Vector3(3, 0, 0)).length < 1e-4, "times have steps of 0.2 µs")
        }
    }

    @Test func `TUM colour images too far off in time are left out`() throws {
        try withSample(.tum) { folder in
            try edit(folder, path: "rgb.txt") {
                $0 = $0.replacingOccurrences(of: "\n1305031102.260000", with: "\n1305031102.290000")
            }
            let capture = try Capture.open(folder)
            #expect(capture.notes == ["frames without a colour image within 0.02 s: 1"])
            #expect(try capture.frame(at: 0).color == nil)
            #expect(try capture.frame(at: 1).color != nil)
        }
    }

    @Test func `the benchmark's own TUM recordings are known by name`() throws {
        try TestData.withTemporaryFolder { folder in
            let recording = folder.appendingPathComponent("rgbd_dataset_freiburg3_long_office_household")
            try SampleCapture().write(.tum, to: recording)
            try FileManager.default.removeItem(at: recording.appendingPathComponent("camera.txt"))
            let capture = try Capture.open(recording)
            #expect(capture.notes == [])
            let frame = try capture.frame(at: 0)
            let known = CameraIntrinsics(width: 640, height: 480, fx: 535.4, fy: 539.2, cx: 320.1, cy: 247.6)
            expectNear(frame.colorIntrinsics, known.scaled(toWidth: 32, height: 24))
            let other = folder.appendingPathComponent("fr1_desk")
            try FileManager.default.moveItem(at: recording, to: other)
            // The first two cameras' lenses are known, and corrected.
            let bent = try Capture.open(other)
            #expect(bent.notes == [])
            #expect(try bent.frame(at: 0).color != frame.color)
        }
    }

    @Test func `a frame's own intrinsics, angles of view and depth units of transforms are used`() throws {
        try withSample(.transforms, sample: SampleCapture(count: 2)) { folder in
            try edit(folder, path: "transforms.json") { text in
                text = text.replacingOccurrences(
                    of: "\"camera_model\"", with: "\"depth_unit_scale_factor\": 0.002, \"camera_model\"")
                let second = text.range(of: "{\"file_path\"", options: .backwards)
                if let second { text.replaceSubrange(second, with: "{\"fl_x\": 44, \"timestamp\": 12.5, \"file_path\"") }
            }
            let capture = try Capture.open(folder)
            #expect(try capture.frame(at: 0).depthIntrinsics.fx == 30)
            let frame = try capture.frame(at: 1)
            #expect(frame.depthIntrinsics.fx == 44 && frame.depthIntrinsics.fy == 31 && frame.timestamp == 12.5)
            #expect(abs(frame.depth[0, 0] - 2.2) < 1e-5)

            try edit(folder, path: "transforms.json") { text in
                for key in ["fl_x", "fl_y", "\"cx", "\"cy", "\"w", "\"h"] {
                    text = text.replacingOccurrences(of: key, with: key + "_")
                }
                text = text.replacingOccurrences(of: "\"camera_model\"", with: "\"camera_angle_x\": 1.5707963, \"camera_model\"")
            }
            // 90° over 32 pixels, the principal point in the middle of the image.
            let wide = CameraIntrinsics(width: 32, height: 24, fx: 16, fy: 16, cx: 15.5, cy: 11.5)
            expectNear(try Capture.open(folder).frame(at: 0).colorIntrinsics, wide)
        }
    }

    @Test func `missing images of transforms are noted`() throws {
        try withSample(.transforms) { folder in
            try FileManager.default.removeItem(at: folder.appendingPathComponent(Layout.transforms.images(1).depth))
            try FileManager.default.removeItem(at: folder.appendingPathComponent(Layout.transforms.images(3).color))
            let capture = try Capture.open(folder)
            #expect(capture.frameCount == 4)
            #expect(
                capture.notes == [
                    "listed frames whose depth image is missing, left out: 1", "frames without a colour image: 1",
                ])
            expectNear(try #require(capture.pose(at: 1)), SampleCapture().pose(2))
        }
    }

    @Test func `of two Open3D logs the trajectory is used`() throws {
        try withSample(.open3D) { folder in
            try put("0 0 1\n", in: folder, path: "odometry.log")
            #expect(try Capture.open(folder).notes == ["poses were read from trajectory.log, not from odometry.log"])
        }
    }
}
