import FloorPlans
import Foundation

extension PlanSheet {
    /// The frame, and below the plan: name, figures, scale bar, north.
    func titleBlock() -> [Drawing.Mark] {
        let m = Self.margin
        let left = m
        let right = page.width - m
        let bottom = page.height - m
        let top = bottom - Self.titleHeight
        var marks: [Drawing.Mark] = [
            .path(.rectangle(m, y: m, width: page.width - 2 * m, height: page.height - 2 * m), stroke: .init(0.35)),
            .path(.init([PlanPoint(left, top), PlanPoint(right, top)], closed: false), stroke: .init(0.35)),
        ]
        let north = right - Self.titleHeight
        let bar = north - 66
        for x in [bar, north] {
            marks.append(.path(.init([PlanPoint(x, top), PlanPoint(x, bottom)], closed: false), stroke: .init(0.18)))
        }
        marks += names(left + 4, top: top, width: bar - left - 8)
        marks += scaleBar(bar + 5, top)
        marks += northMark(PlanPoint(north + Self.titleHeight / 2, top + Self.titleHeight / 2))
        if plan.north == nil { marks += originMark() }
        return marks
    }

    private func names(_ x: Double, top: Double, width: Double) -> [Drawing.Mark] {
        let rooms = storey.rooms.count
        var figures = storey.name + " · " + storey.areaText(style.units)
        if rooms > 0 { figures += " in \(rooms) room\(rooms == 1 ? "" : "s")" }
        let units = style.units == .metric ? "Dimensions in metres." : "Dimensions in feet and inches."
        // What explains dimensions, then what explains lines and fills.
        let marks = graphics.legend.filter { $0.hasPrefix("≈") }
        let lines = graphics.legend.filter { !$0.hasPrefix("≈") }
        let notes = ([units] + marks).joined(separator: " ")
        let legend = lines.joined(separator: " ")
        // A long text is set smaller, down to a half, and then cut. Both notes have one size.
        func size(_ text: String, _ height: Double) -> Double {
            max(height / 2, min(height, width / (Double(max(text.count, 1)) * 0.95)))
        }
        let noteSize = min(size(notes, 1.8), size(legend, 1.8))
        let name = plan.name.isEmpty ? "Floor plan" : plan.name
        return [
            (name, size(name, 4), 7.0, true), (figures, size(figures, 2.4), 12.5, false), (notes, noteSize, 17.2, false),
            (legend, noteSize, 20.8, false),
        ].filter { !$0.0.isEmpty }.map { text, size, y, bold in
            let letters = Int(width / (size * 0.95))
            let line = text.count > letters ? text.prefix(max(1, letters - 1)) + "…" : text[...]
            return .text(.init(String(line), at: PlanPoint(x, top + y), height: size, isBold: bold))
        }
    }

    private func scaleBar(_ x: Double, _ top: Double) -> [Drawing.Mark] {
        let metre = style.units == .metric ? 1.0 : 0.3048
        // The longest round length within 50 mm, in four or five parts.
        let steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]
        let length = steps.last { $0 * metre * k <= 50 } ?? steps[0]
        let parts = "\(length)".contains("2") ? 4 : 5
        let width = length * metre * k / Double(parts)
        let y = top + 13
        var marks: [Drawing.Mark] = []
        for i in 0..<parts {
            marks.append(
                .path(
                    .rectangle(x + Double(i) * width, y: y, width: width, height: 1.6), fill: i % 2 == 0 ? .black : .white,
                    stroke: .init(0.15)))
        }
        func label(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
        let unit = style.units == .metric ? " m" : " ft"
        for (share, text) in [(0.0, "0"), (1.0, label(length) + unit)] {
            marks.append(
                .text(.init(text, at: PlanPoint(x + share * Double(parts) * width, y + 5), height: 1.9, anchor: .middle)))
        }
        let scale = style.scale == style.scale.rounded() ? "\(Int(style.scale))" : "\(style.scale)"
        marks.append(.text(.init("Scale 1:\(scale) on \(page.name)", at: PlanPoint(x, top + 8), height: 2.4, isBold: true)))
        return marks
    }

    /// An arrow to the north; where nobody knows it, the plan's own axes.
    private func northMark(_ middle: PlanPoint) -> [Drawing.Mark] {
        guard let north = plan.north.map({ $0 + turn }) else {
            let x = PlanPoint(cos(turn), -sin(turn))
            let y = PlanPoint(x.y, -x.x)
            let o = middle - (x + y) * 5
            var axes = Drawing.Path()
            axes.add([o + y * 10, o, o + x * 10], closed: false)
            for (along, across) in [(x, y), (y, x)] {
                let tip = o + along * 10
                axes.add([tip - along * 2 - across, tip, tip - along * 2 + across], closed: false)
            }
            return [
                .path(axes, stroke: .init(0.25)),
                .text(.init("x", at: o + x * 12 + PlanPoint(0, 0.8), height: 1.9, anchor: .middle)),
                .text(.init("y", at: o + y * 12 + PlanPoint(0, 0.8), height: 1.9, anchor: .middle)),
            ]
        }
        // On the page y is down: anticlockwise turns from up to the left.
        let up = PlanPoint(-sin(north), -cos(north))
        let side = PlanPoint(-up.y, up.x)
        let tip = middle + up * 6.5
        return [
            .path(.circle(middle, 6.5), stroke: .init(0.18)),
            .path(.init([tip, middle - up * 4.5 - side * 3, middle - up * 2.6], closed: true), fill: .black, stroke: .init(0.15)),
            .path(.init([tip, middle - up * 4.5 + side * 3, middle - up * 2.6], closed: true), fill: .white, stroke: .init(0.15)),
            .text(.init("N", at: middle + up * 8.6 + PlanPoint(0, 1.1), height: 2.2, anchor: .middle, isBold: true)),
        ]
    }

    /// Marks outside of the frame at the height and the breadth of the plan's origin, where the sheet shows it: nothing prints over
    /// the plan.
    private func originMark() -> [Drawing.Mark] {
        let o = place(.zero)
        let m = Self.margin
        let inside = o.x > m + 3 && o.x < page.width - m - 3
        guard inside, o.y > m + 3, o.y < page.height - m - Self.titleHeight - 3 else { return [] }
        let red = Drawing.Ink(0xB03020)
        var ticks = Drawing.Path()
        ticks.add([PlanPoint(m - 3, o.y), PlanPoint(m, o.y)], closed: false)
        ticks.add([PlanPoint(o.x, m - 3), PlanPoint(o.x, m)], closed: false)
        return [
            .path(ticks, stroke: .init(0.18, red)),
            .text(.init("0, 0", at: PlanPoint(m - 3.6, o.y), height: 1.5, anchor: .middle, angle: -.pi / 2, ink: red)),
            .text(.init("0, 0", at: PlanPoint(o.x, m - 3.6), height: 1.5, anchor: .middle, ink: red)),
        ]
    }
}
