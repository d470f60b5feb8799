import Foundation
import Geometry
import Measurement
import Spaces
import TestSupport
import Testing

/// Check distances and points as people type them.
@Suite struct CheckTextTests {
    private let texts = CheckText(names: ["A": Point(0, 1.2, 1), "B": Point(5, 1.2, 1)])

    @Test func `points are coordinates with or without units, or names`() throws {
        #expect(try texts.point("0,1.2,-1") == Point(0, 1.2, -1))
        #expect(try texts.point("120cm, 5mm,-2m") == Point(1.2, 0.005, -2))
        let feet = try texts.point("1ft,2in,-1'")
        #expect(abs(feet.x - 0.3048) < 1e-12 && abs(feet.y - 0.0508) < 1e-12 && abs(feet.z + 0.3048) < 1e-12)
        #expect(try texts.point("1e-3,0,-.5") == Point(0.001, 0, -0.5))
        #expect(try texts.point("B") == Point(5, 1.2, 1))
        #expect(try CheckText().namedPoint("door_1=1,2,3").name == "door_1")
        for text in [
            "", "1,2", "1,2,3,4", "1,2,x", "nan,0,0", "inf,0,0", "1e400,0,0", "1,2,3 km", "C", String(repeating: "1,", count: 900),
        ] {
            #expect(throws: SpacesError.self, "\(text)") { try texts.point(text) }
        }
        for text in ["=1,2,3", "1=1,2,3", "A", "A=", "A=1,2", "A B=1,2,3"] {
            #expect(throws: SpacesError.self, "\(text)") { try texts.namedPoint(text) }
        }
    }

    @Test func `damaged check distances are read or refused by one line`() throws {
        let whole = Array("0,1.2,1 5ft,1.2,-1e-3 = 11' 10 1/2\" ± 5mm".utf8)
        let damaged = (0..<whole.count).map { Array(whole[..<$0]) } + TestData.bitFlips(of: whole, count: 2000)
        var refused = 0
        for bytes in damaged {
            do {
                let check = try texts.check(String(decoding: bytes, as: UTF8.self))
                #expect(check.length > 0 && check.length.isFinite && check.tolerance > 0 && check.tolerance < check.length)
                for point in check.points { #expect(point.position.length.isFinite) }
            } catch {
                refused += 1
                let lines = error.description.split(whereSeparator: \.isNewline).count
                #expect(lines == 1, "\(error.description)")
            }
        }
        #expect(refused > 500)
    }

    @Test func `check distances are read in every form`() throws {
        for text in [
            "0,1.2,1 5,1.2,1 = 3.62 ± 0.005", "0,1.2,1;5,1.2,1=3.62+-0.005", "A,B=3.62±0.005", "A B = 3.62m +/- 5mm",
            "A, B = 362 cm ± 0.5", "A 5,1.2,1 = 3620mm ± 5mm", "0m,120cm,1 B=3,62 ± 0,005",
        ] {
            let check = try texts.check(text)
            #expect(check.points.map(\.position) == [Point(0, 1.2, 1), Point(5, 1.2, 1)], "\(text)")
            #expect(abs(check.length - 3.62) < 1e-12 && abs(check.tolerance - 0.005) < 1e-12, "\(text)")
        }
        let feet = try texts.check("A,B = 11' 10 1/2\" ± 1/4\"")
        #expect(abs(feet.length - 3.6195) < 1e-9 && abs(feet.tolerance - 0.00635) < 1e-9)
    }

    @Test func `what is no check distance is refused with the part that is wrong`() throws {
        for (text, part) in [
            ("", "not a check distance"), ("A,B", "not a check distance"), ("A,B=3=4", "not a check distance"),
            ("A,B=3.62", "tolerance"), ("A,B=±0.005", "length"), ("A,B=3.62±", "tolerance"), ("A,B=3.62±0", "tolerance"),
            ("A,B=3.62±-0.1", "tolerance"), ("A,B=-3.62±0.1", "length"), ("A,B=0±0.1", "length"), ("A,B=nan±0.1", "length"),
            ("A,B=inf±0.1", "length"), ("A,B=3.62±nan", "tolerance"), ("A,B=1e999±0.1", "length"),
            ("A,B=3.62furlong±0.1", "length"),
            ("A,B=3.62m±5furlong", "tolerance"), ("A,B=3±4", "tolerance"), ("A=3±0.1", "two points"), ("A,C=3±0.1", "C"),
            ("A,B,A=3±0.1", "two points"), ("1,2 3,4=3±0.1", "1,2"), ("A,B=" + String(repeating: "9", count: 500) + "±1", "longer"),
        ] {
            let error = #expect(throws: SpacesError.self, "\(text)") { try texts.check(text) }
            #expect(
                error?.kind == .invalidInput && error?.description.contains(part) == true, "\(text): \(error?.description ?? "")")
        }
    }
}

