import Capture
import Geometry
import Images
import Photogrammetry
import Support
import Testing

/// Depth of rendered photos against the surface that they were rendered from.
struct MultiViewDepthTests {
    private struct Errors {
        var coverage = 0.0
        var median: Float = 0
        /// Share of the depths that are off by more than 3 %.
        var wrong = 0.0
    }

    private func errors(_ result: MultiViewDepth.Result, _ scene: TexturedScene) throws -> Errors {
        var errors: [Float] = []
        var total = 0
        for i in 0..<result.capture.frameCount {
            let frame = try result.capture.frame(at: i)
            let truth = scene.trueDepths(frame.pose)
            #expect(frame.depth.pixels.count == truth.count)
            for (d, t) in zip(frame.depth.pixels, truth) where t.isFinite {
                total += 1
                if d > 0 { errors.append((d - t).magnitude / t) }
            }
        }
        errors.sort()
        return Errors(
            coverage: Double(errors.count) / Double(max(1, total)), median: errors.isEmpty ? 1 : errors[errors.count / 2],
            wrong: Double(errors.count { $0 > 0.03 }) / Double(max(1, errors.count)))
    }

    @Test func `a slanted wall and a ball have their true depth`() throws {
        let scene = TexturedScene.wallWithBall()
        let result = try MultiViewDepth.estimate(scene.capture())
        #expect(result.capture.frameCount == 4)
        #expect(result.capture.hasDepth)
        #expect(result.omitted.isEmpty)
        let found = try errors(result, scene)
        #expect(found.coverage > 0.7)
        #expect(found.median < 0.005)
        #expect(found.wrong < 0.03)
        let frame = try result.capture.frame(at: 2)
        #expect(frame.pose == scene.poses[2])
        #expect(frame.color?.width == scene.camera.width)
        let confidence = try #require(frame.confidence)
        #expect(zip(confidence.pixels, frame.depth.pixels).allSatisfy { ($0 > 0) == ($1 > 0) })
    }

    @Test func `photos without sparse points have depth too`() throws {
        let scene = TexturedScene.wallWithBall(count: 3)
        let found = try errors(try MultiViewDepth.estimate(scene.capture(pointCount: 0)), scene)
        #expect(found.coverage > 0.6)
        #expect(found.wrong < 0.03)
    }

    @Test func `the same photos give the same depths`() throws {
        let capture = TexturedScene.wallWithBall(count: 3).capture()
        let options = MultiViewDepthOptions(minimumConsistentViews: 1)
        let first = try MultiViewDepth.estimate(capture, options: options)
        let second = try MultiViewDepth.estimate(capture, options: options)
        #expect(try first.capture.frame(at: 1).depth == second.capture.frame(at: 1).depth)
    }

    @Test func `a cancelled task stops`() async {
        let capture = TexturedScene.wallWithBall(count: 3).capture()
        let task = Task { () -> Bool in
            while !Task.isCancelled { await Task.yield() }
            do {
                _ = try MultiViewDepth.estimate(capture)
                return false
            } catch { return error is CancellationError }
        }
        task.cancel()
        #expect(await task.value)
    }
}
