import FloorPlans
import Foundation
import Images

/// A sheet with paths, texts and images in millimetres from its top left corner, y down. SVG, PDF and PNG render the same drawing.
package struct Drawing: Sendable, Equatable {
    package var title: String
    /// Size of the sheet in millimetres.
    package var width: Double
    package var height: Double
    /// Layers from back to front.
    package var groups: [Group] = []

    package init(title: String, width: Double, height: Double) {
        self.title = title
        self.width = width
        self.height = height
    }

    /// A named layer of graphic elements.
    package struct Group: Sendable, Equatable {
        package var name: String
        package var marks: [Mark]

        package init(_ name: String, _ marks: [Mark] = []) {
            self.name = name
            self.marks = marks
        }
    }

    package enum Mark: Sendable, Equatable {
        case path(Path, fill: Ink? = nil, stroke: Stroke? = nil)
        case text(Text)
        /// An image in a rectangle: left, top, width, height.
        case image(ColorImage, left: Double, top: Double, width: Double, height: Double)
    }

    /// An sRGB colour.
    package struct Ink: Sendable, Equatable {
        package var red: UInt8
        package var green: UInt8
        package var blue: UInt8

        /// 0xRRGGBB
        package init(_ code: UInt32) {
            red = UInt8(code >> 16 & 255)
            green = UInt8(code >> 8 & 255)
            blue = UInt8(code & 255)
        }

        package static let black = Ink(0)
        package static let white = Ink(0xFFFFFF)
        package static let gray = Ink(0x777777)
    }

    /// A line of some width; dashes and gaps in millimetres.
    package struct Stroke: Sendable, Equatable {
        package var ink: Ink
        package var width: Double
        package var dash: [Double]

        package init(_ width: Double, _ ink: Ink = .black, dash: [Double] = []) {
            self.width = width
            self.ink = ink
            self.dash = dash
        }
    }

    package struct Text: Sendable, Equatable {
        package enum Anchor: Sendable { case start, middle, end }
        package var text: String
        /// On the baseline, at the anchor.
        package var position: PlanPoint
        /// Of capital letters, in millimetres.
        package var height: Double
        package var anchor: Anchor
        /// Clockwise on the page, radians.
        package var angle: Double
        package var isBold: Bool
        package var ink: Ink

        package init(
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
    package struct Path: Sendable, Equatable {
        package enum Step: Sendable, Equatable {
            case move(PlanPoint)
            case line(PlanPoint)
            case curve(PlanPoint, PlanPoint, PlanPoint)
            case close
        }
        package var steps: [Step] = []

        package init() {}

        package init(_ points: [PlanPoint], closed: Bool) { add(points, closed: closed) }

        package mutating func add(_ points: [PlanPoint], closed: Bool) {
            guard let first = points.first else { return }
            steps.append(.move(first))
            steps += points.dropFirst().map { .line($0) }
            if closed { steps.append(.close) }
        }

        /// A circular arc by cubic Bézier curves of at most 90° each, accurate to 0.03 % of the radius. Angles in radians,
        /// clockwise on the page.
        package mutating func addArc(center: PlanPoint, radius: Double, from: Double, to: Double) {
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

        package static func rectangle(_ x: Double, y: Double, width: Double, height: Double) -> Path {
            Path(
                [PlanPoint(x, y), PlanPoint(x + width, y), PlanPoint(x + width, y + height), PlanPoint(x, y + height)], closed: true
            )
        }

        package static func circle(_ center: PlanPoint, _ radius: Double) -> Path {
            var path = Path()
            path.addArc(center: center, radius: radius, from: 0, to: 2 * .pi)
            return path
        }
    }
}
