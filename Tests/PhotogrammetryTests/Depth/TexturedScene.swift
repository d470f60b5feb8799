import Capture
import Geometry
import Images
import Rendering

/// Photos of a surface with a texture without repetition, from exactly known cameras.
struct TexturedScene {
    let mesh: TriangleMesh
    var poses: [RigidTransform]
    var camera = CameraIntrinsics(width: 80, height: 60, fx: 69, fy: 69, cx: 39.3, cy: 29.8)
    /// Contrast of the texture, 0…1.
    var contrast: Float = 1
    /// Whether it has no texture where `isPlain` says so, only another grey on each side.
    var hasPlainParts = false

    /// A slanted wall with a ball in front of it, seen from `count` places side by side.
    static func wallWithBall(count: Int = 4) -> TexturedScene {
        var mesh = TriangleMesh(
            positions: [Vector3(-4, -3, -3.2), Vector3(4, -3, -2.2), Vector3(4, 3, -2.2), Vector3(-4, 3, -3.2)],
            indices: [0, 1, 2, 0, 2, 3])
        mesh.append(ball(center: Vector3(0.1, 0, -2), radius: 0.45))
        let poses = (0..<count).map { i in
            let x = (Float(i) - Float(count - 1) / 2) * 0.25
            return RigidTransform.lookingAt(Vector3(0.3 * x, 0, -2.4), from: Vector3(x, 0.06 * Float(i % 2), 0))
        }
        return TexturedScene(mesh: mesh, poses: poses)
    }

    /// Where the back wall of the room is.
    static let back: Float = -3.5

    /// The corner of a room, seen from six places, all textured but a band of the walls.
    static func room() -> TexturedScene {
        let left: Float = -2.5
        let right: Float = 2
        let front: Float = 1.5
        let floor: Float = -1.3
        let ceiling: Float = 1.2
        let corners = [
            Vector3(left, floor, front), Vector3(right, floor, front), Vector3(right, floor, back), Vector3(left, floor, back),
            Vector3(left, ceiling, front), Vector3(right, ceiling, front), Vector3(right, ceiling, back),
            Vector3(left, ceiling, back),
        ]
        // Floor, ceiling, back and right wall, each with corners of its own.
        let faces = [[0, 1, 2, 3], [4, 7, 6, 5], [3, 2, 6, 7], [1, 5, 6, 2]]
        let mesh = TriangleMesh(
            positions: faces.flatMap { $0.map { corners[$0] } },
            indices: (0..<UInt32(faces.count)).flatMap { f in [0, 1, 2, 0, 2, 3].map { 4 * f + $0 } })
        let poses = (0..<6).map { i in
            let x = -1.2 + 0.35 * Float(i)
            return RigidTransform.lookingAt(Vector3(0.9 + 0.2 * x, 0, -3), from: Vector3(x, 0.05 * Float(i % 2), 0.6))
        }
        var scene = TexturedScene(mesh: mesh, poses: poses)
        scene.camera = CameraIntrinsics(width: 160, height: 120, fx: 120, fy: 120, cx: 79.3, cy: 59.8)
        scene.hasPlainParts = true
        return scene
    }

    /// Whether a room has no texture there.
    static func isPlain(_ point: Vector3) -> Bool { point.y > -0.3 && point.y < 0.5 }

    private static func ball(center: Vector3, radius: Float) -> TriangleMesh {
        let rings = 24
        let sectors = 48
        var mesh = TriangleMesh()
        for i in 0...rings {
            let (sv, cv) = Trigonometry.sincos(Float(i) / Float(rings) * .pi)
            for j in 0..<sectors {
                let (su, cu) = Trigonometry.sincos(Float(j) / Float(sectors) * 2 * .pi)
                mesh.positions.append(center + Vector3(sv * cu, cv, sv * su) * radius)
            }
        }
        for i in 0..<rings {
            for j in 0..<sectors {
                let a = UInt32(i * sectors + j)
                let b = UInt32(i * sectors + (j + 1) % sectors)
                let below = UInt32(sectors)
                mesh.indices += [a, b, a + below, b, b + below, a + below]
            }
        }
        return mesh
    }

    func photo(_ pose: RigidTransform) -> ColorImage {
        let style = RenderStyle(shading: .colors, supersampling: 2)
        let camera = RenderCamera(pose: pose, projection: .pinhole(camera))
        return Renderer.render(mesh, camera: camera, width: self.camera.width, height: self.camera.height, style: style) { point in
            let p = point.interpolate(mesh.positions)
            if hasPlainParts, Self.isPlain(p) {
                let gray: Float = p.z < Self.back + 0.001 ? 0.7 : 0.55
                return Vector3(gray, gray, gray)
            }
            let gray = 0.45 + 0.35 * contrast * (Self.waves(p * 8) * 0.6 + Self.waves(p * 17 + Vector3(5, 1, 2)) * 0.4)
            return Vector3(gray, gray * 0.9, gray * 0.8)
        }
    }

    /// −1…1, without a period.
    private static func waves(_ p: Vector3) -> Float {
        let a = Trigonometry.sin(p.x + 1.7 * Trigonometry.sin(p.y * 0.73 + p.z * 0.41))
        let b = Trigonometry.sin(p.y * 1.31 + 1.9 * Trigonometry.sin(p.x * 0.57 - p.z * 0.83))
        return (a + b) * 0.5
    }

    /// The photos without depth. With `pointCount` points of the surface, as structure from motion gives them.
    func capture(pointCount: Int = 300, name: String = "scene") -> Capture {
        let every = max(1, camera.width * camera.height / max(1, pointCount))
        var points: [Vector3] = []
        if pointCount > 0, let pose = poses.first(where: \.isFinite) {
            let depths = trueDepths(pose)
            for k in stride(from: every / 2, to: depths.count, by: every) where depths[k].isFinite {
                let pixel = Vector2(Float(k % camera.width), Float(k / camera.width))
                points.append(pose.apply(camera.unproject(pixel, depth: depths[k])))
            }
        }
        let cameras = [CameraIntrinsics](repeating: camera, count: poses.count)
        return Capture(
            name: name, kind: "test",
            source: MadePhotos(
                poses: poses, cameras: cameras, photos: poses.map { $0.isFinite ? photo($0) : photo(poses[0]) },
                sparsePoints: PointCloud(positions: points)))
    }

    func trueDepths(_ pose: RigidTransform) -> [Float] {
        Renderer.visibility(
            of: mesh, camera: RenderCamera(pose: pose, projection: .pinhole(camera)), width: camera.width, height: camera.height
        ).depths
    }
}

/// Photos in memory.
struct MadePhotos: FrameSource {
    var poses: [RigidTransform]
    var cameras: [CameraIntrinsics]
    var photos: [ColorImage?]
    var sparsePoints = PointCloud()
    var hasPoses = true

    var frameCount: Int { poses.count }
    var notes: [String] { [] }
    var hasDepth: Bool { false }

    func pose(at index: Int) -> RigidTransform? { poses[index] }
    func hasColor(at index: Int) -> Bool { photos[index] != nil }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        Frame(
            index: index, pose: poses[index], depth: DepthImage(width: 0, height: 0, pixels: []), depthIntrinsics: cameras[index],
            color: photos[index], colorIntrinsics: cameras[index])
    }
}
