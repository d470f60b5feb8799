import FloorPlans
import Foundation
import Measurement

extension MeasurementRequest {
    /// Measures rooms of a plan, or the box of one of its objects: of `room`, of `object`, or else of every room.
    /// - Parameters:
    ///   - plan: the floor plan.
    ///   - noise: of the scan from which the plan was made; nil where it is not known.
    ///   - scale: the correction of the scan's scale by check distances; nil for none.
    /// - Throws: `SpacesError` of kind `notPossible` for another kind than area, perimeter and volume, `notFound` where the plan
    ///   has no such room or object.
    public func measure(
        on plan: FloorPlan, noise: NoiseModel?, scale: ScaleCorrection? = nil
    ) throws(SpacesError) -> MeasurementOutcome {
        var outcome = try measure(on: plan, Measurer(noise: scale?.noise(noise) ?? noise))
        outcome.apply(scale)
        return outcome
    }

    private func measure(on plan: FloorPlan, _ measurer: Measurer) throws(SpacesError) -> MeasurementOutcome {
        if let object { return MeasurementOutcome([try measure(object: object, plan, measurer)]) }
        guard [.area, .perimeter, .volume].contains(kind), points.isEmpty else {
            throw SpacesError(.notPossible, "of a room, area, perimeter and volume can be measured")
        }
        var values: [MeasuredValue] = []
        for (storey, found) in rooms(of: plan) {
            switch kind {
            case .perimeter: values.append(measurer.perimeter(of: found, in: storey))
            case .volume: values.append(measurer.volume(of: found, in: storey))
            default: values.append(measurer.area(of: found, in: storey))
            }
        }
        if !values.isEmpty { return MeasurementOutcome(values) }
        let names = plan.storeys.flatMap(\.rooms).map(\.name).joined(separator: ", ")
        guard let room, !names.isEmpty else { throw SpacesError(.notPossible, "the plan has no rooms") }
        throw SpacesError(.notFound, "the plan has no room \(room)", remedy: "its rooms are: \(names)")
    }

    /// The room with the id, else the rooms with the name; all rooms where none is asked for.
    private func rooms(of plan: FloorPlan) -> [(Storey, Room)] {
        let all = plan.storeys.flatMap { storey in storey.rooms.map { (storey, $0) } }
        guard let room else { return all }
        let same = all.filter { $0.1.id.rawValue == room }
        return same.isEmpty ? all.filter { $0.1.name.lowercased() == room.lowercased() } : same
    }

    private func measure(object: String, _ plan: FloorPlan, _ measurer: Measurer) throws(SpacesError) -> MeasuredValue {
        guard kind == .volume else { throw SpacesError(.notPossible, "of an object, only the volume can be measured") }
        for storey in plan.storeys {
            guard let item = storey.furniture.first(where: { $0.id.rawValue == object }) else { continue }
            return measurer.volume(
                of: UprightBox(
                    center: Point(item.center.x, storey.elevation + item.elevation + item.height / 2, -item.center.y),
                    size: Point(item.width, item.height, item.depth), angle: item.angle))
        }
        throw SpacesError(.notFound, "the plan has no object \(object)")
    }
}
