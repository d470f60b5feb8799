import FloorPlans
import Foundation
import Work

/// AutoCAD's drawing exchange format, ASCII of release 2000 (AC1015), which every CAD program reads ("DXF Reference", Autodesk).
///
/// Model space is 1:1 in the unit that `$INSUNITS` tells. Storeys stand side by side. The same plan gives the same bytes.
public enum DXF {
    /// Writes a plan, whole or not at all.
    public static func write(
        _ plan: FloorPlan, to url: URL, options: PlanWriteOptions = PlanWriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        do throws(FloorPlanError) { try plan.validate() } catch { throw .unwritable(error.reason) }
        let document = CADDocument(plan, options)
        var writer = DXFWriter(document)
        let bytes = writer.bytes()
        do throws(FileError) { try AtomicFile.write(bytes, to: url) } catch { throw FormatError(error) }
        return plan.drawingLosses
    }
}

extension FloorPlan {
    /// What a flat drawing does not tell of a plan.
    var drawingLosses: [Loss] {
        var losses = [Loss(.shape, "A drawing is flat: heights, sills and slabs are left out.")]
        if storeys.count > 1 {
            losses.append(Loss(.shape, "The \(storeys.count) storeys stand side by side, the lowest one at its place."))
        }
        if storeys.contains(where: { $0.walls.contains { $0.confidence != nil } }) {
            losses.append(Loss(.names, "Ids and confidences of the parts are left out."))
        }
        return losses
    }
}

/// One drawing on its way into DXF.
struct DXFWriter {
    private typealias Handle = CADDocument.Handle
    private let document: CADDocument
    private var out = DXFPairs()

    init(_ document: CADDocument) { self.document = document }

    mutating func bytes() -> [UInt8] {
        header()
        section("CLASSES") { _ in }
        section("TABLES") { $0.tables() }
        section("BLOCKS") { $0.blocks() }
        section("ENTITIES") { writer in
            for entity in writer.document.entities { writer.entity(entity, owner: Handle.modelRecord) }
        }
        section("OBJECTS") { $0.objects() }
        out.pair(0, "EOF")
        return out.text.bytes
    }

    private mutating func section(_ name: String, _ body: (inout DXFWriter) -> Void) {
        out.pair(0, "SECTION")
        out.pair(2, name)
        body(&self)
        out.pair(0, "ENDSEC")
    }

    // MARK: Header

    private mutating func header() {
        section("HEADER") { writer in
            let (d, bounds) = (writer.document, writer.document.bounds)
            func variable(_ name: String, _ body: (inout DXFPairs) -> Void) {
                writer.out.pair(9, "$" + name)
                body(&writer.out)
            }
            variable("ACADVER") { $0.pair(1, "AC1015") }
            variable("DWGCODEPAGE") { $0.pair(3, "ANSI_1252") }
            variable("INSBASE") { $0.point(10, .zero) }
            variable("EXTMIN") { $0.point(10, bounds.min) }
            variable("EXTMAX") { $0.point(10, bounds.max) }
            variable("LIMMIN") { $0.point2(10, bounds.min) }
            variable("LIMMAX") { $0.point2(10, bounds.max) }
            variable("LTSCALE") { $0.pair(40, 1.0) }
            variable("TEXTSTYLE") { $0.pair(7, "STANDARD") }
            variable("CLAYER") { $0.pair(8, "0") }
            variable("DIMSTYLE") { $0.pair(2, CADDocument.dimensionStyle) }
            variable("DIMTXT") { $0.pair(40, d.textHeight) }
            variable("LUNITS") { $0.pair(70, 2) }
            variable("LUPREC") { $0.pair(70, 4) }
            variable("AUNITS") { $0.pair(70, 0) }
            variable("HANDSEED") { $0.handle(5, d.nextHandle) }
            variable("LWDISPLAY") { $0.pair(290, 1) }
            variable("MEASUREMENT") { $0.pair(70, d.unit.isMetric ? 1 : 0) }
            variable("INSUNITS") { $0.pair(70, d.unit.insertionCode) }
        }
    }

    // MARK: Blocks

    private mutating func blocks() {
        block("*Model_Space", Handle.modelRecord, Handle.modelBegin, Handle.modelEnd)
        block("*Paper_Space", Handle.paperRecord, Handle.paperBegin, Handle.paperEnd, isPaper: true)
        for b in document.blocks {
            block(b.name, b.record, b.begin, b.end, flags: 1) { writer in
                for entity in b.entities { writer.entity(entity, owner: b.record) }
            }
        }
    }

    private mutating func block(
        _ name: String, _ record: Int, _ begin: Int, _ end: Int, flags: Int = 0, isPaper: Bool = false,
        _ body: (inout DXFWriter) -> Void = { _ in }
    ) {
        func head(_ out: inout DXFPairs, _ type: String, _ handle: Int, _ marker: String) {
            out.pair(0, type)
            out.handle(5, handle)
            out.handle(330, record)
            out.pair(100, "AcDbEntity")
            if isPaper { out.pair(67, 1) }
            out.pair(8, "0")
            out.pair(100, marker)
        }
        head(&out, "BLOCK", begin, "AcDbBlockBegin")
        out.pair(2, name)
        out.pair(70, flags)
        out.point(10, .zero)
        out.pair(3, name)
        out.pair(1, "")
        body(&self)
        head(&out, "ENDBLK", end, "AcDbBlockEnd")
    }

