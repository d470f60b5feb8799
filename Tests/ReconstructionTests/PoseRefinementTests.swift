import Capture
import Foundation
import Geometry
import Reconstruction
import TestSupport
import Testing

@Suite struct PoseRefinementTests {
    @Test func `five centimetres of drift are brought below one`() throws {
        let room = PoseRoom(drift: 0.05)
        let recorded = (0..<room.frameCount).map { room.pose(at: $0) }
        let before = try #require(TrajectoryError(of: recorded, from: room.truePoses, isAligned: true))
        #expect(before.maximum > 0.04)
        let result = try PoseRefinement.refine(room.capture)
        let after = try #require(TrajectoryError(of: result.poses, from: room.truePoses))
        #expect(result.source == .refined && result.isTrustworthy)
        #expect(after.maximum < 0.01 && after.rootMeanSquare < 0.005, "\(after)")
        #expect(result.loops >= 1 && result.confidence > 0.7)
        #expect(result.correction > 0.03 && result.correction < 0.08)
        // The first frame stays where it was recorded.
        let first = try #require(result.poses[0])
        let start = try #require(recorded[0])
        #expect((first.translation - start.translation).length < 1e-6)
        // The same again, whatever the threads do.
        #expect(try PoseRefinement.refine(room.capture) == result)
    }

    @Test func `without colour the surfaces alone do it`() throws {
        let room = PoseRoom(hasColor: false, drift: 0.05)
        let result = try PoseRefinement.refine(room.capture)
        let after = try #require(TrajectoryError(of: result.poses, from: room.truePoses))
        #expect(result.source == .refined && after.maximum < 0.012, "\(after)")
    }

    @Test func `a path that is right already stays as recorded`() throws {
        for noise: Float in [0, 1] {
            let room = PoseRoom(noise: noise)
            let result = try PoseRefinement.refine(room.capture)
            #expect(result.source == .recorded && result.isTrustworthy && result.correction == 0, "noise \(noise)")
            #expect(result.poses == (0..<room.frameCount).map { room.pose(at: $0) })
            #expect(result.notes.isEmpty)
        }
    }

    @Test func `a jump of the recorded path is mended and told`() throws {
        for by in [Vector3(0.5, 0, 0.35), Vector3(10_000, 0, 0)] {
            let room = PoseRoom(jump: (45, by))
            let result = try PoseRefinement.refine(room.capture)
            #expect(result.notes.first?.contains("jumps by") == true)
            #expect(result.notes.first?.contains("between frames 44 and 45") == true)
            #expect(result.source == .refined && result.isTrustworthy)
            let after = try #require(TrajectoryError(of: result.poses, from: room.truePoses))
            #expect(after.maximum < 0.02, "\(by): \(after)")
        }
    }

    @Test func `a jump that nothing ties together is not trusted`() throws {
        let room = PoseRoom(jump: (45, Vector3(10_000, 0, 0)), elsewhere: 45..<90)
        let result = try PoseRefinement.refine(room.capture)
        #expect(!result.isTrustworthy)
        #expect(result.notes.contains { $0.contains("jumps by 10 km") })
        #expect(result.poses.allSatisfy { $0?.isFinite == true })
    }

    @Test func `floors that slope are levelled, and told`() throws {
        let tilt = Quaternion(angle: 0.12, axis: Vector3(1, 0, 0.4))
        let room = PoseRoom(tilt: tilt)
        let result = try PoseRefinement.refine(room.capture)
        #expect(abs(result.levelled - 0.12) < 0.005)
        #expect(result.notes.contains { $0.contains("levelled") })
        let truth = room.truePoses
        for (pose, real) in zip(result.poses, truth) {
            let up = try #require(pose).rotation.rotate(real.rotation.inverse.rotate(Vector3(0, 1, 0)))
            #expect(up.y > 0.99999)
        }
        let kept = try PoseRefinement.refine(room.capture, options: PoseOptions(levelling: .never))
        #expect(kept.levelled == 0 && kept.poses == (0..<room.frameCount).map { room.pose(at: $0) })
    }

    @Test(.enabled(if: TestData.has("rgbd-office-hololens"), "needs ../shared/data/rgbd-office-hololens"))
    func `a real office agrees better with itself afterwards`() throws {
        let capture = try Capture.open(TestData.shared("rgbd-office-hololens"))
        let result = try PoseRefinement.refine(capture)
        #expect(result.source == .refined && result.isTrustworthy && result.confidence > 0.8)
        // The headset's own path is good to some centimetres.
        #expect(result.correction > 0.005 && result.correction < 0.1)
        #expect(result.levelled == 0)
        func spread(_ capture: Capture) throws -> Float {
            var options = ReconstructionOptions(voxelSize: 0.02, maximumDepth: 3.5, poses: .none)
            options.smooths = false
            let bvh = BVH(try Reconstructor.run(capture, options: options).mesh)
            var distances: [Float] = []
            for i in stride(from: 3, to: 200, by: 28) {
                let frame = try capture.frame(at: i)
                for y in stride(from: 4, to: 360, by: 16) {
                    for x in stride(from: 4, to: 540, by: 16) where frame.depth[x, y] > 0.2 && frame.depth[x, y] < 3 {
                        let p = frame.pose.apply(
                            frame.depthIntrinsics.unproject(Vector2(Float(x), Float(y)), depth: frame.depth[x, y]))
                        distances.append(bvh.nearest(to: p, within: 0.2)?.distance ?? 0.2)
                    }
                }
            }
            return distances.sorted()[distances.count / 2]
        }
        #expect(try spread(capture.replacingPoses(result.poses)) < spread(capture))
    }
}
