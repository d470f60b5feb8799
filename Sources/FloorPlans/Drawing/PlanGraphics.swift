import Foundation

/// A storey as an architect draws it, cut about a metre above the floor: figures in metres on layers.
///
/// Texts and dimensions are sized for a scale, so that they have their height in millimetres once printed at it.
public struct PlanGraphics: Sendable, Equatable {
    /// From the background to the front.
    public var figures: [PlanFigure] = []
    /// Around the building and its dimensions.
    public var bounds: PlanBounds
    /// What its dashes, marks and fills mean, a sentence each; empty where everything was observed.
    public private(set) var legend: [String] = []

    /// How it is drawn.
    public struct Style: Sendable, Equatable {
        /// 100 for a scale of 1:100.
        public var scale: Double
        /// Units of lengths and areas in texts.
        public var units: PlanUnits
        /// Whether dimension lines are drawn.
        public var hasDimensions: Bool
        /// Whether furniture is drawn.
        public var hasFurniture: Bool
        /// Height of the cut above the floor, in metres: windows above it are dashed.
        public var cut = 1.4

        /// - Parameters:
        ///   - scale: denominator of the drawing scale, such as 100 for 1:100.
        ///   - units: units of the labels.
        ///   - hasDimensions: whether dimension lines are drawn.
        ///   - hasFurniture: whether furniture is drawn.
        public init(scale: Double = 100, units: PlanUnits = .metric, hasDimensions: Bool = true, hasFurniture: Bool = true) {
            self.scale = scale
            self.units = units
            self.hasDimensions = hasDimensions
            self.hasFurniture = hasFurniture
        }

        /// Metres of the plan for millimetres of paper.
        public func metres(_ millimetres: Double) -> Double { millimetres * scale / 1000 }
    }

    /// - Precondition: the storey belongs to a valid plan.
    public init(_ storey: Storey, style: Style) {
        bounds = storey.bounds
        let footprints = storey.wallFootprints
        for room in storey.rooms {
            figures.append(PlanFigure(.area, .polyline(room.polygon.corners, closed: true), isDashed: room.isUnseen))
        }
        if style.hasFurniture {
            for item in storey.furniture { figures += item.figures(cut: style.cut) }
        }
        figures += Self.walls(storey, footprints)
        for opening in storey.openings {
            if let wall = storey.walls.first(where: { $0.id == opening.wall }) {
                figures += opening.figures(in: wall, cut: style.cut)
            }
        }
        var obstacles = storey.openings.flatMap { opening in
            storey.walls.first { $0.id == opening.wall }.map { opening.swept(in: $0) } ?? []
        }
        if style.hasFurniture { obstacles += storey.furniture.map { PlanPolygon($0.corners) } }
        for room in storey.rooms { figures += room.labels(style, avoiding: obstacles, walls: footprints) }
        if style.hasDimensions {
            let dimensions = PlanDimensions(storey, footprints: footprints, style: style)
            figures += dimensions.all.map { PlanFigure(.dimension, .dimension($0)) }
            for dimension in dimensions.all {
                let parts = dimension.parts
                for (a, b) in parts.lines { bounds.add(PlanBounds([a, b])) }
                bounds.add(PlanBounds([parts.text.position]).grown(by: dimension.textHeight * 0.8))
            }
        }
        legend = legend(storey)
    }

    /// Walls that were seen as one solid, those of an assumed thickness as another one, the rest as dashed outlines.
    private static func walls(_ storey: Storey, _ footprints: [PlanPolygon]) -> [PlanFigure] {
        func loops(_ isPart: (Wall) -> Bool) -> [PlanPolygon] {
            let pieces = storey.walls.indices.filter { isPart(storey.walls[$0]) }
                .flatMap { storey.pieces(ofWall: $0, footprints[$0]) }
            return WallOutline(pieces).loops()
        }
        var figures = loops(\.isUnseen).map { PlanFigure(.wall, .polyline($0.corners, closed: true), isDashed: true) }
        for isAssumed in [true, false] {
            let solid = loops { !$0.isUnseen && $0.assumesThickness == isAssumed }
            if !solid.isEmpty { figures.append(PlanFigure(.wall, .solid(solid), isAssumed: isAssumed)) }
        }
        return figures
    }

