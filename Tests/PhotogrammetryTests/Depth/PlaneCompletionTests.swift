import Capture
import Geometry
import Photogrammetry
import Testing

/// The corner of a room whose back wall has a plain band in the middle.
struct PlaneCompletionTests {
    private static let scene = TexturedScene.room()

    /// Share of the plain band's pixels that have depth, and of these the share that is off by more than 2 %.
    private func band(_ options: MultiViewDepthOptions) throws -> (coverage: Double, wrong: Double) {
        let result = try MultiViewDepth.estimate(Self.scene.capture(), options: options)
        var pixels = 0
        var found = 0
        var wrong = 0
        for i in 0..<result.capture.frameCount {
            let frame = try result.capture.frame(at: i)
            let k = frame.depthIntrinsics
            for (at, truth) in Self.scene.trueDepths(frame.pose).enumerated() where truth.isFinite {
                let pixel = Vector2(Float(at % k.width), Float(at / k.width))
                let point = frame.pose.apply(k.unproject(pixel, depth: truth))
                guard TexturedScene.isPlain(point), point.z < TexturedScene.back + 0.01 else { continue }
                let depth = frame.depth.pixels[at]
                pixels += 1
                if depth > 0 { found += 1 }
                if depth > 0, (depth - truth).magnitude > 0.02 * truth { wrong += 1 }
            }
        }
        return (Double(found) / Double(max(1, pixels)), Double(wrong) / Double(max(1, found)))
    }

    @Test func `a plain part of a wall takes over the wall's plane`() throws {
        let completed = try band(MultiViewDepthOptions())
        #expect(completed.coverage > 0.85)
        #expect(completed.wrong < 0.05)
        #expect(try band(MultiViewDepthOptions(completesPlanes: false)).coverage < 0.4)
    }
}
