import PlanFormats
import ArgumentParser
import FloorPlans
import ModelFormats
import Foundation
import Support

extension LengthUnit: ExpressibleByArgument {}
extension UpAxis: ExpressibleByArgument {}

/// How a model file is written: the options of every command that writes one by its ending.
struct WritingArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Unit of the coordinates: m, cm, mm, ft or in. By default what is customary for the format.", valueName: "unit"))
    var unit: LengthUnit?

    @Option(help: ArgumentHelp("The axis that points up: y or z. By default what is customary for the format.", valueName: "axis"))
    var up: UpAxis?

    @Flag(help: "glTF: half the size, with integers in place of floats (KHR_mesh_quantization).")
    var quantize = false

    @Flag(help: "Compress where the format leaves the choice: pcd, splats as ply.")
    var compress = false

    @Flag(help: "Also write FILE.report.json, which lists what the format could not hold.")
    var report = false

    var options: WriteOptions { WriteOptions(unit: unit, up: up, quantizes: quantize, compresses: compress ? true : nil) }

    /// Writes the loss report beside the file, where it was asked for.
    func keep(_ losses: [Loss], notes: [String], of file: URL) throws {
        guard report else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        let report = LossReport(file: file.lastPathComponent, losses: losses, notes: notes)
        try AtomicFile.write(Array(try encoder.encode(report)), to: file.appendingPathExtension("report.json"))
    }
}

/// What was lost on the way into a file: `FILE.report.json`.
private struct LossReport: Encodable {
    var file: String
    /// What the format could not hold.
    var losses: [Loss]
    /// What had not been kept before: by the reader of the file that it was made from.
    var notes: [String]
}

/// How a floor plan is drawn and written.
struct PlanArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Plans and views: 50 for 1 : 50. By default what fits the page; views are in perspective.", valueName: "number"))
    var scale: Double?

    @Option(help: ArgumentHelp("Dots an inch of a PNG.", valueName: "number"))
    var dpi: Double = 200

    @Option(help: ArgumentHelp("Plans: A4, A3, A2, A1, A0, Letter or Tabloid.", valueName: "name"))
    var page: String?

    @Option(help: ArgumentHelp("Plans: which storey svg and png show, counted from 1.", valueName: "number"))
    var storey: Int = 1

    @Flag(help: "Plans: label in feet and inches.")
    var imperial = false

    @Flag(help: "Plans: write IFC 2x3 in place of IFC 4.")
    var ifc2x3 = false

    @Flag(help: "Plans: leave the furniture out.")
    var withoutFurniture = false

    @Flag(help: "Plans: leave the dimensions out.")
    var withoutDimensions = false

    mutating func validate() throws {
        if let scale, !(scale.isFinite && scale >= 1 && scale <= 100_000) { throw ValidationError("--scale must be 1 to 100000.") }
        guard dpi.isFinite, (10...2400).contains(dpi) else { throw ValidationError("--dpi must be 10 to 2400.") }
        if let page, PageSize.named(page) == nil {
            throw ValidationError("--page must be one of \(PageSize.all.map(\.name).joined(separator: ", ")).")
        }
        guard storey >= 1 else { throw ValidationError("--storey counts from 1.") }
    }

    func options(_ writing: WritingArguments, storeys: Int) throws -> PlanWriteOptions {
        guard storey <= storeys else {
            throw CommandFailure(
                "the plan has \(storeys == 1 ? "1 storey" : "\(storeys) storeys"); --storey \(storey) is none of them")
        }
        return PlanWriteOptions(
            unit: writing.unit, units: imperial ? .imperial : .metric, scale: scale, page: page.flatMap(PageSize.named), dpi: dpi,
            storey: storey - 1, hasDimensions: !withoutDimensions, hasFurniture: !withoutFurniture, ifc: ifc2x3 ? .ifc2x3 : .ifc4)
    }
}
