extension Furniture {
    /// Its footprint with the few lines by which a reader knows what it is; dashed where it hangs above the cut.
    func figures(cut: Double) -> [PlanFigure] {
        let dashed = elevation > cut
        func polyline(_ places: [(Double, Double)], closed: Bool = false) -> PlanFigure {
            PlanFigure(.furniture, .polyline(places.map { point($0.0, $0.1) }, closed: closed), isDashed: dashed)
        }
        func box(_ x0: Double, y0: Double, x1: Double, y1: Double) -> PlanFigure {
            polyline([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], closed: true)
        }
        func circle(_ x: Double, y: Double, radius: Double) -> PlanFigure {
            PlanFigure(
                .furniture, .arc(center: point(x, y), radius: radius * Swift.min(width, depth), from: 0, to: 2 * .pi),
                isDashed: dashed)
        }
        let outline = box(-0.5, y0: -0.5, x1: 0.5, y1: 0.5)
        // A strip of so many metres as a share of a side, at most a third of it.
        func strip(_ metres: Double, of side: Double) -> Double { Swift.min(metres / side, 1.0 / 3) }
        switch category {
        case .bed:
            let pillow = strip(0.45, of: depth)
            let pillows =
                width > 1.2
                ? [box(-0.46, y0: 0.47 - pillow, x1: -0.04, y1: 0.47), box(0.04, y0: 0.47 - pillow, x1: 0.46, y1: 0.47)]
                : [box(-0.42, y0: 0.47 - pillow, x1: 0.42, y1: 0.47)]
            return [outline, polyline([(-0.5, 0.44 - pillow), (0.5, 0.44 - pillow)])] + pillows
        case .sofa:
            let back = 0.5 - strip(0.2, of: depth)
            let arm = 0.5 - strip(0.18, of: width)
            return [outline, polyline([(-arm, -0.5), (-arm, back), (arm, back), (arm, -0.5)]), polyline([(0, -0.5), (0, back)])]
        case .chair: return [outline, polyline([(-0.5, 0.36), (0.5, 0.36)])]
        case .storage, .refrigerator:
            return [outline, polyline([(-0.5, -0.5), (0.5, 0.5)]), polyline([(-0.5, 0.5), (0.5, -0.5)])]
        case .stove, .oven:
            return [outline]
                + [(-0.22, -0.22), (0.22, -0.22), (-0.22, 0.22), (0.22, 0.22)].map { circle($0.0, y: $0.1, radius: 0.15) }
        case .washerDryer, .dishwasher: return [outline, circle(0, y: 0, radius: 0.32)]
        case .sink: return [outline, box(-0.4, y0: -0.4, x1: 0.4, y1: 0.28), circle(0, y: -0.06, radius: 0.06)]
        case .bathtub: return [outline, box(-0.45, y0: -0.4, x1: 0.45, y1: 0.4), circle(-0.36, y: 0, radius: 0.06)]
        case .toilet: return [box(-0.5, y0: 0.22, x1: 0.5, y1: 0.5), polyline(Self.bowl, closed: true)]
        case .stairs:
            let steps = Swift.max(2, Swift.min(40, Int(width / 0.28)))
            return [outline]
                + (1..<steps).map { polyline([(Double($0) / Double(steps) - 0.5, -0.5), (Double($0) / Double(steps) - 0.5, 0.5)]) }
        case .fireplace: return [outline, polyline([(-0.35, -0.5), (-0.25, 0.3), (0.25, 0.3), (0.35, -0.5)])]
        case .table, .television, .other: return [outline]
        }
    }

    /// An egg of sixteen corners.
    private static let bowl: [(Double, Double)] = [
        (0.30, 0.22), (0.38, 0.08), (0.40, -0.06), (0.37, -0.20), (0.29, -0.33), (0.18, -0.43), (0.07, -0.49), (-0.07, -0.49),
        (-0.18, -0.43), (-0.29, -0.33), (-0.37, -0.20), (-0.40, -0.06), (-0.38, 0.08), (-0.30, 0.22),
    ]
}
