import FloorPlans
import Foundation

/// The tables: layers, line types, styles, records of blocks.
extension DXFWriter {
    mutating func tables() {
        table("VPORT", handle: Handle.vportControl, count: 1) { writer in
            let bounds = writer.document.bounds
            writer.record(
                "VPORT", handle: Handle.vport, owner: Handle.vportControl, marker: "AcDbViewportTableRecord", name: "*ACTIVE")
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
        table("LTYPE", handle: Handle.ltypeControl, count: 4) { $0.linetypes() }
        table("LAYER", handle: Handle.layerControl, count: document.layers.count) { writer in
            for layer in writer.document.layers {
                writer.record(
                    "LAYER", handle: layer.handle, owner: Handle.layerControl, marker: "AcDbLayerTableRecord", name: layer.name)
                writer.out.pair(62, layer.color)
                writer.out.pair(6, "CONTINUOUS")
                writer.out.pair(370, layer.lineweight)
            }
        }
        table("STYLE", handle: Handle.styleControl, count: 1) { writer in
            writer.record(
                "STYLE", handle: Handle.standardStyle, owner: Handle.styleControl, marker: "AcDbTextStyleTableRecord",
                name: "STANDARD")
            for code in [40, 41, 50] { writer.out.pair(code, code == 41 ? 1.0 : 0.0) }
            writer.out.pair(71, 0)
            writer.out.pair(42, writer.document.textHeight)
            writer.out.pair(3, "arial.ttf")
            writer.out.pair(4, "")
        }
        table("VIEW", handle: Handle.viewControl, count: 0) { _ in }
        table("UCS", handle: Handle.ucsControl, count: 0) { _ in }
        table("APPID", handle: Handle.appidControl, count: 1) {
            $0.record("APPID", handle: Handle.acadApp, owner: Handle.appidControl, marker: "AcDbRegAppTableRecord", name: "ACAD")
        }
        dimensionStyles()
        table("BLOCK_RECORD", handle: Handle.blockControl, count: document.blocks.count + 2) { writer in
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

    mutating func table(_ name: String, handle: Int, count: Int, body: (inout DXFWriter) -> Void) {
        out.pair(0, "TABLE")
        out.pair(2, name)
        out.handle(5, handle)
        out.handle(330, 0)
        out.pair(100, "AcDbSymbolTable")
        out.pair(70, count)
        body(&self)
        out.pair(0, "ENDTAB")
    }

    mutating func record(_ type: String, handle: Int, owner: Int, marker: String, name: String) {
        out.pair(0, type)
        out.handle(type == "DIMSTYLE" ? 105 : 5, handle)
        out.handle(330, owner)
        out.pair(100, "AcDbSymbolTableRecord")
        out.pair(100, marker)
        out.pair(2, name)
        out.pair(70, 0)
    }

    mutating func linetypes() {
        let dash = document.dash
        let types: [(String, Int, String, [Double])] = [
            ("ByBlock", Handle.byBlock, "", []), ("ByLayer", Handle.byLayer, "", []),
            ("CONTINUOUS", Handle.continuous, "Solid line", []),
            ("DASHED", Handle.dashed, "Dashed __ __ __ __", [dash.on, -dash.off]),
        ]
        for (name, handle, description, pattern) in types {
            record("LTYPE", handle: handle, owner: Handle.ltypeControl, marker: "AcDbLinetypeTableRecord", name: name)
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

    mutating func dimensionStyles() {
        out.pair(0, "TABLE")
        out.pair(2, "DIMSTYLE")
        out.handle(5, Handle.dimstyleControl)
        out.handle(330, 0)
        out.pair(100, "AcDbSymbolTable")
        out.pair(70, 1)
        out.pair(100, "AcDbDimStyleTable")
        record(
            "DIMSTYLE", handle: Handle.dimstyle, owner: Handle.dimstyleControl, marker: "AcDbDimStyleTableRecord",
            name: CADDocument.dimensionStyle)
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
}
