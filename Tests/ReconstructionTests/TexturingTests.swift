import Meshes
import TestSupport
import Capture
import Geometry
import Images
import Reconstruction
import Testing
import Support

/// Cameras before a wall of 4 x 2 m in the plane z = 0 that shows `paint`; each may see it brighter or darker.
private struct WallFrames: FrameSource {
    var poses: [RigidTransform]
    var brightness: [Float] = []
    var hasColor = true
    var paint: @Sendable (Float, Float) -> Vector3 = { x, y in
        // Stripes of 5 cm on a slow ramp.
        Int((x + 10) * 20) & 1 == 0 ? Vector3(200 - 20 * x, 120, 60 + 20 * y) : Vector3(90, 100 + 20 * x, 160)
    }
    let intrinsics = CameraIntrinsics(width: 320, height: 240, fx: 260, fy: 260, cx: 159.5, cy: 119.5)
    var frameCount: Int { poses.count }
    var notes: [String] { [] }
    func pose(at index: Int) -> RigidTransform? { poses[index] }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        let pose = poses[index]
        let gain = index < brightness.count ? brightness[index] : 1
        var image = ColorImage(width: 320, height: 240, repeating: SIMD4(0, 0, 0, 255))
        var depth = DepthImage(width: 320, height: 240, repeating: 0)
        for v in 0..<240 {
            for u in 0..<320 {
                let ray = pose.rotation.rotate(intrinsics.unproject(Vector2(Float(u), Float(v)), depth: 1))
                guard ray.z < -0.01, pose.translation.z > 0 else { continue }
                let t = pose.translation.z / -ray.z
                let p = pose.translation + ray * t
                let c = paint(p.x, p.y) * gain
                image[u, v] = SIMD4(UInt8(min(max(c.x, 0), 255)), UInt8(min(max(c.y, 0), 255)), UInt8(min(max(c.z, 0), 255)), 255)
                depth[u, v] = t
            }
        }
        return Frame(
            index: index, pose: pose, depth: depth, depthIntrinsics: intrinsics, color: hasColor ? image : nil,
            colorIntrinsics: intrinsics)
    }
}

@Suite struct TexturingTests {
    private static let wall: TriangleMesh = {
        var mesh = grid(10) { Vector3($0 * 4 - 2, $1 * 2 - 1, 0) }
        mesh.computeNormals()
        return mesh
    }()

    private static let poses: [RigidTransform] = (0..<9).map { i in
        let x = Float(i) * 0.35 - 1.4
        return RigidTransform.lookingAt(Vector3(x, 0, 0), from: Vector3(x, 0.1, 1.6))
    }

    private func capture(_ frames: WallFrames) -> Capture { Capture(name: "wall", kind: "Test", source: frames) }

    /// The mean difference of codes between the texture and the paint where `range` of x lies.
    private func error(_ result: TexturedMesh, frames: WallFrames, range: ClosedRange<Float> = -1.7...1.7) -> Float {
        var (sum, count): (Float, Float) = (0, 0)
        let m = result.mesh
        for t in 0..<m.triangleCount {
            let (a, b, c) = m.corners(t)
            let uv = (0..<3).map { m.textureCoordinates[Int(m.indices[3 * t + $0])] }
            for (wb, wc) in [(0.2, 0.2), (0.6, 0.2), (0.2, 0.6), (0.33, 0.33), (0.45, 0.1), (0.1, 0.45)] as [(Float, Float)] {
                let p = a * (1 - wb - wc) + b * wb + c * wc
                guard range.contains(p.x), abs(p.y) < 0.8 else { continue }
                let at = uv[0] * (1 - wb - wc) + uv[1] * wb + uv[2] * wc
                let x = min(Int(at.x * Float(result.atlas.width)), result.atlas.width - 1)
                let y = min(Int((1 - at.y) * Float(result.atlas.height)), result.atlas.height - 1)
                let pixel = result.atlas[x, y]
                let d = frames.paint(p.x, p.y) - Vector3(Float(pixel.x), Float(pixel.y), Float(pixel.z))
                sum += (abs(d.x) + abs(d.y) + abs(d.z)) / 3
                count += 1
            }
        }
        return sum / max(count, 1)
    }

