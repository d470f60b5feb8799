import FloorPlans
import Foundation
import ModelFormats
import PlanFormats

/// RoomPlan's own surfaces of a room (its USDZ) taken as a mesh like any other, beside the plan from its parametric JSON.
enum Home {
    static func compare(folder: String, rooms: String) throws {
        let root = URL(fileURLWithPath: rooms)
        let names = try FileManager.default.contentsOfDirectory(atPath: rooms).sorted().filter {
            FileManager.default.fileExists(atPath: root.appendingPathComponent("\($0)/floorplan.usdz").path)
        }
        var sum = PlanComparison()
        print(Row.head)
        for name in names {
            let place = root.appendingPathComponent(name)
            let json = try Data(contentsOf: place.appendingPathComponent("capturedRoom.json"))
            let truth = try RoomPlanImport([.init(try CapturedRoom(json: json), name: name)], name: name).plan
            guard case .mesh(let mesh) = try ModelFile.read(place.appendingPathComponent("floorplan.usdz")).shape else { continue }
            let drawing = URL(fileURLWithPath: folder).appendingPathComponent("home-\(name).png")
            try PlanFile.write(truth, to: URL(fileURLWithPath: folder).appendingPathComponent("home-\(name)-json.png"))
            do {
                let found = try PlanExtraction.plan(of: mesh).plan
                try PlanFile.write(found, to: drawing)
                let comparison = PlanComparison(found: found, truth: truth)
                sum.add(comparison)
                print(Row.text(name, comparison))
            } catch let error as FloorPlanError {
                print("\(name): \(error)")
                sum.add(PlanComparison(found: FloorPlan(id: "none", name: "", storeys: []), truth: truth))
            }
        }
        print(Row.text("all", sum))
    }
}
