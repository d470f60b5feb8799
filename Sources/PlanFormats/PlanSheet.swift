import Codecs
import ModelFormats
import FloorPlans
import Foundation

/// A storey on a sheet of paper: the plan to scale, most walls upright and level, and a title block with scale bar and north.
struct PlanSheet {
    let plan: FloorPlan
    /// Counter-clockwise rotation of the drawn plan, in radians.
    let turn: Double
    /// As it is drawn: turned.
    let storey: Storey
    let page: PageSize
    let style: PlanGraphics.Style
    let graphics: PlanGraphics

    /// Millimetres around everything, and the height of the title block.
    static let margin = 10.0
    static let titleHeight = 24.0
    /// Free space around the plan.
    static let air = 4.0

    static let metricScales = [10.0, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
    /// 1" = 1', 1/2" = 1' and so on; then 1" = 20' and up.
    static let imperialScales = [12.0, 24, 48, 64, 96, 128, 192, 240, 360, 480, 600, 1200, 2400, 6000, 12_000, 60_000]

    /// - Throws: where the plan does not fit the page at the scale that is asked for.
    init(_ plan: FloorPlan, storey index: Int, _ options: PlanWriteOptions) throws(FormatError) {
        guard plan.storeys.indices.contains(index) else {
            let count = Text.count(plan.storeys.count, "storey")
            throw .unwritable("there is no storey \(index); the plan has \(count), numbered from 0")
        }
        self.plan = plan
        turn = plan.uprightTurn
        storey = plan.storeys[index].turned(by: turn)
        (page, style, graphics) = try Self.fit(storey, options)
    }

    // MARK: Page and scale

    private static func fit(_ storey: Storey, _ options: PlanWriteOptions) throws(FormatError) -> (
        PageSize, PlanGraphics.Style, PlanGraphics
    ) {
        if let scale = options.scale, !(scale.isFinite && scale >= 1 && scale <= 1e6) {
            throw .unwritable("1:\(scale) is no scale; choose 1:1 to 1:1000000")
        }
        let small = options.units == .metric ? ["A4", "A3"] : ["Letter", "Tabloid"]
        let sheets = (options.page.map { [$0] } ?? small.compactMap(PageSize.named)).flatMap(orientations)
        let scales = options.scale.map { [$0] } ?? (options.units == .metric ? metricScales : imperialScales)
        // The first sheet at a scale that one can read; else the largest scale on any of them.
        let readable = options.units == .metric ? 50.0 : 48
        var best: (page: PageSize, style: PlanGraphics.Style, graphics: PlanGraphics)?
        for page in sheets {
            guard let found = fit(storey, page: page, scales: scales, options: options) else { continue }
            if best == nil || found.style.scale < best!.style.scale { best = found }
            // The other orientation of a sheet is tried before the next size.
            if best!.style.scale <= readable, page.name == best!.page.name, page.width < page.height || sheets.count == 1 { break }
        }
        if let best { return best }
        // A scale that was asked for, on whatever sheet is large enough.
        if options.page == nil, let scale = options.scale {
            for page in PageSize.all.prefix(5).flatMap(orientations) {
                if let found = fit(storey, page: page, scales: [scale], options: options) { return found }
            }
        }
        let size = storey.bounds.size
        let where_ = options.page.map { "on \($0.name)" } ?? "on A0"
        throw .unwritable(
            "the plan, \(PlanUnits.metric.length(size.x)) x \(PlanUnits.metric.length(size.y)) m, does not fit \(where_)"
                + (options.scale.map { " at 1:\(Int($0))" } ?? "") + "; choose a larger page or a smaller scale")
    }

    /// Lying, then upright.
    private static func orientations(_ page: PageSize) -> [PageSize] {
        let landscape = page.landscape
        return [landscape, PageSize(name: page.name, width: landscape.height, height: landscape.width)]
    }

    private static func fit(
        _ storey: Storey, page: PageSize, scales: [Double], options: PlanWriteOptions
    ) -> (page: PageSize, style: PlanGraphics.Style, graphics: PlanGraphics)? {
        let room = PlanPoint(page.width - 2 * (margin + air), page.height - 2 * (margin + air) - titleHeight)
        guard room.x > 20, room.y > 20 else { return nil }
        for scale in scales {
            let style = PlanGraphics.Style(
                scale: scale, units: options.units, hasDimensions: options.hasDimensions, hasFurniture: options.hasFurniture)
            let bare = storey.bounds.size * (1000 / scale)
            guard bare.x <= room.x, bare.y <= room.y else { continue }
            var graphics = PlanGraphics(storey, style: style)
            graphics.add(options.marks, of: storey.id, style: style)
            let size = graphics.bounds.size * (1000 / scale)
            if size.x <= room.x, size.y <= room.y { return (page, style, graphics) }
        }
        return nil
    }

    // MARK: Drawing

    /// Millimetres of paper for metres of the plan.
    var k: Double { 1000 / style.scale }

    /// Where a place of the plan is on the paper.
    func place(_ p: PlanPoint) -> PlanPoint {
        let c = cos(turn)
        let s = sin(turn)
        return paper(PlanPoint(c * p.x - s * p.y, s * p.x + c * p.y))
    }

    /// Where a place of the turned plan is on the paper.
    private func paper(_ p: PlanPoint) -> PlanPoint {
        let middle = PlanPoint(page.width / 2, (page.height - Self.titleHeight) / 2)
        let d = (p - graphics.bounds.center) * k
        return PlanPoint(middle.x + d.x, middle.y - d.y)
    }

    func drawing() -> Drawing {
        var drawing = Drawing(
            title: plan.name + (plan.storeys.count > 1 ? ", " + storey.name : ""), width: page.width, height: page.height)
        // A tint under the rooms, so that they stand out from what is outside.
        drawing.groups.append(
            Drawing.Group(
                "floor", storey.rooms.map { .path(.init($0.polygon.corners.map(paper), closed: true), fill: .init(0xF7F4ED)) }))
        for layer in [PlanLayer.area, .furniture, .wall, .door, .glazing, .dimension, .areaLabel] {
            let marks = graphics.figures.filter { $0.layer == layer }.flatMap(marks)
            drawing.groups.append(Drawing.Group(layer.rawValue, marks))
        }
        drawing.groups.append(Drawing.Group("title", titleBlock()))
        return drawing
    }

    private func marks(_ figure: PlanFigure) -> [Drawing.Mark] {
        let stroke = stroke(figure)
        switch figure.shape {
        case .solid(let loops):
            var path = Drawing.Path()
            for loop in loops { path.add(loop.corners.map(paper), closed: true) }
            return [.path(path, fill: .init(figure.isAssumed ? 0x9C9C9C : 0x3C3C3C), stroke: .init(0.35))]
        case .polyline(let points, let closed):
            // The outline of a room that was seen is the faces of its walls.
            if figure.layer == .area, !figure.isDashed { return [] }
            let isBox = closed && (figure.layer == .furniture || figure.layer == .door)
            return [.path(.init(points.map(paper), closed: closed), fill: isBox ? .white : nil, stroke: stroke)]
        case .arc(let center, let radius, let from, let to):
            var path = Drawing.Path()
            path.addArc(center: paper(center), radius: radius * k, from: -from, to: -to)
            var thin = stroke
            if figure.layer == .door { thin.width = 0.13 }
            return [.path(path, stroke: thin)]
        case .text(let text): return [.text(self.text(text))]
        case .dimension(let dimension):
            let parts = dimension.parts
            var ink = Drawing.Path()
            for (a, b) in parts.lines { ink.add([paper(a), paper(b)], closed: false) }
            var ticks = Drawing.Path()
            for (a, b) in parts.ticks { ticks.add([paper(a), paper(b)], closed: false) }
            return [
                .path(ink, stroke: .init(0.13, .init(0x555555))), .path(ticks, stroke: .init(0.3)), .text(self.text(parts.text)),
            ]
        }
    }

    private func stroke(_ figure: PlanFigure) -> Drawing.Stroke {
        let (width, ink): (Double, Drawing.Ink) =
            switch figure.layer {
            case .wall: (0.3, .black)
            case .door, .glazing: (0.2, .black)
            case .furniture: (0.15, .init(0x8A8A8A))
            case .area: (0.13, .gray)
            case .areaLabel, .dimension: (0.13, .init(0x555555))
            }
        return Drawing.Stroke(width, ink, dash: figure.isDashed ? [1.6, 1] : [])
    }

    /// From its middle on the plan to its baseline on the paper.
    private func text(_ text: PlanText) -> Drawing.Text {
        let height = text.height * k
        let p = paper(text.position)
        let angle = -text.angle
        let down = PlanPoint(-sin(angle), cos(angle)) * (height / 2)
        return Drawing.Text(text.text, at: p + down, height: height, anchor: .middle, angle: angle, isBold: text.isBold)
    }
}