    @Test func `Stripes finer than the triangles come out where they are`() throws {
        let frames = WallFrames(poses: Self.poses)
        let result = try Texturing.texture(Self.wall, capture: capture(frames))
        #expect(result.mesh.flaw == nil && result.mesh.textureCoordinates.count == result.mesh.positions.count)
        #expect(error(result, frames: frames) < 9)
        // The pictures show the middle 1.48 m of the wall's 2 m.
        #expect(abs(result.coverage - 0.74) < 0.03)
        #expect(result.atlas.pixels.allSatisfy { $0.w == 255 })
    }

    @Test func `A long wall of two triangles shows what the views along it saw`() throws {
        // Far more views than one triangle takes, none of which sees a whole one.
        let wide = WallFrames(
            poses: (0..<36).map { i in
                let x = Float(i) * 0.4 - 7
                return RigidTransform.lookingAt(Vector3(x, 0, 0), from: Vector3(x, 0.1, 1.6))
            },
            // Stripes of 10 cm whose middles are where `error` looks.
            paint: { x, y in Int((x + 10.05) * 10) & 1 == 0 ? Vector3(200, 120, 60 + 20 * y) : Vector3(90, 100, 160) })
        var wall = grid(1) { Vector3($0 * 16 - 8, $1 * 2 - 1, 0) }
        wall.computeNormals()
        let result = try Texturing.texture(wall, capture: capture(wide))
        #expect(result.mesh.triangleCount == 2)
        #expect(error(result, frames: wide, range: -7...7) < 9)
        #expect(abs(result.coverage - 0.74) < 0.03)
    }

    @Test func `A shadow that one view has of a simplified wall stays small`() throws {
        // The views differ only where the camera in the middle is: a wall of two triangles has no vertex near there.
        var frames = WallFrames(poses: Self.poses, paint: { x, y in Vector3(120 + 10 * x, 110 + 10 * y, 100) })
        frames.brightness = [1, 1, 1, 1, 0.7, 1, 1, 1, 1]
        var wall = grid(1) { Vector3($0 * 4 - 2, $1 * 2 - 1, 0) }
        wall.computeNormals()
        let coarse = try Texturing.texture(wall, capture: capture(frames))
        let fine = try Texturing.texture(Self.wall, capture: capture(frames))
        // What the views agree on is known between the vertices, too.
        let smooth = WallFrames(poses: frames.poses, paint: frames.paint)
        #expect(error(coarse, frames: smooth) < error(fine, frames: smooth) + 2)
    }

    @Test func `Pictures of different exposure agree in the texture`() throws {
        let smooth = WallFrames(poses: Self.poses, paint: { x, y in Vector3(120 + 10 * x, 110 + 10 * y, 100) })
        var uneven = smooth
        uneven.brightness = [0.85, 1.15, 0.9, 1.1, 0.8, 1.2, 0.95, 1.1, 0.9]
        var options = TextureOptions()
        let evened = try Texturing.texture(Self.wall, capture: capture(uneven), options: options)
        options.evensExposure = false
        let raw = try Texturing.texture(Self.wall, capture: capture(uneven), options: options)
        // The level as a whole is free: what counts is how much neighbouring places differ beside the truth.
        func unevenness(_ result: TexturedMesh) -> Float {
            let parts = stride(from: Float(-1.6), to: 1.6, by: 0.4).map { error(result, frames: smooth, range: $0...$0 + 0.4) }
            return (parts.max() ?? 0) - (parts.min() ?? 0)
        }
        #expect(unevenness(evened) < 0.5 * unevenness(raw), "\(unevenness(evened)) \(unevenness(raw))")
    }

