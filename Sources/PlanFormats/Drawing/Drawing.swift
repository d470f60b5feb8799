import FloorPlans
import Foundation
import Images

/// A sheet of paper with lines, areas and texts, in millimetres from its top left, y down. SVG, PDF and PNG draw the same one.
public struct Drawing: Sendable, Equatable {
    public var title: String
    /// Millimetres.
    public var width: Double
    public var height: Double
    /// From the background to the front.
    public var groups: [Group] = []

    public init(title: String, width: Double, height: Double) { (self.title, self.width, self.height) = (title, width, height) }

    /// Marks that belong together: a layer.
    public struct Group: Sendable, Equatable {
        public var name: String
        public var marks: [Mark]

        public init(_ name: String, _ marks: [Mark] = []) { (self.name, self.marks) = (name, marks) }
    }

    public enum Mark: Sendable, Equatable {
        case path(Path, fill: Ink? = nil, stroke: Stroke? = nil)
        case text(Text)
        /// An image in a rectangle: left, top, width, height.
        case picture(ColorImage, left: Double, top: Double, width: Double, height: Double)
    }

    /// An sRGB colour.
    public struct Ink: Sendable, Equatable {
        public var red: UInt8
        public var green: UInt8
        public var blue: UInt8

        /// 0xRRGGBB
        public init(_ code: UInt32) {
            (red, green, blue) = (UInt8(code >> 16 & 255), UInt8(code >> 8 & 255), UInt8(code & 255))
        }

        public static let black = Ink(0)
        public static let white = Ink(0xFFFFFF)
        public static let gray = Ink(0x777777)
    }

    /// A line of some width; dashes and gaps in millimetres.
    public struct Stroke: Sendable, Equatable {
        public var ink: Ink
        public var width: Double
        public var dash: [Double]

        public init(_ width: Double, _ ink: Ink = .black, dash: [Double] = []) {
            self.width = width
            self.ink = ink
            self.dash = dash
        }
    }

    public struct Text: Sendable, Equatable {
        public enum Anchor: Sendable { case start, middle, end }
        public var text: String
        /// On the baseline, at the anchor.
        public var position: PlanPoint
        /// Of capital letters, in millimetres.
        public var height: Double
        public var anchor: Anchor
        /// Clockwise on the page, radians.
        public var angle: Double
        public var isBold: Bool
        public var ink: Ink

        public init(
            _ text: String, at position: PlanPoint, height: Double, anchor: Anchor = .start, angle: Double = 0,
            isBold: Bool = false,
            ink: Ink = .black
        ) {
            self.text = text
            self.position = position
            self.height = height
            self.anchor = anchor
            self.angle = angle
            self.isBold = isBold
            self.ink = ink
        }

        /// Capitals of the fonts that are drawn with are this share of the font's size.
        static let capitals = 0.72
        /// Of the font, in millimetres.
        var size: Double { height / Self.capitals }
    }

    /// Lines and curves; filled by the even-odd rule.
    public struct Path: Sendable, Equatable {
        public enum Step: Sendable, Equatable {
            case move(PlanPoint)
            case line(PlanPoint)
            case curve(PlanPoint, PlanPoint, PlanPoint)
            case close
        }
        public var steps: [Step] = []

        public init() {}

        public init(_ points: [PlanPoint], closed: Bool) { add(points, closed: closed) }

        public mutating func add(_ points: [PlanPoint], closed: Bool) {
            guard let first = points.first else { return }
            steps.append(.move(first))
            steps += points.dropFirst().map { .line($0) }
            if closed { steps.append(.close) }
        }

        /// A piece of a circle by cubic curves, each of at most a right angle: exact to 0.03 % of the radius. Angles as the page
        /// has them.
        public mutating func addArc(center: PlanPoint, radius: Double, from: Double, to: Double) {
            func at(_ angle: Double) -> PlanPoint { center + PlanPoint(cos(angle), sin(angle)) * radius }
            func tangent(_ angle: Double) -> PlanPoint { PlanPoint(-sin(angle), cos(angle)) * radius }
            let pieces = max(1, Int((abs(to - from) / (.pi / 2) - 1e-9).rounded(.up)))
            let turn = (to - from) / Double(pieces)
            let pull = 4.0 / 3 * tan(turn / 4)
            steps.append(.move(at(from)))
            for i in 0..<pieces {
                let a = from + Double(i) * turn
                let b = from + Double(i + 1) * turn
                steps.append(.curve(at(a) + tangent(a) * pull, at(b) - tangent(b) * pull, at(b)))
            }
            if abs(abs(to - from) - 2 * .pi) < 1e-9 { steps.append(.close) }
        }

        public static func rectangle(_ x: Double, y: Double, width: Double, height: Double) -> Path {
            Path(
                [PlanPoint(x, y), PlanPoint(x + width, y), PlanPoint(x + width, y + height), PlanPoint(x, y + height)], closed: true
            )
        }

        public static func circle(_ center: PlanPoint, _ radius: Double) -> Path {
            var path = Path()
            path.addArc(center: center, radius: radius, from: 0, to: 2 * .pi)
            return path
        }
    }
}
