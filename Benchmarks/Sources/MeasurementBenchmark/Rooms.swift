import FloorPlans
import Measurement

extension StoredScan {
    /// Areas, perimeters and volumes of the rooms of the plan that is found in the scan.
    func rooms(_ truth: FloorPlan) throws -> [Trial] {
        guard let plan = try? PlanExtraction.plan(of: mesh).plan else { return [] }
        let measurer = Measurer(noise: noise)
        let exact = Measurer(noise: nil)
        return truth.storeys.flatMap { storey in
            storey.rooms.flatMap { room -> [Trial] in
                // The room that lies around the same middle. A person sees where two rooms were found to be one.
                let middle = room.polygon.corners.reduce(.zero, +) / Double(room.polygon.corners.count)
                let all = plan.storeys.flatMap { s in s.rooms.map { (s, $0) } }
                guard let found = all.first(where: { $0.1.polygon.contains(middle) }), abs(found.1.area / room.area - 1) < 0.1
                else { return [] }
                func trial(_ name: String, _ a: MeasuredValue, truth b: MeasuredValue) -> Trial {
                    Trial(name: name, isDistance: false, value: a, truth: b.value)
                }
                return [
                    trial("area of a room", measurer.area(of: found.1, in: found.0), truth: exact.area(of: room, in: storey)),
                    trial(
                        "perimeter of a room", measurer.perimeter(of: found.1, in: found.0),
                        truth: exact.perimeter(of: room, in: storey)),
                    trial("volume of a room", measurer.volume(of: found.1, in: found.0), truth: exact.volume(of: room, in: storey)),
                ]
            }
        }
    }
}
