import Codecs
import PlanFormats
import SyntheticScenes
import FloorPlans
import ModelFormats
import Foundation
import TestSupport
import Testing

/// The bytes of a plan in a file with this ending.
func written(_ plan: FloorPlan, as ending: String, options: PlanWriteOptions = PlanWriteOptions()) throws -> [UInt8] {
    try bytesWritten("plan." + ending) { try PlanFile.write(plan, to: $0, options: options) }
}

@Suite struct PlanFileTests {
    static let far = SampleFlat.plan(storeys: 2, origin: PlanPoint(512_345.25, 5_400_123.5))

    @Test(arguments: PlanFormat.allCases) func `The same plan gives the same bytes`(format: PlanFormat) throws {
        let plan = SampleFlat.plan(storeys: 2)
        let bytes = try written(plan, as: format.rawValue)
        let again = try written(plan, as: format.rawValue)
        #expect(bytes.count > 1000 && bytes == again)
    }

    @Test func `JSON comes back the same`() throws {
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a.json")
            let losses = try PlanFile.write(Self.far, to: file)
            let again = try PlanFile.read(file)
            #expect(losses.isEmpty && again == Self.far)
        }
    }

    @Test func `Endings that are no plan's are refused by name`() throws {
        let plan = SampleFlat.plan()
        for (ending, expected) in [
            ("rvt", "only Revit itself"), ("obj", "json, svg, pdf, png, dxf, dwg and ifc"), ("", "no file extension"),
        ] {
            do {
                _ = try written(plan, as: ending)
                Issue.record("was written")
            } catch let error as FormatError {
                #expect(error.description.contains(expected), "\(error.description)")
            }
        }
    }

    @Test func `A plan that is not valid is not written`() throws {
        var plan = SampleFlat.plan()
        plan.storeys[0].walls[0].thickness = .nan
        for format in PlanFormat.allCases {
            #expect(throws: FormatError.self) { try written(plan, as: format.rawValue) }
        }
    }

    @Test func `What a drawing can't hold is told`() throws {
        try TestData.withTemporaryFolder { folder in
            let losses = try PlanFile.write(Self.far, to: folder.appendingPathComponent("a.dxf"))
            #expect(losses.contains { $0.kind == .shape && $0.sentence.contains("side by side") })
            let picture = try PlanFile.write(Self.far, to: folder.appendingPathComponent("a.svg"))
            #expect(picture.contains { $0.sentence.contains("Ground floor") })
            let none = try PlanFile.write(Self.far, to: folder.appendingPathComponent("a.ifc"))
            #expect(none.isEmpty)
        }
    }

    @Test func `A scale that does not fit the page is refused with what to do`() throws {
        do {
            _ = try written(SampleFlat.plan(), as: "pdf", options: PlanWriteOptions(scale: 10, page: .named("A4")))
            Issue.record("was written")
        } catch let error as FormatError {
            #expect(error.description.contains("does not fit on A4 at 1:10") && error.description.contains("larger page"))
        }
        #expect(throws: FormatError.self) { try written(SampleFlat.plan(), as: "svg", options: PlanWriteOptions(storey: 1)) }
        #expect(throws: FormatError.self) { try written(SampleFlat.plan(), as: "png", options: PlanWriteOptions(dpi: 1e6)) }
        #expect(throws: FormatError.self) { try written(SampleFlat.plan(), as: "pdf", options: PlanWriteOptions(scale: .nan)) }
    }

    @Test func `Every way of options and odd plans is drawn`() throws {
        var odd = FloorPlan(id: "odd", name: "Ω & <tag> \"q\" 'a' \u{1}", storeys: [])
        // A star of five walls, a triangle of rooms without walls, and nothing but a wall.
        var star = Storey(id: "star", name: "★", elevation: -3, height: 3)
        for i in 0..<5 {
            let angle = Double(i) * 1.2
            star.walls.append(
                Wall(
                    id: PlanID("arm-\(i)"), start: .zero, end: PlanPoint(cos(angle), sin(angle)) * (1 + Double(i)),
                    thickness: 0.1 + 0.1 * Double(i), height: 2.4))
        }
        star.openings = [
            Opening(id: "gap", kind: .window, wall: "arm-4", offset: 1.5, width: 1, sill: 1.6, height: 0.5, isUnseen: true)
        ]
        let triangle = Storey(
            id: "triangle", name: "", elevation: 0, height: 3,
            rooms: [
                Room(
                    id: "t", name: "", polygon: PlanPolygon([PlanPoint(0, 0), PlanPoint(0, 3), PlanPoint(4, 0)]),
                    ceilingHeight: 2.5,
                    isUnseen: true)
            ],
            furniture: Furniture.Category.allCases.enumerated().map { i, category in
                Furniture(
                    id: PlanID(category.rawValue), category: category, center: PlanPoint(Double(i), -2), width: 0.8, depth: 0.6,
                    height: 1,
                    elevation: i % 2 == 0 ? 0 : 2, angle: Double(i))
            })
        odd.storeys = [star, triangle]
        for format in PlanFormat.allCases {
            for unit in LengthUnit.allCases {
                let options = PlanWriteOptions(
                    unit: unit, units: unit.rawValue == "ft" ? .imperial : .metric, dpi: 40, storey: 1,
                    hasDimensions: unit != .inch,
                    hasFurniture: unit != .centimetre, ifc: unit == .metre ? .ifc2x3 : .ifc4)
                #expect(try written(odd, as: format.rawValue, options: options).count > 500)
            }
        }
    }
}
