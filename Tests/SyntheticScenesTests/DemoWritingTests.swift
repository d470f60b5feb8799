import SyntheticScenes
import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing
import Support

@Suite struct DemoWritingTests {
    @Test func `a written demo capture is read back as it was`() throws {
        let demo = DemoCapture(frameCount: 6)
        try TestData.withTemporaryFolder { folder in
            let target = folder.appendingPathComponent("flat")
            try demo.write(to: target)
            let read = try Capture.open(target)
            #expect(read.frameCount == 6)
            #expect(read.notes.isEmpty)
            for i in 0..<6 {
                let a = try demo.capture.frame(at: i)
                let b = try read.frame(at: i)
                #expect((a.pose.translation - b.pose.translation).length < 1e-5)
                let p = Vector3(0.3, -0.2, -2)
                #expect((a.pose.apply(p) - b.pose.apply(p)).length < 1e-5)
                #expect((a.colorIntrinsics.cx - b.colorIntrinsics.cx).magnitude < 1e-3)
                #expect((a.depthIntrinsics.fx - b.depthIntrinsics.fx).magnitude < 1e-3)
                #expect((a.depthIntrinsics.cy - b.depthIntrinsics.cy).magnitude < 1e-3)
                #expect(a.confidence == b.confidence)
                #expect(a.timestamp == b.timestamp)
                #expect(zip(a.depth.pixels, b.depth.pixels).allSatisfy { ($0 - $1).magnitude < 0.000_51 })
                let x = try #require(a.color)
                let y = try #require(b.color)
                let error = zip(x.pixels, y.pixels).reduce(0) { $0 + abs(Int($1.0.y) - Int($1.1.y)) }
                #expect(Double(error) / Double(x.pixels.count) < 4)
            }
        }
    }

    /// Three frames of the demo, made once.
    private struct Few: FrameSource {
        let frames: [Frame]
        let notes: [String] = []
        var frameCount: Int { frames.count }
        func pose(at index: Int) -> RigidTransform? { frames[index].pose }
        func frame(at index: Int) throws(CaptureError) -> Frame { frames[index] }
    }
    private static let few = Result {
        try (0..<3).map { i in
            var frame = try DemoFlat.capture.capture.frame(at: 100 + i)
            frame.index = i
            frame.timestamp = Double(i) / 30
            return frame
        }
    }

    @Test(.enabled(if: hasFFmpeg, "needs the programs ffmpeg and ffprobe"), arguments: CaptureWriters.all.map { $0.kind })
    func `the demo comes back from every layout`(_ kind: String) throws {
        let frames = try Self.few.get()
        let writer = try #require(CaptureWriters.all.first { $0.kind == kind })
        try TestData.withTemporaryFolder { folder in
            let target = folder.appendingPathComponent(kind == Record3DWriter.kind ? "demo.r3d" : "demo")
            try writer.write(Capture(name: "demo", kind: "Demo", source: Few(frames: frames)), to: target, progress: .silent)
            let capture = try Capture.open(target)
            #expect(capture.kind == kind && capture.frameCount == 3 && capture.hasPoses && capture.hasDepth)
            // Some layouts have a world of their own: what one camera sees of the other stays.
            let first = try capture.frame(at: 0)
            for (i, made) in frames.enumerated() {
                let frame = try capture.frame(at: i)
                let p = Vector3(0.3, -0.2, -2)
                let there = first.pose.inverse.apply(frame.pose.apply(p))
                #expect((there - frames[0].pose.inverse.apply(made.pose.apply(p))).length < 2e-4)
                #expect(zip(frame.depth.pixels, made.depth.pixels).allSatisfy { ($0 - $1).magnitude < 0.000_51 })
                let x = made.depthIntrinsics
                let y = frame.depthIntrinsics
                #expect((x.fx - y.fx).magnitude < 1e-2 && (x.cx - y.cx).magnitude < 1e-2 && (x.cy - y.cy).magnitude < 1e-2)
                if let confidence = frame.confidence { #expect(confidence == made.confidence) }
                let a = try #require(frame.color)
                let b = try #require(made.color)
                #expect(a.width == b.width && a.height == b.height)
                let error = zip(a.pixels, b.pixels).reduce(0) { $0 + abs(Int($1.0.y) - Int($1.1.y)) }
                #expect(Double(error) / Double(a.pixels.count) < 5)
            }
        }
    }

    @Test func `a folder that can't be written is one clear line`() throws {
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("file")
            try Data("x".utf8).write(to: file)
            let error = try #require(throws: CaptureError.self) {
                try DemoCapture(frameCount: 1).write(to: file.appendingPathComponent("flat"))
            }
            #expect(!"\(error)".contains("\n"))
        }
    }
}
