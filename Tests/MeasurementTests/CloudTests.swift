import Foundation
import Geometry
import Measurement
import Support
import Testing

/// Measuring in points without faces.
@Suite struct CloudTests {
    private static let size = Point(4, 2.5, 3)

    /// Points of the inside of a box at random places, moved along the normal at random.
    private static func room(count: Int = 60_000, noise: Float = 0.003, seed: UInt64 = 5) -> PointCloud {
        var random = SplitMix64(seed: seed)
        let areas = [size.y * size.z, size.x * size.z, size.x * size.y].map { Float($0) }
        let total = areas.reduce(0, +)
        var cloud = PointCloud()
        for _ in 0..<count {
            var choice = random.unit() * total
            var axis = 0
            while axis < 2, choice > areas[axis] {
                choice -= areas[axis]
                axis += 1
            }
            let unit = Vector3(random.unit(), random.unit(), random.unit())
            var p = unit * size.single
            p[axis] = (Double(random.unit()) < 0.5 ? 0 : Float(size[axis])) + random.normal() * noise
            cloud.positions.append(p)
        }
        return cloud
    }

    @Test func `clicks snap to planes, edges and corners of a cloud`() throws {
        let index = try SurfaceIndex(cloud: Self.room())
        let wall = try index.snap(Point(0.01, 1.2, 1.5))
        #expect(wall.snap == .plane && abs(wall.position.x) < 0.002, "\(wall)")
        let edge = try index.snap(Point(0.02, 0.03, 1.5))
        #expect(edge.snap == .edge && abs(edge.position.x) < 0.003 && abs(edge.position.y) < 0.003, "\(edge)")
        let corner = try index.snap(Point(0.02, 0.02, 0.03))
        #expect(corner.snap == .corner && corner.position.length < 0.006, "\(corner)")
        #expect(throws: MeasurementError.self) { try index.snap(Point(2, 1.2, 1.5)) }
    }

    @Test func `clearances, heights and angles come from whole planes`() throws {
        let index = try SurfaceIndex(cloud: Self.room())
        let measurer = Measurer(index)
        let left = try index.wholePlane(at: Point(0, 1.2, 1.5))
        let right = try index.wholePlane(at: Point(4, 1.3, 1.4))
        let clearance = try measurer.clearance(left, right)
        #expect(abs(clearance.value - 4) < 0.002)
        #expect(try #require(clearance.uncertainty.halfWidth) < 0.01)
        let free = try index.clearance(at: Point(2, 1.2, 1.5), along: Point(1, 0, 0))
        #expect(abs(free.value - 4) < 0.01 && free.uncertainty.standard != nil, "\(free)")
        let height = try measurer.height(try index.snap(Point(2, 2.5, 1.5)), above: try index.floor(below: Point(2, 2.4, 1.5)))
        #expect(abs(height.value - 2.5) < 0.005, "\(height)")
        let floor = try index.wholePlane(at: Point(2, 0, 1.5))
        let angle = measurer.angle(left, floor)
        #expect(abs(angle.value - .pi / 2) < 0.005 && angle.uncertainty.standard != nil)
    }

    @Test func `intervals of distances hold the truth`() throws {
        var held = 0
        var count = 0
        var random = SplitMix64(seed: 9)
        for (noise, points) in [(Float(0.002), 40_000), (0.006, 80_000)] {
            let index = try SurfaceIndex(cloud: Self.room(count: points, noise: noise, seed: UInt64(points)))
            for k in 0..<200 {
                // Across the room, where the truth is known: what the walls' distance is.
                let a = Point(0, 0.3 + 1.9 * Double(random.unit()), 0.3 + 2.4 * Double(random.unit()))
                let b = Point(4, a.y, a.z)
                let kinds: Set<MeasuredPoint.Snap> = k % 2 == 0 ? [] : [.plane]
                let options = SnapOptions(kinds: kinds, radius: 0.05)
                let value = try Measurer(index).distance(try index.snap(a, options: options), try index.snap(b, options: options))
                let half = try #require(value.uncertainty.halfWidth)
                count += 1
                if abs((value.points[1].position.x - value.points[0].position.x) - 4) <= half { held += 1 }
            }
        }
        #expect(Double(held) / Double(count) > 0.93, "\(held) of \(count)")
    }

    @Test func `points enclose no volume and have no parts, but a size`() throws {
        let index = try SurfaceIndex(cloud: Self.room(noise: 0))
        #expect(index.isCloud)
        let error = #expect(throws: MeasurementError.self) { try index.volume() }
        #expect(error?.reason.contains("not determined") == true)
        #expect(throws: MeasurementError.self) { try index.part(at: .zero) }
        let sizes = Measurer(index).sizes(of: try index.box(of: Array(0..<index.mesh.triangleCount)))
        #expect(abs(sizes[1].value - 2.5) < 1e-4, "\(sizes)")
    }

    @Test func `clouds with too few points, duplicates or points that are not finite are refused or cleaned`() throws {
        #expect(throws: MeasurementError.self) { try SurfaceIndex(cloud: PointCloud()) }
        #expect(throws: MeasurementError.self) {
            try SurfaceIndex(cloud: PointCloud(positions: Array(repeating: Vector3(1, 2, 3), count: 1000)))
        }
        var cloud = Self.room(count: 5000)
        cloud.positions += [Vector3(.nan, 0, 0), Vector3(.infinity, 0, 0)] + Array(repeating: cloud.positions[0], count: 50)
        let index = try SurfaceIndex(cloud: cloud)
        #expect(try index.snap(Point(0.01, 1.2, 1.5)).snap == .plane)
    }
}