    @Test func `What nobody sees has the colours of the vertices`() throws {
        var mesh = Self.wall
        mesh.colors = Array(repeating: SRGB.toLinear(SIMD3(10, 200, 30)), count: mesh.positions.count)
        // From the side only: the far end of the wall is in no picture.
        let frames = WallFrames(poses: [RigidTransform.lookingAt(Vector3(-1.5, 0, 0), from: Vector3(-1.5, 0, 0.8))])
        let result = try Texturing.texture(mesh, capture: capture(frames))
        #expect(result.coverage < 0.6)
        var green = 0
        for p in result.atlas.pixels where p.x < 20 && p.y > 190 && p.z < 40 { green += 1 }
        #expect(green > result.atlas.pixels.count / 4)
    }

    @Test func `What nobody sees of a simplified wall has the colours of the fine one`() throws {
        var mesh = Self.wall
        mesh.colors = Array(repeating: SRGB.toLinear(SIMD3(10, 200, 30)), count: mesh.positions.count)
        var fine = grid(100) { Vector3($0 * 4 - 2, $1 * 2 - 1, 0) }
        fine.colors = fine.positions.map { SRGB.toLinear($0.x > 1.2 ? SIMD3(200, 10, 220) : SIMD3(10, 200, 30)) }
        let frames = WallFrames(poses: [RigidTransform.lookingAt(Vector3(-1.5, 0, 0), from: Vector3(-1.5, 0, 0.8))])
        let result = try Texturing.texture(mesh, capture: capture(frames), fine: fine, spacing: 0.04)
        let pixels = result.atlas.pixels
        let green = pixels.count { $0.x < 20 && $0.y > 190 && $0.z < 40 }
        let violet = pixels.count { $0.x > 190 && $0.y < 20 && $0.z > 210 }
        #expect(violet > pixels.count / 12 && green > pixels.count / 8, "\(violet) and \(green) of \(pixels.count)")
    }

    @Test func `A camera behind the wall gives nothing but an answer`() throws {
        var mesh = Self.wall
        mesh.colors = Array(repeating: Vector3(repeating: 0.5), count: mesh.positions.count)
        let inside = [Vector3(0, 0, -1), Vector3(0, 0, 0)].map { RigidTransform.lookingAt(Vector3(0.3, 0, 0.01), from: $0) }
        // Either it says that no picture sees the surface, or all of it has the vertices' colours.
        do {
            let result = try Texturing.texture(mesh, capture: capture(WallFrames(poses: inside)))
            #expect(result.coverage == 0)
        } catch let error as ReconstructionError {
            #expect(error.description.contains("wall"))
        }
    }

    @Test func `Captures without colour and bad options are refused in a line`() throws {
        let colourless = capture(WallFrames(poses: Self.poses, hasColor: false))
        let error = #expect(throws: ReconstructionError.self) { try Texturing.texture(Self.wall, capture: colourless) }
        #expect(error?.description.contains("colour") == true && error?.description.contains("\n") == false)
        let good = capture(WallFrames(poses: Self.poses))
        #expect(throws: MeshError.self) { try Texturing.texture(TriangleMesh(), capture: good) }
        #expect(throws: ReconstructionError.self) {
            try Texturing.texture(Self.wall, capture: good, options: TextureOptions(maximumViews: 0))
        }
        #expect(throws: ReconstructionError.self) { try Texturing.texture(Self.wall, capture: capture(WallFrames(poses: []))) }
    }

    @Test func `The same input gives the same texture`() throws {
        let frames = capture(WallFrames(poses: Self.poses))
        let a = try Texturing.texture(Self.wall, capture: frames)
        let b = try Texturing.texture(Self.wall, capture: frames)
        #expect(a.mesh == b.mesh && a.atlas == b.atlas)
    }

    @Test func `A cancelled task stops`() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try Texturing.texture(Self.wall, capture: self.capture(WallFrames(poses: Self.poses)))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
