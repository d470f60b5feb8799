import TestSupport
import Meshes
import Capture
import Geometry
import Images
import Reconstruction
import Testing
import Support

/// The whole way, on made-up places.
@Suite struct ReconstructorTests {
    /// A room of 4 x 2.5 x 3 m with things that tell its sides apart.
    private static var room: TriangleMesh {
        var room = TriangleMesh.box(.zero, Vector3(4, 2.5, 3), inwards: true)
        room.append(.box(Vector3(0.3, 0, 0), Vector3(1.5, 0.8, 0.6)))
        room.append(.box(Vector3(3.2, 0, 1.6), Vector3(4, 1.9, 2.4)))
        room.append(.box(Vector3(1.4, 0, 2.5), Vector3(2.2, 0.45, 3)))
        return room
    }

    /// A look around from `place`, a full turn in steps of 20°, at two heights of view.
    private static func look(from place: Vector3) -> [RigidTransform] {
        (0..<36).map { i in
            let (s, c) = Trigonometry.sincos(Float(i / 2) * .pi / 9)
            return .lookingAt(place + Vector3(c, i % 2 == 0 ? -0.6 : 0.2, s), from: place)
        }
    }

    /// The made scene as a phone recorded it: in a world of its own, with what it tells of itself.
    private struct Recorded: FrameSource {
        var scene: MadeScene
        /// From the room to the recording's world.
        var world = RigidTransform.identity
        var details = CaptureDetails()
        var hasPoses = true
        var notes: [String] { [] }
        var frameCount: Int { scene.frameCount }

        func pose(at index: Int) -> RigidTransform? { hasPoses ? world * scene.poses[index] : .identity }

        func frame(at index: Int) -> Frame {
            var frame = scene.frame(at: index)
            frame.pose = hasPoses ? world * frame.pose : .identity
            return frame
        }

        func capture(_ name: String) -> Capture { Capture(name: name, kind: "test", source: self) }
    }

    private static let options = ReconstructionOptions(voxelSize: 0.04)

    @Test func `a scan says what it is, covers and lacks`() throws {
        let scene = MadeScene(Self.room, poses: Self.look(from: Vector3(2, 1.4, 1.4)), noise: 0.002)
        let place = GeographicPlace(latitude: 47, longitude: 8)
        let details = CaptureDetails(device: "a phone", recorded: 1_700_000_000, duration: 12, place: place)
        let result = try Reconstructor.run(Recorded(scene: scene, details: details).capture("room"), options: Self.options)
        let report = try #require(result.report)
        #expect(report.mode == "interior" && report.frames == 36 && report.device == "a phone" && report.duration == 12)
        #expect(report.recorded == 1_700_000_000 && report.place == place)
        #expect((report.size - Vector3(4, 2.5, 3)).length < 0.2, "\(report.size)")
        // From one place nobody sees behind the cupboard or up at the ceiling.
        #expect(report.coverage > 0.4 && report.coverage < 0.97, "\(report.coverage)")
        #expect(report.quality > 0.3 && report.quality < 0.95, "\(report.quality)")
        #expect(!report.advice.isEmpty && !result.boundaryLoops.isEmpty)
    }

    @Test func `two captures of one room come together, whatever their worlds`() throws {
        let world = RigidTransform(
            rotation: Quaternion(angle: 2.2, axis: Vector3(0, 1, 0)), translation: Vector3(7, 0.3, -4))
        let one = Recorded(scene: MadeScene(Self.room, poses: Self.look(from: Vector3(1.2, 1.4, 1.5)), noise: 0.002))
        let two = Recorded(
            scene: MadeScene(Self.room, poses: Self.look(from: Vector3(2.7, 1.3, 1.1)), noise: 0.002), world: world)
        let result = try Reconstructor.run([one.capture("one"), two.capture("two")], options: Self.options)
        #expect(result.frames == 72 && result.alignments.count == 2)
        let found = result.alignments[1].transform * world
        for corner in [Vector3(0, 0, 0), Vector3(4, 2.5, 3), Vector3(0, 2.5, 3)] {
            #expect((found.apply(corner) - corner).length < 0.03, "\(found.apply(corner) - corner)")
        }
        #expect(result.alignments[1].residual < 0.01)
        #expect(result.notes.contains { $0.hasPrefix("two is ") })
        #expect((result.mesh.bounds.size - Vector3(4, 2.5, 3)).length < 0.2, "\(result.mesh.bounds.size)")
    }

    @Test func `captures of different places are refused, and why is said`() throws {
        var hall = TriangleMesh.box(.zero, Vector3(9, 3.5, 1.6), inwards: true)
        hall.append(.box(Vector3(6, 0, 0), Vector3(6.4, 1.2, 0.7)))
        let one = Recorded(scene: MadeScene(Self.room, poses: Self.look(from: Vector3(1.2, 1.4, 1.5))))
        let two = Recorded(scene: MadeScene(hall, poses: Self.look(from: Vector3(4, 1.3, 0.8))))
        do {
            _ = try Reconstructor.run([one.capture("one"), two.capture("two")], options: Self.options)
            Issue.record("both were taken for one place")
        } catch ReconstructionError.notRegistered(let text) {
            #expect(text.hasPrefix("two can't be registered with the other captures: "))
        }
    }

