import FloorPlans
import Foundation
import Geometry
import Measurement
import Spaces
import Testing

@Suite struct MeasurementRequestTests {
    /// A box of 2 × 1 × 3 m; open where its top is left out.
    private static func box(isOpen: Bool = false) throws -> SurfaceIndex {
        let corners: [Vector3] = (0..<8).map { Vector3($0 & 1 == 0 ? 0 : 2, $0 & 2 == 0 ? 0 : 1, $0 & 4 == 0 ? 0 : 3) }
        var faces: [[UInt32]] = [[0, 1, 5, 4], [0, 2, 3, 1], [4, 5, 7, 6], [0, 4, 6, 2], [1, 3, 7, 5]]
        if !isOpen { faces.append([2, 6, 7, 3]) }
        let indices = faces.flatMap { f in [f[0], f[1], f[2], f[0], f[2], f[3]] }
        return try SurfaceIndex(TriangleMesh(positions: corners, indices: indices))
    }

    @Test func `the volume of a closed part is its own, that of an open one its box's, with a note`() throws {
        let request = MeasurementRequest(.volume, points: [.init(Point(1, 0, 1))])
        let closed = try #require(try request.measure(on: try Self.box()).values.first)
        #expect(abs(closed.value - 6) < 1e-5 && closed.notes.isEmpty)
        let open = try #require(try request.measure(on: try Self.box(isOpen: true)).values.first)
        #expect(abs(open.value - 6) < 1e-3)
        #expect(open.notes == ["The part is not closed: this is the volume of the upright box around it."])
    }

    @Test func `the volume of an open model as a whole is refused`() throws {
        let error = #expect(throws: SpacesError.self) {
            _ = try MeasurementRequest(.volume).measure(on: try Self.box(isOpen: true))
        }
        #expect(error?.kind == .notPossible)
        #expect(try #require(error).description.contains("not closed"))
    }

    @Test func `size gives three values, perimeter and area agree with the box`() throws {
        let index = try Self.box()
        let sizes = try MeasurementRequest(.size).measure(on: index).values
        #expect(sizes.map(\.name) == ["width", "height", "depth"])
        #expect(abs(sizes[1].value - 1) < 1e-4 && Set(sizes.map { ($0.value * 100).rounded() }) == [100, 200, 300])
        let corners = [Point(0, 0, 0), Point(2, 0, 0), Point(2, 0, 3), Point(0, 0, 3)].map {
            MeasurementRequest.Pick($0, snap: .off)
        }
        #expect(abs(try MeasurementRequest(.perimeter, points: corners).measure(on: index).values[0].value - 10) < 1e-6)
        #expect(abs(try MeasurementRequest(.area, points: corners).measure(on: index).values[0].value - 6) < 1e-6)
    }

    @Test func `a request with other points than its kind takes is refused`() throws {
        let index = try Self.box()
        for kind in [MeasurementRequest.Kind.distance, .path, .area, .perimeter, .angle, .height, .clearance, .snap] {
            #expect(throws: SpacesError.self) { _ = try MeasurementRequest(kind).measure(on: index) }
        }
        #expect(throws: SpacesError.self) {
            _ = try MeasurementRequest(.snap, points: [.init(.zero)], radius: 0).measure(on: index)
        }
    }

    @Test func `a stored request is the same after it was read, also one of an earlier version`() throws {
        let request = MeasurementRequest(
            .clearance, points: [.init(Point(1, 2, 3), snap: .features([.edge, .corner]))], radius: 0.1, direction: Point(1, 0, 0),
            spread: 0.2)
        #expect(try JSONDecoder().decode(MeasurementRequest.self, from: try JSONEncoder().encode(request)) == request)
        let earlier = #"{"kind":"area","points":[],"room":"r1","name":"x","object":null}"#
        let read = try JSONDecoder().decode(MeasurementRequest.self, from: Data(earlier.utf8))
        #expect(read == MeasurementRequest(.area, room: "r1"))
    }
}
