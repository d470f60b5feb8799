import FloorPlans
import Foundation

/// Dictionaries and layouts, which programs ask for though nothing is drawn by them.
extension DXFWriter {
    mutating func objects() {
        func dictionary(_ out: inout DXFPairs, handle: Int, owner: Int, entries: [(String, Int)]) {
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
            &out, handle: Handle.rootDictionary, owner: 0,
            entries: [("ACAD_GROUP", Handle.groupDictionary), ("ACAD_LAYOUT", Handle.layoutDictionary)])
        dictionary(&out, handle: Handle.groupDictionary, owner: Handle.rootDictionary, entries: [])
        dictionary(
            &out, handle: Handle.layoutDictionary, owner: Handle.rootDictionary,
            entries: [("Layout1", Handle.paperLayout), ("Model", Handle.modelLayout)])
        layout("Model", handle: Handle.modelLayout, record: Handle.modelRecord, order: 0)
        layout("Layout1", handle: Handle.paperLayout, record: Handle.paperRecord, order: 1)
    }

    mutating func layout(_ name: String, handle: Int, record: Int, order: Int) {
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
