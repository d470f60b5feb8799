import Capture
import Geometry
import Images

/// A walk along a corridor 2.4 m wide and high, there and back for as long as one likes, looking around; frames are made when they
/// are asked for.
struct Corridor {
    /// Metres one way.
    let length: Float = 600
    /// Metres a frame.
    private let step: Float = 0.06
    private let half: Float = 1.2
    private let camera = CameraIntrinsics(width: 256, height: 192, fx: 200, fy: 200, cx: 127.5, cy: 95.5)

    func frame(_ index: Int) -> Frame {
        let way = (Float(index) * step).truncatingRemainder(dividingBy: 2 * length)
        let eye = Vector3(0, 0, way < length ? way : 2 * length - way)
        let (s, c) = Trigonometry.sincos(Float(index) * 0.05)
        let pose = RigidTransform.lookingAt(eye + Vector3(c, 0.3 * s, s), from: eye)
        var depth = DepthImage(width: camera.width, height: camera.height, repeating: 0)
        for y in 0..<camera.height {
            for x in 0..<camera.width {
                let look = pose.rotation.rotate(camera.unproject(Vector2(Float(x), Float(y)), depth: 1))
                depth[x, y] = half / max(look.x.magnitude, look.y.magnitude, 1e-6)
            }
        }
        let color = ColorImage(width: camera.width, height: camera.height, repeating: SIMD4(200, 100, 50, 255))
        return Frame(index: index, pose: pose, depth: depth, depthIntrinsics: camera, color: color, colorIntrinsics: camera)
    }
}
