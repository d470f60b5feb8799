import Capture
import Foundation
import Geometry
import Testing

struct FrameTallyTests {
    private struct NoFrames: FrameSource {
        let frameCount = 20
        let notes: [String] = []
        func pose(at index: Int) -> RigidTransform? { nil }
        func frame(at index: Int) throws(CaptureError) -> Frame { throw CaptureError(URL(fileURLWithPath: "/x"), "none") }
    }

    private let capture = Capture(name: "office", kind: "test", source: NoFrames())
    private func error(_ i: Int) -> CaptureError { CaptureError(URL(fileURLWithPath: "/office/\(i).png"), "it is torn") }

    @Test func `a tenth of bad frames is forgiven, more is an error`() throws {
        var tally = FrameTally(capture)
        #expect(tally.summary == nil)
        try tally.skip(7, error(7))
        #expect(tally.summary == "1 of 20 frames was skipped; the first, frame 7: /office/7.png: it is torn")
        try tally.skip(3, error(3))
        #expect(tally.skipped == 2)
        #expect(tally.summary == "2 of 20 frames were skipped; the first, frame 3: /office/3.png: it is torn")
        let failure = #expect(throws: CaptureError.self) { try tally.skip(9, error(9)) }
        #expect(
            failure?.description
                == "office: 3 of 20 frames can't be used, more than a tenth; the first, frame 3: /office/3.png: it is torn")
    }

    @Test func `bad frames may be noted in any order before they are judged`() throws {
        var tally = FrameTally(capture, total: 5)
        for i in [4, 2, 3] { tally.note(i, error(i)) }
        let failure = #expect(throws: CaptureError.self) { try tally.check() }
        #expect(failure?.problem.hasPrefix("3 of 5 frames can't be used") == true)
        #expect(tally.first?.index == 2)
    }
}
