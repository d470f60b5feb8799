import ModelFormats
import FloorPlans
import Foundation

/// Blocks and what is drawn.
extension DXFWriter {
    mutating func blocks() {
        block("*Model_Space", record: Handle.modelRecord, begin: Handle.modelBegin, end: Handle.modelEnd)
        block("*Paper_Space", record: Handle.paperRecord, begin: Handle.paperBegin, end: Handle.paperEnd, isPaper: true)
        for b in document.blocks {
            block(b.name, record: b.record, begin: b.begin, end: b.end, flags: 1) { writer in
                for entity in b.entities { writer.entity(entity, owner: b.record) }
            }
        }
    }

    mutating func block(
        _ name: String, record: Int, begin: Int, end: Int, flags: Int = 0, isPaper: Bool = false,
        body: (inout DXFWriter) -> Void = { _ in }
    ) {
        func head(_ out: inout DXFPairs, type: String, handle: Int, marker: String) {
            out.pair(0, type)
            out.handle(5, handle)
            out.handle(330, record)
            out.pair(100, "AcDbEntity")
            if isPaper { out.pair(67, 1) }
            out.pair(8, "0")
            out.pair(100, marker)
        }
        head(&out, type: "BLOCK", handle: begin, marker: "AcDbBlockBegin")
        out.pair(2, name)
        out.pair(70, flags)
        out.point(10, .zero)
        out.pair(3, name)
        out.pair(1, "")
        body(&self)
        head(&out, type: "ENDBLK", handle: end, marker: "AcDbBlockEnd")
    }

    // MARK: Entities

    mutating func entity(_ entity: CADDocument.Entity, owner: Int) {
        let (type, marker) = entity.shape.names
        out.pair(0, type)
        out.handle(5, entity.handle)
        out.handle(330, owner)
        out.pair(100, "AcDbEntity")
        out.pair(8, document.layers[entity.layer].name)
        if entity.isDashed { out.pair(6, "DASHED") }
        if owner != Handle.modelRecord {
            // In a block: colour and line weight are those of the dimension.
            out.pair(62, 0)
            out.pair(370, -2)
        }
        out.pair(100, marker)
        switch entity.shape {
        case .line(let a, let b):
            out.point(10, a)
            out.point(11, b)
        case .polyline(let points, let closed):
            out.pair(90, points.count)
            out.pair(70, closed ? 1 : 0)
            for p in points { out.point2(10, p) }
        case .circle(let center, let radius):
            out.point(10, center)
            out.pair(40, radius)
        case .arc(let center, let radius, let from, let to):
            out.point(10, center)
            out.pair(40, radius)
            out.pair(100, "AcDbArc")
            out.pair(50, Self.degrees(from))
            out.pair(51, Self.degrees(to))
        case .text(let text):
            out.point(10, text.baselineStart)
            out.pair(40, text.height)
            out.pair(1, text.text)
            out.pair(50, Self.degrees(text.angle))
            out.pair(7, "STANDARD")
            out.pair(72, 1)
            out.point(11, text.position)
            out.pair(100, "AcDbText")
            out.pair(73, 2)
        case .dimension(let dimension): self.dimension(dimension)
        case .hatch(let loops): hatch(loops)
        }
    }

    mutating func dimension(_ d: CADDocument.Dimension) {
        out.pair(2, document.blocks[d.block].name)
        out.point(10, d.lineEnd)
        out.point(11, d.text.position)
        // A rotated dimension whose block belongs to it alone, with its text where it was put.
        out.pair(70, 0 | 32 | 128)
        out.pair(71, 5)
        out.pair(42, d.measurement)
        out.pair(1, d.text.text)
        out.pair(3, CADDocument.dimensionStyle)
        out.pair(100, "AcDbAlignedDimension")
        out.point(13, d.start)
        out.point(14, d.end)
        out.pair(50, Self.degrees(d.angle))
        out.pair(100, "AcDbRotatedDimension")
    }

    mutating func hatch(_ loops: [PlanPolygon]) {
        out.point(10, .zero)
        out.pair(210, 0.0)
        out.pair(220, 0.0)
        out.pair(230, 1.0)
        out.pair(2, "SOLID")
        out.pair(70, 1)
        out.pair(71, 0)
        out.pair(91, loops.count)
        for loop in loops {
            // A polyline; the ones that wind anticlockwise are outer boundaries.
            out.pair(92, loop.signedArea > 0 ? 3 : 2)
            out.pair(72, 0)
            out.pair(73, 1)
            out.pair(93, loop.corners.count)
            for p in loop.corners { out.point2(10, p) }
            out.pair(97, 0)
        }
        out.pair(75, 0)
        out.pair(76, 1)
        out.pair(98, 0)
    }

    static func degrees(_ radians: Double) -> Double {
        let turn = (radians * 180 / .pi).truncatingRemainder(dividingBy: 360)
        return turn < 0 ? turn + 360 : turn
    }
}

extension CADDocument.Shape {
    /// The entity's type and its first subclass.
    fileprivate var names: (type: String, marker: String) {
        switch self {
        case .line: ("LINE", "AcDbLine")
        case .polyline: ("LWPOLYLINE", "AcDbPolyline")
        case .circle: ("CIRCLE", "AcDbCircle")
        case .arc: ("ARC", "AcDbCircle")
        case .text: ("TEXT", "AcDbText")
        case .dimension: ("DIMENSION", "AcDbDimension")
        case .hatch: ("HATCH", "AcDbHatch")
        }
    }
}
