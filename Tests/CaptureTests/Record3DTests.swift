import Codecs
import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing

struct Record3DTests {
    private func unzip(_ file: URL, to folder: URL) throws {
        let outcome = try RunningProgram(named: "python3", ["-m", "zipfile", "-e", file.path, folder.path]).waitUntilExit()
        #expect(outcome.code == 0, "\(outcome.error)")
    }

    /// An unpacked sample.
    private func withFolder(_ frames: SampleFrames = SampleFrames(), _ body: (URL) throws -> Void) throws {
        try withPhoneSample(.record3D, frames: frames) { file in
            let folder = file.deletingPathExtension()
            try unzip(file, to: folder)
            try body(folder)
        }
    }

    @Test func `camera axes are OpenGL's, the matrix is column by column, and the world is y-up`() throws {
        try withFolder(SampleFrames(sample: SampleCapture(count: 2))) { folder in
            let half = 0.5.squareRoot()
            try put(
                """
                {"w": 32, "h": 24, "dw": 32, "dh": 24, "fps": 30, "K": [30, 0, 0, 0, 31, 0, 15, 11, 1],
                 "poses": [[0, \(half), 0, \(half), 1, 2, 3], [0, 0, 0, 1, 4, 5, 6]]}
                """, in: folder, path: "metadata")
            let capture = try Capture.open(folder)
            let pose = try #require(capture.pose(at: 0))
            // Turned left by 90 degrees.
            #expect((pose.rotation.rotate(Vector3(0, 0, -1)) - Vector3(-1, 0, 0)).length < 1e-6)
            #expect((pose.rotation.rotate(Vector3(0, 1, 0)) - Vector3(0, 1, 0)).length < 1e-6)
            #expect((pose.translation - Vector3(1, 2, 3)).length < 1e-6)
            let frame = try capture.frame(at: 1)
            expectNear(frame.colorIntrinsics, CameraIntrinsics(width: 32, height: 24, fx: 30, fy: 31, cx: 15, cy: 11))
            #expect(frame.timestamp == 1.0 / 30)
        }
    }

    @Test func `the unpacked folder is the same capture, without confidence and colour too`() throws {
        let sample = SampleCapture()
        try withFolder { folder in
            try FileManager.default.removeItem(at: folder.appendingPathComponent("rgbd/1.conf"))
            try FileManager.default.removeItem(at: folder.appendingPathComponent("rgbd/2.jpg"))
            let capture = try Capture.open(folder)
            #expect(capture.kind == "Record3D" && capture.frameCount == 5)
            #expect(capture.notes == ["frames without a colour image: 1"])
            expectNear(try capture.frame(at: 3).depth, sample.depth(3, unitsPerMetre: 1000))
            #expect(try capture.frame(at: 1).confidence == nil)
            #expect(try capture.frame(at: 2).color == nil)
        }
    }

    @Test func `entries may be deflated, and their check sums are checked`() throws {
        try withFolder { folder in
            let packed = folder.appendingPathExtension("zip").deletingLastPathComponent().appendingPathComponent("deflated.r3d")
            let packing = [
                "-c",
                "import sys,zipfile,os\nz=zipfile.ZipFile(sys.argv[1],'w',zipfile.ZIP_DEFLATED)\n"
                    + "for d,_,fs in os.walk(sys.argv[2]):\n for f in fs:\n  p=os.path.join(d,f)\n"
                    + "  z.write(p,os.path.relpath(p,sys.argv[2]))\nz.close()",
                packed.path, folder.path,
            ]
            let outcome = try RunningProgram(named: "python3", packing).waitUntilExit()
            #expect(outcome.code == 0, "\(outcome.error)")
            let capture = try Capture.open(packed)
            for i in 0..<5 { expectNear(try capture.frame(at: i).depth, SampleCapture().depth(i, unitsPerMetre: 1000)) }
            // Any flip in an entry's bytes is seen.
            let whole = [UInt8](try Data(contentsOf: packed))
            var seen = 0
            for bytes in TestData.bitFlips(of: whole, count: 400) + TestData.truncations(of: whole, count: 50) {
                try put(bytes, in: packed.deletingLastPathComponent(), path: "deflated.r3d")
                do {
                    let damaged = try Capture.open(packed)
                    for i in 0..<damaged.frameCount {
                        guard let frame = try? damaged.frame(at: i) else {
                            seen += 1
                            continue
                        }
                        #expect(frame.depth.pixels.allSatisfy { $0.isFinite && $0 >= 0 })
                    }
                } catch {
                    seen += 1
                    #expect(error is CaptureError && !"\(error)".contains("\n"), "\(error)")
                }
            }
            #expect(seen > 200)
        }
    }

