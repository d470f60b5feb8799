import SyntheticScenes
import FloorPlans
import Foundation
import Testing

@Suite struct PlanEditTests {
    let flat = SampleFlat.plan()

    private func storey(_ edits: PlanEdit...) throws -> Storey {
        try edits.reduce(flat) { plan, edit in try plan.applying(edit) }.storeys[0]
    }

    @Test func `A room is renamed and nothing else changes`() throws {
        var expected = flat
        let room = try #require(flat.storeys[0].rooms.firstIndex { $0.id == "bedroom" })
        expected.storeys[0].rooms[room].name = "Oma's room"
        #expect(try flat.applying(.renameRoom("bedroom", name: "  Oma's \n room ")) == expected)
    }

    @Test(arguments: [0.25, -0.4]) func `A wall that is moved takes rooms and neighbours along`(distance: Double) throws {
        // The partition runs down the page at x = 4.6; its left is to the east, into the bedroom.
        let after = try storey(.moveWall("partition", distance: distance))
        let before = flat.storeys[0]
        let wall = try #require(after.walls.first { $0.id == "partition" })
        #expect(abs(wall.start.x - 4.6 - distance) < 1e-9 && abs(wall.end.x - 4.6 - distance) < 1e-9)
        #expect(abs(wall.end.y) < 1e-9, "it still ends on the south wall")
        func area(_ storey: Storey, _ id: PlanID) throws -> Double { try #require(storey.rooms.first { $0.id == id }).area }
        #expect(abs(try area(after, "bedroom") - area(before, "bedroom") + distance * 3.5) < 0.02)
        // The door stays in its wall, as far from the wall's start as it was.
        let door = try #require(after.openings.first { $0.id == "inner-door" })
        #expect(abs(door.offset - 2.1) < 1e-9 && after.openings.count == before.openings.count)
    }

    @Test func `An outer wall moves the ends of those that meet it, and their openings stay where they were`() throws {
        let after = try storey(.moveWall("west", distance: 0.3))
        let south = try #require(after.walls.first { $0.id == "south" })
        let old = try #require(flat.storeys[0].walls.first { $0.id == "south" })
        let moved = (south.start - old.start).dot(old.direction)
        #expect(abs(moved) > 0.2)
        func place(_ id: PlanID, _ storey: Storey) throws -> PlanPoint {
            let opening = try #require(storey.openings.first { $0.id == id })
            return try #require(storey.walls.first { $0.id == opening.wall }).point(opening.offset)
        }
        #expect(try (place("entrance", after) - place("entrance", flat.storeys[0])).length < 1e-9)
        #expect(after.walls.count == flat.storeys[0].walls.count)
    }

    @Test func `An opening is deleted`() throws {
        let after = try storey(.deleteOpening("passage"))
        #expect(after.openings.map(\.id) == flat.storeys[0].openings.map(\.id).filter { $0 != "passage" })
    }

    @Test(arguments: [
        (PlanEdit.renameRoom("nowhere", name: "x"), "no room nowhere"), (.renameRoom("bedroom", name: " "), "1 to 100 characters"),
        (.moveWall("partition", distance: 4), "would leave wall south"), (.moveWall("partition", distance: .nan), "at most 20 m"),
        (.moveWall("partition", distance: 1e9), "at most 20 m"), (.moveWall("sofa", distance: 1), "no wall sofa"),
        (.moveWall("south", distance: 3.79), "through"), (.moveWall("south", distance: 3.4), "small-window would no longer fit"),
        (.deleteOpening("x"), "no opening x"),
    ]) func `What can't be is refused with a reason`(edit: PlanEdit, reason: String) {
        let error = #expect(throws: FloorPlanError.self) { try flat.applying(edit) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test func `Edits that hold no more are left out, and those after them are made`() {
        let (plan, leftOut) = flat.applying([
            .deleteOpening("passage"), .deleteOpening("passage"), .renameRoom("living", name: "Hall"),
        ])
        #expect(leftOut == [1])
        #expect(plan.storeys[0].rooms.contains { $0.name == "Hall" })
    }

    @Test func `Edits survive JSON, under the names of the contract`() throws {
        let edits: [PlanEdit] = [.renameRoom("a", name: "Küche"), .moveWall("w", distance: -0.05), .deleteOpening("o")]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(edits)
        #expect(try JSONDecoder().decode([PlanEdit].self, from: json) == edits)
        #expect(String(decoding: json, as: UTF8.self).contains(#"{"distance":-0.05,"kind":"move-wall","wall":"w"}"#))
    }

    /// However walls are moved, what comes out is a valid plan or a reason.
    @Test func `Any move of any wall gives a valid plan or a reason`() {
        var made = 0
        for wall in flat.storeys[0].walls {
            for step in -30...30 {
                guard let plan = try? flat.applying(.moveWall(wall.id, distance: Double(step) / 7)) else { continue }
                made += 1
                #expect(throws: Never.self) { try plan.validate() }
                #expect(plan.storeys[0].rooms.allSatisfy { $0.polygon.isSimple })
            }
        }
        #expect(made > 100)
    }
}
