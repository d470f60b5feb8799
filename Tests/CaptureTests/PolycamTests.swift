import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing

struct PolycamTests {
    private let camera = """
        {"t_00": 0, "t_01": 0, "t_02": 1, "t_03": 1, "t_10": 0, "t_11": 1, "t_12": 0, "t_13": 2, "t_20": -1,
         "t_21": 0, "t_22": 0, "t_23": 3,
         "fx": 33, "fy": 34, "cx": 16, "cy": 12, "width": 32, "height": 24, "blur_score": 100, "timestamp": 16667}
        """

    @Test func `camera axes are OpenGL's, matrices row by row, and the world is y-up`() throws {
        try withPhoneSample(.polycam, frames: SampleFrames(sample: SampleCapture(count: 2))) { place in
            try put(camera, in: place, path: "keyframes/cameras/16667.json")
            let capture = try Capture.open(place)
            let pose = try #require(capture.pose(at: 1))
            // Turned left by 90 degrees.
            #expect((pose.rotation.rotate(Vector3(0, 0, -1)) - Vector3(-1, 0, 0)).length < 1e-6)
            #expect((pose.rotation.rotate(Vector3(0, 1, 0)) - Vector3(0, 1, 0)).length < 1e-6)
            #expect((pose.translation - Vector3(1, 2, 3)).length < 1e-6)
            #expect(abs(try #require(try capture.frame(at: 1).timestamp) - 0.016667) < 1e-9)
        }
    }

    @Test func `corrected cameras and images go before the others, and depth keeps its own camera`() throws {
        try withPhoneSample(.polycam, frames: SampleFrames(sample: SampleCapture(count: 3))) { place in
            try put(camera, in: place, path: "keyframes/corrected_cameras/16667.json")
            try put(
                JPEG.encode(ColorImage(width: 32, height: 24, repeating: SIMD4(200, 10, 10, 255))), in: place,
                path: "keyframes/corrected_images/16667.jpg")
            let capture = try Capture.open(place)
            #expect(capture.frameCount == 1)
            #expect(capture.notes == ["frames that were not corrected, left out: 2"])
            let frame = try capture.frame(at: 0)
            #expect((frame.pose.translation - Vector3(1, 2, 3)).length < 1e-6)
            expectNear(frame.colorIntrinsics, CameraIntrinsics(width: 32, height: 24, fx: 33, fy: 34, cx: 16, cy: 12))
            expectNear(frame.depthIntrinsics, SampleCapture().intrinsics)
            #expect(try #require(frame.color)[5, 5].x > 180)
            expectNear(frame.depth, SampleCapture().depth(1, unitsPerMetre: 1000))
        }
    }

    @Test func `confidence may be of another size, and between its levels`() throws {
        try withPhoneSample(.polycam, frames: SampleFrames(sample: SampleCapture(count: 1))) { place in
            try put(
                PNG.encodeGray8(
                    ConfidenceImage(width: 4, height: 3, pixels: [0, 54, 63, 64, 120, 127, 128, 191, 192, 255, 255, 0])), in: place,
                path: "keyframes/confidence/0.png")
            let confidence = try #require(try Capture.open(place).frame(at: 0).confidence)
            #expect(confidence.width == 32 && confidence.height == 24)
            let levels = [0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 0]
            #expect((0..<12).allSatisfy { Int(confidence[$0 % 4 * 8 + 3, $0 / 4 * 8 + 3]) == levels[$0] })
            try put(
                PNG.encodeGray8(ConfidenceImage(width: 8, height: 8, repeating: 0)), in: place, path: "keyframes/confidence/0.png")
            #expect(
                try frameProblem(try Capture.open(place), 0).contains(
                    "this confidence image is 8x8, whose aspect ratio differs from 32x24"))
        }
    }

    @Test func `the inner folder and a folder around it stand for the capture`() throws {
        try withPhoneSample(.polycam) { place in
            let inner = try Capture.open(place.appendingPathComponent("keyframes"))
            #expect(inner.frameCount == 5 && inner.kind == "Polycam")
            let outer = try Capture.open(place.deletingLastPathComponent())
            #expect(outer.frameCount == 5 && outer.kind == "Polycam")
        }
    }

    @Test func `damaged cameras spoil their frames only, and what is missing is named`() throws {
        try withPhoneSample(.polycam) { place in
            try put(
                camera.replacingOccurrences(of: "\"t_00\": 0", with: "\"t_00\": NaN"), in: place,
                path: "keyframes/cameras/16667.json")
            try put("{", in: place, path: "keyframes/cameras/33333.json")
            let capture = try Capture.open(place)
            #expect(capture.frameCount == 5)
            #expect(
                try frameProblem(capture, 1).contains("keyframes/cameras/16667.json: the pose holds a number that is not finite"))
            #expect(try frameProblem(capture, 2).contains("keyframes/cameras/33333.json: this is not JSON"))
            #expect(try capture.frame(at: 3).index == 3)
            try put(
                camera.replacingOccurrences(of: "\"width\": 32", with: "\"width\": 64"), in: place,
                path: "keyframes/cameras/16667.json")
            #expect(try openingProblem(place).contains("the intrinsics are for 64x24"))
            try FileManager.default.removeItem(at: place.appendingPathComponent("keyframes/cameras"))
            #expect(try openingProblem(place).contains("this capture has no camera poses; keyframes/cameras is missing or empty"))
        }
    }
}

