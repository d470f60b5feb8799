import Capture
import Foundation
import Geometry
import Reconstruction
import TestSupport
import Testing

@Suite struct PoseLoopTests {
    @Test(arguments: [Float(0), 0.1])
    func `a corridor of identical bays has no loop`(drift: Float) throws {
        let corridor = PoseCorridor(drift: drift)
        let result = try PoseRefinement.refine(corridor.capture)
        #expect(result.loops == 0)
        let error = try #require(TrajectoryError(of: result.poses, from: corridor.truePoses))
        #expect(error.maximum < 0.08, "\(error)")
    }

    @Test func `identical bays do not shorten a trajectory that is found without recorded poses`() throws {
        let corridor = PoseCorridor(hasPoses: false)
        let result = try PoseRefinement.refine(corridor.capture)
        #expect(result.loops == 0)
        let known = result.poses.compactMap { $0 }
        let first = try #require(known.first)
        let last = try #require(known.last)
        if known.count == corridor.frameCount {
            #expect(((last.translation - first.translation).length - PoseCorridor.length).magnitude < 0.5)
        }
    }

    @Test(.enabled(if: TestData.has("phone-3dscanner-corridor"), "needs ../shared/data/phone-3dscanner-corridor"))
    func `a real corridor that is walked once has no loop`() throws {
        let capture = try Capture.open(TestData.shared("phone-3dscanner-corridor"))
        let result = try PoseRefinement.refine(capture)
        #expect(result.loops == 0 && result.isTrustworthy)
    }

    @Test(.enabled(if: TestData.has("phone-3dscanner-chair"), "needs ../shared/data/phone-3dscanner-chair"))
    func `the chair keeps its recorded poses, and so its level floor`() throws {
        let capture = try Capture.open(TestData.shared("phone-3dscanner-chair"))
        let result = try PoseRefinement.refine(capture)
        #expect(result.source == .recorded && result.correction == 0 && result.loops == 0)
        let scale = try #require(result.depthScale)
        #expect(scale.isSignificant && scale.ratio > 1.01 && scale.ratio < 1.08)
        #expect(result.notes.contains(scale.summary))
    }

    @Test func `a trajectory of another scale than the depths is reported with its interval`() throws {
        for scale: Float in [1.03, 0.96] {
            let result = try PoseRefinement.refine(PoseRoom(scale: scale).capture)
            let found = try #require(result.depthScale)
            #expect(abs(found.ratio - 1 / Double(scale)) < 3 * found.standardDeviation, "\(found)")
            #expect(found.isSignificant && found.standardDeviation < 0.01)
            #expect(result.notes.contains { $0 == found.summary })
        }
    }

    @Test func `depths of the right scale are no remark`() throws {
        let result = try PoseRefinement.refine(PoseRoom().capture)
        let found = try #require(result.depthScale)
        #expect(abs(found.ratio - 1) < 3 * found.standardDeviation && !found.isSignificant, "\(found)")
        #expect(!result.notes.contains { $0.hasPrefix("Scale of the depths") })
    }

    @Test func `a scale is significant where its interval excludes one, and says so with its deviation`() throws {
        #expect(!DepthScale(ratio: 1.004, standardDeviation: 0.002).isSignificant)
        let scale = DepthScale(ratio: 0.992, standardDeviation: 0.002)
        #expect(scale.isSignificant && scale.text == "0.992 ± 0.005")
        #expect(scale.summary.hasPrefix("Scale of the depths against the trajectory: 0.992 ± 0.005 (95 %)"))
        #expect(try JSONDecoder().decode(DepthScale.self, from: JSONEncoder().encode(scale)) == scale)
    }
}
