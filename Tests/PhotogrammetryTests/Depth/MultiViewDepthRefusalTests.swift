import Capture
import Geometry
import Images
import Photogrammetry
import Testing

/// What gives no depth: a clear error, or photos that are listed as left out.
struct MultiViewDepthRefusalTests {
    private let scene = TexturedScene.wallWithBall(count: 4)

    private func problem(_ capture: Capture, _ options: MultiViewDepthOptions = MultiViewDepthOptions()) -> String? {
        do {
            _ = try MultiViewDepth.estimate(capture, options: options)
            return nil
        } catch { return "\(error)" }
    }

    private func made(_ change: (inout MadePhotos) -> Void) -> Capture {
        var photos = MadePhotos(
            poses: scene.poses, cameras: scene.poses.map { _ in scene.camera }, photos: scene.poses.map { scene.photo($0) })
        change(&photos)
        return Capture(name: "scene", kind: "test", source: photos)
    }

    @Test func `an untextured surface has no depth`() throws {
        var plain = scene
        plain.contrast = 0
        // Only the outline of the ball is left, or nothing at all.
        guard let result = try? MultiViewDepth.estimate(plain.capture()) else { return }
        #expect(result.coverage < 0.15)
    }

    @Test func `photos from one point are refused`() throws {
        let text = try #require(
            problem(made { photos in for i in photos.poses.indices { photos.poses[i].translation = Vector3(1, 2, 3) } }))
        #expect(text.contains("scene: all photos were taken from one point"))
    }

    @Test func `photos that do not overlap are refused`() throws {
        let text = try #require(
            problem(
                made { photos in
                    for i in photos.poses.indices {
                        let turn = Quaternion(angle: Float(i) * .pi / 2, axis: Vector3(0, 1, 0))
                        photos.poses[i] = RigidTransform(rotation: turn, translation: turn.rotate(Vector3(0, 0, -2)))
                    }
                }))
        #expect(text.contains("too little in common"))
    }

    @Test func `a pose or camera that is not finite leaves its photo out`() throws {
        let capture = made { photos in
            photos.poses[0].translation.x = .nan
            photos.cameras[1].fx = .nan
            photos.cameras[2].fx = 1e9
        }
        let text = try #require(problem(capture))
        #expect(text.contains("needs two photos with poses or more, and this capture has 1"))
        #expect(text.contains("photo 1: its pose isn't finite"))
        let nan = made { photos in photos.poses[3].rotation = Quaternion(.nan, 0, 0, 1) }
        let result = try MultiViewDepth.estimate(nan)
        #expect(result.omitted.map(\.frame) == [3])
        #expect(result.capture.frameCount == 3)
    }

    @Test func `missing images and tiny images leave their photos out`() throws {
        let text = try #require(
            problem(
                made { photos in
                    photos.photos = [nil, nil, nil, ColorImage(width: 8, height: 6, repeating: SIMD4(1, 2, 3, 255))]
                }))
        #expect(text.contains("this capture has 0"))
    }

    @Test func `captures without poses and options out of range are refused`() throws {
        #expect(try #require(problem(made { $0.hasPoses = false })).contains("without poses"))
        let capture = made { _ in }
        #expect(
            problem(capture, MultiViewDepthOptions(maximumImageEdge: 7))
                == "maximum image edge: 7 is out of range; choose between 128 and 4096")
        #expect(try #require(problem(capture, MultiViewDepthOptions(sourceViews: 99))).hasPrefix("source views: 99"))
        #expect(try #require(problem(capture, MultiViewDepthOptions(minimumConsistentViews: 0))).hasPrefix("minimum"))
    }
}
