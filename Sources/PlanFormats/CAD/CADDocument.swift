import ModelFormats
import FloorPlans
import Foundation

/// A drawing as CAD programs keep it: layers, blocks and entities with handles, in drawing units. DXF and DWG write the same one.
struct CADDocument {
    struct Layer {
        var name: String
        /// AutoCAD Color Index.
        var color: Int
        /// Hundredths of a millimetre.
        var lineweight: Int
        var handle: Int
    }

    struct Entity {
        /// Index into `layers`.
        var layer: Int
        var isDashed = false
        var handle: Int
        var shape: Shape
    }

    enum Shape {
        case line(PlanPoint, PlanPoint)
        case polyline([PlanPoint], closed: Bool)
        case circle(center: PlanPoint, radius: Double)
        /// Anticlockwise, radians.
        case arc(center: PlanPoint, radius: Double, from: Double, to: Double)
        /// Centred on its place in both directions.
        case text(PlanText)
        case dimension(Dimension)
        /// Solid between these loops.
        case hatch([PlanPolygon])
    }

    struct Dimension {
        var start: PlanPoint
        var end: PlanPoint
        /// Where the second extension line meets the dimension line.
        var lineEnd: PlanPoint
        var text: PlanText
        /// Of the dimension line, radians.
        var angle: Double
        var measurement: Double
        /// Index into `blocks`.
        var block: Int
    }

    /// What a dimension looks like, or a space.
    struct Block {
        var name: String
        /// Of the block record, of the block's beginning and of its end.
        var record: Int
        var begin: Int
        var end: Int
        var entities: [Entity]
    }

    private(set) var layers: [Layer] = []
    /// Blocks of the dimensions.
    private(set) var blocks: [Block] = []
    private(set) var entities: [Entity] = []
    private var largeHatches: [Entity] = []
    private(set) var bounds = PlanBounds()
    let unit: LengthUnit
    /// Height of dimension texts, and the dash and gap of dashed lines, in drawing units.
    let textHeight: Double
    let dash: (on: Double, off: Double)
    private(set) var nextHandle = Handle.first

    /// Handles of what every drawing has.
    enum Handle {
        static let (blockControl, layerControl, styleControl, ltypeControl) = (0x1, 0x2, 0x3, 0x5)
        static let (viewControl, ucsControl, vportControl, appidControl, dimstyleControl, vpEntControl) = (
            0x6, 0x7, 0x8, 0x9, 0xA, 0xB
        )
        static let (rootDictionary, groupDictionary, layoutDictionary, mlineDictionary, mlineStyle) = (0xC, 0xD, 0xE, 0xF, 0x18)
        static let (layer0, standardStyle, acadApp, byBlock, byLayer, continuous, dashed) = (
            0x10, 0x11, 0x12, 0x14, 0x15, 0x16, 0x17
        )
        static let (dimstyle, vport) = (0x19, 0x1A)
        static let (paperRecord, paperBegin, paperEnd, paperLayout) = (0x1B, 0x1C, 0x1D, 0x1E)
        static let (modelRecord, modelBegin, modelEnd, modelLayout) = (0x1F, 0x20, 0x21, 0x22)
        static let first = 0x30
    }

    static let dimensionStyle = "DIORAMA"

    init(_ plan: FloorPlan, _ options: PlanWriteOptions) {
        unit = options.unit ?? .metre
        let style = PlanGraphics.Style(
            scale: options.scale ?? 50, units: options.units, hasDimensions: options.hasDimensions,
            hasFurniture: options.hasFurniture)
        let perMetre = unit.perMetre
        textHeight = style.metres(2) * perMetre
        dash = (style.metres(2.5) * perMetre, style.metres(1.25) * perMetre)
        for (name, color, lineweight) in [("0", 7, -3), ("A-WALL-PATT", 253, 5), ("A-WALL-PATT-ASSM", 255, 5)]
            + PlanLayer.allCases.map({ ($0.rawValue, Self.color($0), $0.lineweight) })
        {
            layers.append(Layer(name: name, color: color, lineweight: lineweight, handle: name == "0" ? Handle.layer0 : claim()))
        }
        // Dimensions come last, and before them hatches of more than 32 kB: GDAL's reader of DWG stops at the first of either.
        var dimensions: [(PlanFigure, PlanPoint)] = []
        // The lowest storey keeps its place; the others stand to the right of it, one after the other.
        var shift = PlanPoint.zero
        for (i, storey) in plan.storeys.enumerated() {
            var graphics = PlanGraphics(storey, style: style)
            graphics.add(options.marks, of: storey.id, style: style)
            if i > 0 { shift.x += graphics.bounds.center.x - graphics.bounds.min.x }
            for figure in graphics.figures {
                if figure.layer == .dimension {
                    dimensions.append((figure, shift))
                } else {
                    add(figure, shift: shift, scale: perMetre)
                }
            }
            if plan.storeys.count > 1 {
                let place = PlanPoint(graphics.bounds.center.x, graphics.bounds.min.y - style.metres(8))
                add(
                    PlanFigure(.areaLabel, .text(PlanText(storey.name, at: place, height: style.metres(4)))), shift: shift,
                    scale: perMetre)
            }
            // Below the drawing and the storey's name.
            var below = graphics.bounds.min.y - style.metres(16)
            for line in graphics.legend {
                let text = PlanText(line, at: PlanPoint(graphics.bounds.center.x, below), height: style.metres(2))
                add(PlanFigure(.areaLabel, .text(text)), shift: shift, scale: perMetre)
                below -= style.metres(4)
            }
            let next = i + 1 < plan.storeys.count ? plan.storeys[i + 1].bounds.center.x : 0
            shift.x += graphics.bounds.max.x + style.metres(30) - next
        }
        entities += largeHatches
        for (figure, shift) in dimensions { add(figure, shift: shift, scale: perMetre) }
    }

