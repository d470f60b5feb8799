import Geometry
import Reconstruction
import Testing

@Suite struct PoseTrajectoryErrorTests {
    private let path = (0..<50).map { i in
        RigidTransform(
            rotation: Quaternion(angle: Float(i) * 0.1, axis: Vector3(0.1, 1, 0)),
            translation: Vector3(Trigonometry.sin(Float(i) * 0.2), 0.1 * Float(i % 3), Float(i) * 0.07))
    }

    @Test func `the same path elsewhere is no error, and the motion between them is told`() throws {
        let motion = RigidTransform(rotation: Quaternion(angle: 2, axis: Vector3(1, 2, 3)), translation: Vector3(5, -3, 100))
        let error = try #require(TrajectoryError(of: path.map { motion.inverse * $0 }, from: path))
        #expect(error.maximum < 1e-4 && error.relativeTranslation < 1e-4 && error.relativeRotation < 1e-3)
        #expect((error.alignment.translation - motion.translation).length < 1e-3)
        let raw = try #require(TrajectoryError(of: path.map { motion.inverse * $0 }, from: path, isAligned: true))
        #expect(raw.maximum > 50)
    }

    @Test func `one frame that is off by three centimetres shows`() throws {
        var moved: [RigidTransform?] = path
        moved[20]?.translation.y += 0.03
        moved[30] = nil
        let error = try #require(TrajectoryError(of: moved, from: path, isAligned: true))
        #expect(abs(error.maximum - 0.03) < 1e-5 && error.frames == 49)
        #expect(abs(error.rootMeanSquare - 0.03 / 7) < 1e-5)
        // Two of the 47 steps whose both ends are there are wrong by three centimetres.
        #expect(abs(error.relativeTranslation - 0.03 * (2.0 / 47).squareRoot()) < 1e-5)
    }

    @Test func `fewer than two poses are no path`() {
        #expect(TrajectoryError(of: [nil, path[1]], from: path) == nil)
        #expect(TrajectoryError(of: [], from: path) == nil)
        var broken: [RigidTransform?] = path
        broken[3]?.translation.x = .nan
        #expect(TrajectoryError(of: broken, from: path)?.frames == 49)
    }
}