    // MARK: Entities

    private mutating func entity(_ entity: CADDocument.Entity, owner: Int) {
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

    private mutating func dimension(_ d: CADDocument.Dimension) {
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

    private mutating func hatch(_ loops: [PlanPolygon]) {
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

    private static func degrees(_ radians: Double) -> Double {
        let turn = (radians * 180 / .pi).truncatingRemainder(dividingBy: 360)
        return turn < 0 ? turn + 360 : turn
    }

    // MARK: Tables

    private mutating func tables() {
        table("VPORT", Handle.vportControl, 1) { writer in
            let bounds = writer.document.bounds
            writer.record("VPORT", Handle.vport, Handle.vportControl, "AcDbViewportTableRecord", "*ACTIVE")
            writer.out.point2(10, .zero)
            writer.out.point2(11, PlanPoint(1, 1))
            writer.out.point2(12, bounds.center)
            for (code, p) in [(13, PlanPoint.zero), (14, PlanPoint(1, 1)), (15, PlanPoint(1, 1))] { writer.out.point2(code, p) }
            for (code, z) in [(16, 1.0), (17, 0.0)] {
                writer.out.pair(code, 0.0)
                writer.out.pair(code + 10, 0.0)
                writer.out.pair(code + 20, z)
            }
            writer.out.pair(40, max(bounds.size.y, bounds.size.x / 1.6) * 1.1)
            writer.out.pair(41, 1.6)
            writer.out.pair(42, 50.0)
        }
        table("LTYPE", Handle.ltypeControl, 4) { $0.linetypes() }
        table("LAYER", Handle.layerControl, document.layers.count) { writer in
            for layer in writer.document.layers {
                writer.record("LAYER", layer.handle, Handle.layerControl, "AcDbLayerTableRecord", layer.name)
                writer.out.pair(62, layer.color)
                writer.out.pair(6, "CONTINUOUS")
                writer.out.pair(370, layer.lineweight)
            }
        }
        table("STYLE", Handle.styleControl, 1) { writer in
            writer.record("STYLE", Handle.standardStyle, Handle.styleControl, "AcDbTextStyleTableRecord", "STANDARD")
            for code in [40, 41, 50] { writer.out.pair(code, code == 41 ? 1.0 : 0.0) }
            writer.out.pair(71, 0)
            writer.out.pair(42, writer.document.textHeight)
            writer.out.pair(3, "arial.ttf")
            writer.out.pair(4, "")
        }
        table("VIEW", Handle.viewControl, 0) { _ in }
        table("UCS", Handle.ucsControl, 0) { _ in }
        table("APPID", Handle.appidControl, 1) {
            $0.record("APPID", Handle.acadApp, Handle.appidControl, "AcDbRegAppTableRecord", "ACAD")
        }
        dimensionStyles()
        table("BLOCK_RECORD", Handle.blockControl, document.blocks.count + 2) { writer in
            func record(_ name: String, _ handle: Int, layout: Int) {
                writer.out.pair(0, "BLOCK_RECORD")
                writer.out.handle(5, handle)
                writer.out.handle(330, Handle.blockControl)
                writer.out.pair(100, "AcDbSymbolTableRecord")
                writer.out.pair(100, "AcDbBlockTableRecord")
                writer.out.pair(2, name)
                writer.out.handle(340, layout)
            }
            record("*Model_Space", Handle.modelRecord, layout: Handle.modelLayout)
            record("*Paper_Space", Handle.paperRecord, layout: Handle.paperLayout)
            for block in writer.document.blocks { record(block.name, block.record, layout: 0) }
        }
    }

    private mutating func table(_ name: String, _ handle: Int, _ count: Int, _ body: (inout DXFWriter) -> Void) {
        out.pair(0, "TABLE")
        out.pair(2, name)
        out.handle(5, handle)
        out.handle(330, 0)
        out.pair(100, "AcDbSymbolTable")
        out.pair(70, count)
        body(&self)
        out.pair(0, "ENDTAB")
    }

    private mutating func record(_ type: String, _ handle: Int, _ owner: Int, _ marker: String, _ name: String) {
        out.pair(0, type)
        out.handle(type == "DIMSTYLE" ? 105 : 5, handle)
        out.handle(330, owner)
        out.pair(100, "AcDbSymbolTableRecord")
        out.pair(100, marker)
        out.pair(2, name)
        out.pair(70, 0)
    }

    private mutating func linetypes() {
        let dash = document.dash
        let types: [(String, Int, String, [Double])] = [
            ("ByBlock", Handle.byBlock, "", []), ("ByLayer", Handle.byLayer, "", []),
            ("CONTINUOUS", Handle.continuous, "Solid line", []),
            ("DASHED", Handle.dashed, "Dashed __ __ __ __", [dash.on, -dash.off]),
        ]
        for (name, handle, description, pattern) in types {
            record("LTYPE", handle, Handle.ltypeControl, "AcDbLinetypeTableRecord", name)
            out.pair(3, description)
            out.pair(72, 65)
            out.pair(73, pattern.count)
            out.pair(40, pattern.reduce(0) { $0 + abs($1) })
            for length in pattern {
                out.pair(49, length)
                out.pair(74, 0)
            }
        }
    }

    private mutating func dimensionStyles() {
        out.pair(0, "TABLE")
        out.pair(2, "DIMSTYLE")
        out.handle(5, Handle.dimstyleControl)
        out.handle(330, 0)
        out.pair(100, "AcDbSymbolTable")
        out.pair(70, 1)
        out.pair(100, "AcDbDimStyleTable")
        record("DIMSTYLE", Handle.dimstyle, Handle.dimstyleControl, "AcDbDimStyleTableRecord", CADDocument.dimensionStyle)
        let h = document.textHeight
        // Arrow size, offsets and overshoots of the lines, text size and gap; oblique ticks.
        for (code, value) in [
            (40, 1.0), (41, h), (42, h * 0.6), (44, h * 0.6), (46, h * 0.6), (140, h), (142, h * 0.55), (147, h * 0.5),
        ] {
            out.pair(code, value)
        }
        // Text along the line, above it, outside as well; precision and decimal point.
        for (code, value) in [(73, 0), (74, 0), (77, 1), (271, document.unit.precision), (277, 2), (278, 46)] {
            out.pair(code, value)
        }
        out.handle(340, Handle.standardStyle)
        out.pair(0, "ENDTAB")
    }

    // MARK: Objects

    private mutating func objects() {
        func dictionary(_ out: inout DXFPairs, _ handle: Int, _ owner: Int, _ entries: [(String, Int)]) {
            out.pair(0, "DICTIONARY")
            out.handle(5, handle)
            out.handle(330, owner)
            out.pair(100, "AcDbDictionary")
            out.pair(281, 1)
            for (name, entry) in entries {
                out.pair(3, name)
                out.handle(350, entry)
            }
        }
        dictionary(
            &out, Handle.rootDictionary, 0,
            [("ACAD_GROUP", Handle.groupDictionary), ("ACAD_LAYOUT", Handle.layoutDictionary)])
        dictionary(&out, Handle.groupDictionary, Handle.rootDictionary, [])
        dictionary(
            &out, Handle.layoutDictionary, Handle.rootDictionary, [("Layout1", Handle.paperLayout), ("Model", Handle.modelLayout)])
        layout("Model", Handle.modelLayout, Handle.modelRecord, order: 0)
        layout("Layout1", Handle.paperLayout, Handle.paperRecord, order: 1)
    }

    private mutating func layout(_ name: String, _ handle: Int, _ record: Int, order: Int) {
        out.pair(0, "LAYOUT")
        out.handle(5, handle)
        out.handle(330, Handle.layoutDictionary)
        out.pair(100, "AcDbPlotSettings")
        for code in [1, 2] { out.pair(code, "") }
        out.pair(4, "A3")
        out.pair(6, "")
        for code in 40...43 { out.pair(code, 0.0) }
        // A3 lying, in millimetres.
        for (code, value) in [(44, 420.0), (45, 297.0), (46, 0), (47, 0), (48, 0), (49, 0), (140, 0), (141, 0), (142, 1), (143, 1)]
        {
            out.pair(code, value)
        }
        out.pair(70, order == 0 ? 1712 : 688)
        for (code, value) in [(72, 1), (73, 0), (74, 5)] { out.pair(code, value) }
        out.pair(7, "")
        out.pair(75, 16)
        out.pair(147, 1.0)
        for code in [148, 149] { out.pair(code, 0.0) }
        out.pair(100, "AcDbLayout")
        out.pair(1, name)
        out.pair(70, 1)
        out.pair(71, order)
        out.point2(10, .zero)
        out.point2(11, PlanPoint(420, 297))
        out.point(12, .zero)
        out.point(14, order == 0 ? document.bounds.min : .zero)
        out.point(15, order == 0 ? document.bounds.max : .zero)
        out.pair(146, 0.0)
        out.point(13, .zero)
        for (code, x, y) in [(16, 1.0, 0.0), (17, 0.0, 1.0)] { out.point(code, PlanPoint(x, y)) }
        out.pair(76, 0)
        out.handle(330, record)
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

extension LengthUnit {
    /// `$INSUNITS`.
    var insertionCode: Int {
        switch self {
        case .inch: 1
        case .foot: 2
        case .millimetre: 4
        case .centimetre: 5
        case .metre: 6
        }
    }

    var isMetric: Bool { self != .foot && self != .inch }

    /// Decimals of a dimension: to the centimetre, or better.
    var precision: Int {
        switch self {
        case .metre, .foot: 2
        case .centimetre, .inch: 1
        case .millimetre: 0
        }
    }
}
