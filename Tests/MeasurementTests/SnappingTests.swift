import Foundation
import Geometry
import Measurement
import Testing

@Suite struct SnappingTests {
    let low = Point(0, 0, 0)
    let high = Point(4, 2.5, 3)

    func room(cells: Int = 60, deviation: Float = 0.003) throws -> SurfaceIndex {
        try SurfaceIndex(
            Scenes.shaken(Scenes.box(from: low, to: high, cells: cells, isRoom: true), deviation),
            noise: Scenes.noise(from: low, to: high))
    }

    @Test func `A click near a corner, an edge or a wall catches it`() throws {
        let index = try room()
        let corner = try index.snap(Point(0.03, 0.02, 0.02))
        #expect(corner.snap == .corner && corner.position.length < 0.003)
        let edge = try index.snap(Point(0.02, 0.03, 1.5))
        #expect(edge.snap == .edge && abs(edge.position.x) < 0.002 && abs(edge.position.y) < 0.002)
        #expect(abs(edge.position.z - 1.5) < 0.01)
        let wall = try index.snap(Point(0.01, 1.2, 1.5))
        #expect(wall.snap == .plane && abs(wall.position.x) < 0.002)
        #expect(try #require(wall.normal).x > 0.999)
        // Only what is asked for.
        #expect(try index.snap(Point(0.03, 0.02, 0.02), options: SnapOptions(kinds: [.plane])).snap == .plane)
        #expect(try index.snap(Point(0.03, 0.02, 0.02), options: SnapOptions(kinds: [.edge])).snap == .edge)
        #expect(try index.snap(Point(0.03, 0.02, 0.02), options: SnapOptions(kinds: [])).snap == .surface)
    }

    @Test func `The farther from an edge, the less is caught`() throws {
        let index = try room()
        #expect(try index.snap(Point(0, 0.2, 1.5)).snap == .plane)
        #expect(try index.snap(Point(0, 0.2, 1.5), options: SnapOptions(radius: 0.3)).snap == .edge)
        #expect(throws: MeasurementError.self) { try index.snap(Point(2, 1.2, 1.5)) }
        #expect(throws: MeasurementError.self) { try index.snap(Point(0, 0, 0), options: SnapOptions(radius: .nan)) }
        #expect(throws: MeasurementError.self) { try index.snap(Point(.infinity, 0, 0)) }
    }

    @Test func `Vertices count where a mesh was modelled, and anywhere when asked for alone`() throws {
        // Two slopes of a roof: its ridge ends in a vertex, and has another one in its middle, as slopes have.
        var roof = TriangleMesh()
        for x: Float in [0, 2, 4] {
            for (y, z): (Float, Float) in [(0, 0), (0.5, 0.75), (1, 1.5), (0, 3)] { roof.positions.append(Vector3(x, y, z)) }
        }
        for k: UInt32 in [0, 4] {
            for i: UInt32 in 0..<3 { roof.indices += [k + i, k + i + 4, k + i + 1, k + i + 1, k + i + 4, k + i + 5] }
        }
        let modelled = try SurfaceIndex(roof)
        let end = try modelled.snap(Point(3.98, 1, 1.51))
        #expect(end.snap == .vertex && end.position == Point(4, 1, 1.5) && end.covariance == nil)
        let middle = try modelled.snap(Point(2.01, 0.5, 0.76))
        #expect(middle.snap == .plane, "a vertex within a flat face isn't a corner: \(middle.snap)")
        let ceiling = try SurfaceIndex(Scenes.box(from: low, to: high, cells: 2))
        #expect(try ceiling.snap(Point(2.02, 2.5, 1.51)).snap == .plane)
        let scanned = try room()
        #expect(try scanned.snap(Point(2.01, 0, 1.51)).snap == .plane)
        #expect(try scanned.snap(Point(2.01, 0, 1.51), options: SnapOptions(kinds: [.vertex])).snap == .vertex)
    }

    @Test func `Planes are told from each other by distance, angle and clearance`() throws {
        let index = try room()
        let measurer = Measurer(index)
        let left = try index.plane(at: Point(0, 1.2, 1.5))
        let right = try index.plane(at: Point(4, 1.3, 1.4))
        let clearance = try measurer.clearance(left, right)
        #expect(abs(clearance.value - 4) < 0.003)
        #expect(try #require(clearance.uncertainty.halfWidth) < 0.02)
        let floor = try index.plane(at: Point(2, 0, 1.5))
        #expect(abs(measurer.angle(left, floor).value - .pi / 2) < 0.01)
        #expect(measurer.angle(left, right).value < 0.01)
        let top = try index.snap(Point(2, 2.5, 1.5), options: SnapOptions(kinds: [.plane]))
        #expect(abs(try measurer.height(top, above: floor).value - 2.5) < 0.003)
        #expect(abs(try measurer.distance(top, to: floor).value - 2.5) < 0.003)
        #expect(throws: MeasurementError.self) { try measurer.clearance(left, floor) }
        #expect(throws: MeasurementError.self) { try measurer.height(top, above: left) }
        let edge = (try index.snap(Point(0, 0, 0.5)), try index.snap(Point(0, 0, 2.5)))
        #expect(try measurer.angle(edge: edge, floor).value < 0.01)
        #expect(abs(try measurer.angle(edge: edge, index.plane(at: Point(2, 1.2, 0))).value - .pi / 2) < 0.01)
    }

