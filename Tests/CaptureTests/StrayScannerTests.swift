import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing

@Suite(.enabled(if: hasFFmpeg, "needs the programs ffmpeg and ffprobe")) struct StrayScannerTests {
    private func run(_ program: String, _ arguments: [String]) throws {
        let outcome = try RunningProgram(named: program, arguments).waitUntilExit()
        #expect(outcome.code == 0, "\(program) failed: \(outcome.error)")
    }

    /// Which frame an image of the sample is of: its blue tells.
    private func number(_ frame: Frame) throws -> Int {
        let color = try #require(frame.color)
        return Int((Double(color.pixels.reduce(0) { $0 + Int($1.z) }) / Double(color.pixels.count) / 10).rounded())
    }

    @Test func `camera axes are OpenCV's and the world is y-up`() throws {
        try withPhoneSample(.strayScanner, frames: SampleFrames(sample: SampleCapture(count: 2))) { place in
            // ARKit's unturned camera, as the app writes it: its quaternion times (1, 0, 0, 0). The second one is turned left by 90
            // degrees.
            let half = 0.5.squareRoot()
            try put(
                "timestamp, frame, x, y, z, qx, qy, qz, qw\n10.5, 000000, 1, 2, 3, 1, 0, 0, 0\n"
                    + "11, 000001, 1, 2, 3, \(half), 0, \(-half), 0\n",
                in: place, path: "odometry.csv")
            let capture = try Capture.open(place)
            let first = try #require(capture.pose(at: 0))
            #expect((first.translation - Vector3(1, 2, 3)).length < 1e-6)
            #expect((first.rotation.rotate(Vector3(0, 0, -1)) - Vector3(0, 0, -1)).length < 1e-6)
            #expect((first.rotation.rotate(Vector3(0, 1, 0)) - Vector3(0, 1, 0)).length < 1e-6)
            let second = try #require(capture.pose(at: 1))
            #expect((second.rotation.rotate(Vector3(0, 0, -1)) - Vector3(-1, 0, 0)).length < 1e-6)
            #expect((second.rotation.rotate(Vector3(0, 1, 0)) - Vector3(0, 1, 0)).length < 1e-6)
            #expect(try capture.frame(at: 0).timestamp == 10.5)
            #expect(capture.details.duration == 0.5)
        }
    }

    @Test func `each frame may have its own intrinsics`() throws {
        try withPhoneSample(.strayScanner, frames: SampleFrames(sample: SampleCapture(count: 2))) { place in
            try edit(place, path: "odometry.csv") { text in
                let lines = text.split(separator: "\n")
                text = "\(lines[0]), fx, fy, cx, cy\n\(lines[1]), 40, 41, 16, 12\n\(lines[2]), 42, 43, 15, 11\n"
            }
            let capture = try Capture.open(place)
            expectNear(
                try capture.frame(at: 0).colorIntrinsics, CameraIntrinsics(width: 32, height: 24, fx: 40, fy: 41, cx: 16, cy: 12))
            expectNear(
                try capture.frame(at: 1).depthIntrinsics, CameraIntrinsics(width: 32, height: 24, fx: 42, fy: 43, cx: 15, cy: 11))
        }
    }

    @Test func `frames go by their numbers, whichever of them are listed`() throws {
        try withPhoneSample(.strayScanner, frames: SampleFrames(sample: SampleCapture(count: 12))) { place in
            try edit(place, path: "odometry.csv") { text in
                let lines = text.split(separator: "\n")
                text = ([lines[0]] + [9, 3, 4, 10].map { lines[$0 + 1] } + [lines[4]]).joined(separator: "\n")
            }
            try FileManager.default.removeItem(at: place.appendingPathComponent("depth/000004.png"))
            try FileManager.default.removeItem(at: place.appendingPathComponent("confidence/000010.png"))
            let capture = try Capture.open(place)
            #expect(
                capture.notes == [
                    "frames of the odometry without a depth image, left out: 1", "frames without confidence: 1",
                    "repeated lines of the odometry, left out: 1",
                ])
            #expect(try (0..<capture.frameCount).map { try number(try capture.frame(at: $0)) } == [9, 3, 10])
            #expect(abs(try capture.frame(at: 0).depth[0, 0] - 1.9) < 1e-5)
        }
    }

    @Test func `a video shorter than its odometry leaves the rest without colour`() throws {
        try withPhoneSample(.strayScanner, frames: SampleFrames(sample: SampleCapture(count: 8))) { place in
            let whole = place.appendingPathComponent("rgb.mp4").path
            let short = place.appendingPathComponent("short.mp4").path
            try run("ffmpeg", ["-v", "error", "-i", whole, "-frames:v", "5", short])
            try FileManager.default.removeItem(atPath: whole)
            try FileManager.default.moveItem(atPath: short, toPath: whole)
            let capture = try Capture.open(place)
            #expect(capture.notes == ["frames of the odometry beyond the video's end, without colour: 3"])
            #expect(try number(try capture.frame(at: 4)) == 4)
            #expect(try capture.frame(at: 5).color == nil)
            #expect(try capture.frame(at: 7).depth[0, 0] > 1)
        }
    }

    @Test(arguments: [["-bf", "3", "-g", "12"], ["-g", "250"], ["-r", "7.3", "-g", "1"]])
    func `any frame of any video is found`(_ settings: [String]) throws {
        try withPhoneSample(.strayScanner, frames: SampleFrames(sample: SampleCapture(count: 25))) { place in
            let video = place.appendingPathComponent("rgb.mp4").path
            let other = place.appendingPathComponent("other.mp4").path
            try run(
                "ffmpeg",
                ["-v", "error"] + (settings.first == "-r" ? Array(settings.prefix(2)) : []) + [
                    "-i", video, "-c:v", "libx264", "-crf", "14",
                ] + settings + ["-fps_mode", "passthrough", other])
            try FileManager.default.removeItem(atPath: video)
            try FileManager.default.moveItem(atPath: other, toPath: video)
            for i in [20, 3, 24, 0, 11, 23] { #expect(try number(try Capture.open(place).frame(at: i)) == i) }
            let capture = try Capture.open(place)
            for i in stride(from: 24, through: 0, by: -1) { #expect(try number(try capture.frame(at: i)) == i) }
        }
    }

    @Test func `a video that asks to be turned is read as it is stored`() throws {
        try withPhoneSample(.strayScanner) { place in
            let video = place.appendingPathComponent("rgb.mp4").path
            let turned = place.appendingPathComponent("turned.mp4").path
            // The display matrix that a portrait recording has.
            try run("ffmpeg", ["-v", "error", "-i", video, "-c", "copy", "-metadata:s:v:0", "rotate=90", turned])
            try FileManager.default.removeItem(atPath: video)
            try FileManager.default.moveItem(atPath: turned, toPath: video)
            let frame = try Capture.open(place).frame(at: 2)
            #expect(frame.color?.width == 32 && frame.color?.height == 24)
            #expect(try number(frame) == 2)
        }
    }

    @Test func `an image that was turned for good is refused in one line`() throws {
        try withPhoneSample(.strayScanner) { place in
            let video = place.appendingPathComponent("rgb.mp4").path
            let turned = place.appendingPathComponent("turned.mp4").path
            try run("ffmpeg", ["-v", "error", "-i", video, "-vf", "transpose=1", turned])
            try FileManager.default.removeItem(atPath: video)
            try FileManager.default.moveItem(atPath: turned, toPath: video)
            #expect(
                try openingProblem(place).contains("000000.png: the depth images are 32x24, whose aspect ratio differs from 24x32"))
        }
    }

    @Test func `intrinsics of another image size are refused`() throws {
        try withPhoneSample(.strayScanner) { place in
            try put("1300, 0, 960\n0, 1300, 720\n0, 0, 1", in: place, path: "camera_matrix.csv")
            #expect(
                try openingProblem(place).contains("these intrinsics (principal point 960, 720) are not those of the 32x24 video"))
        }
    }

    @Test func `a damaged or missing video is one clear line, or no colour`() throws {
        try withPhoneSample(.strayScanner) { place in
            let video = [UInt8](try Data(contentsOf: place.appendingPathComponent("rgb.mp4")))
            try put(video.prefix(video.count / 3), in: place, path: "rgb.mp4")
            #expect(try openingProblem(place).contains("rgb.mp4: this video can't be read"))
            try put("no video", in: place, path: "rgb.mp4")
            #expect(try openingProblem(place).contains("rgb.mp4: this video can't be read"))
            try put("", in: place, path: "rgb.mp4")
            #expect(try openingProblem(place).contains("rgb.mp4: this"))
            for bytes in TestData.bitFlips(of: video, count: 12) {
                try put(bytes, in: place, path: "rgb.mp4")
                guard let capture = try? Capture.open(place) else { continue }
                for i in 0..<capture.frameCount { _ = try? capture.frame(at: i) }
            }
            try FileManager.default.removeItem(at: place.appendingPathComponent("rgb.mp4"))
            let capture = try Capture.open(place)
            #expect(capture.notes == ["there is no rgb.mp4: the frames have no colour"])
            #expect(try capture.frame(at: 0).color == nil)
        }
    }

    @Test(arguments: ["nan", "inf", "7", "1e30"]) func `a pose that is not finite or not rigid spoils its frame only`(
        _ value: String
    ) throws {
        try withPhoneSample(.strayScanner, frames: SampleFrames(sample: SampleCapture(count: 2))) { place in
            try edit(place, path: "odometry.csv") { text in
                var lines = text.split(separator: "\n").map(String.init)
                var fields = lines[1].split(separator: ",").map(String.init)
                fields[6] = " \(value)"
                lines[1] = fields.joined(separator: ",")
                text = lines.joined(separator: "\n")
            }
            let capture = try Capture.open(place)
            #expect(capture.pose(at: 0) == nil && capture.pose(at: 1) != nil)
            #expect(try frameProblem(capture, 0).contains("odometry.csv: line 2: the pose h"))
        }
    }

    @Test func `what is missing or can't be understood is named`() throws {
        try withPhoneSample(.strayScanner) { place in
            try edit(place, path: "odometry.csv") { $0 = $0.replacingOccurrences(of: "qw", with: "q") }
            #expect(
                try openingProblem(place).contains("the first line does not name the columns frame, x, y, z, qx, qy, qz and qw"))
            try put("timestamp, frame, x, y, z, qx, qy, qz, qw\n1, 2\n", in: place, path: "odometry.csv")
            #expect(try openingProblem(place).contains("line 2 has 2 fields where the first line names 9"))
            try put("timestamp, frame, x, y, z, qx, qy, qz, qw\n1, x, 0, 0, 0, 0, 0, 0, 1\n", in: place, path: "odometry.csv")
            #expect(try openingProblem(place).contains("line 2: “x” is not a frame number"))
            try put("timestamp, frame, x, y, z, qx, qy, qz, qw\n1, 99, 0, 0, 0, 0, 0, 0, 1\n", in: place, path: "odometry.csv")
            #expect(try openingProblem(place).contains("none of the 1 frames of odometry.csv has a depth image here"))
            try FileManager.default.removeItem(at: place.appendingPathComponent("odometry.csv"))
            #expect(try openingProblem(place).contains("this capture has no camera poses; odometry.csv is missing"))
        }
        try withPhoneSample(.strayScanner) { place in
            try FileManager.default.removeItem(at: place.appendingPathComponent("camera_matrix.csv"))
            #expect(try openingProblem(place).contains("no camera intrinsics"))
        }
    }

    @Test func `a playlist under the video's name is no video`() throws {
        try withPhoneSample(.strayScanner) { place in
            let video = place.appendingPathComponent("rgb.mp4")
            try FileManager.default.moveItem(at: video, to: place.appendingPathComponent("other.mp4"))
            let list = "ffconcat version 1.0\nfile other.mp4\n"
            try Data(list.utf8).write(to: video)
            #expect(throws: CaptureError.self) { try Capture.open(place) }
        }
    }
}
