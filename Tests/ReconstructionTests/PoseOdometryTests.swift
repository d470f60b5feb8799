import PointClouds
import Capture
import Foundation
import Geometry
import Reconstruction
import TestSupport
import Testing

@Suite struct PoseOdometryTests {
    @Test func `a capture without poses gets a path, upright and with its confidence`() throws {
        let room = PoseRoom(hasPoses: false)
        let result = try PoseRefinement.refine(room.capture)
        #expect(result.source == .odometry && result.isTrustworthy && result.confidence > 0.7)
        #expect(result.poses.allSatisfy { $0 != nil } && result.notes.isEmpty)
        let error = try #require(TrajectoryError(of: result.poses, from: room.truePoses))
        #expect(error.rootMeanSquare < 0.015 && error.maximum < 0.03, "\(error)")
        #expect(error.relativeTranslation < 0.01)
        #expect(result.loops >= 1)
        // The first camera looked down; its up was found from the floor and the table.
        #expect(result.levelled > 0.1)
        for (pose, real) in zip(result.poses, room.truePoses) {
            let up = try #require(pose).rotation.rotate(real.rotation.inverse.rotate(Vector3(0, 1, 0)))
            #expect(up.y > 0.9998)
        }
    }

    @Test func `blind frames are left out by number and the rest goes on`() throws {
        let room = PoseRoom(hasPoses: false, spoiled: (40...42, 0))
        let result = try PoseRefinement.refine(room.capture)
        for i in 0..<room.frameCount { #expect((result.poses[i] == nil) == (40...42).contains(i)) }
        #expect(result.notes.contains("Tracking was lost in frames 40–42."))
        let error = try #require(TrajectoryError(of: result.poses, from: room.truePoses))
        #expect(error.maximum < 0.04 && result.isTrustworthy)
    }

    @Test func `a trajectory in several segments is reported and not trusted`() throws {
        let room = PoseRoom(hasPoses: false, elsewhere: 60..<90)
        let result = try PoseRefinement.refine(room.capture)
        #expect(!result.isTrustworthy && result.confidence < 0.8)
        #expect(result.notes.contains { $0.contains("segments") })
        #expect(result.notes.contains { $0.contains("60–89") })
        #expect(result.poses[..<60].allSatisfy { $0 != nil } && result.poses[60...].allSatisfy { $0 == nil })
    }

    @Test func `a bare wall does not tell how the camera moved`() throws {
        let room = PoseRoom(frameCount: 20, hasPoses: false, hasColor: false, spoiled: (0...19, 2))
        let result = try PoseRefinement.refine(room.capture)
        #expect(!result.isTrustworthy && result.confidence < 0.5)
        #expect(!result.notes.isEmpty)
    }

    @Test func `frames that can't be read are skipped, too many are an error`() throws {
        let result = try PoseRefinement.refine(PoseRoom(hasPoses: false, unreadable: [3, 30]).capture)
        #expect(result.poses[3] == nil && result.poses[30] == nil && result.poses.count { $0 != nil } == 88)
        #expect(result.notes.contains { $0.contains("2 of 90 frames") })
        #expect(throws: CaptureError.self) {
            try PoseRefinement.refine(PoseRoom(hasPoses: false, unreadable: Set(stride(from: 0, to: 90, by: 8))).capture)
        }
    }

    @Test(.enabled(if: TestData.has("rgbd-open3d-5frames"), "needs ../shared/data/rgbd-open3d-5frames"))
    func `real frames come out closer than Open3D's coloured ICP on them`() throws {
        let capture = try Capture.open(TestData.shared("rgbd-open3d-5frames"))
        let recorded = (0..<capture.frameCount).compactMap { capture.pose(at: $0) }
        let result = try PoseRefinement.refine(capture, options: PoseOptions(method: .odometry))
        let error = try #require(TrajectoryError(of: result.poses, from: recorded))
        #expect(error.relativeTranslation < 0.0028 && error.relativeRotation < 0.11 * .pi / 180, "\(error)")
        #expect(error.maximum < 0.002 && result.isTrustworthy)
    }

    @Test(.enabled(if: TestData.has("rgbd-office-hololens"), "needs ../shared/data/rgbd-office-hololens"))
    func `a real walk is followed to some centimetres of what the headset says`() throws {
        let capture = try Capture.open(TestData.shared("rgbd-office-hololens"))
        let recorded = (0..<capture.frameCount).compactMap { capture.pose(at: $0) }
        let result = try PoseRefinement.refine(capture, options: PoseOptions(method: .odometry))
        let error = try #require(TrajectoryError(of: result.poses, from: recorded))
        #expect(error.frames == 200 && error.rootMeanSquare < 0.06 && error.maximum < 0.12, "\(error)")
        #expect(result.isTrustworthy && result.loops >= 1)
    }
}
