import Codecs
import ModelFormats
import FloorPlans
import Foundation
import Support

/// AutoCAD's drawing exchange format, ASCII of release 2000 (AC1015), which every CAD program reads ("DXF Reference", Autodesk).
///
/// Model space is 1:1 in the unit of `$INSUNITS`. Storeys are placed side by side. The same plan gives the same bytes.
public enum DXF {
    /// Writes a plan, atomically.
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
    /// The parts of a plan that a two-dimensional drawing omits.
    var drawingLosses: [Loss] {
        var losses = [Loss(.shape, "The drawing is two-dimensional: heights, sills and slabs are omitted.")]
        if storeys.count > 1 {
            losses.append(
                Loss(.shape, "The \(storeys.count) storeys are drawn side by side, the lowest one at its own coordinates."))
        }
        if storeys.contains(where: { $0.walls.contains { $0.confidence != nil } }) {
            losses.append(Loss(.names, "Ids and confidences of the elements are omitted."))
        }
        return losses
    }
}

/// One drawing on its way into DXF.
struct DXFWriter {
    typealias Handle = CADDocument.Handle
    let document: CADDocument
    var out = DXFPairs()

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

    mutating func section(_ name: String, _ body: (inout DXFWriter) -> Void) {
        out.pair(0, "SECTION")
        out.pair(2, name)
        body(&self)
        out.pair(0, "ENDSEC")
    }

    // MARK: Header

    mutating func header() {
        section("HEADER") { writer in
            let d = writer.document
            let bounds = writer.document.bounds
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
