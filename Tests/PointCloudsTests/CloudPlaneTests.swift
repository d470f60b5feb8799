import TestSupport
import PointClouds
import Geometry
import Testing

@Suite struct CloudPlaneTests {
    @Test func `a room's planes are found one after the other`() throws {
        let cloud = CloudSamples.corner(9000)
        let planes = try PlaneSegmentation.all(cloud, distance: 0.01, minimum: 500)
        #expect(planes.count == 3)
        for plane in planes {
            let n = plane.plane.normal
            #expect(plane.points.count > 2900 && max(abs(n.x), abs(n.y), abs(n.z)) > 0.9999)
            // In the middle of the wall: at its edges other walls' points pull a little.
            let middle = Vector3(abs(n.x) > 0.5 ? 0 : 1.5, abs(n.y) > 0.5 ? 0 : 1.2, abs(n.z) > 0.5 ? 0 : 1.5)
            #expect(abs(plane.plane.distance(to: middle)) < 0.001)
            #expect(plane.points.allSatisfy { abs(plane.plane.distance(to: cloud.positions[$0])) <= 0.0101 })
        }
        // No point belongs to two of them.
        #expect(Set(planes.flatMap(\.points)).count == planes.reduce(0) { $0 + $1.points.count })
    }

    @Test func `the largest plane stands out of noise, far from the origin too`() throws {
        for shift in [Vector3(0, 0, 0), Vector3(5000, 0, 5000)] {
            let plane = CloudSamples.random(3000, size: 2).map { Vector3($0.x, 0.3 * $0.x + 0.001 * $0.y, $0.z) }
            let cloud = PointCloud(positions: (plane + CloudSamples.random(3000, size: 2, seed: 5)).map { $0 + shift })
            let found = try #require(try PlaneSegmentation.largest(cloud, distance: 0.01))
            #expect(found.points.count { $0 < 3000 } == 3000)
            #expect(abs(dot(found.plane.normal, Vector3(0.3, -1, 0).normalized)) > 0.9999)
        }
    }

    @Test func `a line has no plane`() throws {
        #expect(try PlaneSegmentation.largest(PointCloud(positions: (0..<100).map { Vector3(Float($0), 0, 0) })) == nil)
        #expect(try PlaneSegmentation.largest(PointCloud(positions: Array(repeating: Vector3(1, 1, 1), count: 100))) == nil)
        #expect(try PlaneSegmentation.all(PointCloud(positions: [Vector3(0, 0, 0)])).isEmpty)
    }
}
