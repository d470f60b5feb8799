import ArgumentParser
import Foundation
import ModelFormats
import Spaces

extension LengthUnit: ExpressibleByArgument {}
extension UpAxis: ExpressibleByArgument {}

/// How a file is written: the options of every command that writes a model or a plan.
struct WritingArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Unit of the coordinates: m, cm, mm, ft or in. Default: what is customary for the format.", valueName: "unit"))
    var unit: LengthUnit?

    @Option(help: ArgumentHelp("The axis that points up: y or z. Default: what is customary for the format.", valueName: "axis"))
    var up: UpAxis?

    @Flag(help: "glTF: quantize to integers, for half the size (KHR_mesh_quantization).")
    var quantize = false

    @Flag(help: "pcd, splats as ply: write the compressed variant.")
    var compress = false

    @Flag(help: "stl: store the colours of faces, in a convention that some programs read (VisCAM).")
    var facetColors = false

    @Option(
        help: ArgumentHelp("Also write a JSON file that lists what the format could not hold.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var report: String?

    var options: WriteOptions {
        WriteOptions(
            unit: unit, up: up, quantizes: quantize, compresses: compress ? true : nil, storesFacetColors: facetColors)
    }

    func validate() throws {
        if let report, !report.lowercased().hasSuffix(".json") { throw ValidationError("--report writes a .json file.") }
    }

    /// Writes the loss report on a written file, if `--report` was given.
    func writeReport(losses: [Loss], notes: [String], of file: URL) throws {
        if let report { try LossReport(of: file, losses: losses, notes: notes).write(to: URL(fileURLWithPath: report)) }
    }
}
