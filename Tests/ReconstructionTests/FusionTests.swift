import Capture
import Foundation
import Geometry
import Images
import Reconstruction
import TestSupport
import Testing
import Support

/// A capture that looks at a sphere of radius 0.5 m around the origin, in front of nothing, from all sides.
struct SphereCapture: FrameSource {
    var frameCount = 40
    var notes: [String] { [] }
    var badFrames: Set<Int> = []
    var scale: Float = 1
    var color = SIMD4<UInt8>(200, 100, 50, 255)
    let camera = CameraIntrinsics(width: 160, height: 120, fx: 140, fy: 140, cx: 79.5, cy: 59.5)
    let colorCamera = CameraIntrinsics(width: 320, height: 240, fx: 280, fy: 280, cx: 159.5, cy: 119.5)

    var capture: Capture { Capture(name: "sphere", kind: "test", source: self) }

    func pose(at index: Int) -> RigidTransform? {
        // Points spread evenly over the sphere of looks (Fibonacci lattice).
        let y = 1 - 2 * (Float(index) + 0.5) / Float(frameCount)
        let r = (1 - y * y).squareRoot()
        let (s, c) = Trigonometry.sincos(Float(index) * 2.399_963)
        return .lookingAt(.zero, from: Vector3(r * c, y, r * s) * 1.5)
    }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        guard !badFrames.contains(index), let pose = pose(at: index) else {
            throw CaptureError(URL(fileURLWithPath: "frame-\(index).png"), "the picture is cut short")
        }
        var depth = DepthImage(width: 160, height: 120, repeating: 0)
        for y in 0..<120 {
            for x in 0..<160 {
                let d = pose.rotation.rotate(camera.unproject(Vector2(Float(x), Float(y)), depth: 1))
                let a = d.lengthSquared
                let b = dot(pose.translation, d)
                let disc = b * b - a * (pose.translation.lengthSquared - 0.25)
                if disc > 0 { depth[x, y] = (-b - disc.squareRoot()) / a * scale }
            }
        }
        return Frame(
            index: index, pose: RigidTransform(rotation: pose.rotation, translation: pose.translation * scale), depth: depth,
            depthIntrinsics: camera, color: ColorImage(width: 320, height: 240, repeating: color), colorIntrinsics: colorCamera)
    }
}

@Suite struct FusionTests {
    static let options = ReconstructionOptions(voxelSize: 0.02, maximumDepth: 4, minimumWeight: 0.5)

    @Test func `a sphere seen from all sides becomes a closed sphere of its size and colour`() throws {
        let result = try Reconstructor.run(SphereCapture().capture, options: Self.options)
        let mesh = result.mesh
        #expect(mesh.flaw == nil && result.frames == 40 && result.skippedFrames == 0)
        let errors = mesh.positions.map { ($0.length - 0.5).magnitude }
        #expect(errors.reduce(0, +) / Float(errors.count) < 0.002)
        #expect((errors.max() ?? 1) < 0.012)
        #expect(abs(mesh.area - .pi) < 0.06)
        // Closed: each edge is used once in each direction.
        var edges: [UInt64: Int] = [:]
        for t in 0..<mesh.triangleCount {
            for k in 0..<3 {
                let a = UInt64(mesh.indices[3 * t + k])
                let b = UInt64(mesh.indices[3 * t + (k + 1) % 3])
                edges[a << 32 | b, default: 0] += 1
            }
        }
        #expect(edges.values.allSatisfy { $0 == 1 })
        #expect(edges.keys.allSatisfy { edges[$0 << 32 | $0 >> 32] == 1 })
        // Outward.
        let outward = zip(mesh.positions, mesh.normals).count { dot($0.0, $0.1) > 0 }
        #expect(outward == mesh.positions.count)
        let wrong = mesh.colors.count { SRGB.fromLinear($0) != SIMD3(200, 100, 50) }
        #expect(wrong == 0)
    }

