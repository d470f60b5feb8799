import TestSupport
import PointClouds
import Geometry
import Testing

@Suite struct CloudNormalsTests {
    @Test func `normals of a room's corner are those of its walls, also far from the origin`() throws {
        for shift in [Vector3(0, 0, 0), Vector3(3000, 50, -2000)] {
            var cloud = CloudSamples.corner(6000)
            let truth = cloud.normals
            cloud.positions = cloud.positions.map { $0 + shift }
            try Normals.estimate(&cloud, orientation: .towards(Vector3(1.5, 1.2, 1.5) + shift))
            // Near the edges neighbours of two walls mix.
            let good = zip(cloud.normals, truth).count { dot($0, $1) > 0.98 }
            #expect(Double(good) > 0.85 * Double(truth.count))
            #expect(cloud.normals.allSatisfy { abs($0.length - 1) < 1e-4 })
        }
    }

    @Test func `sides pass on along the surface`() throws {
        // A ball, as a room seen from inside.
        let ball = CloudSamples.random(4000, size: 2, at: Vector3(-1, -1, -1)).filter { $0.length > 0.1 }.map { $0.normalized }
        var cloud = PointCloud(positions: ball)
        try Normals.estimate(&cloud)
        #expect(zip(cloud.normals, ball).allSatisfy { dot($0, $1) < -0.9 })
        try Normals.estimate(&cloud, orientation: .along(Vector3(0, 1, 0)))
        #expect(cloud.normals.allSatisfy { $0.y >= 0 })
    }

    @Test func `searches by radius and by both agree where they hold the same points`() throws {
        var a = CloudSamples.corner(3000)
        var b = CloudSamples.corner(3000)
        var c = CloudSamples.corner(3000)
        let up = Normals.Orientation.along(Vector3(1, 2, 3))
        try Normals.estimate(&a, search: .within(0.2), orientation: up)
        try Normals.estimate(&b, search: .nearestWithin(3000, 0.2), orientation: up)
        try Normals.estimate(&c, search: .nearestWithin(20, 1000), orientation: up)
        #expect(zip(a.normals, b.normals).allSatisfy { ($0 - $1).length < 1e-5 })
        var d = CloudSamples.corner(3000)
        try Normals.estimate(&d, search: .nearest(20), orientation: up)
        #expect(zip(c.normals, d.normals).count { ($0 - $1).length < 1e-5 } >= 2995)
    }

    @Test(arguments: CloudSamples.hard.indices) func `normals are unit vectors whatever the cloud`(sample: Int) throws {
        for orientation in [Normals.Orientation.consistent, .towards(Vector3(0, 0, 0))] {
            var cloud = PointCloud(positions: CloudSamples.hard[sample].1)
            try Normals.estimate(&cloud, orientation: orientation)
            #expect(cloud.normals.count == cloud.positions.count && cloud.normals.allSatisfy { abs($0.length - 1) < 1e-3 })
        }
    }
}
