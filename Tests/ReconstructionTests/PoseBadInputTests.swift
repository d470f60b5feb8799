import Capture
import Foundation
import Geometry
import Images
import Reconstruction
import Testing
import Support

/// Frames as given.
private struct GivenFrames: FrameSource {
    var frames: [Frame]
    var hasPoses = true
    var notes: [String] { [] }
    var frameCount: Int { frames.count }
    var capture: Capture { Capture(name: "given", kind: "test", source: self) }
    func pose(at index: Int) -> RigidTransform? { frames[index].pose }
    func frame(at index: Int) throws(CaptureError) -> Frame { frames[index] }
}

@Suite struct PoseBadInputTests {
    /// Refinement and odometry of the same frames.
    private func both(_ frames: [Frame]) throws -> [RefinedPoses] {
        let results = try [true, false].map { try PoseRefinement.refine(GivenFrames(frames: frames, hasPoses: $0).capture) }
        for result in results {
            #expect(result.poses.count == frames.count)
            #expect(result.poses.allSatisfy { $0 == nil || $0?.isFinite == true })
            #expect(result.confidence >= 0 && result.confidence <= 1)
        }
        return results
    }

    private func room(_ count: Int) throws -> [Frame] {
        let room = PoseRoom()
        return try (0..<count).map { try room.frame(at: $0) }
    }

    @Test func `no frames, one frame and the same frame over and over do no harm`() throws {
        #expect(try both([]).allSatisfy { !$0.isTrustworthy })
        let one = try both(room(1))
        #expect(one[0].source == .recorded && !one[1].isTrustworthy)
        let same = try room(1)[0]
        let again = try both(
            (0..<12).map { i in
                var frame = same
                frame.index = i
                return frame
            })
        #expect(again[0].source == .recorded && again[0].poses.allSatisfy { $0 == same.pose })
        let error = try #require(TrajectoryError(of: again[1].poses, from: Array(repeating: same.pose, count: 12)))
        #expect(error.maximum < 1e-3)
    }

    @Test func `depth that is nothing, no number, negative or far too near gives an honest answer`() throws {
        for value in [Float(0), .nan, .infinity, -1, 0.051, 1e30] {
            let frames = try room(6).map { frame in
                var frame = frame
                frame.depth = DepthImage(width: 128, height: 96, repeating: value)
                return frame
            }
            let results = try both(frames)
            #expect(results[0].source == .recorded)
            #expect(!results[1].isTrustworthy)
            #expect(!results[1].notes.isEmpty)
        }
    }

    @Test func `tiny and odd pictures do no harm`() throws {
        for (w, h) in [(0, 0), (1, 1), (1, 200), (200, 1), (3, 2), (17, 5), (161, 3)] {
            let camera = CameraIntrinsics(width: w, height: h, fx: 10, fy: 10, cx: 0, cy: 0)
            let color = ColorImage(width: 2, height: 1, repeating: SIMD4(9, 9, 9, 255))
            let frames = (0..<5).map { i in
                Frame(
                    index: i, pose: RigidTransform(translation: Vector3(Float(i), 0, 0)),
                    depth: DepthImage(width: w, height: h, repeating: 1), depthIntrinsics: camera,
                    confidence: ConfidenceImage(width: 1, height: 1, repeating: 2), color: color, colorIntrinsics: camera)
            }
            _ = try both(frames)
        }
    }

    @Test func `cameras that are none, and poses that are no numbers, do no harm`() throws {
        for (fx, width) in [(Float.nan, 128), (0, 128), (-1, 128), (1e-30, 128), (1e30, 128), (100, 0)] {
            let frames = try room(5).map { frame in
                var frame = frame
                frame.depthIntrinsics.fx = fx
                frame.depthIntrinsics.width = width
                frame.colorIntrinsics.fx = fx
                return frame
            }
            _ = try both(frames)
        }
        var frames = try room(8)
        frames[2].pose.translation.x = .nan
        frames[5].pose.rotation = Quaternion(0, 0, 0, .infinity)
        frames[6].pose.translation.x = 1e30
        frames[7].pose.rotation = Quaternion(0, 0, 0, 0)
        frames[3].pose.rotation = Quaternion(0, 3, 0, 4)
        let result = try PoseRefinement.refine(GivenFrames(frames: frames).capture)
        #expect(result.poses.indices.filter { result.poses[$0] == nil } == [2, 3, 5, 7])
    }

    @Test func `frames that all claim one time are refined like any others`() throws {
        let room = PoseRoom(drift: 0.05)
        let frames = try (0..<room.frameCount).map { i in
            var frame = try room.frame(at: i)
            frame.timestamp = 12.5
            return frame
        }
        let result = try PoseRefinement.refine(GivenFrames(frames: frames).capture)
        #expect(try result == PoseRefinement.refine(room.capture))
    }

    @Test func `a camera inside a wall sees nothing that helps or harms the others`() throws {
        // The recorded place lies behind the wall, the depth is what a covered lens measures.
        var room = PoseRoom(drift: 0.05)
        room.spoiled = (40...44, 0.06)
        let result = try PoseRefinement.refine(room.capture)
        let after = try #require(TrajectoryError(of: result.poses, from: room.truePoses))
        #expect(result.source == .refined && after.maximum < 0.012, "\(after)")
    }

    @Test func `depths that are short by two in a hundred are told`() throws {
        let room = PoseRoom()
        for (scale, isTold) in [(Float(0.98), true), (1, false)] {
            let frames = try (0..<room.frameCount).map { i in
                var frame = try room.frame(at: i)
                for k in frame.depth.pixels.indices { frame.depth.pixels[k] *= scale }
                return frame
            }
            let result = try PoseRefinement.refine(GivenFrames(frames: frames).capture)
            #expect(
                result.notes.contains { $0.contains("Scale of the depths against the trajectory: 0.9") } == isTold,
                "\(result.notes)")
        }
    }

    @Test func `random depths are no place`() throws {
        var random = SplitMix64(seed: 3)
        let frames = try room(10).map { frame in
            var frame = frame
            for i in frame.depth.pixels.indices { frame.depth.pixels[i] = 0.3 + 3 * random.unit() }
            return frame
        }
        let results = try both(frames)
        #expect(results[0].source == .recorded)
        #expect(!results[1].isTrustworthy)
    }

    @Test func `frames that can't be read are left to fusion where poses were recorded`() throws {
        let result = try PoseRefinement.refine(PoseRoom(drift: 0.05, unreadable: [0, 7, 20, 21, 60]).capture)
        #expect(result.source == .refined && result.poses.count == 90)
    }

    @Test func `wrong options are refused by name and cancelling stops the work`() async throws {
        let capture = PoseRoom().capture
        for options in [
            PoseOptions(width: 0), PoseOptions(maximumDepth: .nan), PoseOptions(keyframeDistance: 0),
            PoseOptions(keyframeAngle: .infinity), PoseOptions(maximumKeyframes: 1),
        ] {
            #expect(throws: ReconstructionError.self) { try PoseRefinement.refine(capture, options: options) }
        }
        #expect(try PoseRefinement.refine(capture, options: PoseOptions(method: .none)).source == .recorded)
        let few = try PoseRefinement.refine(PoseRoom(drift: 0.05).capture, options: PoseOptions(maximumKeyframes: 5))
        #expect(few.poses.count == 90)
        for hasPoses in [true, false] {
            let task = Task { try PoseRefinement.refine(PoseRoom(frameCount: 4000, hasPoses: hasPoses).capture) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
