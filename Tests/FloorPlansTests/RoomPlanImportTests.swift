import FloorPlans
import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct RoomPlanImportTests {
    func plan(_ samples: RoomPlanSample...) throws -> RoomPlanImport {
        try RoomPlanImport(samples.map { .init(try $0.room) }, name: "test")
    }

    @Test func `Two faces of one wall become one wall of the measured thickness`() throws {
        let (living, bedroom) = RoomPlanSample.pair()
        let done = try plan(living, bedroom)
        let storey = done.plan.storeys[0]
        #expect(done.registration.hadCommonFrame && done.registration.sharedWalls == 1 && done.registration.sharedOpenings == 1)
        #expect(done.registration.residualBefore < 1e-6)
        #expect(storey.walls.count == 7)
        let shared = try #require(storey.walls.first { !$0.assumesThickness })
        #expect(abs(shared.thickness - 0.1) < 1e-6 && shared.isExternal == false)
        #expect(abs(shared.start.x - 4.05) < 1e-6 && abs(shared.end.x - 4.05) < 1e-6)
        #expect(storey.walls.filter(\.assumesThickness).count == 6)
        // The door once, at its place, and the window with its sill.
        #expect(storey.openings.count == 2)
        let door = try #require(storey.openings.first { $0.kind == .door })
        #expect(door.wall == shared.id && abs(door.width - 0.9) < 1e-6 && door.sill == 0 && door.swing == nil)
        #expect(abs(shared.point(door.offset + door.width / 2).y - 1.55) < 1e-6)
        let window = try #require(storey.openings.first { $0.kind == .window })
        #expect(abs(window.sill - 0.9) < 1e-6 && abs(window.height - 1.2) < 1e-6)
        // Rooms along the inner faces.
        #expect(storey.rooms.map(\.name) == ["Living room", "Bedroom"] && storey.rooms.map(\.use) == [.living, .bedroom])
        #expect(abs(storey.rooms[0].area - 12) < 1e-6 && abs(storey.rooms[1].area - 8.7) < 1e-6)
        #expect(storey.rooms.allSatisfy { abs($0.ceilingHeight - 2.5) < 1e-6 && !$0.isUnseen })
        // Walls and rooms fill what is inside the outer faces: the corners are closed.
        #expect(storey.enclosedAreas.count == 2)
        #expect(storey.elevation == RoomPlanSample.floorY)
    }

    @Test func `The same scan twice gives one room`() throws {
        let (living, _) = RoomPlanSample.pair()
        let room = try living.room
        var structure = CapturedRoom()
        structure.rooms = [room]
        let once = try RoomPlanImport([.init(room)], name: "x")
        let merged = try RoomPlanImport([.init(structure)], name: "x")
        #expect(once.plan == merged.plan)
    }

    @Test(arguments: [0.7, -2.4, 3.0]) func `Rooms in frames of their own are joined at the shared door`(_ angle: Double) throws {
        let (living, bedroom) = RoomPlanSample.pair()
        // Its own origin is in the middle of the room, as ARKit's is where the walk began.
        let own = bedroom.moved(angle: 0, by: [-5.5, 0, 1.5]).moved(angle: angle, by: [2, 0.3, -1.5])
        let done = try plan(living, own)
        #expect(!done.registration.hadCommonFrame)
        #expect(done.registration.sharedOpenings == 1 && done.registration.residual < 0.01)
        let bed = try #require(done.plan.storeys[0].rooms.first { $0.use == .bedroom })
        #expect(done.plan.storeys.count == 1 && abs(bed.area - 8.7) < 0.01)
        #expect(abs(bed.polygon.bounds.min.x - 4.1) < 0.03 && abs(bed.polygon.bounds.min.y) < 0.03)
        #expect(done.plan.storeys[0].openings.count { $0.kind == .door } == 1)
        // The placement brings what belongs to the second scan, such as its USDZ, to the same place.
        let corner = done.registration.placements[1].apply(try own.room.floors[0].transform.apply([-1.45, -1.5, 0]))
        #expect(abs(corner.x - 4.1) < 0.03 && abs(corner.z) < 0.03 && abs(corner.y - RoomPlanSample.floorY) < 0.01)
    }

    @Test func `Rooms that lie on each other without a shared door are refused`() throws {
        let a = RoomPlanSample("a", x: 0...4, y: 0...3)
        let b = RoomPlanSample("b", x: 1...4, y: 0.5...3)
        #expect { try plan(a, b) } throws: { "\($0)".contains("its own coordinate frame") && "\($0)".contains("one session") }
    }

    @Test func `A room that drifted is nudged, and the residual is told`() throws {
        let (living, bedroom) = RoomPlanSample.pair()
        let done = try plan(living, bedroom.moved(angle: 0.02, by: [-0.14, 0, 0.06]))
        #expect(done.registration.hadCommonFrame)
        #expect(done.registration.residualBefore > 0.04 && done.registration.residual < 0.5 * done.registration.residualBefore)
        #expect(done.registration.largestShift > 0.01 && done.registration.largestShift < 0.3)
        let storey = done.plan.storeys[0]
        #expect(storey.walls.count == 7 && storey.openings.count { $0.kind == .door } == 1)
        #expect(abs(storey.rooms[1].area - 8.7) < 0.2)
    }

    @Test func `A curved wall is a chain along its arc`() throws {
        var room = RoomPlanSample("a", x: 0...4, y: 0...3)
        // A bow of radius 2 bulging out of the north wall, as seen from inside.
        let unit: [String: Any] = ["symbol": "°", "converter": ["coefficient": 1, "constant": 0]]
        room.add(
            "walls", "bow", from: (0, 3), to: (4, 3), heights: -1.4...1.1, category: ["wall": [String: Any]()],
            extra: [
                "curve": [
                    "radius": 2, "center": [0, 0], "startAngle": ["value": 180, "unit": unit],
                    "endAngle": ["value": 360, "unit": unit],
                ] as [String: Any]
            ])
        let done = try plan(room)
        let chain = done.plan.storeys[0].walls.filter { $0.id.rawValue.hasPrefix("bow-") }
        #expect(chain.count > 8)
        for wall in chain {
            // The axis is behind the face by half of the assumed thickness.
            for p in [wall.point(0), wall.point(wall.length / 2), wall.point(wall.length)] {
                #expect(abs((p - PlanPoint(2, 3)).length - 2.06) < 0.03, "\(p)")
                #expect(p.y > 2.9)
            }
        }
    }

    @Test func `Gables count as high as they reach, and old files do without floors and sections`() throws {
        var room = RoomPlanSample("a", x: 0...4, y: 0...3)
        for key in ["floors", "sections", "version", "story", "coreModel"] { room.json[key] = nil }
        var walls = try #require(room.json["walls"] as? [[String: Any]])
        for i in walls.indices {
            for key in ["polygonCorners", "story", "parentIdentifier", "completedEdges"] { walls[i][key] = nil }
        }
        walls[0]["polygonCorners"] = [[-1.5, -1.25, 0], [1.5, -1.25, 0], [1.5, 0.75, 0], [0, 2.25, 0], [-1.5, 0.75, 0]]
        room.json["walls"] = walls
        let storey = try plan(room).plan.storeys[0]
        #expect(abs(try #require(storey.walls.first { $0.id == "a-west" }).height - 3.5) < 1e-6)
        #expect(storey.rooms.count == 1 && abs(storey.rooms[0].area - 12) < 1e-6 && storey.rooms[0].name == "Room")
    }

    @Test func `The reference origin is undone`() throws {
        let (living, _) = RoomPlanSample.pair()
        let expected = try plan(living).plan
        let angle = 0.9
        let shift = [1.0, 0.2, -3.0]
        var file = living.moved(angle: angle, by: shift)
        file.json["referenceOriginTransform"] =
            [cos(angle), 0, -sin(angle), 0, 0, 1, 0, 0, sin(angle), 0, cos(angle), 0] + shift + [1]
        let found = try plan(file).plan
        for (a, b) in zip(expected.storeys[0].walls, found.storeys[0].walls) {
            #expect((a.start - b.start).length < 1e-6 && (a.end - b.end).length < 1e-6)
        }
        #expect(abs(expected.storeys[0].elevation - found.storeys[0].elevation) < 1e-9)
    }

    @Test func `Storeys are told apart`() throws {
        let below = RoomPlanSample("a", x: 0...4, y: 0...3)
        let above = RoomPlanSample("b", x: 0...4, y: 0...3, story: 1)
        var both = below
        for key in ["walls", "floors", "sections"] {
            both.json[key] = (below.json[key] as? [[String: Any]] ?? []) + (above.json[key] as? [[String: Any]] ?? [])
        }
        for done in [try plan(both), try plan(below, above)] {
            #expect(done.plan.storeys.map(\.name) == ["Ground floor", "Floor 1"])
            #expect(abs(done.plan.storeys[1].elevation - done.plan.storeys[0].elevation - 2.8) < 1e-6)
            #expect(done.plan.storeys.allSatisfy { $0.walls.count == 4 && abs($0.area - 12) < 1e-6 })
        }
    }

    @Test func `An open door swings into the room, and the note says that the side is assumed`() throws {
        var (living, bedroom) = RoomPlanSample.pair(isOpen: true)
        living.json["sections"] = [["label": "unidentified", "center": [2, 0, -1.5]] as [String: Any]]
        bedroom.json["version"] = 1
        let done = try RoomPlanImport([.init(try living.room, name: "Hallway"), .init(try bedroom.room)], name: "x")
        let storey = done.plan.storeys[0]
        let door = try #require(storey.openings.first { $0.kind == .door })
        let wall = try #require(storey.walls.first { $0.id == door.wall })
        let swing = try #require(door.swing)
        let side = wall.point(door.offset + door.width / 2, swing.side == .left ? 0.4 : -0.4)
        #expect(storey.rooms.first { $0.polygon.contains(side) }?.use == .bedroom)
        #expect(storey.rooms[0].name == "Hallway" && storey.rooms[0].use == .corridor)
        #expect(done.notes.contains { $0.contains("was open; RoomPlan") })
    }

    @Test func `Objects stand in the plan and in the world, and unknown ones keep their name`() throws {
        var (room, _) = RoomPlanSample.pair()
        room.addObject("piano", "grandPiano", at: [3, -0.9, -2], size: [1.5, 1, 1.2])
        room.addObject(
            "chair", "chair", at: [2, -1, -2], size: [0.5, 0.9, 0.5], turn: .pi / 2,
            attributes: ["ChairType": "dining", "ChairArmType": "missing"])
        let done = try plan(room)
        #expect(
            done.objects.map(\.id) == ["a-sofa", "piano", "chair"]
                && done.objects.map(\.name) == ["Sofa", "Grand piano", "Dining chair"])
        #expect(done.objects[1].category == .other && done.notes.contains { $0.contains("grandPiano") })
        let furniture = done.plan.storeys[0].furniture
        // Turned by half a turn: its front looks up the page, away from the wall behind it.
        let sofa = try #require(furniture.first { $0.id == "a-sofa" })
        #expect((sofa.center - PlanPoint(1, 0.5)).length < 1e-6 && abs(abs(sofa.angle) - .pi) < 1e-6 && abs(sofa.elevation) < 1e-6)
        let front = sofa.point(0, -0.5)
        #expect(abs(front.y - 0.95) < 1e-6)
        // A chair whose front (z) looks to the world's +x.
        let chair = try #require(furniture.first { $0.id == "chair" })
        #expect((chair.point(0, -0.5) - PlanPoint(2.25, 2)).length < 1e-6)
        // Picked by a ray from above, missed beside it.
        let object = done.objects[2]
        #expect(abs(object.hit(from: Vector3(2, 3, -2), along: Vector3(0, -1, 0))! - 3.55) < 1e-4)
        #expect(object.hit(from: Vector3(2.4, 3, -2), along: Vector3(0, -1, 0)) == nil)
        #expect(object.hit(from: Vector3(2, 3, -2), along: Vector3(0, 1, 0)) == nil)
    }

    @Test func `Reading, writing the plan and reading that is stable`() throws {
        let (living, bedroom) = RoomPlanSample.pair(isOpen: true)
        let first = try plan(living, bedroom).plan
        let json = try first.json()
        #expect(try FloorPlan(json: json) == first)
        #expect(try FloorPlan(json: json).json() == json)
        #expect(try plan(living, bedroom).plan.json() == json)
    }
}
