import ArgumentParser
import Foundation
import ModelFormats
import PlanFormats
import Spaces

struct ConvertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert a model or plan file to another format, an image or a video.",
        discussion: """
            Models are converted to any model format, an image (png) or a video (mp4, mov). Plans (json, docs/plans.md) are
            converted to \(PlanFormat.list). What a format can't hold is listed in notes, with --json, and with --report in a file.

            EXAMPLES
              diorama convert room.ply room.usdz
              diorama convert room.ply small.glb --simplify 100000 --quantize
              diorama convert room.glb print.stl --fill-holes
              diorama convert truck.glb truck.dae --drop animations,cameras --texture-size 1024
              diorama convert truck.glb truck.ply --bake-colors --report losses.json
              diorama convert room.glb room.mp4 --path fly --seconds 4 --size 1280x720
              diorama convert room.glb above.png --scale 50 --dpi 300
              diorama convert room.glb corner.png --eye 2,1.6,3 --target 0,1,0 --field-of-view 60
              diorama convert flat.json flat.ifc
              diorama convert flat.json flat.zip --format revit --cloud flat.ply
            """)

    @Argument(help: "The file to read: \(ModelFormat.list), or a plan as json.")
    var input: String

    @Argument(help: "The file to write; its extension sets the format: \(ModelFormat.writtenList), png, mp4 or mov.")
    var output: String

    @Option(parsing: .number, help: ArgumentHelp("Target triangle count.", valueName: "triangles"))
    var simplify: Int?

    @Flag(help: "With --simplify: keep open edges where they are, so that parts of one surface still meet.")
    var lockBorder = false

    @Flag(help: "Make the mesh watertight for 3D printing.")
    var fillHoles = false

    @Flag(help: "Turn base colours and their textures into colours of the vertices.")
    var bakeColors = false

    @Option(
        help: ArgumentHelp(
            "Leave out, separated by commas: \(ScenePart.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "parts"),
        transform: Self.parts)
    var drop: Set<ScenePart> = []

    @Option(
        parsing: .number,
        help: ArgumentHelp("Make textures smaller whose longer side is above this.", valueName: "pixels"))
    var textureSize: Int?

    @Option(
        help: ArgumentHelp(
            """
            revit: write a zip of the formats that Revit imports (IFC, DXF, with --cloud an E57). Default: the extension's format.
            """,
            valueName: "format"))
    var format: String?

    @Option(help: ArgumentHelp("With --format revit: the scan that the plan was made from.", valueName: "file"))
    var cloud: String?

    @OptionGroup var writing: WritingArguments
    @OptionGroup var plan: PlanArguments
    @OptionGroup var image: ImageArguments
    @OptionGroup var out: OutputOptions

    private static func parts(_ text: String) throws -> Set<ScenePart> {
        Set(
            try text.split(separator: ",").map { word in
                guard let part = ScenePart(rawValue: String(word)) else {
                    throw ValidationError(
                        "'\(word)' can't be left out; choose from \(ScenePart.allCases.map(\.rawValue).joined(separator: ", ")).")
                }
                return part
            })
    }

    private var isPlan: Bool { input.lowercased().hasSuffix(".json") }

    func validate() throws {
        if let simplify, simplify < 1 { throw ValidationError("--simplify must be 1 or more triangles.") }
        if let textureSize, textureSize < 1 { throw ValidationError("--texture-size must be 1 or more pixels.") }
        let changesScene = bakeColors || !drop.isEmpty || textureSize != nil
        if changesScene, isPlan { throw ValidationError("--bake-colors, --drop and --texture-size are for models.") }
        if lockBorder, simplify == nil { throw ValidationError("--lock-border needs --simplify.") }
        if let format, format != "revit" {
            throw ValidationError("--format must be revit; other formats follow from the extension.")
        }
        if format != nil, !isPlan { throw ValidationError("--format revit needs a plan (json).") }
        if format != nil, !output.lowercased().hasSuffix(".zip") { throw ValidationError("--format revit writes a .zip.") }
        if format != nil, writing.unit != nil || writing.up != nil {
            throw ValidationError("The files of a Revit bundle are in metres, z up; leave out --unit and --up.")
        }
        if image.eye != nil, plan.scale != nil { throw ValidationError("--eye is for views in perspective, without --scale.") }
        if cloud != nil, format == nil { throw ValidationError("--cloud needs --format revit.") }
    }

    func run() async throws {
        try FileRoles.checkInput(input)
        var report = try await isPlan ? convertPlan() : convertModel()
        let target = URL(fileURLWithPath: output)
        report.bytes = try FileManager.default.attributesOfItem(atPath: target.path)[.size] as? Int64 ?? 0
        try writing.writeReport(losses: report.losses, notes: report.readerNotes, of: target)
        try out.print(report, report.text)
    }

    private func convertModel() async throws -> ConversionReport {
        try FileRoles.checkModelOutput(output, of: input)
        var conversion = ModelConversion(source: URL(fileURLWithPath: input), target: URL(fileURLWithPath: output))
        conversion.writing = writing.options
        conversion.simplifyTo = simplify
        conversion.locksBorders = lockBorder
        conversion.fillsHoles = fillHoles
        conversion.bakesColors = bakeColors
        conversion.dropped = drop
        conversion.textureSize = textureSize
        conversion.view = image.view(plan)
        try conversion.checkTarget()
        let start = ContinuousClock.now
        let reporter = Terminal.progress()
        let result = try await cancellable { [conversion] in try conversion.run(progress: reporter) }
        return ConversionReport(result, of: conversion, seconds: (ContinuousClock.now - start) / .seconds(1))
    }

    private func planConversion() throws -> PlanConversion {
        if format == nil { try FileRoles.checkPlanOutput(output, of: input) }
        var conversion = PlanConversion(source: URL(fileURLWithPath: input), target: URL(fileURLWithPath: output))
        conversion.options = plan.options(writing)
        conversion.isRevitBundle = format != nil
        conversion.scan = cloud.map { URL(fileURLWithPath: $0) }
        try conversion.checkTarget()
        return conversion
    }

    private func convertPlan() async throws -> ConversionReport {
        let conversion = try planConversion()
        let start = ContinuousClock.now
        let reporter = Terminal.progress()
        let result = try await cancellable { try conversion.run(progress: reporter) }
        return ConversionReport(result, of: conversion, seconds: (ContinuousClock.now - start) / .seconds(1))
    }
}
