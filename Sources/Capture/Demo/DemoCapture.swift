import Geometry
import Images
import Work

/// A made-up scan of a furnished flat with two rooms, as a phone with a depth sensor would record it, whose true surface is known.
///
/// A person walks through a living room and a bedroom. Each frame has 256 x 192 depths, ray-cast into the flat, with noise that grows with
/// distance, a confidence for each, and a picture of 640 x 480 pixels; the recorded poses drift a little. The same options give the same
/// bytes, whatever the number of threads.
public struct DemoCapture: Sendable {
    /// Chooses colours and moves the furniture a little.
    public let seed: UInt64
    /// The flat itself: the very triangles that the depths were measured on, with colours as lit. Metres, y-up, the floor at y = 0. Things are
    /// closed and face outwards; the rooms are one closed surface that faces inwards.
    public var groundTruth: TriangleMesh { source.scene.mesh }
    /// The frames, made when asked for.
    public var capture: Capture { Capture(name: "demo", kind: "Demo", source: source) }
    /// Where the camera truly was in each frame.
    public var truePoses: [RigidTransform] { source.moments.map(\.truePose) }

    let source: DemoFrames

    /// Furnishes the flat and lights it: about two seconds of one core.
    /// - Parameters:
    ///   - noise: errors of the depths and a little noise of the pictures; without it depths are exact.
    ///   - drift: errors of the recorded poses.
    ///   - droppedFrames: leaves out about one frame in twelve, as a busy phone does.
    ///   - frameCount: how many frames the whole walk has, before any is dropped.
    public init(seed: UInt64 = 1, noise: Bool = true, drift: Bool = true, droppedFrames: Bool = false, frameCount: Int = 240) {
        self.seed = seed
        source = DemoFrames(
            scene: DemoScene(seed: seed), seed: seed, noise: noise, drift: drift, droppedFrames: droppedFrames,
            frameCount: max(1, frameCount))
    }

    /// The part of the ground truth that the frames see: the triangles met by a ray of every `step`th pixel and frame within the sensor's
    /// range. What no frame sees cannot be reconstructed.
    public func seenGroundTruth(step: Int = 2) -> TriangleMesh { source.seen(step: max(1, step)) }
}

/// The frames of the demo.
struct DemoFrames: FrameSource {
    /// A frame's place in the walk.
    struct Moment: Sendable {
        var timestamp: Double
        var truePose: RigidTransform
        var recordedPose: RigidTransform
    }

    let scene: DemoScene
    let moments: [Moment]
    let sensor: DemoDepthSensor
    let camera: DemoColorCamera
    var frameCount: Int { moments.count }
    let notes: [String] = []

    /// A phone's wide camera, and the same for the smaller depth image.
    static let colorIntrinsics = CameraIntrinsics(width: 640, height: 480, fx: 492, fy: 492, cx: 321.3, cy: 238.6)
    static let depthIntrinsics = colorIntrinsics.scaled(toWidth: 256, height: 192)

    init(scene: DemoScene, seed: UInt64, noise: Bool, drift: Bool, droppedFrames: Bool, frameCount: Int) {
        self.scene = scene
        sensor = DemoDepthSensor(scene: scene, intrinsics: Self.depthIntrinsics, seed: seed, hasNoise: noise)
        camera = DemoColorCamera(scene: scene, intrinsics: Self.colorIntrinsics, seed: seed, hasNoise: noise)
        let drifting = DemoDrift(seed: seed)
        var random = SplitMix64(seed: seed ^ 0xd809)
        var moments: [Moment] = []
        for i in 0..<frameCount {
            let progress = frameCount > 1 ? Float(i) / Float(frameCount - 1) : 0
            let isDropped = random.unit() < 1 / 12 && i > 0
            guard !(droppedFrames && isDropped) else { continue }
            let pose = DemoWalk.pose(at: progress)
            moments.append(
                Moment(
                    timestamp: Double(i) * 24 / Double(frameCount), truePose: pose,
                    recordedPose: drift ? drifting.applied(to: pose, at: progress) : pose))
        }
        self.moments = moments
    }

    func pose(at index: Int) -> RigidTransform? { moments[index].recordedPose }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        let moment = moments[index]
        // Numbers are drawn by time, so that dropping a frame does not change the others.
        let number = Int((moment.timestamp * 1000).rounded())
        let (depth, confidence) = sensor.measure(moment.truePose, index: number)
        return Frame(
            index: index, timestamp: moment.timestamp, pose: moment.recordedPose, depth: depth,
            depthIntrinsics: Self.depthIntrinsics,
            confidence: confidence, color: camera.picture(moment.truePose, index: number), colorIntrinsics: Self.colorIntrinsics)
    }
}

extension DemoFrames {
    func seen(step: Int) -> TriangleMesh {
        let mesh = scene.mesh
        let frames = Array(stride(from: 0, to: moments.count, by: step))
        var marks = [[Bool]](repeating: [], count: frames.count)
        marks.withUnsafeMutableBufferPointer { buffer in
            let out = Marks(base: buffer.baseAddress)
            Parallel.forEach(frames.count) { k in out.base?[k] = trianglesSeen(moments[frames[k]].truePose, step) }
        }
        var part = mesh
        part.indices = []
        for t in 0..<mesh.triangleCount where marks.contains(where: { $0[t] }) { part.indices += mesh.indices[3 * t..<3 * t + 3] }
        return part
    }

    private struct Marks: @unchecked Sendable {
        let base: UnsafeMutablePointer<[Bool]>?
    }

    private func trianglesSeen(_ pose: RigidTransform, _ step: Int) -> [Bool] {
        var seen = [Bool](repeating: false, count: scene.mesh.triangleCount)
        let k = Self.depthIntrinsics
        for y in stride(from: 0, to: k.height, by: step) {
            for x in stride(from: 0, to: k.width, by: step) {
                let direction = pose.rotation.rotate(k.unproject(Vector2(Float(x), Float(y)), depth: 1))
                let ray = Ray(origin: pose.translation, direction: direction)
                if let hit = scene.bvh.intersect(ray, maximum: DemoDepthSensor.range) { seen[hit.triangle] = true }
            }
        }
        return seen
    }
}
