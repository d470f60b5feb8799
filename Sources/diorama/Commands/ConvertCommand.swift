import PlanFormats
import ArgumentParser
import FloorPlans
import ModelFormats
import Foundation
import Rendering
import Support

struct ConvertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Turn one model or plan file into another format, a picture or a video.",
        discussion: """
            Models become models of any kind, a view (png) or a video (mp4, mov). Plans (json, docs/plans.md) become \(PlanFormat.list).
            What a format cannot hold is told: as notes, with --json, and by --report in a file.

            EXAMPLES
              diorama convert room.ply room.usdz
              diorama convert room.ply small.glb --simplify 100000 --quantize
              diorama convert room.glb print.stl --fill-holes
              diorama convert room.glb room.mp4 --path fly --seconds 15
              diorama convert room.glb above.png --scale 50 --dpi 300
              diorama convert flat.json flat.ifc
              diorama convert flat.json flat.zip --format revit --cloud flat.ply
            """)

    @Argument(help: "The file to read: \(ModelFormat.list), or a plan as json.")
    var input: String

    @Argument(help: "The file to write; its ending says the format: \(ModelFormat.list), png, mp4 or mov.")
    var output: String

    @Option(
        help: ArgumentHelp("Leave at most about so many triangles, those that matter least going first.", valueName: "triangles"))
    var simplify: Int?

    @Flag(help: "Close the surface wholly, as slicers need it.")
    var fillHoles = false

    @Option(
        help: ArgumentHelp(
            "revit: a zip of what Revit takes of a plan (IFC, DXF, with --cloud an E57). Else the ending says it.",
            valueName: "format"))
    var format: String?

    @Option(help: ArgumentHelp("For --format revit: the scan that the plan was made from.", valueName: "file"))
    var cloud: String?

    @OptionGroup var writing: WritingArguments
    @OptionGroup var plan: PlanArguments
    @OptionGroup var picture: PictureArguments
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if let simplify, simplify < 1 { throw ValidationError("--simplify must be 1 or more triangles.") }
        if let format, format != "revit" { throw ValidationError("--format knows revit; the output's ending says all others.") }
        if format != nil, !input.lowercased().hasSuffix(".json") { throw ValidationError("--format revit takes a plan (json).") }
        if format != nil, !output.lowercased().hasSuffix(".zip") { throw ValidationError("--format revit writes a .zip.") }
        if format != nil, writing.unit != nil || writing.up != nil {
            throw ValidationError("Revit takes all files of the bundle in metres, z up; leave --unit and --up out.")
        }
        if cloud != nil, format == nil { throw ValidationError("--cloud belongs to --format revit.") }
    }

    func run() async throws {
        let (source, target) = (URL(fileURLWithPath: input), URL(fileURLWithPath: output))
        let conversion = ModelConversion(
            source: source, target: target, simplify: simplify, fillsHoles: fillHoles, writing: writing, plan: plan,
            picture: picture)
        let isPlan = source.pathExtension.lowercased() == "json"
        if !isPlan { try conversion.checkTarget() } else if format == nil { _ = try PlanFile.format(of: target) }
        let (writing, plan, isRevit, cloud) = (writing, plan, format != nil, cloud.map { URL(fileURLWithPath: $0) })
        let report = try await cancellable {
            let start = ContinuousClock.now
            var report =
                isPlan
                ? try Self.convertPlan(source, target, writing, plan, isRevit: isRevit, cloud)
                : try conversion.run(Terminal.progress())
            report.bytes = try FileManager.default.attributesOfItem(atPath: target.path)[.size] as? Int64 ?? 0
            report.seconds = (ContinuousClock.now - start) / .seconds(1)
            try writing.keep(report.losses, notes: report.readerNotes, of: target)
            return report
        }
        try out.print(report, report.text)
    }

    private static func convertPlan(
        _ source: URL, _ target: URL, _ writing: WritingArguments, _ arguments: PlanArguments, isRevit: Bool, _ cloud: URL?
    ) throws -> ConversionReport {
        let plan = try PlanFile.read(source)
        let options = try arguments.options(writing, storeys: plan.storeys.count)
        let losses =
            isRevit
            ? try RevitBundle.write(plan, cloud: cloud, to: target, options: options, progress: Terminal.progress())
            : try PlanFile.write(plan, to: target, options: options, progress: Terminal.progress())
        var report = ConversionReport(input: source.path, output: target.path)
        report.losses = losses
        report.what = plan.storeys.count == 1 ? "a plan" : "a plan of \(plan.storeys.count) storeys"
        return report
    }
}
