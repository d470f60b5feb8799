import Capture
import Geometry
import Images
import Support

/// A straight corridor whose bays are all alike: a door recess on one side and a pillar on the other every two metres. The camera
/// walks through it once, so that there is no loop to close, however alike its images are.
struct PoseCorridor: FrameSource {
    var frameCount = 120
    var notes: [String] { [] }
    var hasPoses = true
    /// Metres along the corridor that the recorded trajectory is off at its end.
    var drift: Float = 0

    static let period: Float = 2
    static let camera = CameraIntrinsics(width: 96, height: 72, fx: 72, fy: 72, cx: 47.5, cy: 35.5)
    static let length: Float = 14

    var capture: Capture { Capture(name: "corridor", kind: "test", source: self) }
    var truePoses: [RigidTransform] { (0..<frameCount).map { truth(at: $0) } }

    func truth(at index: Int) -> RigidTransform {
        let t = Float(index) / Float(max(frameCount - 1, 1))
        let eye = Vector3(0.05 * Trigonometry.sin(9 * t), 1.4, -Self.length * t)
        return .lookingAt(eye + Vector3(0.5 * Trigonometry.sin(5 * t), -0.25, -1), from: eye)
    }

    func pose(at index: Int) -> RigidTransform? {
        guard hasPoses else { return .identity }
        var pose = truth(at: index)
        let t = Float(index) / Float(max(frameCount - 1, 1))
        pose.translation += Vector3(0.3 * drift * t * t, 0, -drift * t)
        return pose
    }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        let w = Self.camera.width
        let h = Self.camera.height
        let truth = truth(at: index)
        var random = SplitMix64(seed: UInt64(index) &* 91 &+ 7)
        var depth = DepthImage(width: w, height: h, repeating: 0)
        var color = ColorImage(width: w, height: h, repeating: SIMD4(0, 0, 0, 255))
        for y in 0..<h {
            for x in 0..<w {
                let ray = truth.rotation.rotate(Self.camera.unproject(Vector2(Float(x), Float(y)), depth: 1))
                let d = Self.distance(truth.translation, ray)
                guard d < 6 else { continue }
                let p = truth.translation + ray * d
                depth[x, y] = d + (0.001 + 0.001 * d * d) * random.normal()
                // The pattern repeats with the bays.
                let phase = 2 * Float.pi * p.z / Self.period
                let shade = 0.5 + 0.2 * Trigonometry.sin(phase) + 0.2 * Trigonometry.sin(3 * p.y + 2 * p.x + 2 * phase)
                let code = UInt8(min(max(shade * 200 + 20 + 2 * random.normal(), 0), 255))
                color[x, y] = SIMD4(code, code, code / 2, 255)
            }
        }
        return Frame(
            index: index, timestamp: Double(index) / 10, pose: pose(at: index) ?? truth, depth: depth,
            depthIntrinsics: Self.camera, color: color, colorIntrinsics: Self.camera)
    }

    /// Along the ray to the nearest surface.
    private static func distance(_ origin: Vector3, _ ray: Vector3) -> Float {
        let inverse = Vector3(repeating: 1) / ray
        func slabs(_ box: Bounds) -> (near: Float, far: Float) {
            let a = (box.min - origin) * inverse
            let b = (box.max - origin) * inverse
            let low = a.lanewiseMin(b)
            let high = a.lanewiseMax(b)
            return (max(low.x, low.y, low.z), min(high.x, high.y, high.z))
        }
        var best = slabs(Bounds(min: Vector3(-1, 0, -100), max: Vector3(1, 2.6, 100))).far
        let bay = Int((origin.z / period).rounded(.down))
        for k in bay - 5...bay + 3 {
            let z = Float(k) * period
            for box in [
                Bounds(min: Vector3(0.8, 0, z + 0.2), max: Vector3(1, 2.6, z + 0.5)),
                Bounds(min: Vector3(-1, 0, z + 1), max: Vector3(-0.7, 2.1, z + 1.25)),
                Bounds(min: Vector3(-1, 2.2, z + 0.6), max: Vector3(1, 2.6, z + 0.75)),
            ] {
                let (near, far) = slabs(box)
                if near > 0.05, near < far, near < best { best = near }
            }
        }
        return best
    }
}