struct ScannerAppTests {
    @Test func `camera axes are OpenGL's, matrices row by row, and the world is y-up`() throws {
        try withPhoneSample(.scannerApp, frames: SampleFrames(sample: SampleCapture(count: 2))) { place in
            try put(
                """
                {"cameraPoseARFrame": [0, 0, 1, 1, 0, 1, 0, 2, -1, 0, 0, 3, 0, 0, 0, 1],
                 "intrinsics": [33, 0, 16, 0, 34, 12, 0, 0, 1],
                 "time": 1234.5, "motionQuality": 0.9, "frame_index": 1}
                """, in: place, path: "frame_00001.json")
            let frame = try Capture.open(place).frame(at: 1)
            #expect((frame.pose.rotation.rotate(Vector3(0, 0, -1)) - Vector3(-1, 0, 0)).length < 1e-6)
            #expect((frame.pose.rotation.rotate(Vector3(0, 1, 0)) - Vector3(0, 1, 0)).length < 1e-6)
            #expect((frame.pose.translation - Vector3(1, 2, 3)).length < 1e-6)
            expectNear(frame.colorIntrinsics, CameraIntrinsics(width: 32, height: 24, fx: 33, fy: 34, cx: 16, cy: 12))
            #expect(frame.timestamp == 1234.5)
        }
    }

    @Test func `most frames have no image, and some no depth`() throws {
        try withPhoneSample(.scannerApp) { place in
            for name in ["frame_00001.jpg", "frame_00002.jpg", "depth_00003.png", "frame_00004.json"] {
                try FileManager.default.removeItem(at: place.appendingPathComponent(name))
            }
            let capture = try Capture.open(place)
            #expect(capture.frameCount == 3)
            #expect(
                capture.notes == [
                    "poses without a depth image, left out: 1", "depth images without a pose, left out: 1",
                    "frames without a colour image: 2",
                ])
            let frame = try capture.frame(at: 2)
            #expect(frame.color == nil)
            expectNear(frame.depthIntrinsics, SampleCapture().intrinsics)
            expectNear(frame.depth, SampleCapture().depth(2, unitsPerMetre: 1000))
        }
    }

    @Test func `damaged files spoil their frames only, and what is missing is named`() throws {
        try withPhoneSample(.scannerApp) { place in
            try edit(place, path: "frame_00001.json") {
                $0 = $0.replacingOccurrences(of: "\"cameraPoseARFrame\":[", with: "\"cameraPoseARFrame\":[5,")
            }
            try put("{", in: place, path: "frame_00002.json")
            let capture = try Capture.open(place)
            #expect(try frameProblem(capture, 1).contains("frame_00001.json: the pose has 17 numbers where 16 are needed"))
            #expect(try frameProblem(capture, 2).contains("frame_00002.json: this is not JSON"))
            #expect(try capture.frame(at: 3).index == 3)
            for i in 0..<5 { try FileManager.default.removeItem(at: place.appendingPathComponent("depth_0000\(i).png")) }
            #expect(try openingProblem(place).contains("this capture has no depth images"))
        }
    }
}
