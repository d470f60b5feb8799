import PointClouds
import TestSupport
import SyntheticScenes
import Capture
import Geometry
import Reconstruction
import Testing
import Support

@Suite struct RegistrationTests {
    /// Flats whose lighting takes a moment, made once.
    private static let flats = [DemoCapture(seed: 1, frameCount: 1).groundTruth, DemoCapture(seed: 2, frameCount: 1).groundTruth]

    /// What a scanner with 2 mm of noise saw of the demo flat between two planes across its length, 0…1.
    private static func part(_ flat: Int, _ range: ClosedRange<Float>, noiseSeed: UInt64, spacing: Float = 0.015) -> PointCloud {
        let mesh = flats[flat]
        let bounds = mesh.bounds
        var random = SplitMix64(seed: noiseSeed)
        var cloud = PointCloud()
        for i in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(i)
            let normal = cross(b - a, c - a)
            var wanted = normal.length * 0.5 / (spacing * spacing) + random.unit()
            while wanted >= 1 {
                wanted -= 1
                var u = random.unit()
                var v = random.unit()
                if u + v > 1 { (u, v) = (1 - u, 1 - v) }
                let p = a + (b - a) * u + (c - a) * v
                guard range.contains((p.x - bounds.min.x) / bounds.size.x) else { continue }
                cloud.positions.append(p + normal.normalized * random.normal() * 0.002)
                cloud.normals.append(normal.normalized)
                cloud.colors.append(mesh.colors[Int(mesh.indices[3 * i])])
            }
        }
        return cloud
    }

    /// Any turn about the vertical and metres of shift.
    private static func displacement(_ seed: UInt64) -> RigidTransform {
        var random = SplitMix64(seed: seed)
        return RigidTransform(
            rotation: Quaternion(angle: random.unit() * 2 * .pi, axis: Vector3(0, 1, 0)),
            translation: Vector3(random.unit() * 10 - 5, random.unit() * 2 - 1, random.unit() * 10 - 5))
    }

    /// How far a recovered transform puts the middle of a cloud from where it was, and by how many degrees it is turned.
    private static func error(_ found: RigidTransform, moved: RigidTransform, cloud: PointCloud) -> (
        metres: Float, degrees: Float
    ) {
        let p = cloud.bounds.center
        let q = (found.rotation * moved.rotation).vector
        return ((found.apply(moved.apply(p)) - p).length, 2 * Vector3(q.x, q.y, q.z).length * 180 / .pi)
    }

    @Test(arguments: isSoak ? [0, 1] : [0]) func `two scans of a flat find together wherever they lie`(flat: Int) throws {
        let first = Self.part(flat, 0...0.6, noiseSeed: 1, spacing: 0.02)
        let second = Self.part(flat, 0.3...1, noiseSeed: 2, spacing: 0.02)
        let away = Self.displacement(UInt64(flat) + 1)
        let result = try CaptureRegistration.register([first, second.transformed(by: away)], options: .init(candidates: 20))
        #expect(result[0].transform == .identity && result[0].isTrustworthy)
        #expect(result[1].isTrustworthy, "\(result[1].reason ?? "")")
        let error = Self.error(result[1].transform, moved: away, cloud: second)
        #expect(error.metres < 0.003 && error.degrees < 0.05, "\(error)")
        #expect(result[1].residual > 0.0005 && result[1].residual < 0.005 && result[1].overlap > 0.2)
    }

    @Test func `three scans in a row hang together, and one of another flat is left out with a reason`() throws {
        let parts: [ClosedRange<Float>] = [0...0.45, 0.25...0.75, 0.5...1]
        let scans = parts.enumerated().map { Self.part(0, $1, noiseSeed: UInt64($0) + 1, spacing: 0.03) }
        let away = [RigidTransform.identity, Self.displacement(5), Self.displacement(6)]
        var moved = zip(scans, away).map { $0.transformed(by: $1) }
        let options = CaptureRegistration.Options(spacing: 0.04, candidates: 16)
        var result = try CaptureRegistration.register(moved, options: options)
        for i in 1..<3 {
            let error = Self.error(result[i].transform, moved: away[i], cloud: scans[i])
            #expect(result[i].isTrustworthy && error.metres < 0.005, "\(i): \(error) \(result[i].reason ?? "")")
        }
        // The living room of one flat and the bedroom of another.
        moved[1] = Self.part(1, 0.75...1, noiseSeed: 7, spacing: 0.03).transformed(by: away[1])
        result = try CaptureRegistration.register(Array(moved[0..<2]), options: options)
        #expect(!result[1].isTrustworthy)
        #expect(result[1].reason?.isEmpty == false)
    }

    @Test func `bare floors can slide, and are not trusted`() throws {
        let floor = PointCloud(
            positions: CloudSamples.random(20000, size: 4).map { Vector3($0.x, 0, $0.z) },
            normals: Array(repeating: Vector3(0, 1, 0), count: 20000))
        let result = try CaptureRegistration.register([floor, floor.transformed(by: Self.displacement(1))])
        #expect(!result[1].isTrustworthy && result[1].reason != nil)
    }

    @Test func `meshes are taken as they are, and twice the same gives the same`() throws {
        let mesh = Self.flats[0]
        let away = Self.displacement(9)
        var moved = mesh
        moved.positions = moved.positions.map { away.apply($0) }
        moved.normals = moved.normals.map { away.rotation.rotate($0) }
        let options = CaptureRegistration.Options(spacing: 0.05, candidates: 12)
        let result = try CaptureRegistration.register([mesh, moved], options: options)
        let error = Self.error(result[1].transform, moved: away, cloud: PointCloud(mesh))
        #expect(result[1].isTrustworthy && error.metres < 0.005, "\(error) \(result[1].reason ?? "")")
        #expect(try CaptureRegistration.register([mesh, moved], options: options) == result)
    }

    @Test func `one capture, none, or one without surface is refused`() {
        #expect(throws: ReconstructionError.self) { try CaptureRegistration.register([TriangleMesh]()) }
        #expect(throws: ReconstructionError.self) { try CaptureRegistration.register([TriangleMesh(), TriangleMesh()]) }
        #expect(throws: ReconstructionError.self) { try CaptureRegistration.register([CloudSamples.corner(100)]) }
        #expect(throws: PointCloudError.self) { try CaptureRegistration.register([PointCloud(), PointCloud()]) }
        var noNormals = CloudSamples.corner(100)
        noNormals.normals = Array(repeating: Vector3(0, .nan, 0), count: noNormals.positions.count)
        #expect(throws: PointCloudError.self) { try CaptureRegistration.register([noNormals, noNormals]) }
    }

    @Test(arguments: CloudSamples.hard.indices) func `whatever the cloud, it is refused or not trusted`(sample: Int) throws {
        let cloud = PointCloud(positions: CloudSamples.hard[sample].1)
        do {
            let result = try CaptureRegistration.register([CloudSamples.corner(3000), cloud])
            #expect(!result[1].isTrustworthy && result[1].reason != nil && result[1].transform.isFinite)
        } catch is ReconstructionError {
            // Told why, which is as good.
        }
    }

    @Test func `a tower of twenty kilometres takes no longer`() throws {
        let tower = PointCloud(positions: (0..<20000).map { Vector3(0, Float($0), Float($0 % 7)) })
        #expect(try !CaptureRegistration.register([tower, CloudSamples.corner(3000)])[1].isTrustworthy)
    }
}
