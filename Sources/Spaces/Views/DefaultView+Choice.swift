import Geometry
import Reconstruction
import Rendering

extension DefaultView {
    /// Poses of a trajectory that are compared.
    private static let maxPoses = 200
    /// Poses of which the image is drawn.
    private static let maxImages = 16
    /// Radians below and above the horizon.
    private static let pitchOfRoom: ClosedRange<Float> = -0.44...0.09
    private static let pitchOfObject: ClosedRange<Float> = 0.1...0.87
    /// Vertical angle of an image of a room, radians.
    static let fieldOfView: Float = 0.873
    /// Metres beyond which surface in an image counts no more, and nearer than which it is in the way.
    private static let farthest: Float = 5
    private static let nearest: Float = 0.7

    /// The view of a reconstructed capture: of a room from the pose of the trajectory that sees the most of it, of anything else
    /// from the side that the cameras mostly looked from.
    /// - Returns: nil where no pose is known.
    init?(of result: ReconstructionResult) {
        let poses = Self.sample(result.path.poses.compactMap { $0 }.filter(\.isFinite), count: Self.maxPoses)
        guard !poses.isEmpty else { return nil }
        if result.report?.shell != nil, let inside = Self.inside(result.mesh, poses) {
            self.init(inside)
        } else {
            self.init(Self.around(poses))
        }
    }

    /// At most `count` poses, evenly spaced along the trajectory.
    private static func sample(_ poses: [RigidTransform], count: Int) -> [RigidTransform] {
        guard poses.count > count else { return poses }
        return (0..<count).map { poses[$0 * (poses.count - 1) / (count - 1)] }
    }

    private static func forward(_ pose: RigidTransform) -> Vector3 { pose.rotation.rotate(Vector3(0, 0, -1)) }

    /// The direction that is nearest to all others.
    private static func around(_ poses: [RigidTransform]) -> Camera {
        let directions = poses.map(forward)
        let sum = directions.reduce(Vector3(repeating: 0), +)
        let angles = directions.map { direction in
            directions.reduce(Float(0)) { $0 + max(0, 1 - dot($1, direction)).squareRoot() }
        }
        let best = angles.indices.min { angles[$0] < angles[$1] } ?? 0
        let look = directions[best]
        // Straight up or down: the top of the image says which way is ahead.
        let isSteep = (look.x * look.x + look.z * look.z).squareRoot() < 0.1
        let ahead = isSteep ? poses[best].rotation.rotate(Vector3(0, look.y < 0 ? 1 : -1, 0)) : look
        let pitch = Trigonometry.atan2(-look.y, (look.x * look.x + look.z * look.z).squareRoot())
        // What was seen from everywhere is looked down at a little more.
        let isSurrounded = sum.length < 0.5 * Float(poses.count)
        return .around(
            yaw: Trigonometry.atan2(-ahead.x, -ahead.z),
            pitch: min(max(isSurrounded ? pitch + 0.1 : pitch, pitchOfObject.lowerBound), pitchOfObject.upperBound))
    }

    /// The pose from which the most surface is in the image; nil where none sees much.
    private static func inside(_ mesh: TriangleMesh, _ poses: [RigidTransform]) -> Camera? {
        var best: (score: Float, camera: Camera)?
        for pose in sample(poses, count: maxImages) {
            let eye = pose.translation
            let ahead = levelled(forward(pose))
            let render = RenderCamera.looking(at: eye + ahead, from: eye, verticalFieldOfView: fieldOfView)
            let image = Renderer.visibility(of: mesh, camera: render, width: 96, height: 64)
            var area: Float = 0
            var hits = 0
            var blocked = 0
            for depth in image.depths where depth.isFinite {
                hits += 1
                if depth < nearest { blocked += 1 }
                let d = min(depth, farthest)
                area += d * d
            }
            guard hits > 0 else { continue }
            let share = Float(hits - blocked) / Float(image.depths.count)
            let score = area * share * share
            guard share > 0.5, score > best?.score ?? 0 else { continue }
            let middle = image.depths.filter(\.isFinite).sorted()[hits / 2]
            best = (score, .inside(eye: eye, target: eye + ahead * min(max(middle, 0.5), farthest)))
        }
        return best?.camera
    }

    /// The direction with a pitch within the limits.
    private static func levelled(_ look: Vector3) -> Vector3 {
        let across = (look.x * look.x + look.z * look.z).squareRoot()
        guard across > 1e-3 else { return Vector3(0, 0, -1) }
        let pitch = min(max(Trigonometry.atan2(look.y, across), pitchOfRoom.lowerBound), pitchOfRoom.upperBound)
        let (s, c) = Trigonometry.sincos(pitch)
        return Vector3(look.x / across * c, s, look.z / across * c)
    }
}
