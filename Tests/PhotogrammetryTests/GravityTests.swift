import Geometry
import Photogrammetry
import Support
import Testing

struct GravityTests {
    private let k = CameraIntrinsics(width: 640, height: 480, fx: 500, fy: 500, cx: 319.5, cy: 239.5)
    /// The true vertical of a world that stands anyhow.
    private let up = Vector3(0.15, 1, -0.1).normalized

    private func tilt() -> Quaternion {
        let axis = cross(Vector3(0, 1, 0), up)
        return Quaternion(axis.x, axis.y, axis.z, 1 + up.y).normalized
    }

    /// Cameras around the origin, held with an error of some degrees, in the tilted world.
    private func poses(_ count: Int) -> [RigidTransform] {
        var random = SplitMix64(seed: 3)
        return (0..<count).map { i in
            let (s, c) = Trigonometry.sincos(Float(i) / Float(count) * 4)
            let upright = RigidTransform.lookingAt(Vector3(0, 0.3, 0), from: Vector3(2 * s, 1, 2 * c))
            let roll = Quaternion(angle: 0.1 * random.normal(), axis: Vector3(0, 0, 1))
            return RigidTransform(rotation: tilt() * upright.rotation * roll, translation: tilt().rotate(upright.translation))
        }
    }

    private func edges(_ pose: RigidTransform, vertical: Int, others: Int, seed: UInt64) -> [PhotoAnalysis.Edge] {
        var random = SplitMix64(seed: seed)
        var found: [PhotoAnalysis.Edge] = []
        let inverse = pose.inverse
        while found.count < vertical + others {
            let p = pose.apply(k.unproject(Vector2(random.unit() * 640, random.unit() * 480), depth: 2))
            let direction =
                found.count < vertical ? up : Vector3(random.normal(), random.normal(), random.normal()).normalized
            guard let a = k.project(inverse.apply(p)), let b = k.project(inverse.apply(p + 0.01 * direction)) else { continue }
            let d = b - a
            let length = (d * d).sum().squareRoot()
            guard length > 0.1 else { continue }
            let (s, c) = Trigonometry.sincos(0.01 * random.normal())
            let u = d / length
            found.append(
                PhotoAnalysis.Edge(
                    x: (a.x + 0.5) / 640, y: (a.y + 0.5) / 480, direction: Vector2(c * u.x - s * u.y, s * u.x + c * u.y)))
        }
        return found
    }

    @Test func `vertical edges give the vertical`() {
        let views = poses(16).enumerated().map { i, pose in
            GravityEstimator.View(pose: pose, camera: k, edges: edges(pose, vertical: 200, others: 400, seed: UInt64(i)))
        }
        let found = GravityEstimator(views: views, points: []).up()
        #expect(found.gravity.method == .verticalEdges)
        #expect(GravityEstimator.angle(found.up, up) < 1)
    }

    @Test func `a large plane below the cameras gives the vertical`() {
        var random = SplitMix64(seed: 4)
        let turn = tilt()
        var points = (0..<500).map { _ in turn.rotate(Vector3(random.normal(), 0.004 * random.normal(), random.normal())) }
        points += (0..<700).map { _ in turn.rotate(Vector3(random.normal(), random.unit(), random.normal()) * 0.5) }
        let views = poses(16).map { GravityEstimator.View(pose: $0, camera: k) }
        let found = GravityEstimator(views: views, points: points).up()
        #expect(found.gravity.method == .dominantPlane)
        #expect(GravityEstimator.angle(found.up, up) < 1.5)
    }

    @Test func `accelerometers come first, and cameras that agree are better than nothing`() {
        let views = poses(12).map {
            GravityEstimator.View(pose: $0, camera: k, gravity: $0.rotation.inverse.rotate(-up))
        }
        let measured = GravityEstimator(views: views, points: []).up()
        #expect(measured.gravity.method == .accelerometer)
        #expect(GravityEstimator.angle(measured.up, up) < 0.1)
        let coarse = GravityEstimator(views: views.map { GravityEstimator.View(pose: $0.pose, camera: k) }, points: []).up()
        #expect(coarse.gravity == PhotoGravity(.cameras, uncertainty: 10))
        #expect(GravityEstimator.angle(coarse.up, up) < 15)
        #expect(GravityEstimator(views: [], points: []).up().gravity.method == .unknown)
    }
}
