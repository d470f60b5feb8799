import FloorPlans

extension DWGObjects {
    /// The owner of an entity: a space or a block.
    private enum Place {
        case paper, model
        case block(Int)
    }

    mutating func blocks() {
        block(
            "*Model_Space", record: Handle.modelRecord, begin: Handle.modelBegin, end: Handle.modelEnd, entities: document.entities,
            place: .model,
            layout: Handle.modelLayout)
        block(
            "*Paper_Space", record: Handle.paperRecord, begin: Handle.paperBegin, end: Handle.paperEnd, entities: [], place: .paper,
            layout: Handle.paperLayout)
        // Anonymous blocks are named by their kind only; readers number them.
        for block in document.blocks {
            self.block(
                "*D", record: block.record, begin: block.begin, end: block.end, entities: block.entities,
                place: .block(block.record), layout: 0)
        }
    }

    private mutating func block(
        _ name: String, record: Int, begin: Int, end: Int, entities: [CADDocument.Entity], place: Place, layout: Int
    ) {
        blockRecord(
            name, record: record, begin: begin, end: end, entities: entities.map(\.handle), isAnonymous: name == "*D",
            layout: layout)
        drawn(4, handle: begin, place: place, links: (0, 0), layer: 0, isDashed: false) { $0.t(name) }
        for (i, entity) in entities.enumerated() {
            let links = (i > 0 ? entities[i - 1].handle : 0, i + 1 < entities.count ? entities[i + 1].handle : 0)
            self.entity(entity, place: place, links: links)
        }
        drawn(5, handle: end, place: place, links: (0, 0), layer: 0, isDashed: false) { _ in }
    }

    /// An entity: what all have in common, its own data, and its references.
    private mutating func drawn(
        _ type: Int, handle: Int, place: Place, links: (previous: Int, next: Int), layer: Int, isDashed: Bool,
        data: (inout DWGBits) -> Void, references: (inout DWGBits) -> Void = { _ in }
    ) {
        let layerHandle = document.layers[layer].handle
        add(type, handle: handle) {
            // No preview graphic.
            $0.b(false)
            switch place {
            case .block: $0.bb(0)
            case .paper: $0.bb(1)
            case .model: $0.bb(2)
            }
            // No reactors; links to its neighbours are told.
            $0.bl(0)
            $0.b(false)
            // Colour by layer or by block, scale of the line type, line type by layer or told, plot style by layer, visible, line
            // weight
            let byBlock = if case .block = place { true } else { false }
            $0.bs(byBlock ? 0 : 256)
            $0.bd(1)
            $0.bb(isDashed ? 3 : 0)
            $0.bb(0)
            $0.bs(0)
            $0.rc(byBlock ? 30 : 29)
            data(&$0)
        } references: {
            if case .block(let owner) = place { $0.h(.softPointer, owner) }
            $0.h(.hardOwner, 0)
            $0.h(.softPointer, links.previous)
            $0.h(.softPointer, links.next)
            $0.h(.hardPointer, layerHandle)
            if isDashed { $0.h(.hardPointer, Handle.dashed) }
            references(&$0)
        }
    }

