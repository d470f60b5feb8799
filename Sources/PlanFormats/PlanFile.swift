import Codecs
import ModelFormats
import FloorPlans
import Foundation
import Support

/// Reading and writing of floor plans in all supported formats.
public enum PlanFile {
    /// Reads a plan from JSON (docs/plans.md).
    /// - Throws: an error that names the missing or wrong value and its position.
    public static func read(_ url: URL) throws(FormatError) -> FloorPlan {
        do throws(FormatError) {
            let file = try FileBytes(url)
            defer { withExtendedLifetime(file) {} }
            guard !file.bytes.isEmpty else { throw .unreadable("is empty") }
            do throws(FloorPlanError) { return try FloorPlan(json: Data(file.bytes)) } catch {
                throw FormatError.unreadable(error.reason)
            }
        } catch {
            throw error.at(url.path)
        }
    }

    /// Writes a plan atomically, in the format of the file extension. The same plan gives the same bytes.
    /// - Returns: what the format could not hold.
    /// - Throws: if the extension is unknown, the plan is not valid, or it does not fit the page.
    @discardableResult
    public static func write(
        _ plan: FloorPlan, to url: URL, options: PlanWriteOptions = PlanWriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        do throws(FormatError) {
            do throws(FloorPlanError) { try plan.validate() } catch { throw FormatError.unwritable(error.reason) }
            switch try format(of: url) {
            case .json: return try writeJSON(plan, to: url)
            case .dxf: return try DXF.write(plan, to: url, options: options, progress: progress)
            case .dwg: return try DWG.write(plan, to: url, options: options, progress: progress)
            case .ifc: return try IFC.write(plan, to: url, options: options, progress: progress)
            case .pdf:
                var sheets: [Drawing] = []
                for i in plan.storeys.indices { sheets.append(try PlanSheet(plan, storey: i, options).drawing()) }
                try PDF.write(sheets, to: url)
                return Array(plan.drawingLosses.filter { $0.kind == .names }) + [flatness]
            case .svg:
                try SVG.write(try PlanSheet(plan, storey: options.storey, options).drawing(), to: url)
                return losses(plan, options)
            case .png:
                try PlanSheet(plan, storey: options.storey, options).drawing().writePNG(to: url, dpi: options.dpi)
                return losses(plan, options) + [Loss(.precision, "A PNG is a raster image: lines and texts can't be edited.")]
            }
        } catch {
            throw error.at(url.path)
        }
    }

    /// The format that a file with this extension is written in.
    /// - Throws: if the extension is not supported; the error lists those that are.
    public static func format(of url: URL) throws(FormatError) -> PlanFormat {
        let ending = url.pathExtension.lowercased()
        if let format = PlanFormat(rawValue: ending) { return format }
        if ending == "rvt" {
            throw FormatError(
                .unwritable, "only Revit itself writes rvt; --format revit packs ifc, dxf and e57, which Revit opens and links",
                path: url.path)
        }
        let what = ending.isEmpty ? "the name has no file extension" : "plans are not written as ‘.\(ending)’"
        throw FormatError(.unwritable, "\(what); choose one of \(PlanFormat.list)", path: url.path)
    }

    private static func writeJSON(_ plan: FloorPlan, to url: URL) throws(FormatError) -> [Loss] {
        let json: Data
        do throws(FloorPlanError) { json = try plan.json() } catch { throw .unwritable(error.reason) }
        do throws(FileError) { try AtomicFile.write(Array(json), to: url) } catch { throw FormatError(error) }
        return []
    }

    private static let flatness = Loss(
        .shape, "The drawing is two-dimensional: heights except ceiling heights, sills and slabs are omitted.")

    private static func losses(_ plan: FloorPlan, _ options: PlanWriteOptions) -> [Loss] {
        var losses = [flatness]
        if plan.storeys.count > 1 {
            losses.append(
                Loss(
                    .shape,
                    "Only ‘\(plan.storeys[options.storey].name)’ of \(plan.storeys.count) storeys is drawn; a pdf contains all."))
        }
        return losses
    }
}
