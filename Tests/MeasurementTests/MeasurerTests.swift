import SyntheticScenes
import FloorPlans
import Foundation
import Geometry
import Measurement
import Testing

@Suite struct MeasurerTests {
    let plain = Measurer(noise: nil)

    func at(_ x: Double, _ y: Double, _ z: Double) -> MeasuredPoint { MeasuredPoint(Point(x, y, z)) }

    @Test func `Lengths, areas and angles of plain points are those of geometry`() throws {
        #expect(try plain.distance(at(1, 1, 1), at(4, 5, 1)).value == 5)
        #expect(try plain.path([at(0, 0, 0), at(3, 4, 0), at(3, 4, 2)]).value == 7)
        // A 3 x 4 rectangle on a plane that is tilted by 45° about x.
        let s = 0.5.squareRoot()
        let corners = [at(0, 0, 0), at(3, 0, 0), at(3, 4 * s, 4 * s), at(0, 4 * s, 4 * s)]
        #expect(abs(try plain.area(corners).value - 12) < 1e-12)
        #expect(abs(try plain.perimeter(corners).value - 14) < 1e-12)
        // Concave.
        let l = [at(0, 0, 0), at(2, 0, 0), at(2, 0, 1), at(1, 0, 1), at(1, 0, 2), at(0, 0, 2)]
        #expect(abs(try plain.area(l).value - 3) < 1e-12)
        #expect(abs(try plain.angle(at(1, 0, 0), at(0, 0, 0), at(0, 0, 5)).value - .pi / 2) < 1e-12)
        #expect(abs(try plain.angle(edge: (at(0, 0, 0), at(1, 0, 0)), edge: (at(5, 5, 5), at(4, 5, 5))).value - .pi) < 1e-12)
    }

    @Test func `A value without a noise model says that its uncertainty is unknown`() throws {
        let value = try plain.distance(at(0, 0, 0), at(3.62, 0, 0))
        #expect(value.uncertainty.standard == nil && value.uncertainty.halfWidth == nil)
        #expect(value.text() == "3.620 m (uncertainty unknown: the model has no noise model because it was imported)")
    }

    @Test func `What can't be measured is told in one line`() {
        let line = [at(0, 0, 0), at(1, 0, 0), at(2, 0, 0)]
        let bowtie = [at(0, 0, 0), at(1, 0, 1), at(1, 0, 0), at(0, 0, 1.5)]
        let attempts: [() throws -> MeasuredValue] = [
            { try plain.distance(at(1, 2, 3), at(1, 2, 3)) }, { try plain.distance(at(.nan, 0, 0), at(1, 0, 0)) },
            { try plain.path([at(0, 0, 0)]) }, { try plain.area(line) }, { try plain.area(bowtie) }, { try plain.area([]) },
            { try plain.angle(at(0, 0, 0), at(0, 0, 0), at(1, 0, 0)) },
        ]
        for attempt in attempts {
            do {
                let value = try attempt()
                Issue.record("measured \(value.value)")
            } catch {
                #expect(!"\(error)".contains("\n") && "\(error)".count > 20)
            }
        }
    }

    @Test func `Rooms of a plan have their area, perimeter and volume`() throws {
        let storey = SampleFlat.plan().storeys[0]
        let room = try #require(storey.rooms.first { $0.use == .bedroom })
        #expect(plain.area(of: room, in: storey).value == room.area)
        #expect(plain.perimeter(of: room, in: storey).value == room.perimeter)
        #expect(plain.volume(of: room, in: storey).value == room.volume)
        #expect(plain.area(of: room, in: storey).uncertainty.reason == Measurer.imported)
        let bounds = storey.bounds
        let noise = Scenes.noise(from: Point(bounds.min.x, 0, -bounds.max.y), to: Point(bounds.max.x, 3, -bounds.min.y))
        let measured = Measurer(noise: noise)
        // Four walls with the same deviation s: area deviates by s · √(2a² + 2b²), the perimeter by s · √(4 · 2²), since each wall
        // that moves lengthens both of its neighbours.
        let area = try #require(measured.area(of: room, in: storey).uncertainty.standard)
        let round = try #require(measured.perimeter(of: room, in: storey).uncertainty.standard)
        let sides = room.polygon.edges.map { ($0.end - $0.start).length }
        #expect(abs(area / round - (sides.reduce(0) { $0 + $1 * $1 }).squareRoot() / 4) < 1e-6)
        #expect(try #require(measured.volume(of: room, in: storey).uncertainty.standard) > area * room.ceilingHeight)
    }