    @Test func `the result is the same whatever the number of frames fused together or the order of threads`() throws {
        let frames = try (0..<12).map { FusionFrame(try SphereCapture().frame(at: $0), maximumDepth: 4) }
        func mesh(batch: Int) throws -> TriangleMesh {
            let volume = TSDFVolume(voxelSize: 0.02, truncation: 0.08)
            for start in stride(from: 0, to: 12, by: batch) { try volume.integrate(Array(frames[start..<min(12, start + batch)])) }
            return try SurfaceExtraction(volume, minimumWeight: 0.5).mesh(progress: .silent)
        }
        let one = try mesh(batch: 1)
        #expect(one.triangleCount > 1000)
        #expect(try mesh(batch: 5) == one)
        #expect(try mesh(batch: 12) == one)
    }

    @Test func `every vector unit gives the same bytes`() throws {
        #expect(VectorUnit.baseline.isAvailable)
        var random = SplitMix64(seed: 7)
        // Noise, gaps, three grades of confidence and many colours, so that all ways through the loops are gone.
        let looks = try (0..<10).map { i in
            var frame = try SphereCapture().frame(at: i)
            for k in frame.depth.pixels.indices {
                frame.depth.pixels[k] = random.unit() < 0.1 ? 0 : frame.depth.pixels[k] + 0.01 * random.normal()
            }
            let grades = frame.depth.pixels.map { _ in UInt8(random.unit() * 3) }
            frame.confidence = ConfidenceImage(width: frame.depth.width, height: frame.depth.height, pixels: grades)
            frame.color?.pixels = (0..<320 * 240).map { _ in
                SIMD4(UInt8(random.unit() * 255), UInt8(random.unit() * 255), UInt8(random.unit() * 255), 255)
            }
            return frame
        }
        func mesh(_ unit: VectorUnit) throws -> TriangleMesh {
            let volume = TSDFVolume(voxelSize: 0.01, truncation: 0.04, vectorUnit: unit)
            try volume.integrate(looks.map { FusionFrame($0, maximumDepth: 4, vectorUnit: unit) })
            return try SurfaceExtraction(volume, minimumWeight: 0.01).mesh(progress: .silent)
        }
        let plain = try mesh(.baseline)
        #expect(plain.triangleCount > 10_000)
        for unit in VectorUnit.allCases where unit.isAvailable { #expect(try mesh(unit) == plain, "\(unit)") }
    }

    @Test func `voxels beyond the limit leave memory and come back as they were`() throws {
        // A walk past a hundred spheres and back, so that what has gone is needed again.
        func mesh(limit: Int?) throws -> (mesh: TriangleMesh, most: Int, all: Int) {
            let volume = TSDFVolume(voxelSize: 0.01, truncation: 0.04, memoryLimit: limit)
            let look = try SphereCapture().frame(at: 3)
            var most = 0
            for k in Array(0..<100) + Array((0..<100).reversed()) {
                var frame = look
                frame.pose.translation.x += Float(k) * 2
                frame.depth.pixels = look.depth.pixels.map { $0 > 0 ? $0 + 0.001 * Float(k % 3) : 0 }
                try volume.integrate([FusionFrame(frame, maximumDepth: 4)])
                most = max(most, volume.residentBytes)
            }
            return (try SurfaceExtraction(volume, minimumWeight: 0.01).mesh(progress: .silent), most, volume.blockBytes)
        }
        let (free, most, all) = try mesh(limit: nil)
        let (limited, mostLimited, _) = try mesh(limit: 8 << 20)
        #expect(all > 60 << 20 && most >= all)
        // What the eight spheres of one batch use stays.
        #expect(mostLimited < most / 3)
        #expect(limited == free && free.triangleCount > 100_000)
    }

    @Test func `what moved goes from where it was when asked for`() throws {
        // A sphere before a wall, seen eight times; then the wall alone, sixteen times.
        func far(_ carves: Bool) throws -> (sphere: Int, wall: Int) {
            let volume = TSDFVolume(voxelSize: 0.02, truncation: 0.08, carves: carves)
            var frame = try SphereCapture().frame(at: 20)
            let sphere = frame.depth.pixels
            for i in 0..<24 {
                frame.depth.pixels = sphere.map { i < 8 && $0 > 0 ? $0 : 3 }
                try volume.integrate([FusionFrame(frame, maximumDepth: 4)])
            }
            let mesh = try SurfaceExtraction(volume, minimumWeight: 0.01).mesh(progress: .silent)
            let depths = mesh.positions.map { -frame.pose.inverse.apply($0).z }
            return (depths.count { $0 < 2 }, depths.count { abs($0 - 3) < 0.01 })
        }
        let kept = try far(false)
        let cleared = try far(true)
        #expect(kept.sphere > 1000 && cleared.sphere == 0)
        #expect(kept.wall > 10_000 && cleared.wall >= kept.wall)
    }

    @Test func `memory grows with the surface, not with the room`() throws {
        func blocks(distance: Float) throws -> Int {
            let volume = TSDFVolume(voxelSize: 0.01, truncation: 0.04)
            for i in 0..<4 {
                var frame = try SphereCapture().frame(at: i)
                // The same sphere twice, `distance` apart.
                try volume.integrate([FusionFrame(frame, maximumDepth: 4)])
                frame.pose.translation += Vector3(distance, 0, 0)
                try volume.integrate([FusionFrame(frame, maximumDepth: 4)])
            }
            return volume.blockCount
        }
        let near = try blocks(distance: 2)
        let far = try blocks(distance: 500)
        #expect(Double(far) < Double(near) * 1.1)
    }

    @Test func `single bad frames are left out and told; more than a tenth is an error`() throws {
        let few = try Reconstructor.run(SphereCapture(badFrames: [3, 17, 20, 39]).capture, options: Self.options)
        #expect(few.frames == 36 && few.skippedFrames == 4)
        #expect(few.skipSummary?.contains("the first, frame 3: \(SphereCapture.path(3)): the picture is cut short") == true)
        let error = #expect(throws: CaptureError.self) {
            try Reconstructor.run(SphereCapture(badFrames: [3, 17, 20, 30, 39]).capture, options: Self.options)
        }
        #expect(error?.description.hasPrefix("sphere: 5 of 40 frames can't be used") == true)
        #expect(error?.description.contains("frame-3.png: the picture is cut short") == true)
    }

