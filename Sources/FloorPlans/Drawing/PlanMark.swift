/// A measurement on a plan: drawn on the layer of dimensions, in addition to what the plan draws of itself.
public struct PlanMark: Sendable, Equatable {
    /// The storey that it is drawn on.
    public var storey: PlanID
    /// Two places for a dimension, more for a path or the outline of an area.
    public var points: [PlanPoint]
    /// Whether the last place joins the first.
    public var isClosed: Bool
    /// What is written beside it, or in its middle.
    public var text: String

    /// A measurement drawn on a storey; points in metres of the plan.
    public init(storey: PlanID, points: [PlanPoint], isClosed: Bool = false, text: String) {
        self.storey = storey
        self.points = points
        self.isClosed = isClosed
        self.text = text
    }

    /// Places that are nearer to each other than this can't be told apart on a plan: a height, seen from above.
    static let least = 0.02

    /// Its figures; none where it has no extent seen from above.
    func figures(_ style: PlanGraphics.Style) -> [PlanFigure] {
        guard let first = points.first, PlanBounds(points).size.length >= Self.least,
            points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
        else { return [] }
        let height = style.metres(1.8)
        if points.count == 2 {
            var start = first
            var end = points[1]
            // From left to right, or upwards, so that the text is above it.
            if end.x < start.x - 1e-9 || (abs(end.x - start.x) <= 1e-9 && end.y < start.y) { swap(&start, &end) }
            return [
                PlanFigure(
                    .dimension,
                    .dimension(
                        PlanDimension(
                            start: start, end: end, direction: (end - start).normalized, line: start, textHeight: height, text: text
                        )))
            ]
        }
        let polygon = PlanPolygon(points)
        var place = points.reduce(.zero, +) / Double(points.count)
        if isClosed, !polygon.contains(place), let inside = polygon.inside { place = inside }
        if !isClosed { place = points[points.count / 2] + PlanPoint(0, height * 1.2) }
        return [
            PlanFigure(.dimension, .polyline(points, closed: isClosed), isDashed: true),
            PlanFigure(.dimension, .text(PlanText(text, at: place, height: height))),
        ]
    }
}

extension PlanGraphics {
    /// Adds the measurements of this storey to the drawing.
    public mutating func add(_ marks: [PlanMark], of storey: PlanID, style: Style) {
        for mark in marks where mark.storey == storey {
            let figures = mark.figures(style)
            guard !figures.isEmpty else { continue }
            self.figures += figures
            bounds.add(PlanBounds(mark.points).grown(by: style.metres(4)))
        }
    }
}

extension PlanPolygon {
    /// A place inside: half-way across it where a level line through it is longest.
    var inside: PlanPoint? {
        let bounds = self.bounds
        var best: (width: Double, place: PlanPoint)?
        for k in 1..<16 {
            let y = bounds.min.y + bounds.size.y * Double(k) / 16
            let crossings = edges.compactMap { a, b -> Double? in
                (a.y > y) != (b.y > y) ? (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x : nil
            }.sorted()
            for i in Swift.stride(from: 0, to: crossings.count - 1, by: 2) where crossings[i + 1] - crossings[i] > best?.width ?? 0
            {
                best = (crossings[i + 1] - crossings[i], PlanPoint((crossings[i] + crossings[i + 1]) / 2, y))
            }
        }
        return best?.place
    }
}
