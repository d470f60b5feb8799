import TestSupport
import Meshes
import Capture
import Geometry
import Images
import Reconstruction
import Testing
import Support

@Suite struct QualityTests {
    /// A look around in a room of 4 x 2.5 x 3 m, from three places.
    static func walk(turns: Range<Int>) -> [RigidTransform] {
        var poses: [RigidTransform] = []
        for place in [Vector3(1.2, 1.4, 1.2), Vector3(2.8, 1.4, 1.8), Vector3(2, 1.4, 1.5)] {
            for i in turns {
                let (s, c) = Trigonometry.sincos(Float(i) * .pi / 6)
                for tilt in [-0.9, -0.2, 0.7] as [Float] {
                    poses.append(.lookingAt(place + Vector3(c, tilt, s), from: place))
                }
            }
        }
        return poses
    }

    static func scan(
        turns: Range<Int> = 0..<12, blur: Int = 1, into quality: ScanQuality = ScanQuality(), maximumDepth: Float = 5
    ) throws -> (mesh: TriangleMesh, quality: ScanQuality) {
        var room = TriangleMesh.box(.zero, Vector3(4, 2.5, 3), inwards: true)
        room.append(.box(Vector3(0.5, 0, 0), Vector3(1.5, 0.8, 0.6)))
        let scene = MadeScene(room, poses: walk(turns: turns), noise: 0.001, blur: blur)
        let volume = TSDFVolume(voxelSize: 0.05, truncation: 0.2)
        var quality = quality
        for i in scene.poses.indices {
            let frame = scene.frame(at: i)
            quality.add(FrameQuality(frame, maximumDepth: maximumDepth))
            try volume.integrate([FusionFrame(frame, maximumDepth: 5)])
        }
        var mesh = try SurfaceExtraction(volume, minimumWeight: 0.05).mesh(progress: .silent)
        Floaters.remove(from: &mesh, options: .init(minimumArea: 0.02))
        return (mesh, quality)
    }

    @Test func `a thorough scan scores high, one without a third of its looks covers less, a blurred one is less sharp`() throws {
        let full = try Self.scan()
        let verdict = full.quality.evaluate(full.mesh)
        #expect(verdict.coverage > 0.9 && verdict.quality > 0.7, "\(verdict.coverage) \(verdict.parts)")
        #expect(verdict.parts.sharpness > 0.8)
        for value in [verdict.coverage, verdict.quality, verdict.parts.density, verdict.parts.angles, verdict.parts.sharpness] {
            #expect(value >= 0 && value <= 1)
        }

        let part = try Self.scan(turns: 0..<7)
        let less = part.quality.evaluate(part.mesh)
        #expect(less.coverage < verdict.coverage - 0.08, "\(less.coverage)")
        #expect(less.advice.first?.contains("% of the surface that was found; the largest, ") == true, "\(less.advice)")
        #expect(!less.boundaryLoops.isEmpty && less.boundaryLoops[0].count > 3)

        let shaken = try Self.scan(blur: 9)
        let blurred = shaken.quality.evaluate(shaken.mesh)
        #expect(blurred.parts.sharpness < 0.5 && blurred.coverage == verdict.coverage, "\(blurred.parts)")
        #expect(blurred.advice.contains { $0.hasPrefix("Images are blurred in") })
    }

    @Test func `advice about depth needs a sensor, and lengths in it a known scale`() throws {
        // Most samples are beyond the maximum depth.
        let near = try Self.scan(turns: 0..<7, maximumDepth: 1.5)
        #expect(near.quality.evaluate(near.mesh).advice.contains { $0.contains("stay in the sensor's range") })
        let photos = try Self.scan(
            turns: 0..<7, into: ScanQuality(depthIsMeasured: false, scaleIsKnown: false), maximumDepth: 1.5)
        let advice = photos.quality.evaluate(photos.mesh).advice
        #expect(advice.contains { $0.hasPrefix("Gaps are") } && !advice.contains { $0.contains("sensor") }, "\(advice)")
        #expect(!advice.contains { $0.contains(" m²") || $0.contains(" m up") }, "\(advice)")
    }

