import SyntheticScenes
import FloorPlans
import Foundation
import TestSupport
import Testing

@Suite struct FloorPlanTests {
    let plan = SampleFlat.plan(storeys: 2)

    @Test func `The sample is valid and its derived numbers are those of its shape`() throws {
        try plan.validate()
        let storey = plan.storeys[0]
        let bedroom = try #require(storey.rooms.first { $0.use == .bedroom })
        // 3.8 m between the axes, less half of the walls on each side.
        let width = 3.8 - 0.06 - 0.15
        let depth = 3.8 - 0.3
        #expect(abs(bedroom.area - width * depth) < 1e-9)
        #expect(abs(bedroom.perimeter - 2 * (width + depth)) < 1e-9)
        #expect(abs(bedroom.volume - width * depth * 2.5) < 1e-9)
        let living = try #require(storey.rooms.first { $0.use == .living })
        #expect(living.polygon.corners.count >= 4 && living.area > 20 && living.area < 30)
        #expect(abs(plan.area - 2 * (living.area + bedroom.area)) < 1e-9)
    }

    @Test func `Footprints of joined walls fill the building once`() throws {
        let storey = plan.storeys[0]
        let footprints = storey.wallFootprints
        let outline = try #require(storey.outerOutlines.first)
        let walls = footprints.reduce(0) { $0 + $1.area }
        // Walls and rooms together cover what is inside the outer faces: no gap, no overlap.
        #expect(abs(walls + storey.area - outline.area) < 1e-6)
        #expect(footprints.allSatisfy { $0.signedArea > 0 })
        #expect(storey.outerOutlines.count == 1 && storey.enclosedAreas.count == 2)
    }

    @Test func `JSON comes back the same, and the same plan gives the same bytes`() throws {
        let json = try plan.json()
        #expect(try FloorPlan(json: json) == plan)
        #expect(try FloorPlan(json: json).json() == json)
        let text = String(decoding: json, as: UTF8.self)
        #expect(text.contains("\"schema\" : \"diorama.plan/1\""))
    }

    @Test func `What may be left out is left out`() throws {
        let text = """
            {"schema": "diorama.plan/1", "plan": {"id": "p", "name": "", "storeys": [{"id": "s", "height": 3,
              "walls": [{"id": "w", "start": [0, 0], "end": [4, 0], "thickness": 0.2, "height": 3}],
              "openings": [{"id": "o", "kind": "door", "wall": "w", "offset": 1, "width": 1, "height": 2}],
              "rooms": [{"id": "r", "polygon": [[0, 0], [4, 0], [4, 3]], "ceilingHeight": 2.5}]}]}}
            """
        let plan = try FloorPlan(json: Data(text.utf8))
        #expect(plan.storeys[0].rooms[0].area == 6)
        #expect(plan.storeys[0].openings[0].swing == nil && !plan.storeys[0].walls[0].isUnseen)
    }

    @Test(arguments: [
        ("\"kind\": \"door\"", "\"kind\": \"portal\"", "openings[0].kind"), ("\"wall\": \"w\"", "\"wall\": \"x\"", "no such wall"),
        ("\"offset\": 1", "\"offset\": 3.5", "only 4.0 m long"), ("\"thickness\": 0.2", "\"thickness\": -1", "thickness of wall w"),
        ("[4, 3]", "[4]", "polygon"), ("\"id\": \"r\"", "\"id\": \"w\"", "two parts"), ("[4, 3]", "[2, 0]", "no area"),
        ("\"thickness\": 0.2,", "", "walls[0].thickness is missing"), ("plan/1", "plan/2", "only ‘diorama.plan/1’"),
        ("[4, 0], [4, 3]", "[4, 0], [0.5, 2], [4, 3]", "crosses"), ("\"id\": \"r\"", "\"id\": \"\"", "letters"),
        ("\"height\": 2}", "\"height\": 9}", "wall w is 3.0 m high"), ("\"storeys\": [", "\"storeys\": [}", "well-formed"),
    ]) func `Errors name the position in the file`(old: String, new: String, expected: String) throws {
        let text = """
            {"schema": "diorama.plan/1", "plan": {"id": "p", "name": "", "storeys": [{"id": "s", "height": 3,
              "walls": [{"id": "w", "start": [0, 0], "end": [4, 0], "thickness": 0.2, "height": 3}],
              "openings": [{"id": "o", "kind": "door", "wall": "w", "offset": 1, "width": 1, "height": 2}],
              "rooms": [{"id": "r", "polygon": [[0, 0], [4, 0], [4, 3]], "ceilingHeight": 2.5}]}]}}
            """
        let broken = text.replacingOccurrences(of: old, with: new)
        #expect(broken != text)
        do {
            _ = try FloorPlan(json: Data(broken.utf8))
            Issue.record("was read")
        } catch {
            #expect(error.description.contains(expected), "\(error.description)")
            #expect(!error.description.contains("\n"))
        }
    }

    @Test func `Damaged JSON is refused or read, but never traps`() throws {
        let bytes = Array(try SampleFlat.plan().json())
        for damaged in TestData.truncations(of: bytes, count: 200) + TestData.bitFlips(of: bytes, count: 1000) {
            if let plan = try? FloorPlan(json: Data(damaged)) {
                for storey in plan.storeys { _ = PlanGraphics(storey, style: .init()) }
            }
        }
    }
}