    @Test func `an exterior lies with north along −z`() throws {
        // The recording's −z axis points east, 90° clockwise from north.
        let place = GeographicPlace(latitude: 47, longitude: 8, heading: 90)
        let scene = MadeScene(Self.room, poses: Self.look(from: Vector3(2, 1.4, 1.4)))
        var options = ReconstructionMode.exterior.options
        options.voxelSize = 0.04
        let turned = try Reconstructor.run(
            Recorded(scene: scene, details: CaptureDetails(place: place)).capture("house"), options: options)
        // What lay at −z (east) lies at +x; the room of 4 x 3 m becomes 3 x 4.
        #expect(abs(turned.mesh.bounds.size.x - 3) < 0.2 && abs(turned.mesh.bounds.size.z - 4) < 0.2)
        #expect(turned.mesh.bounds.max.x < 0.2 && turned.mesh.bounds.max.z > 3.8)
        #expect(turned.notes.contains { $0.contains("−z is north") })
        let lost = try Reconstructor.run(Recorded(scene: scene).capture("house"), options: options)
        #expect(abs(lost.mesh.bounds.size.x - 4) < 0.2)
        #expect(lost.notes.contains { $0.contains("has no recorded location") })
    }

    @Test func `an object is cut out and closed`() throws {
        var place = TriangleMesh.box(Vector3(-2, 0, -2), Vector3(2, 2.5, 2), inwards: true)
        place.append(.box(Vector3(-0.6, 0, -0.4), Vector3(0.6, 0.7, 0.4)))
        place.append(.cylinder(Vector3(0, 0.7, 0), radius: 0.1, height: 0.25))
        let target = Vector3(0, 0.8, 0)
        let poses = (0..<40).map { i -> RigidTransform in
            let (s, c) = Trigonometry.sincos(Float(i) * .pi / 10)
            return .lookingAt(target, from: target + Vector3(0.6 * c, i < 20 ? 0.25 : 0.5, 0.6 * s))
        }
        var options = ReconstructionMode.object.options
        options.voxelSize = 0.01
        let scene = MadeScene(place, poses: poses, noise: 0.001)
        let result = try Reconstructor.run(Recorded(scene: scene).capture("vase"), options: options)
        #expect(HoleFilling.isClosed(result.mesh))
        #expect((result.mesh.bounds.size - Vector3(0.2, 0.25, 0.2)).length < 0.03, "\(result.mesh.bounds.size)")
        #expect(result.report?.mode == "object")
    }

    @Test func `without depth, with no capture or a bad setting there is one clear line`() {
        struct Photos: FrameSource {
            let frameCount = 3
            let notes: [String] = []
            let hasDepth = false
            func pose(at index: Int) -> RigidTransform? { .identity }
            func frame(at index: Int) throws(CaptureError) -> Frame { throw CaptureError(path: "photos", "no picture") }
        }
        #expect(throws: CaptureError.self) {
            try Reconstructor.run(Capture(name: "photos", kind: "test", source: Photos()))
        }
        #expect(throws: ReconstructionError.self) { try Reconstructor.run([Capture]()) }
    }

    @Test func `a jump of ten kilometres, a camera in a wall and frames of nothing do no harm`() throws {
        struct Odd: FrameSource {
            let scene: MadeScene
            let notes: [String] = []
            var frameCount: Int { scene.frameCount }

            func pose(at index: Int) -> RigidTransform? {
                var pose = scene.poses[index]
                // The last third was recorded ten kilometres away, as it were.
                if index >= 24 { pose.translation += Vector3(10_000, 0, 0) }
                return pose
            }

            func frame(at index: Int) -> Frame {
                var frame = scene.frame(at: index)
                frame.pose = pose(at: index) ?? .identity
                // A camera in a wall sees one depth everywhere, right before it; one in the dark sees none.
                if index == 5 { frame.depth = DepthImage(width: frame.depth.width, height: frame.depth.height, repeating: 0.06) }
                if index == 6 { frame.depth = DepthImage(width: frame.depth.width, height: frame.depth.height, repeating: 0) }
                frame.timestamp = 1
                return frame
            }
        }
        let scene = MadeScene(Self.room, poses: Self.look(from: Vector3(2, 1.4, 1.4)))
        let result = try Reconstructor.run(Capture(name: "odd", kind: "test", source: Odd(scene: scene)), options: Self.options)
        #expect(result.mesh.flaw == nil && result.mesh.positions.allSatisfy(\.isFinite))
        #expect(result.path.isTrustworthy != result.notes.contains { $0.contains("don't measure in this model") })
        #expect(result.path.notes.contains { $0.contains("jumps") }, "\(result.path.notes)")
        struct Dark: FrameSource {
            let frameCount = 4
            let notes: [String] = []
            func pose(at index: Int) -> RigidTransform? { .identity }
            func frame(at index: Int) -> Frame {
                let camera = CameraIntrinsics(width: 1, height: 1, fx: 1, fy: 1, cx: 0, cy: 0)
                return Frame(
                    index: index, timestamp: nil, pose: .identity, depth: DepthImage(width: 1, height: 1, repeating: 0),
                    depthIntrinsics: camera, colorIntrinsics: camera)
            }
        }
        do {
            _ = try Reconstructor.run(Capture(name: "dark", kind: "test", source: Dark()))
            Issue.record("a surface of nothing")
        } catch ReconstructionError.nothingSeen(let text) {
            #expect(text.hasPrefix("dark: no depth sample"))
        }
    }
}