    @Test func `sharpness falls with blur, whatever the contrast, and blank pictures have none`() {
        let room = TriangleMesh.box(.zero, Vector3(4, 2.5, 3), inwards: true)
        let pose = [RigidTransform.lookingAt(Vector3(4, 1, 0), from: Vector3(1, 1.4, 1.5))]
        var last: Float = 1.1
        for blur in [1, 3, 6, 12] {
            guard let picture = MadeScene(room, poses: pose, blur: blur).frame(at: 0).color, let value = Sharpness.of(picture)
            else {
                Issue.record("no sharpness at blur \(blur)")
                continue
            }
            #expect(value < last || value == 0, "\(value) after \(last) at blur \(blur)")
            var faint = picture
            for i in faint.pixels.indices { faint.pixels[i] = faint.pixels[i] / 2 &+ SIMD4(repeating: 60) }
            if let other = Sharpness.of(faint) { #expect((other - value).magnitude < 0.15) }
            last = value
        }
        #expect(last < 0.3, "\(last)")
        #expect(Sharpness.of(ColorImage(width: 100, height: 100, repeating: SIMD4(9, 9, 9, 255))) == nil)
        #expect(Sharpness.of(ColorImage(width: 1, height: 1, repeating: SIMD4(9, 9, 9, 255))) == nil)
    }

    @Test func `boundaryLoops are the borders of what was seen, in few points`() {
        let mesh = TriangleMesh.sheet(1, count: 50).without { Vector3($0.x, 0, $0.z).length < 0.2 }
        let boundaryLoops = BoundaryLoops.find(in: mesh)
        #expect(boundaryLoops.count == 2 && boundaryLoops[0].count == 5 && boundaryLoops[1].count < 40)
        #expect(boundaryLoops.allSatisfy { $0.first == $0.last })
        #expect(BoundaryLoops.find(in: mesh, minimumLength: 3).count == 1)
        var filled = mesh
        let patches = HoleFilling.fill(&filled, maximumPerimeter: 2)
        #expect(patches.patches.count == 1 && BoundaryLoops.find(in: filled).count == 1)
        #expect(BoundaryLoops.find(in: filled, filled: patches).count == 2)
        #expect(BoundaryLoops.find(in: TriangleMesh()).isEmpty)
    }

    @Test func `filled patches do not count as seen`() {
        let mesh = TriangleMesh.sheet(1, count: 50).without { Vector3($0.x, 0, $0.z).length < 0.2 }
        var filled = mesh
        let patches = HoleFilling.fill(&filled, maximumPerimeter: 2)
        let open = ScanQuality().evaluate(mesh).coverage
        #expect(abs(open - 0.874) < 0.01)
        #expect(abs(ScanQuality().evaluate(filled, filled: patches).coverage - open) < 0.01)
        #expect(ScanQuality().evaluate(filled).coverage == 1)
    }

    @Test func `nothing, and frames of nothing, are judged without harm`() {
        var quality = ScanQuality()
        #expect(quality.evaluate(TriangleMesh()).coverage == 0)
        let camera = CameraIntrinsics(width: 1, height: 1, fx: 1, fy: 1, cx: 0, cy: 0)
        for pose in [
            RigidTransform.identity, RigidTransform(translation: Vector3(.nan, 0, 0)),
            RigidTransform(translation: Vector3(1e9, 0, 0)),
        ] {
            for size in [1, 40] {
                let depth = DepthImage(width: size, height: size, repeating: 1)
                quality.add(
                    FrameQuality(
                        Frame(index: 0, pose: pose, depth: depth, depthIntrinsics: camera, colorIntrinsics: camera), maximumDepth: 5
                    ))
            }
        }
        #expect(quality.evaluate(TriangleMesh()).quality == 0)
    }
}