    private mutating func entity(_ entity: CADDocument.Entity, place: Place, links: (Int, Int)) {
        func draw(_ type: Int, data: (inout DWGBits) -> Void, references: (inout DWGBits) -> Void = { _ in }) {
            drawn(
                type, handle: entity.handle, place: place, links: links, layer: entity.layer, isDashed: entity.isDashed, data: data,
                references: references)
        }
        switch entity.shape {
        case .line(let a, let b):
            draw(
                0x13,
                data: {
                    // All z are zero.
                    $0.b(true)
                    $0.rd(a.x)
                    $0.dd(b.x, default: a.x)
                    $0.rd(a.y)
                    $0.dd(b.y, default: a.y)
                    $0.flat()
                })
        case .polyline(let points, closed: let closed): draw(0x4D, data: { Self.polyline(points, closed: closed, out: &$0) })
        case .circle(let center, let radius):
            draw(
                0x12,
                data: {
                    $0.bd3(center)
                    $0.bd(radius)
                    $0.flat()
                })
        case .arc(let center, let radius, let from, let to):
            draw(
                0x11,
                data: {
                    $0.bd3(center)
                    $0.bd(radius)
                    $0.flat()
                    $0.bd(Self.turn(from))
                    $0.bd(Self.turn(to))
                })
        case .text(let text): draw(0x01, data: { Self.text(text, &$0) }, references: { $0.h(.hardPointer, Handle.standardStyle) })
        case .dimension(let dimension):
            let block = document.blocks[dimension.block].record
            draw(
                0x15, data: { Self.dimension(dimension, &$0) },
                references: {
                    $0.h(.hardPointer, Handle.dimstyle)
                    $0.h(.hardPointer, block)
                })
        case .hatch(let loops): draw(0x4E, data: { Self.hatch(loops, &$0) })
        }
    }

    /// 0 to 2π.
    private static func turn(_ angle: Double) -> Double {
        let rest = angle.truncatingRemainder(dividingBy: 2 * .pi)
        return rest < 0 ? rest + 2 * .pi : rest
    }

    private static func polyline(_ points: [PlanPoint], closed: Bool, out: inout DWGBits) {
        out.bs(closed ? 512 : 0)
        out.bl(points.count)
        for (i, p) in points.enumerated() {
            if i == 0 {
                out.rd2(p)
            } else {
                out.dd(p.x, default: points[i - 1].x)
                out.dd(p.y, default: points[i - 1].y)
            }
        }
    }

    private static func text(_ text: PlanText, _ out: inout DWGBits) {
        // Left out are elevation (1), oblique angle (4), width factor (16) and generation (32).
        let isLevel = text.angle == 0
        out.rc(1 | 4 | 16 | 32 | (isLevel ? 8 : 0))
        let start = text.baselineStart
        out.rd2(start)
        out.dd(text.position.x, default: start.x)
        out.dd(text.position.y, default: start.y)
        // Here the normal stands before the thickness.
        out.flat()
        if !isLevel { out.rd(turn(text.angle)) }
        out.rd(text.height)
        out.t(text.text)
        // Centred, middle
        out.bs(1)
        out.bs(2)
    }

    private static func dimension(_ d: CADDocument.Dimension, _ out: inout DWGBits) {
        out.bd3(0, 0, 1)
        out.rd2(d.text.position)
        out.bd(0)
        // The text stands where it was put (bit 0 off); the block belongs to this dimension alone (bit 1).
        out.rc(2)
        out.t(d.text.text)
        // Turns of the text and of its horizontal; scale and turn of the block
        out.bd(0)
        out.bd(0)
        out.bd3(1, 1, 1)
        out.bd(0)
        // Attached by its middle; line spacing
        out.bs(5)
        out.bs(1)
        out.bd(1)
        out.bd(d.measurement)
        out.rd2(.zero)
        out.bd3(d.start)
        out.bd3(d.end)
        out.bd3(d.lineEnd)
        out.bd(0)
        out.bd(turn(d.angle))
    }

    private static func hatch(_ loops: [PlanPolygon], _ out: inout DWGBits) {
        out.bd(0)
        out.bd3(0, 0, 1)
        out.t("SOLID")
        out.b(true)
        out.b(false)
        out.bl(loops.count)
        for loop in loops {
            // A polyline (2); the ones that wind anticlockwise are outer boundaries (1).
            out.bl(loop.signedArea > 0 ? 3 : 2)
            out.b(false)
            out.b(true)
            out.bl(loop.corners.count)
            for corner in loop.corners { out.rd2(corner) }
            out.bl(0)
        }
        // Odd parity, predefined; no seeds
        out.bs(0)
        out.bs(1)
        out.bl(0)
    }
}
