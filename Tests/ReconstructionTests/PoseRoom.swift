import Capture
import Foundation
import Geometry
import Images
import Support

/// A made-up room with some boxes in it, seen by a camera that walks round: quick to compute, and its true path is known.
struct PoseRoom: FrameSource {
    var frameCount = 90
    var notes: [String] { [] }
    var hasPoses = true
    var hasColor = true
    var noise: Float = 1
    /// Metres that the recorded path is off at its worst.
    var drift: Float = 0
    /// Recorded places are so much farther from the world's origin than the true ones.
    var scale: Float = 1
    /// What is added to the recorded places from a frame on.
    var jump: (frame: Int, by: Vector3)?
    /// Frames whose depth is changed, and how.
    var spoiled: (frames: ClosedRange<Int>, depth: Float)?
    /// Frames that can't be read.
    var unreadable: Set<Int> = []
    /// Frames that were taken in another room altogether.
    var elsewhere: Range<Int>?
    /// The whole world is turned by this, as where nobody recorded which way is up.
    var tilt = Quaternion.identity
    /// Turns of the walk; more than one comes back to where it began.
    var turns: Float = 1.15

    static let camera = CameraIntrinsics(width: 128, height: 96, fx: 100, fy: 100, cx: 63.5, cy: 47.5)
    var capture: Capture { Capture(name: "room", kind: "test", source: self) }

    /// The room's inside, and things that stand in it.
    private static let room = Bounds(min: Vector3(-2.6, 0, -2.1), max: Vector3(2.6, 2.5, 2.1))
    private static let things = [
        Bounds(min: Vector3(-0.5, 0, -0.4), max: Vector3(0.5, 0.75, 0.4)),
        Bounds(min: Vector3(-2.6, 0, -2.1), max: Vector3(-1.9, 1.9, -1.4)),
        Bounds(min: Vector3(1.6, 0, 1.3), max: Vector3(2.6, 0.9, 2.1)),
        Bounds(min: Vector3(2.2, 1.2, -1.5), max: Vector3(2.6, 1.6, 0.2)),
        Bounds(min: Vector3(-1.2, 0, 1.6), max: Vector3(0.1, 1.3, 2.1)),
    ]

    /// Where the camera truly is: round the table, looking outwards and ahead.
    func truth(at index: Int) -> RigidTransform {
        let t = Float(index) / Float(max(frameCount - 1, 1)) * turns * 2 * .pi
        let (s, c) = Trigonometry.sincos(t)
        let eye = Vector3(1.25 * c, 1.4 + 0.05 * Trigonometry.sin(5 * t), 0.95 * s)
        let (sa, ca) = Trigonometry.sincos(t + 0.9)
        return .lookingAt(eye + Vector3(ca, -0.35 + 0.2 * Trigonometry.sin(3 * t), sa), from: eye)
    }

    var truePoses: [RigidTransform] { (0..<frameCount).map { truth(at: $0) } }

    func pose(at index: Int) -> RigidTransform? {
        guard hasPoses else { return .identity }
        let progress = Float(index) / Float(max(frameCount - 1, 1))
        var pose = truth(at: index)
        pose.translation *= scale
        let wander = Vector3(
            Trigonometry.sin(2.5 * progress), 0.4 * Trigonometry.sin(4 * progress), 1 - Trigonometry.cos(3 * progress))
        pose.translation += wander * (drift * 0.55)
        pose.rotation = Quaternion(angle: 0.2 * drift * progress, axis: Vector3(0.3, 1, 0.2)) * pose.rotation
        if let jump, index >= jump.frame { pose.translation += jump.by }
        return RigidTransform(rotation: tilt) * pose
    }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        guard !unreadable.contains(index), let pose = pose(at: index) else {
            throw CaptureError(URL(fileURLWithPath: "frame-\(index).png"), "the picture is cut short")
        }
        let w = Self.camera.width
        let h = Self.camera.height
        let truth = truth(at: index)
        let isElsewhere = elsewhere?.contains(index) ?? false
        var random = SplitMix64(seed: UInt64(index) &* 77 &+ 5)
        var depth = DepthImage(width: w, height: h, repeating: 0)
        var color = ColorImage(width: w, height: h, repeating: SIMD4(0, 0, 0, 255))
        for y in 0..<h {
            for x in 0..<w {
                let ray = truth.rotation.rotate(Self.camera.unproject(Vector2(Float(x), Float(y)), depth: 1))
                let d = isElsewhere ? Self.slope(truth.translation, ray) : Self.distance(truth.translation, ray)
                let at = truth.translation + ray * d
                depth[x, y] = d + noise * (0.001 + 0.002 * d * d) * random.normal()
                let shade = isElsewhere ? 0.5 : Self.shade(at)
                let code = UInt8(min(max(shade * 200 + 20 + noise * 2 * random.normal(), 0), 255))
                color[x, y] = SIMD4(code, code, UInt8(code / 2), 255)
            }
        }
        if let spoiled, spoiled.frames.contains(index) {
            depth = DepthImage(width: w, height: h, repeating: spoiled.depth)
        }
        return Frame(
            index: index, timestamp: Double(index) / 10, pose: pose, depth: depth, depthIntrinsics: Self.camera,
            color: hasColor ? color : nil, colorIntrinsics: Self.camera)
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
        var best = slabs(room).far
        for thing in things {
            let (near, far) = slabs(thing)
            if near > 0.05, near < far, near < best { best = near }
        }
        return best
    }

    /// Another place: nothing but a ragged slope, with nothing of the room.
    private static func slope(_ origin: Vector3, _ ray: Vector3) -> Float {
        let a = ray.x / ray.length
        let b = ray.y / ray.length
        return 1.2 + 0.5 * Trigonometry.sin(9 * a) * Trigonometry.sin(7 * b) + 0.3 * a
    }

    /// 0…1, a pattern that does not repeat within the room.
    private static func shade(_ p: Vector3) -> Float {
        let waves =
            Trigonometry.sin(3.1 * p.x + 1.7 * p.z) + Trigonometry.sin(4.3 * p.y - 2.3 * p.x + 1)
            + Trigonometry.sin(5.9 * p.z + 3.7 * p.y + 2)
        return 0.5 + waves / 6.1
    }
}
