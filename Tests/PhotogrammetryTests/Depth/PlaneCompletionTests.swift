import Capture
import Geometry
import Photogrammetry
import Testing

/// A corner of a room whose walls are plain above a textured dado, and whose ceiling is plain.
struct PlaneCompletionTests {
    private static let scene = TexturedScene.room()

    private struct Part {
        var pixels = 0
        var found = 0
        var wrong = 0

        var coverage: Double { Double(found) / Double(max(1, pixels)) }
    }

    /// The depths of the plain parts: walls, and ceiling.
    private func plain(_ result: MultiViewDepth.Result) throws -> (walls: Part, ceiling: Part) {
        var walls = Part()
        var ceiling = Part()
        for i in 0..<result.capture.frameCount {
            let frame = try result.capture.frame(at: i)
            let k = frame.depthIntrinsics
            let truth = Self.scene.trueDepths(frame.pose)
            for (at, t) in truth.enumerated() where t.isFinite {
                let point = frame.pose.apply(k.unproject(Vector2(Float(at % k.width), Float(at / k.width)), depth: t))
                guard TexturedScene.isPlain(point) else { continue }
                let d = frame.depth.pixels[at]
                func count(_ part: inout Part) {
                    part.pixels += 1
                    if d > 0 { part.found += 1 }
                    if d > 0, (d - t).magnitude > 0.02 * t { part.wrong += 1 }
                }
                if point.y > TexturedScene.ceiling - 0.01 { count(&ceiling) } else { count(&walls) }
            }
        }
        return (walls, ceiling)
    }

    @Test func `plain walls and a plain ceiling take over the planes that their edges show`() throws {
        let (walls, ceiling) = try plain(try MultiViewDepth.estimate(Self.scene.capture()))
        #expect(walls.coverage > 0.7)
        #expect(Double(walls.wrong) < 0.1 * Double(walls.found))
        #expect(ceiling.coverage > 0.5)
        #expect(Double(ceiling.wrong) < 0.1 * Double(ceiling.found))
    }

    @Test func `without completion plain parts have no depth`() throws {
        let (walls, ceiling) = try plain(
            try MultiViewDepth.estimate(Self.scene.capture(), options: MultiViewDepthOptions(completesPlanes: false)))
        #expect(walls.coverage < 0.4)
        #expect(ceiling.coverage < 0.3)
    }
}
