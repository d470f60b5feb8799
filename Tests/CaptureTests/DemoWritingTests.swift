import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing
import Work

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
                let (a, b) = (try demo.capture.frame(at: i), try read.frame(at: i))
                #expect((a.pose.translation - b.pose.translation).length < 1e-5)
                let p = Vector3(0.3, -0.2, -2)
                #expect((a.pose.apply(p) - b.pose.apply(p)).length < 1e-5)
                #expect((a.colorIntrinsics.cx - b.colorIntrinsics.cx).magnitude < 1e-3)
                #expect((a.depthIntrinsics.fx - b.depthIntrinsics.fx).magnitude < 1e-3)
                #expect((a.depthIntrinsics.cy - b.depthIntrinsics.cy).magnitude < 1e-3)
                #expect(a.confidence == b.confidence)
                #expect(a.timestamp == b.timestamp)
                #expect(zip(a.depth.pixels, b.depth.pixels).allSatisfy { ($0 - $1).magnitude < 0.000_51 })
                let (x, y) = (try #require(a.color), try #require(b.color))
                let error = zip(x.pixels, y.pixels).reduce(0) { $0 + abs(Int($1.0.y) - Int($1.1.y)) }
                #expect(Double(error) / Double(x.pixels.count) < 4)
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
