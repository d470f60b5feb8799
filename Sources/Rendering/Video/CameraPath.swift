import Geometry

/// The way of a camera through a video.
public struct CameraPath: Sendable {
    private let place: @Sendable (Float) -> RenderCamera
    /// Whether the end meets the beginning, so that the video can be shown again and again.
    public let isLoop: Bool

    init(isLoop: Bool, _ place: @escaping @Sendable (Float) -> RenderCamera) {
        self.isLoop = isLoop
        self.place = place
    }

    /// The camera at `time`, from 0 to 1.
    public func camera(at time: Float) -> RenderCamera { place(min(max(time, 0), 1)) }

    /// The camera of image `i` of `count`. A loop does not show its beginning again at its end.
    public func camera(_ i: Int, of count: Int) -> RenderCamera {
        camera(at: Float(i) / Float(max(1, isLoop ? count : count - 1)))
    }

    private static let fieldOfView: Float = 30 * .pi / 180

    /// A turn around a scene, which stays centred and completely visible.
    /// - Parameters:
    ///   - scene: the model that is shown.
    ///   - aspect: the image's width by its height.
    public static func turntable(_ scene: RenderScene, aspect: Float) -> CameraPath {
        let orbit = Orbit(scene, aspect: aspect)
        return CameraPath(isLoop: true) { time in orbit.camera(turn: time * 2 * .pi, pitch: orbit.pitch, nearness: 1) }
    }

    /// From above into a room and once around inside it, at the height of the eyes; around a thing, coming closer.
    public static func flyThrough(_ scene: RenderScene, aspect: Float) -> CameraPath {
        let orbit = Orbit(scene, aspect: aspect)
        guard scene.table.ceilingCut != nil else {
            return CameraPath(isLoop: false) { time in
                let eased = smooth(time)
                return orbit.camera(
                    turn: eased * 1.5 * .pi, pitch: orbit.pitch * (1.4 - 1.1 * eased), nearness: 1.15 - 0.45 * eased)
            }
        }
        let box = scene.table.bounds
        let eyes = box.min.y + min(1.6, 0.6 * box.size.y)
        let reach = Vector3(0.26 * box.size.x, 0, 0.26 * box.size.z)
        // Inside a wider angle is needed; from above it asks for less distance.
        let start = orbit.camera(turn: 0, pitch: orbit.pitch, nearness: 0.6).pose
        var stops = [start, orbit.camera(turn: 0.4, pitch: orbit.pitch * 0.9, nearness: 0.42).pose]
        for i in 0...8 {
            let (s, c) = Trigonometry.sincos(0.9 + Float(i) * .pi / 4)
            let eye = Vector3(box.center.x + reach.x * s, eyes, box.center.z + reach.z * c)
            // Across the room, a little downwards.
            let target = Vector3(box.center.x - 1.4 * reach.x * s, eyes - 0.12 * box.size.y, box.center.z - 1.4 * reach.z * c)
            stops.append(.lookingAt(target, from: eye))
        }
        // As long from stop to stop: far away the camera is fast.
        return flyThrough(PoseSpline(stops, atEvenPace: false), verticalFieldOfView: 50 * .pi / 180)
    }

    /// Through these poses in their order, smoothly and at an even pace.
    /// - Precondition: there is a pose.
    public static func flyThrough(along poses: [RigidTransform], verticalFieldOfView: Float = 50 * .pi / 180) -> CameraPath {
        flyThrough(PoseSpline(poses), verticalFieldOfView: verticalFieldOfView)
    }

    private static func flyThrough(_ spline: PoseSpline, verticalFieldOfView: Float) -> CameraPath {
        CameraPath(isLoop: false) { time in
            RenderCamera(pose: spline.pose(at: smooth(time)), projection: .perspective(verticalFieldOfView: verticalFieldOfView))
        }
    }

    /// 0 to 1 with a soft beginning and end.
    private static func smooth(_ t: Float) -> Float {
        // Even in between: ramps of a tenth at either end.
        let ramp: Float = 0.1
        let top = 1 / (1 - ramp)
        if t < ramp { return 0.5 * top * t * t / ramp }
        if t > 1 - ramp { return 1 - 0.5 * top * (1 - t) * (1 - t) / ramp }
        return top * (t - 0.5 * ramp)
    }

    /// Circles around a scene's middle that keep all of it in the image.
    private struct Orbit: Sendable {
        private let center: Vector3
        /// What the scene sweeps when it turns: its reach from the axis at some heights above the middle.
        private let rims: [(radius: Float, height: Float)]
        private let limits: Vector2
        /// Downwards from the horizon, radians: steeper into a room.
        let pitch: Float

        init(_ scene: RenderScene, aspect: Float) {
            let box = scene.table.bounds
            let center = box.center
            let slices = 16
            var reach = [Float](repeating: 0, count: slices)
            for p in scene.table.points {
                let d = p - center
                let slice = Int(min(max((d.y / max(box.size.y, 1e-6) + 0.5) * Float(slices), 0), Float(slices - 1)))
                reach[slice] = max(reach[slice], (d.x * d.x + d.z * d.z).squareRoot())
            }
            self.center = center
            rims = (0..<slices).flatMap { k in
                [k, k + 1].map { (max(reach[k], 1e-4), (Float($0) / Float(slices) - 0.5) * box.size.y) }
            }
            pitch = (scene.table.ceilingCut == nil ? 22 : 48) * .pi / 180
            let tangent = Trigonometry.tan(CameraPath.fieldOfView / 2) * 0.94
            limits = Vector2(tangent * aspect, tangent)
        }

        /// - Parameter nearness: 1 where all just fits; less is nearer.
        func camera(turn: Float, pitch: Float, nearness: Float) -> RenderCamera {
            let (up, along) = Trigonometry.sincos(pitch)
            // The rims in the axes of a camera that looks at the middle.
            var distance: Float = 1e-4
            for rim in rims {
                for k in 0..<32 {
                    let (s, c) = Trigonometry.sincos(Float(k) * .pi / 16)
                    let p = Vector3(
                        rim.radius * s, rim.height * along - rim.radius * c * up, rim.height * up + rim.radius * c * along)
                    distance = max(distance, abs(p.x) / limits.x + p.z, abs(p.y) / limits.y + p.z)
                }
            }
            let (s, c) = Trigonometry.sincos(turn)
            let eye = center + Vector3(s * along, up, c * along) * (distance * nearness)
            return RenderCamera(
                pose: .lookingAt(center, from: eye), projection: .perspective(verticalFieldOfView: CameraPath.fieldOfView),
                near: max(1e-5, distance * 1e-3))
        }
    }
}
