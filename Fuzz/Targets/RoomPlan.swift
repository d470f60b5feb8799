import FloorPlans
import Foundation

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let room = try? CapturedRoom(json: Data(bytes)) else { return }
    // Twice: rooms that have to be brought together.
    for sources in [[RoomPlanImport.Source(room)], [.init(room, name: "Hall"), .init(room)]] {
        guard let done = try? RoomPlanImport(sources, name: "fuzz") else { continue }
        // What was imported is a valid plan, which can be drawn and built.
        if let flaw = done.plan.solid().flaw { fatalError(flaw) }
        for storey in done.plan.storeys { _ = PlanGraphics(storey, style: .init()) }
    }
}

func seeds() -> [[UInt8]] {
    func wall(_ id: String, x: Double, z: Double, ux: Int, uz: Int, width: Double, more: String = "") -> String {
        """
        {"identifier":"\(id)","category":{"wall":{}},"confidence":{"high":{}},"dimensions":[\(width),2.5,0],"story":0,\
        "transform":[\(ux),0,\(uz),0,0,1,0,0,\(-uz),0,\(ux),0,\(x),0,\(z),1]\(more)}
        """
    }
    let walls = [
        wall("n", x: 2, z: -3, ux: 1, uz: 0, width: 4), wall("e", x: 4, z: -1.5, ux: 0, uz: 1, width: 3),
        wall("s", x: 2, z: 0, ux: -1, uz: 0, width: 4),
        wall(
            "w", x: 0, z: -1.5, ux: 0, uz: -1, width: 3,
            more: ",\"curve\":{\"radius\":2,\"center\":[0,1],"
                + "\"startAngle\":{\"value\":200,\"unit\":{\"symbol\":\"°\"}},\"endAngle\":5.5}"),
    ].joined(separator: ",")
    let door = wall("d", x: 1, z: 0, ux: -1, uz: 0, width: 0.9, more: ",\"parentIdentifier\":\"s\"").replacingOccurrences(
        of: "{\"wall\":{}}", with: "{\"door\":{\"isOpen\":true}}")
    let floor = """
        {"dimensions":[4,3,0],"polygonCorners":[[-2,-1.5,0],[2,-1.5,0],[2,1.5,0],[-2,1.5,0]],\
        "transform":[1,0,0,0,0,0,-1,0,0,1,0,0,2,-1.25,-1.5,1]}
        """
    let object =
        "{\"category\":{\"sofa\":{}},\"dimensions\":[2,0.8,0.9],\"transform\":[1,0,0,0,0,1,0,0,0,0,1,0,2,-0.8,-1,1],"
        + "\"attributes\":{\"SofaType\":\"lShaped\"}}"
    let section = "{\"label\":\"livingRoom\",\"center\":[2,0,-1.5],\"story\":0}"
    let parts =
        "\"walls\":[\(walls)],\"doors\":[\(door)],\"floors\":[\(floor)],\"objects\":[\(object)],"
        + "\"sections\":[\(section),\(section)]"
    return [
        "{\(parts),\"version\":2}", "{\"rooms\":[{\(parts)}],\"referenceOriginTransform\":[0,0,1,0,0,1,0,0,-1,0,0,0,1,0,0,1]}",
    ].map { Array($0.utf8) }
}