    @Test func `a bad LZFSE block spoils its frame only`() throws {
        try withFolder { folder in
            var bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("rgbd/2.depth")))
            try put(bytes.prefix(bytes.count / 2), in: folder, path: "rgbd/1.depth")
            bytes[3] = UInt8(ascii: "9")
            try put(bytes, in: folder, path: "rgbd/2.depth")
            try put(LZFSE.encode([UInt8](repeating: 0, count: 100)), in: folder, path: "rgbd/3.depth")
            try put(LZFSE.encode([UInt8](repeating: 9, count: 32 * 24)), in: folder, path: "rgbd/4.conf")
            let capture = try Capture.open(folder)
            #expect(try capture.frame(at: 0).index == 0)
            #expect(try frameProblem(capture, 1).contains("rgbd/1.depth: this LZFSE stream"))
            #expect(try frameProblem(capture, 2).contains("rgbd/2.depth: this LZFSE stream has no block of a known type"))
            #expect(try frameProblem(capture, 3).contains("rgbd/3.depth: this image has 100 bytes where 3072 are needed"))
            #expect(try frameProblem(capture, 4).contains("rgbd/4.conf: this confidence image holds other values"))
        }
    }

    @Test func `recordings without poses say so, and those that begin at the origin too`() throws {
        try withFolder { folder in
            func metadata(_ poses: [String]) throws {
                try put(
                    """
                    {"w": 32, "h": 24, "dw": 32, "dh": 24, "fps": 30, "K": [30, 0, 0, 0, 31, 0, 15, 11, 1],
                     "poses": [\(poses.joined(separator: ","))]}
                    """, in: folder, path: "metadata")
            }
            let none = "[0, 0, 0, 1, 0, 0, 0]"
            try metadata([none, none, none, none, none])
            #expect(try Capture.open(folder).hasPoses == false)
            try metadata([none, "[0, 0, 0, 1, 0, 0, 0.1]", none, none, "[0, 0, 0, 2, 0, 0, 0]"])
            let capture = try Capture.open(folder)
            #expect(capture.hasPoses)
            #expect(capture.notes == ["the world is the first camera's: the up direction is unknown"])
            #expect(try frameProblem(capture, 4).contains("metadata: poses[4]: the pose has no rotation"))
            try metadata([none, "[0, 0, 0, 1, 0, 0]", none])
            let fewer = try Capture.open(folder)
            #expect(fewer.frameCount == 3 && fewer.notes.contains("frames without a pose, left out: 2"))
            #expect(try frameProblem(fewer, 1).contains("poses[1] has 6 numbers where 7 are needed"))
            try metadata(["[NaN, 0, 0, 1, 0, 0, 0]", none, none, none, none])
            #expect(try frameProblem(try Capture.open(folder), 0).contains("poses[0]: the pose holds a number that is not finite"))
        }
    }

    @Test func `what is missing or can't be understood is named`() throws {
        try withFolder { folder in
            let metadata = try String(contentsOf: folder.appendingPathComponent("metadata"), encoding: .utf8)
            try put(metadata.replacingOccurrences(of: "\"poses\"", with: "\"places\""), in: folder, path: "metadata")
            #expect(try openingProblem(folder).contains("metadata: “poses” is missing"))
            try put(metadata.replacingOccurrences(of: "\"dw\":32", with: "\"dw\":1e9"), in: folder, path: "metadata")
            #expect(try openingProblem(folder).contains("metadata: dw and dh (1000000000.0, 24.0) are not an image size"))
            try put(
                metadata.replacingOccurrences(of: "\"K\"", with: "\"k\"").replacingOccurrences(of: "perFrame", with: "noFrame"),
                in: folder,
                path: "metadata")
            #expect(try openingProblem(folder).contains("no camera intrinsics"))
            try put("{", in: folder, path: "metadata")
            #expect(try openingProblem(folder).contains("metadata: this is not JSON"))
            try FileManager.default.removeItem(at: folder.appendingPathComponent("metadata"))
            #expect(try openingProblem(folder).contains("this capture has no camera poses"))
        }
        try TestData.withTemporaryFolder { folder in
            try put("no archive", in: folder, path: "a.r3d")
            #expect(
                try openingProblem(folder.appendingPathComponent("a.r3d")).hasSuffix(
                    "a.r3d: this is not a zip archive, or it is truncated; copy the file again"))
            try put("", in: folder, path: "b.r3d")
            #expect(try openingProblem(folder.appendingPathComponent("b.r3d")).contains("not a zip archive"))
            #expect(try openingProblem(folder.appendingPathComponent("c.r3d")).contains("there is no such"))
        }
    }
}
