import FloorPlans
import Foundation
import TestSupport
import Testing

@Suite struct CapturedRoomTests {
    @Test(arguments: [
        ("\"transform\":[", "\"transform\":[1,", "walls[0].transform has 17 numbers; it needs 16"),
        ("\"transform\":[", "\"transform\":[[", "well-formed"),
        ("\"transform\":", "\"transfrom\":", "walls[0].transform is missing"),
        ("\"dimensions\":[", "\"dimensions\":[1,", "walls[0].dimensions has 4 numbers; it needs 3"),
        ("\"dimensions\":[", "\"dimensions\":[-", "sides must be 0 or more"),
        ("\"dimensions\":[", "\"dimensions\":[1e9", "walls[0].dimensions"),
        ("\"dimensions\":[", "\"dimensions\":[NaN,", "well-formed"),
        ("\"confidence\":{\"high\":{}}", "\"confidence\":7", "walls[0].confidence"),
        ("\"category\":{\"wall\":{}}", "\"category\":{}", "walls[0].category is empty"),
        ("\"polygonCorners\":[]", "\"polygonCorners\":[[1,2]]", "walls[0].polygonCorners has a corner of 2 numbers"),
        ("\"curve\":null", "\"curve\":{\"radius\":2,\"startAngle\":0}", "walls[0].curve.endAngle is missing"),
        ("\"curve\":null", "\"curve\":{\"radius\":-2,\"startAngle\":0,\"endAngle\":1}", "walls[0].curve.radius is -2.0"),
        ("\"walls\":[", "\"walls\":[[],", "walls[0]"),
        ("\"version\":2", "\"version\":2,\"rooms\":[{\"rooms\":[{}]}]", "rooms[0].rooms[0] is a room nested in a room"),
        ("\"version\":2", "\"version\":2,\"referenceOriginTransform\":[2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1]", "column of length 2.0"),
    ]) func `Errors name the position in the file`(old: String, new: String, expected: String) throws {
        var sample = RoomPlanSample("a", x: 0...4, y: 0...3)
        sample.json["floors"] = nil
        sample.json["sections"] = nil
        let text = String(decoding: try sample.data, as: UTF8.self)
        let place = try #require(text.range(of: old))
        let broken = text.replacingCharacters(in: place, with: new)
        do {
            _ = try CapturedRoom(json: Data(broken.utf8))
            Issue.record("was read")
        } catch {
            #expect(error.description.contains(expected), "\(error.description)")
            #expect(!error.description.contains("\n"))
        }
    }

    @Test func `What is no RoomPlan export is refused`() {
        for (text, expected) in [
            ("", "well-formed"), ("[]", "not a RoomPlan export"), ("{}", "no walls"), ("3", "not a RoomPlan export"),
            (String(repeating: "[", count: 100_000), "well-formed"),
            (String(repeating: "{\"rooms\":[", count: 50_000), "well-formed"),
        ] {
            #expect { try CapturedRoom(json: Data(text.utf8)) } throws: { "\($0)".contains(expected) }
        }
        let many = "{\"walls\":[" + Array(repeating: "{}", count: 3000).joined(separator: ",") + "]}"
        #expect { try CapturedRoom(json: Data(many.utf8)) } throws: { "\($0)".contains("walls[0]") }
    }

    @Test func `Columns may be lists of their own, and words may be bare`() throws {
        var sample = RoomPlanSample("a", x: 0...4, y: 0...3)
        let plain = try sample.room
        var walls = try #require(sample.json["walls"] as? [[String: Any]])
        for i in walls.indices {
            let m = try #require(walls[i]["transform"] as? [Double])
            walls[i]["transform"] = (0..<4).map { Array(m[4 * $0..<4 * $0 + 4]) }
            walls[i]["confidence"] = "high"
            walls[i]["category"] = "wall"
        }
        sample.json["walls"] = walls
        #expect(try sample.room == plain)
    }

    @Test func `Damaged files are refused or imported, but never trap`() throws {
        var (room, bedroom) = RoomPlanSample.pair(isOpen: true)
        for key in ["walls", "doors", "floors", "sections"] {
            room.json[key] = (room.json[key] as? [[String: Any]] ?? []) + (bedroom.json[key] as? [[String: Any]] ?? [])
        }
        room.json["referenceOriginTransform"] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
        let bytes = Array(try room.data)
        var imported = 0
        for damaged in TestData.truncations(of: bytes, count: 200) + TestData.bitFlips(of: bytes, count: 1000) {
            guard let room = try? CapturedRoom(json: Data(damaged)) else { continue }
            guard let done = try? RoomPlanImport([.init(room)], name: "damaged") else { continue }
            imported += 1
            #expect(done.plan.solid().flaw == nil)
            for storey in done.plan.storeys { _ = PlanGraphics(storey, style: .init()) }
        }
        // Many flips hit a digit of a number that is as good as another.
        #expect(imported > 50)
    }
}