/// Where points may be, and check distances on a surface.
@Suite struct MeasurementPlaceTests {
    private static func room() throws -> SurfaceIndex {
        let corners: [Vector3] = (0..<8).map { Vector3($0 & 1 == 0 ? 0 : 4, $0 & 2 == 0 ? 0 : 2.5, $0 & 4 == 0 ? 0 : 3) }
        let faces: [[UInt32]] = [[0, 1, 5, 4], [0, 2, 3, 1], [4, 5, 7, 6], [0, 4, 6, 2], [1, 3, 7, 5], [2, 6, 7, 3]]
        let indices = faces.flatMap { f in [f[0], f[1], f[2], f[0], f[2], f[3]] }
        return try SurfaceIndex(TriangleMesh(positions: corners, indices: indices))
    }

    @Test func `a point outside of the model is refused by every kind, with its distance to the surface`() throws {
        let index = try Self.room()
        let far = Point(100, 100, 100)
        let on = [Point(0, 1, 1), Point(4, 1, 1), Point(4, 1, 2)]
        for kind in MeasurementRequest.Kind.allCases {
            for snap in [MeasurementRequest.Snapping.automatic, .off, .features([.plane])] {
                let count = [.volume, .size, .snap, .height].contains(kind) ? 1 : ([.clearance, .distance].contains(kind) ? 2 : 3)
                for at in 0..<count {
                    var points = on.prefix(count).map { MeasurementRequest.Pick($0, snap: snap) }
                    points[at].position = far
                    let error = #expect(throws: SpacesError.self, "\(kind) \(snap)") {
                        try MeasurementRequest(kind, points: points).measure(on: index)
                    }
                    let text = error?.description ?? ""
                    #expect(text.contains("100.00, 100.00, 100.00") && text.contains("m away"), "\(kind) \(snap): \(text)")
                }
            }
        }
        let line = MeasurementRequest(.clearance, points: [.init(far)], direction: Point(1, 0, 0))
        #expect(throws: SpacesError.self) { try line.measure(on: index) }
        let planes = MeasurementRequest(.distance, points: [.init(on[0]), .init(far)], betweenPlanes: true)
        #expect(throws: SpacesError.self) { try planes.measure(on: index) }
    }

    @Test func `in free space inside of the model, only points that don't snap are accepted`() throws {
        let index = try Self.room()
        let inside = [Point(1, 1, 1), Point(3, 1, 1)]
        let free = MeasurementRequest(.distance, points: inside.map { .init($0, snap: .off) })
        #expect(abs(try free.measure(on: index).values[0].value - 2) < 1e-9)
        let error = #expect(throws: SpacesError.self) {
            try MeasurementRequest(.distance, points: inside.map { .init($0) }).measure(on: index)
        }
        #expect(error?.description.contains("the nearest surface is 1.000 m away") == true, "\(error?.description ?? "")")
        let far = MeasurementRequest(.size, points: [.init(inside[0])])
        #expect(throws: SpacesError.self) { try far.measure(on: index) }
        #expect(try MeasurementRequest(.size, points: [.init(inside[0])], radius: 1.5).measure(on: index).values.count == 3)
    }

    @Test func `a check distance is snapped and corrects the values`() throws {
        let index = try Self.room()
        let check = CheckRequest(
            points: [.init(Point(0.01, 1, 1)), .init(Point(3.99, 1, 1))], length: 4.04, tolerance: 0.004)
        let scale = try #require(try ScaleCorrection([check], on: index))
        let outcome = try MeasurementRequest(.volume).measure(on: index, scale: scale)
        #expect(abs(outcome.values[0].value - 30 * pow(1.01, 3)) < 1e-3 && outcome.scale == scale)
        #expect(try ScaleCorrection([], on: index) == nil)
        var away = check
        away.points[1].position = Point(9, 1, 1)
        let error = #expect(throws: SpacesError.self) { try ScaleCorrection([away], on: index) }
        #expect(error?.description.contains("check distance") == true && error?.description.contains("9.00, 1.00, 1.00") == true)
    }
}
