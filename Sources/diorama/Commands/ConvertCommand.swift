import ArgumentParser
import FloorPlans
import Formats
import Foundation
import Rendering
import Work

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
            """)

    @Argument(help: "The file to read: \(ModelFormat.list(ModelFormat.readable)), or a plan as json.")
    var input: String

    @Argument(help: "The file to write; its ending says the format: \(ModelFormat.list(ModelFormat.writable)), png, mp4 or mov.")
    var output: String

    @Option(
        help: ArgumentHelp("Leave at most about so many triangles, those that matter least going first.", valueName: "triangles"))
    var simplify: Int?

    @Flag(help: "Close the surface wholly, as slicers need it.")
    var fillHoles = false

    @OptionGroup var writing: WritingArguments
    @OptionGroup var plan: PlanArguments
    @OptionGroup var picture: PictureArguments
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if let simplify, simplify < 1 { throw ValidationError("--simplify must be 1 or more triangles.") }
    }

    func run() async throws {
        let (source, target) = (URL(fileURLWithPath: input), URL(fileURLWithPath: output))
        let conversion = ModelConversion(
            source: source, target: target, simplify: simplify, fillsHoles: fillHoles, writing: writing, plan: plan, picture: picture)
        let isPlan = source.pathExtension.lowercased() == "json"
        if isPlan { _ = try PlanFile.format(of: target) } else { try conversion.checkTarget() }
        let (writing, plan) = (writing, plan)
        let report = try await cancellable {
            let start = ContinuousClock.now
            var report = isPlan ? try Self.convertPlan(source, target, writing, plan) : try conversion.run(Terminal.progress())
            report.bytes = try FileManager.default.attributesOfItem(atPath: target.path)[.size] as? Int64 ?? 0
            report.seconds = (ContinuousClock.now - start) / .seconds(1)
            try writing.keep(report.losses, notes: report.readerNotes, of: target)
            return report
        }
        try out.print(report, report.text)
    }

    private static func convertPlan(
        _ source: URL, _ target: URL, _ writing: WritingArguments, _ arguments: PlanArguments
    ) throws -> ConversionReport {
        let plan = try PlanFile.read(source)
        let options = try arguments.options(writing, storeys: plan.storeys.count)
        let losses = try PlanFile.write(plan, to: target, options: options, progress: Terminal.progress())
        var report = ConversionReport(input: source.path, output: target.path)
        report.losses = losses
        report.what = plan.storeys.count == 1 ? "a plan" : "a plan of \(plan.storeys.count) storeys"
        return report
    }
}
