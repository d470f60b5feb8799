import FloorPlans
import Foundation
import TestSupport
import Testing

/// Apple's sample home, scanned room by room in one walk, and a flat scanned at once.
@Suite struct RoomPlanRealTests {
    static let rooms = ["Livingroom", "Kitchen", "Bedroom1", "Hallway1", "Bathroom1"]

    static func source(_ room: String) throws -> RoomPlanImport.Source {
        .init(
            try CapturedRoom(json: Data(contentsOf: TestData.shared("roomplan-apple-myhome/\(room)/capturedRoom.json"))), name: room
        )
    }

    @Test(.enabled(if: TestData.has("roomplan-apple-myhome"))) func `The rooms of a home come together`() throws {
        let done = try RoomPlanImport(Self.rooms.map(Self.source), name: "home")
        let storey = try #require(done.plan.storeys.first)
        #expect(done.plan.storeys.count == 1 && storey.rooms.count == 5)
        #expect(done.registration.hadCommonFrame && done.registration.residual < done.registration.residualBefore)
        #expect(done.registration.residual < 0.05 && done.registration.largestShift < 0.3)
        // 31 faces less those that two rooms share.
        #expect(storey.walls.count < 31 && storey.walls.contains { !$0.assumesThickness })
        // The door between hallway and bedroom once, and the passage to the living room.
        let seen = try Self.rooms.map(Self.source).reduce(0) {
            $0 + $1.room.doors.count + $1.room.openings.count + $1.room.windows.count
        }
        #expect(storey.openings.count < seen)
        let floors = try Self.rooms.map { try Self.source($0).room }
        for (room, scan) in zip(storey.rooms, floors) {
            let outline = PlanPolygon(scan.floors[0].polygonCorners.map { PlanPoint($0.x, $0.y) })
            #expect(abs(room.area / outline.area - 1) < 0.06, "\(room.name): \(room.area) for \(outline.area) m²")
        }
        #expect(done.objects.count == 43)
        #expect(try FloorPlan(json: done.plan.json()) == done.plan)
    }

    @Test(.enabled(if: TestData.has("roomplan-structure-flat"))) func `A flat scanned at once is split into its rooms`() throws {
        let file = TestData.shared("roomplan-structure-flat/capturedStructure-4sections.json")
        let done = try RoomPlanImport([.init(try CapturedRoom(json: Data(contentsOf: file)))], name: "flat")
        let rooms = done.plan.storeys[0].rooms
        for (name, use) in [("Bedroom 1", Room.Use.bedroom), ("Bedroom 2", .bedroom), ("Bathroom", .bathroom)] {
            #expect(rooms.contains { $0.name == name && $0.use == use }, "\(rooms.map(\.name))")
        }
        // The hall is open to where nobody scanned.
        #expect(done.plan.storeys[0].walls.contains(where: \.isUnseen) && done.notes.contains { $0.contains("gap") })
        #expect(done.plan.storeys[0].openings.count == 8 && done.objects.count == 13)
        #expect(done.plan.storeys[0].openings.count { $0.swing != nil } == 3)
        #expect(try FloorPlan(json: done.plan.json()) == done.plan)
    }

    @Test(.enabled(if: TestData.has("roomplan-apple-myhome")), arguments: rooms) func `Each room alone is a plan`(_ room: String)
        throws
    {
        let source = try Self.source(room)
        let done = try RoomPlanImport([source], name: room)
        #expect(done.plan.storeys.count == 1 && done.plan.storeys[0].rooms.count == 1)
        #expect(done.objects.count == source.room.objects.count)
        #expect(try FloorPlan(json: done.plan.json()) == done.plan)
        #expect(done.plan.solid().flaw == nil)
    }
}