    private static func color(_ layer: PlanLayer) -> Int {
        switch layer {
        case .wall, .areaLabel: 7
        case .door: 30
        case .glazing: 140
        case .furniture: 9
        case .area: 8
        case .dimension: 252
        }
    }

    private mutating func claim() -> Int {
        defer { nextHandle += 1 }
        return nextHandle
    }

    private mutating func entity(_ layer: Int, _ shape: Shape, isDashed: Bool = false) -> Entity {
        Entity(layer: layer, isDashed: isDashed, handle: claim(), shape: shape)
    }

    private mutating func add(_ figure: PlanFigure, shift: PlanPoint, scale k: Double) {
        let layer = layers.firstIndex { $0.name == figure.layer.rawValue }!
        let move = Move(shift: shift, k: k)
        switch figure.shape {
        case .solid(let loops):
            let moved = loops.map { PlanPolygon($0.corners.map(move.point)) }
            let hatch = entity(figure.isAssumed ? 2 : 1, .hatch(moved))
            if moved.reduce(0, { $0 + $1.corners.count }) < 1_500 { entities.append(hatch) } else { largeHatches.append(hatch) }
            for loop in moved {
                bounds.add(loop.bounds)
                entities.append(entity(layer, .polyline(loop.corners, closed: true)))
            }
        case .polyline(let points, let closed):
            let moved = points.map(move.point)
            bounds.add(PlanBounds(moved))
            let shape = moved.count == 2 ? Shape.line(moved[0], moved[1]) : .polyline(moved, closed: closed)
            entities.append(entity(layer, shape, isDashed: figure.isDashed))
        case .arc(let center, let radius, let from, let to):
            let c = move.point(center)
            let r = radius * k
            // Both ends, and where it runs through a direction of the axes.
            let quarters = (-4...8).map { Double($0) * (.pi / 2) }
            for angle in [from, to] + quarters.filter({ $0 > from && $0 < to }) {
                bounds.add(c + PlanPoint(cos(angle), sin(angle)) * r)
            }
            let shape =
                to - from > 2 * .pi - 1e-9 ? Shape.circle(center: c, radius: r) : .arc(center: c, radius: r, from: from, to: to)
            entities.append(entity(layer, shape, isDashed: figure.isDashed))
        case .text(let text):
            let moved = move.text(text)
            bounds.add(moved.extent)
            entities.append(entity(layer, .text(moved)))
        case .dimension(let dimension): add(dimension, layer: layer, move: move)
        }
    }

    private mutating func add(_ dimension: PlanDimension, layer: Int, move: Move) {
        let parts = dimension.parts
        var block = Block(name: "*D\(blocks.count + 1)", record: claim(), begin: claim(), end: claim(), entities: [])
        for (a, b) in parts.lines + parts.ticks {
            let p = move.point(a)
            let q = move.point(b)
            block.entities.append(entity(0, .line(p, q)))
            bounds.add(PlanBounds([p, q]))
        }
        let text = move.text(parts.text)
        bounds.add(text.extent)
        block.entities.append(entity(0, .text(text)))
        blocks.append(block)
        let moved = Dimension(
            start: move.point(dimension.start), end: move.point(dimension.end), lineEnd: move.point(parts.ends.1),
            text: text, angle: atan2(dimension.direction.y, dimension.direction.x),
            measurement: dimension.length * move.k, block: blocks.count - 1)
        entities.append(entity(layer, .dimension(moved)))
    }

    /// From the plan's metres to drawing units.
    private struct Move {
        var shift: PlanPoint
        var k: Double

        func point(_ p: PlanPoint) -> PlanPoint { (p + shift) * k }

        func text(_ text: PlanText) -> PlanText {
            PlanText(text.text, at: point(text.position), height: text.height * k, angle: text.angle, isBold: text.isBold)
        }
    }
}

extension PlanText {
    /// Where the text's baseline begins, by the mean width of letters; CAD programs compute it anew from the middle.
    var baselineStart: PlanPoint { position - along(Double(text.count) * height * 0.8) - upright }

    /// About where it stands, whatever font a program shows it in.
    var extent: PlanBounds {
        let half = along(Double(text.count) * height * 0.6)
        return PlanBounds([half + upright, half - upright, upright - half, PlanPoint.zero - half - upright].map { position + $0 })
    }

    /// Half of a width along the text.
    private func along(_ width: Double) -> PlanPoint { PlanPoint(cos(angle), sin(angle)) * (width / 2) }

    /// Half of its height, across the text.
    private var upright: PlanPoint { PlanPoint(-sin(angle), cos(angle)) * (height / 2) }
}
