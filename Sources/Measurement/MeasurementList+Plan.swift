import FloorPlans

extension MeasurementList {
    /// The measurements as they are drawn on a plan of the same place: each on the storey that its lowest point stands on. Angles,
    /// volumes and what runs straight up and down are not drawn.
    public func marks(on plan: FloorPlan, units: PlanUnits = .metric) -> [PlanMark] {
        measurements.compactMap { m in
            guard m.points.count > 1, let storey = Self.storey(of: m, plan) else { return nil }
            let places = m.points.map { PlanPoint($0.position.x, -$0.position.z) }
            let units = units.lengthUnits
            let label =
                (m.name.isEmpty ? "" : m.name + " ") + m.valueText(units) + (m.uncertaintyText(units).map { " ± \($0)" } ?? "")
            switch m.kind {
            case .distance, .clearance, .size, .height, .path:
                return PlanMark(storey: storey.id, points: places, text: label)
            case .area, .perimeter:
                // An area that is upright has no outline on a plan.
                guard PlanPolygon(places).area > 0.01 else { return nil }
                return PlanMark(storey: storey.id, points: places, isClosed: true, text: label)
            case .volume, .angle: return nil
            }
        }.filter { PlanBounds($0.points).size.length > 0.02 }
    }

    /// The highest storey that is not above the measurement; the lowest where all are. 30 cm below a floor still belongs to it.
    private static func storey(of m: MeasuredValue, _ plan: FloorPlan) -> Storey? {
        let lowest = m.points.map(\.position.y).min() ?? 0
        return plan.storeys.last { $0.elevation <= lowest + 0.3 } ?? plan.storeys.first
    }
}