    @Test func `The free space between surfaces is the smallest along a direction`() throws {
        // A room with a post that stands 10 cm in front of its left wall.
        var mesh = Scenes.box(from: low, to: high, cells: 10, isRoom: true)
        mesh.append(Scenes.box(from: Point(0.1, 0, 1), to: Point(0.2, 2.5, 1.1), cells: 4))
        let index = try SurfaceIndex(mesh)
        #expect(abs(try index.clearance(at: Point(2, 1.2, 2), along: Point(1, 0, 0)).value - 4) < 1e-5)
        #expect(abs(try index.clearance(at: Point(2, 1.2, 1.05), along: Point(-1, 0, 0)).value - 3.8) < 1e-5)
        #expect(abs(try index.clearance(at: Point(2, 1.2, 1.3), along: Point(1, 0, 0), spread: 0.4).value - 3.8) < 1e-5)
        #expect(abs(try index.clearance(at: Point(0.05, 1, 1.05), along: Point(2, 0, 0)).value - 0.1) < 1e-5)
        #expect(throws: MeasurementError.self) { try index.clearance(at: Point(9, 1, 1), along: Point(1, 0, 0)) }
        #expect(throws: MeasurementError.self) { try index.clearance(at: Point(1, 1, 1), along: .zero) }
    }

    @Test func `Nothing traps on meshes that are empty, flat or broken`() throws {
        #expect(throws: MeasurementError.self) { try SurfaceIndex(TriangleMesh()) }
        #expect(throws: MeasurementError.self) {
            try SurfaceIndex(TriangleMesh(positions: [Vector3(repeating: 0)], indices: [0, 1, 2]))
        }
        // Three corners at one place.
        #expect(throws: (any Error).self) {
            let index = try SurfaceIndex(TriangleMesh(positions: [Vector3(repeating: 1)], indices: [0, 0, 0]))
            _ = try index.snap(Point(1, 1, 1), options: SnapOptions(kinds: [.vertex]))
            _ = try index.plane(at: Point(1, 1, 1))
        }
        let one = try SurfaceIndex(
            TriangleMesh(positions: [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 0, -1)], indices: [0, 1, 2]))
        #expect(try one.snap(Point(0.3, 0.01, -0.3)).snap == .plane)
    }

    @Test func `The plane of a whole wall knows its direction better than a piece of it, and stops where the wall ends`() throws {
        // A wall of 4 m by 3 m with waves of 4 mm, and one that begins 3 cm behind it.
        let columns = 120
        let rows = 60
        var mesh = TriangleMesh()
        for j in 0...rows {
            for i in 0...columns {
                let x = Float(i) * 0.05
                let y = Float(j) * 0.05
                mesh.positions.append(Vector3(x, y, x < 4 ? 0.004 * Float(sin(Double(x) * 6)) : -0.03))
            }
        }
        for j in 0..<UInt32(rows) {
            for i in 0..<UInt32(columns) {
                let a = j * UInt32(columns + 1) + i
                mesh.indices += [a, a + 1, a + UInt32(columns) + 1, a + 1, a + UInt32(columns) + 2, a + UInt32(columns) + 1]
            }
        }
        let index = try SurfaceIndex(mesh)
        let place = Point(2.1, 1.5, 0)
        let piece = try index.plane(at: place)
        let whole = try index.wholePlane(at: place)
        let truth = Point(0, 0, 1)
        #expect(whole.area > 5 * piece.area)
        #expect(piece.normal.cross(truth).length > 0.01)
        #expect(whole.normal.cross(truth).length < 0.2 * piece.normal.cross(truth).length)
        #expect(abs(whole.distance(to: Point(2, 1.5, 0))) < 0.004)
    }

    @Test(arguments: [(0.6, false), (1.0, true)])
    func `A level surface as small as a board is no floor`(edge: Double, isFloor: Bool) throws {
        let box = Scenes.box(from: Point(0, 0, 0), to: Point(edge, 0.5, edge), cells: 20)
        let index = try SurfaceIndex(box)
        let above = Point(edge / 2, 1.5, edge / 2)
        if isFloor {
            #expect(abs(try index.floor(below: above).center.y - 0.5) < 1e-6)
        } else {
            #expect(throws: MeasurementError.self) { try index.floor(below: above) }
        }
    }
}
