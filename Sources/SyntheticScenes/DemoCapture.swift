import Capture
import Geometry
import Images
import Support

/// A made-up scan of a furnished flat with two rooms, as a phone with a depth sensor would record it, whose true surface is known.
///
/// A person walks through a living room and a bedroom. Each frame has 256 x 192 depths, ray-cast into the flat, with noise that
/// grows with distance, a confidence for each, and a picture of 640 x 480 pixels; the recorded poses drift a little. The same
/// options give the same bytes, whatever the number of threads.
public struct DemoCapture: Sendable {
    /// Chooses colours and moves the furniture a little.
    public let seed: UInt64
    /// The flat itself: the very triangles that the depths were measured on, with colours as lit. Metres, y-up, the floor at y = 0.
    /// Things are closed and face outwards; the rooms are one closed surface that faces inwards.
    public var groundTruth: TriangleMesh { source.scene.mesh }
    /// The frames, made when asked for.
    public var capture: Capture { Capture(name: "demo", kind: "Demo", source: source) }
    /// Where the camera truly was in each frame.
    public var truePoses: [RigidTransform] { source.moments.map(\.truePose) }

    let source: DemoFrames

    /// Furnishes the flat and lights it: about two seconds of one core.
    /// - Parameters:
    ///   - seed: selects the colours and moves the furniture a little.
    ///   - noise: errors of the depths and a little noise of the pictures; without it depths are exact.
    ///   - drift: errors of the recorded poses.
    ///   - driftMetres: the largest error of a recorded place in the walk; up to two centimetres where nil.
    ///   - droppedFrames: leaves out about one frame in twelve, as a busy phone does.
    ///   - returns: whether the person walks back to where the walk began.
    ///   - frameCount: how many frames the whole walk has, before any is dropped.
    ///   - depthScale: measured depth to true depth: an error of the sensor's calibration.
    public init(
        seed: UInt64 = 1, noise: Bool = true, drift: Bool = true, driftMetres: Float? = nil, droppedFrames: Bool = false,
        returns: Bool = false, frameCount: Int = 240, depthScale: Float = 1
    ) {
        self.seed = seed
        let drifting = drift ? DemoDrift(seed: seed, metres: driftMetres) : nil
        source = DemoFrames(
            scene: DemoScene(seed: seed), walk: DemoWalk(returns: returns), seed: seed, noise: noise, drift: drifting,
            droppedFrames: droppedFrames, frameCount: max(1, frameCount), depthScale: depthScale)
    }

    /// Sixty photos of the flat with exact poses, taken from beside the walls across its rooms.
    /// - Parameter seed: selects the colours and moves the furniture a little.
    public static func photos(seed: UInt64 = 1) -> DemoCapture { DemoCapture(seed: seed, poses: DemoPhotos.poses) }

    private init(seed: UInt64, poses: [RigidTransform]) {
        self.seed = seed
        source = DemoFrames(
            scene: DemoScene(seed: seed), seed: seed, noise: true,
            moments: poses.enumerated().map {
                DemoFrames.Moment(timestamp: Double($0), truePose: $1, recordedPose: $1)
            })
    }

    /// The part of the ground truth that the frames see: large triangles are cut into pieces of at most 4 cm, and the pieces met by
    /// a ray of each depth pixel of every `step`th frame within the sensor's range are kept. What no frame sees cannot be
    /// reconstructed.
    public func seenGroundTruth(step: Int = 2) -> TriangleMesh { source.seen(step: max(1, step)) }
}

/// The frames of the demo.
package struct DemoFrames: FrameSource {
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
    package var frameCount: Int { moments.count }
    package let notes: [String] = []

    /// A phone's wide camera, and the same for the smaller depth image.
    package static let colorIntrinsics = CameraIntrinsics(width: 640, height: 480, fx: 492, fy: 492, cx: 321.3, cy: 238.6)
    package static let depthIntrinsics = colorIntrinsics.scaled(toWidth: 256, height: 192)

    /// Frames at given places, whose recorded poses are those.
    init(scene: DemoScene, seed: UInt64, noise: Bool, moments: [Moment], depthScale: Float = 1) {
        self.scene = scene
        self.moments = moments
        sensor = DemoDepthSensor(
            mesh: scene.mesh, bvh: scene.bvh, intrinsics: Self.depthIntrinsics, seed: seed, hasNoise: noise, scale: depthScale)
        camera = DemoColorCamera(scene: scene, intrinsics: Self.colorIntrinsics, seed: seed, hasNoise: noise)
    }

    /// The frames of a walk.
    init(
        scene: DemoScene, walk: DemoWalk, seed: UInt64, noise: Bool, drift: DemoDrift?, droppedFrames: Bool, frameCount: Int,
        depthScale: Float = 1
    ) {
        var random = SplitMix64(seed: seed ^ 0xd809)
        var moments: [Moment] = []
        for i in 0..<frameCount {
            let progress = frameCount > 1 ? Float(i) / Float(frameCount - 1) : 0
            let isDropped = random.unit() < 1 / 12 && i > 0
            guard !(droppedFrames && isDropped) else { continue }
            let pose = walk.pose(at: progress)
            moments.append(
                Moment(
                    timestamp: Double(i) * 24 / Double(frameCount), truePose: pose,
                    recordedPose: drift?.applied(to: pose, at: progress) ?? pose))
        }
        self.init(scene: scene, seed: seed, noise: noise, moments: moments, depthScale: depthScale)
    }

    package func pose(at index: Int) -> RigidTransform? { moments[index].recordedPose }

    package func frame(at index: Int) throws(CaptureError) -> Frame {
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
