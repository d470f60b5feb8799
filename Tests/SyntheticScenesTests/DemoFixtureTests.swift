import SyntheticScenes
import TestSupport
import Testing

@Suite struct DemoFixtureTests {
    @Test func `The cached demo is the demo`() throws {
        let made = DemoCapture(seed: 3, frameCount: 3)
        for _ in 0..<2 {
            let cached = try DemoFixture(seed: 3, frameCount: 3)
            #expect(cached.groundTruth == made.groundTruth && cached.truePoses == made.truePoses)
            #expect(cached.capture.frameCount == 3)
            for i in 0..<3 {
                let frame = try cached.capture.frame(at: i)
                let other = try made.capture.frame(at: i)
                #expect(frame.depth == other.depth && frame.color == other.color && frame.confidence == other.confidence)
                #expect(frame.pose == other.pose && frame.timestamp == other.timestamp && cached.capture.pose(at: i) == other.pose)
                #expect(frame.depthIntrinsics == other.depthIntrinsics && frame.colorIntrinsics == other.colorIntrinsics)
            }
        }
    }
}