    @Test func `readings too far away to be addressed, and none at all, are errors and not traps`() throws {
        var far = try SphereCapture().frame(at: 0)
        far.pose.translation.x = 1e9
        let volume = TSDFVolume(voxelSize: 0.01, truncation: 0.04)
        #expect(throws: ReconstructionError.self) { try volume.integrate([FusionFrame(far, maximumDepth: 4)]) }
        #expect(volume.blockCount == 0)
        far.pose.translation.x = .nan
        #expect(throws: ReconstructionError.self) { try volume.integrate([FusionFrame(far, maximumDepth: 4)]) }
        #expect(throws: ReconstructionError.self) {
            try Reconstructor.run(SphereCapture(scale: 100).capture, options: Self.options)
        }
    }

    @Test func `depth of another size than its camera says, tiny and NaN pictures do no harm`() throws {
        let camera = CameraIntrinsics(width: 1, height: 1, fx: 1, fy: 1, cx: 0, cy: 0)
        for value in [Float.nan, .infinity, -1, 0, 1e-30, 3] {
            let frame = Frame(
                index: 0, pose: .identity, depth: DepthImage(width: 1, height: 1, repeating: value), depthIntrinsics: camera,
                colorIntrinsics: camera)
            let volume = TSDFVolume(voxelSize: 0.01, truncation: 0.04)
            try volume.integrate([FusionFrame(frame, maximumDepth: 4)])
            let mesh = try SurfaceExtraction(volume, minimumWeight: 0.5).mesh(progress: .silent)
            #expect(mesh.triangleCount == 0)
        }
    }

    @Test func `wrong options are refused by name`() {
        #expect(throws: ReconstructionError.self) {
            try Reconstructor.run(SphereCapture().capture, options: ReconstructionOptions(voxelSize: .nan))
        }
        #expect(throws: ReconstructionError.self) {
            try Reconstructor.run(SphereCapture().capture, options: ReconstructionOptions(stride: 0))
        }
    }

    @Test func `cancelling stops the work`() async {
        let task = Task { try Reconstructor.run(SphereCapture(frameCount: 4000).capture, options: Self.options) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

extension SphereCapture {
    static func path(_ index: Int) -> String { URL(fileURLWithPath: "frame-\(index).png").path }
}
