import Capture
import Geometry
import Reconstruction
import TestSupport
import Testing
import Work

/// A part of a capture's frames.
private struct PartialFrames: FrameSource {
    let base: Capture
    let numbers: [Int]
    var frameCount: Int { numbers.count }
    var notes: [String] { [] }
    func pose(at index: Int) -> RigidTransform? { base.pose(at: numbers[index]) }
    func frame(at index: Int) throws(CaptureError) -> Frame { try base.frame(at: numbers[index]) }
}

@Suite struct RegistrationTests {
    /// The surface that a part of a capture's frames saw, every `step`th of them.
    private static func mesh(_ capture: Capture, _ range: ClosedRange<Double>, step: Int) throws -> TriangleMesh {
        let n = Double(capture.frameCount)
        let numbers = Array(stride(from: Int(range.lowerBound * n), to: Int(range.upperBound * n), by: step))
        let part = Capture(name: "part", kind: "part", source: PartialFrames(base: capture, numbers: numbers))
        return try Reconstructor.run(part, options: ReconstructionOptions(voxelSize: 0.03)).mesh
    }

    private static func moved(_ mesh: TriangleMesh, _ transform: RigidTransform) -> TriangleMesh {
        var mesh = mesh
        mesh.positions = mesh.positions.map { transform.apply($0) }
        mesh.normals = mesh.normals.map { transform.rotation.rotate($0) }
        return mesh
    }

    /// Any turn about the vertical and metres of shift.
    private static func displacement(_ seed: UInt64) -> RigidTransform {
        var random = SplitMix64(seed: seed)
        return RigidTransform(
            rotation: Quaternion(angle: random.unit() * 2 * .pi, axis: Vector3(0, 1, 0)),
            translation: Vector3(random.unit() * 10 - 5, random.unit() * 2 - 1, random.unit() * 10 - 5))
    }

    /// How far a recovered transform puts the middle of a mesh from where it was, and by how many degrees it is turned.
    private static func error(_ found: RigidTransform, _ moved: RigidTransform, _ mesh: TriangleMesh) -> (
        metres: Float, degrees: Float
    ) {
        let p = mesh.bounds.center
        let q = (found.rotation * moved.rotation).vector
        return ((found.apply(moved.apply(p)) - p).length, 2 * Vector3(q.x, q.y, q.z).length * 180 / .pi)
    }

    @Test(arguments: [UInt64(1), 4]) func `two captures of a flat find together, and rooms that share nothing do not`(seed: UInt64)
        throws
    {
        let demo = DemoCapture(seed: seed, drift: false, frameCount: 80).capture
        let first = try Self.mesh(demo, 0...0.68, step: 1)
        let second = try Self.mesh(demo, 0.5...1, step: 1)
        let away = Self.displacement(seed)
        let result = try CaptureRegistration.register([first, Self.moved(second, away)])
        let error = Self.error(result[1].transform, away, second)
        #expect(result[0] == result[0] && result[0].transform == .identity && result[0].isTrustworthy)
        #expect(result[1].isTrustworthy, "\(result[1].reason ?? "")")
        #expect(error.metres < 0.01 && error.degrees < 0.2, "\(error)")
        #expect(result[1].residual < 0.01 && result[1].overlap > 0.2)

        let living = try Self.mesh(demo, 0...0.45, step: 1)
        let bedroom = try Self.mesh(demo, 0.78...1, step: 1)
        let apart = try CaptureRegistration.register([living, Self.moved(bedroom, away)])
        #expect(!apart[1].isTrustworthy && apart[1].reason != nil)
    }

    @Test(.enabled(if: TestData.has("rgbd-office-hololens"), "the office capture is not there"))
    func `both halves of a real office find together`() throws {
        let office = try Capture.open(TestData.shared("rgbd-office-hololens"))
        let first = try Self.mesh(office, 0...0.6, step: 2)
        let second = try Self.mesh(office, 0.4...1, step: 2)
        let away = Self.displacement(3)
        let result = try CaptureRegistration.register([first, Self.moved(second, away)])
        let error = Self.error(result[1].transform, away, second)
        #expect(result[1].isTrustworthy, "\(result[1].reason ?? "")")
        // The headset's own drift between the halves is in this: 8 mm and 0.2° as measured.
        #expect(error.metres < 0.015 && error.degrees < 0.3, "\(error)")
    }

    @Test func `one capture, none, or one without surface is refused`() {
        #expect(throws: ReconstructionError.self) { try CaptureRegistration.register([TriangleMesh]()) }
        #expect(throws: ReconstructionError.self) { try CaptureRegistration.register([TriangleMesh(), TriangleMesh()]) }
        #expect(throws: ReconstructionError.self) { try CaptureRegistration.register([CloudSamples.corner(100)]) }
        #expect(throws: ReconstructionError.self) { try CaptureRegistration.register([PointCloud(), PointCloud()]) }
    }

    @Test func `bare floors can slide, and are not trusted`() throws {
        let floor = PointCloud(
            positions: CloudSamples.random(20000, size: 4).map { Vector3($0.x, 0, $0.z) },
            normals: Array(repeating: Vector3(0, 1, 0), count: 20000))
        let result = try CaptureRegistration.register([floor, floor.transformed(by: Self.displacement(1))])
        #expect(!result[1].isTrustworthy && result[1].reason != nil)
    }
}