    private func legend(_ storey: Storey) -> [String] {
        var lines: [String] = []
        if storey.walls.contains(where: \.isUnseen) { lines.append("Dashed walls: inferred, not observed.") }
        if figures.contains(where: { $0.layer == .wall && $0.isAssumed }) { lines.append("Light walls: thickness assumed.") }
        let isMarked = figures.contains { figure in
            switch figure.shape {
            case .text(let text): text.text.hasPrefix(PlanUnits.assumedMark)
            case .dimension(let dimension): dimension.isAssumed
            default: false
            }
        }
        if isMarked { lines.append("≈: to an inferred wall, or with an assumed thickness.") }
        return lines
    }
}

extension Opening {
    /// Its symbol: the swing of a door, the glass of a window, the lintel of a gap.
    func figures(in wall: Wall, cut: Double) -> [PlanFigure] {
        let a = offset
        let b = offset + width
        let half = wall.thickness / 2
        func line(_ layer: PlanLayer, _ side: Double, dashed: Bool) -> PlanFigure {
            .line(layer, from: wall.point(a, side), to: wall.point(b, side), isDashed: dashed)
        }
        switch kind {
        case .opening:
            return [line(.door, -half, dashed: true), line(.door, half, dashed: true)]
        case .window:
            let dashed = isUnseen || sill > cut
            let glass = Swift.min(0.02, half / 3)
            return [-half, -glass, glass, half].map { line(.glazing, $0, dashed: dashed) }
        case .door:
            guard let swing else {
                // Nobody saw how it opens: the closed leaf.
                let leaf = Swift.min(0.02, half)
                let corners = [(a, -leaf), (b, -leaf), (b, leaf), (a, leaf)].map { wall.point($0.0, $0.1) }
                return [PlanFigure(.door, .polyline(corners, closed: true), isDashed: isUnseen)]
            }
            let side = swing.side == .left ? half : -half
            switch swing.hinge {
            case .start: return leaf(wall, at: a, to: b, side)
            case .end: return leaf(wall, at: b, to: a, side)
            case .both: return leaf(wall, at: a, to: (a + b) / 2, side) + leaf(wall, at: b, to: (a + b) / 2, side)
            }
        }
    }

    /// Squares around what its leaves sweep.
    func swept(in wall: Wall) -> [PlanPolygon] {
        guard kind == .door, let swing else { return [] }
        let radius = swing.hinge == .both ? width / 2 : width
        let half = swing.side == .left ? wall.thickness / 2 : -wall.thickness / 2
        let reach = swing.side == .left ? half + radius : half - radius
        return [
            PlanPolygon(
                [(offset, half), (offset + width, half), (offset + width, reach), (offset, reach)].map { wall.point($0.0, $0.1) })
        ]
    }

    /// A leaf that stands open at a right angle, with the arc of its way.
    private func leaf(_ wall: Wall, at hinge: Double, to strike: Double, _ side: Double) -> [PlanFigure] {
        let radius = abs(strike - hinge)
        let thick = Swift.min(0.04, radius / 4) * (strike > hinge ? 1 : -1)
        let reach = side + (side > 0 ? radius : -radius)
        let corners = [(hinge, side), (hinge + thick, side), (hinge + thick, reach), (hinge, reach)].map { wall.point($0.0, $0.1) }
        let center = wall.point(hinge, side)
        func angle(_ p: PlanPoint) -> Double { atan2(p.y - center.y, p.x - center.x) }
        var from = angle(wall.point(strike, side))
        var to = angle(wall.point(hinge, reach))
        if (strike > hinge) != (side > 0) { swap(&from, &to) }
        if to < from { to += 2 * .pi }
        return [
            PlanFigure(.door, .polyline(corners, closed: true), isDashed: isUnseen),
            PlanFigure(.door, .arc(center: center, radius: radius, from: from, to: to), isDashed: isUnseen),
        ]
    }
}
