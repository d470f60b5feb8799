import PointClouds
import Geometry
import TestSupport
import Testing
import Support

@Suite struct CloudICPTests {
    static let motion = RigidTransform(
        rotation: Quaternion(angle: 0.02, axis: Vector3(1, 3, -2)), translation: Vector3(0.02, -0.015, 0.01))

    /// Degrees and metres between two transforms, at the middle of the corner.
    static func error(_ a: RigidTransform, _ b: RigidTransform) -> (angle: Float, shift: Float) {
        let q = (a.rotation.inverse * b.rotation).vector
        let p = Vector3(1, 1, 1)
        return (2 * Vector3(q.x, q.y, q.z).length * 180 / .pi, (a.apply(p) - b.apply(p)).length)
    }

    @Test(arguments: [ICP.Method.pointToPoint, .pointToPlane, .colored]) func `a moved cloud is moved back`(method: ICP.Method)
        throws
    {
        let target = CloudSamples.corner(20000, noise: 0)
        let source = target.transformed(by: Self.motion.inverse)
        let result = try ICP.align(source, to: target, options: ICP.Options(method: method, maximumDistance: 0.15, iterations: 200))
        let error = Self.error(result.transform, Self.motion)
        #expect(result.converged && error.angle < 0.01 && error.shift < 0.0005, "\(method) \(error)")
        #expect(result.fitness > 0.99)
    }

    @Test func `another sampling with noise of the same room is aligned to a millimetre`() throws {
        let target = CloudSamples.corner(60000, noise: 0.003)
        let source = CloudSamples.corner(60000, noise: 0.003, seed: 9).transformed(by: Self.motion.inverse)
        for scale in [nil, Float(0.05)] {
            let result = try ICP.align(source, to: target, options: ICP.Options(maximumDistance: 0.1, robustScale: scale))
            let error = Self.error(result.transform, Self.motion)
            #expect(error.angle < 0.03 && error.shift < 0.001, "\(error)")
        }
    }

    @Test func `colours hold what a plane lets slide`() throws {
        var floor = PointCloud()
        for p in CloudSamples.random(40000, size: 2) {
            floor.positions.append(Vector3(p.x, 0, p.z))
            floor.normals.append(Vector3(0, 1, 0))
            let light = 0.5 + 0.4 * Trigonometry.sin(p.x * 9) * Trigonometry.cos(p.z * 7)
            floor.colors.append(Vector3(repeating: light * light))
        }
        let motion = RigidTransform(translation: Vector3(0.03, 0.01, -0.02))
        let source = floor.transformed(by: motion.inverse)
        let result = try ICP.align(
            source, to: floor, options: ICP.Options(method: .colored, maximumDistance: 0.06, iterations: 100))
        #expect((result.transform.translation - motion.translation).length < 0.002)
    }

    @Test func `clouds that do not meet are told so`() {
        let cloud = CloudSamples.corner(1000)
        let far = cloud.transformed(by: RigidTransform(translation: Vector3(50, 0, 0)))
        #expect(throws: PointCloudError.self) { try ICP.align(cloud, to: far, options: ICP.Options(maximumDistance: 0.1)) }
    }

    @Test(arguments: CloudSamples.hard.indices) func `whatever the cloud, a result is finite`(sample: Int) throws {
        let cloud = PointCloud(positions: CloudSamples.hard[sample].1)
        guard cloud.positions.count >= 6 else { return }
        let result = try ICP.align(cloud, to: cloud, options: ICP.Options(method: .pointToPoint, maximumDistance: 0.5))
        #expect(result.transform.isFinite && result.rmse < 1e-3)
    }
}