    @Test func `Values and uncertainties are written as people read them`() {
        let length = MeasuredValue(kind: .distance, value: 3.6249, uncertainty: .standard(0.014 / Uncertainty.coverageFactor))
        #expect(length.text() == "3.62 m ± 1.4 cm (95 %)" || length.text() == "3.62 m ± 14 mm (95 %)")
        #expect(length.text(.imperial) == "11′ 10 11/16″ ± 9/16″ (95 %)")
        let area = MeasuredValue(kind: .area, value: 12.441, uncertainty: .standard(0.11 / Uncertainty.coverageFactor))
        #expect(area.text() == "12.4 m² ± 0.11 m² (95 %)")
        #expect(area.text(.imperial) == "133.9 ft² ± 1.2 ft² (95 %)" || area.text(.imperial) == "134 ft² ± 1.2 ft² (95 %)")
        let angle = MeasuredValue(
            kind: .angle, value: .pi / 2, uncertainty: .standard(0.4 * .pi / 180 / Uncertainty.coverageFactor))
        #expect(angle.text() == "90.0° ± 0.4° (95 %)" || angle.text() == "90.0° ± 0.40° (95 %)")
    }

    @Test func `Only uncertainties validated against ground truth are shown`() throws {
        let noise = Scenes.noise(from: Point(0, 0, 0), to: Point(4, 3, 4))
        let measurer = Measurer(noise: noise)
        func seen(_ position: Point, _ snap: MeasuredPoint.Snap = .surface) -> MeasuredPoint {
            MeasuredPoint(
                position, snap: snap, normal: Point(0, 1, 0), covariance: Covariance(along: Point(0, 1, 0), variance: 1e-6))
        }
        let a = seen(Point(1, 1, 1))
        let b = seen(Point(3, 1, 1))
        let c = seen(Point(3, 2, 3), .plane)
        let checked = [
            try measurer.distance(a, b), try measurer.path([a, b, c]), try measurer.area([a, b, c]),
            try measurer.perimeter([a, b, c]),
            try measurer.angle(a, b, c),
        ]
        for value in checked {
            #expect(value.uncertainty.standard != nil)
            #expect(value.stated == value, "\(value.kind)")
        }
        let square = TriangleMesh(
            positions: [Vector3(0, 0, 0), Vector3(0, 0, 4), Vector3(4, 0, 4), Vector3(4, 0, 0)], indices: [0, 1, 2, 0, 2, 3])
        let index = try SurfaceIndex(square, noise: noise)
        let floor = try index.wholePlane(at: Point(2, 0, 2))
        for value in [try measurer.distance(a, to: floor), try measurer.height(a, above: floor), measurer.angle(floor, floor)] {
            #expect(value.uncertainty.standard != nil && value.stated == value, "\(value.kind)")
        }
        let room = Room(
            id: "r", name: "Room", polygon: PlanPolygon([(0, 0), (4, 0), (4, -4), (0, -4)].map { PlanPoint($0, $1) }),
            ceilingHeight: 3)
        let storey = Storey(id: "s", name: "Ground floor", elevation: 0, height: 3, rooms: [room])
        for value in [
            measurer.area(of: room, in: storey), measurer.perimeter(of: room, in: storey), measurer.volume(of: room, in: storey),
        ] {
            #expect(value.uncertainty.standard != nil && value.stated == value, "\(value.kind)")
        }
        #expect(try measurer.distance(a, seen(Point(3, 1, 1), .corner)).stated.uncertainty.standard != nil)
        let box = UprightBox(center: Point(2, 1, 2), size: Point(1, 1, 1), angle: 0)
        for value in measurer.sizes(of: box) + [
            measurer.volume(of: box), try measurer.area([a, b, seen(Point(3, 2, 3), .vertex)]),
        ] {
            #expect(
                value.uncertainty.standard != nil && value.stated.uncertainty.standard == nil && value.stated.value == value.value)
        }
    }
}
