import Foundation

/// Layers of a drawing, named as the US National CAD Standard names them.
public enum PlanLayer: String, Sendable, CaseIterable {
    /// Outlines of walls.
    case wall = "A-WALL"
    /// Door leaves and their swing.
    case door = "A-DOOR"
    /// Windows.
    case glazing = "A-GLAZ"
    /// Furniture symbols.
    case furniture = "A-FURN"
    /// Outlines of rooms.
    case area = "A-AREA"
    /// Names, areas and sizes of rooms.
    case areaLabel = "A-AREA-IDEN"
    /// Dimension lines.
    case dimension = "A-ANNO-DIMS"

    /// Width of its lines on paper, in hundredths of a millimetre, from the list that CAD programs know.
    public var lineweight: Int {
        switch self {
        case .wall: 50
        case .door, .glazing: 25
        case .furniture, .dimension: 18
        case .area, .areaLabel: 13
        }
    }
}

/// One thing of a drawing in the plan's own metres.
public struct PlanFigure: Sendable, Equatable {
    /// The geometry of a figure, in metres of the plan.
    public enum Shape: Sendable, Equatable {
        /// Solid to the left of each edge: outlines and holes.
        case solid([PlanPolygon])
        /// A line through the points; `closed` joins the last one to the first.
        case polyline([PlanPoint], closed: Bool)
        /// Anticlockwise from one angle to the other, radians; a circle where they are 2π apart.
        case arc(center: PlanPoint, radius: Double, from: Double, to: Double)
        /// A line of text.
        case text(PlanText)
        /// A dimension line with its text.
        case dimension(PlanDimension)
    }

    /// The layer that it is drawn on.
    public var layer: PlanLayer
    /// Its geometry.
    public var shape: Shape
    /// Not seen by the scan, or above the plane of the cut.
    public var isDashed: Bool
    /// Walls whose thickness is assumed: filled lighter than the others.
    public var isAssumed: Bool

    /// A figure on a layer.
    public init(_ layer: PlanLayer, _ shape: Shape, isDashed: Bool = false, isAssumed: Bool = false) {
        self.layer = layer
        self.shape = shape
        self.isDashed = isDashed
        self.isAssumed = isAssumed
    }

    static func line(_ layer: PlanLayer, from a: PlanPoint, to b: PlanPoint, isDashed: Bool = false) -> PlanFigure {
        PlanFigure(layer, .polyline([a, b], closed: false), isDashed: isDashed)
    }
}

/// A line of text, centred on its place.
public struct PlanText: Sendable, Equatable {
    /// The characters.
    public var text: String
    /// Middle of the text in both directions.
    public var position: PlanPoint
    /// Of capital letters, in metres of the plan.
    public var height: Double
    /// Anticlockwise, radians.
    public var angle: Double
    /// Whether it is set in bold type.
    public var isBold: Bool

    /// - Parameters:
    ///   - text: the line of text.
    ///   - position: centre of the text, metres of the plan.
    ///   - height: of capital letters, metres of the plan.
    ///   - angle: anticlockwise, radians.
    ///   - isBold: whether it is written in bold.
    public init(_ text: String, at position: PlanPoint, height: Double, angle: Double = 0, isBold: Bool = false) {
        self.text = text
        self.position = position
        self.height = height
        self.angle = angle
        self.isBold = isBold
    }

    /// About how long a line gets in a common sans-serif typeface, for letters of a height.
    static func width(_ text: String, height: Double, isBold: Bool = false) -> Double {
        Double(text.count) * height * (isBold ? 0.76 : 0.72)
    }
}

/// A distance with its dimension line.
public struct PlanDimension: Sendable, Equatable {
    /// The two places that are measured.
    public var start: PlanPoint
    /// The second measured point.
    public var end: PlanPoint
    /// Along which the distance is measured, unit length.
    public var direction: PlanPoint
    /// Any point of the dimension line.
    public var line: PlanPoint
    /// Height of capital letters, in metres of the plan.
    public var textHeight: Double
    /// The length as it is written.
    public var text: String
    /// Whether it ends on an inferred wall or includes an assumed thickness; the text is marked with `PlanUnits.assumedMark`.
    public var isAssumed = false
    /// Rows of text that this one is lifted by, since it is too wide for its place.
    public var lift = 0.0

    /// A dimension between two points along `direction` (unit length), with its line through `line`.
    public init(start: PlanPoint, end: PlanPoint, direction: PlanPoint, line: PlanPoint, textHeight: Double, text: String) {
        self.start = start
        self.end = end
        self.direction = direction
        self.line = line
        self.textHeight = textHeight
        self.text = text
    }

    /// Metres.
    public var length: Double { abs((end - start).dot(direction)) }

    /// What is drawn for it.
    public struct Parts: Sendable, Equatable {
        /// Where the extension lines meet the dimension line.
        public var ends: (PlanPoint, PlanPoint)
        /// Dimension line and extension lines.
        public var lines: [(PlanPoint, PlanPoint)]
        /// Oblique strokes at its ends.
        public var ticks: [(PlanPoint, PlanPoint)]
        /// The length, placed above the dimension line.
        public var text: PlanText

        public static func == (a: Parts, b: Parts) -> Bool {
            a.text == b.text && zip(a.lines + a.ticks, b.lines + b.ticks).allSatisfy { $0 == $1 }
        }
    }

    /// Lines, ticks and text that draw it.
    public var parts: Parts {
        let a = foot(start)
        let b = foot(end)
        var lines = [(a - direction * overshoot(a, b), b + direction * overshoot(a, b))]
        for (p, q) in [(start, a), (end, b)] where (q - p).length > textHeight * 0.6 {
            let away = (q - p).normalized
            lines.append((p + away * (textHeight * 0.6), q + away * (textHeight * 0.6)))
        }
        let tick = (direction + direction.left).normalized * (textHeight * 0.55)
        // Text is read from below or from the right.
        var angle = atan2(direction.y, direction.x)
        if angle > .pi / 2 + 0.01 { angle -= .pi }
        if angle <= -.pi / 2 + 0.01 { angle += .pi }
        let up = PlanPoint(-sin(angle), cos(angle))
        let middle = (a + b) / 2 + up * (textHeight * (1.05 + 1.4 * lift))
        return Parts(
            ends: (a, b), lines: lines, ticks: [(a - tick, a + tick), (b - tick, b + tick)],
            text: PlanText(text, at: middle, height: textHeight, angle: angle))
    }

    private func overshoot(_ a: PlanPoint, _ b: PlanPoint) -> Double {
        (b - a).dot(direction) >= 0 ? textHeight * 0.6 : -textHeight * 0.6
    }

    /// The foot of `p` on the dimension line.
    private func foot(_ p: PlanPoint) -> PlanPoint { p + direction.left * (line - p).dot(direction.left) }
}
