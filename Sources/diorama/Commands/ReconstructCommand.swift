import ArgumentParser
import Foundation
import ModelFormats
import Reconstruction
import Spaces

struct ReconstructCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconstruct",
        abstract: "Reconstruct a textured mesh from a capture, photos or a video, or from several captures of one place.",
        discussion: """
            The capture format is detected automatically; docs/captures.md lists the formats.

            EXAMPLES
              diorama reconstruct ~/scans/office --voxel 0.03 --output office.glb
              diorama reconstruct ~/scans/vase --mode object --output vase.glb
              diorama reconstruct ~/photos/fox --mode object --output fox.glb
              diorama reconstruct ~/scans/kitchen ~/scans/hall --output flat.glb
              diorama reconstruct --mode exterior --show-settings
            """)

    @Argument(
        help:
            """
            A capture's folder or file, a folder of photos, a video, or 'demo' for the built-in demo capture. Several captures \
            of one place are registered in the frame of the first.
            """
    )
    var captures: [String] = []

    @Option(name: .shortAndLong, help: "The file to write; its extension sets the format: \(ModelFormat.writtenList).")
    var output: String?

    @Flag(help: "Also write NAME.noise.json beside the model, from which 'measure' states uncertainties.")
    var noise = false

    @Flag(help: "Also write NAME.geojson with the location where the capture was recorded. Default: no location is written.")
    var withLocation = false

    @Flag(help: "Only list the settings that would be used, with their meanings.")
    var showSettings = false

    @OptionGroup var reconstruction: ReconstructionArguments
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if showSettings { return }
        if captures.isEmpty { throw ValidationError("Missing capture: give its folder, or 'demo'.") }
        if output == nil { throw ValidationError("Missing --output, such as --output room.glb.") }
    }

    func run() async throws {
        guard !showSettings, let output else { return try printSettings(try reconstruction.options().settings) }
        let format = ModelFormat(rawValue: URL(fileURLWithPath: output).pathExtension.lowercased())
        let options = try reconstruction.options(holdsTexture: format?.features.contains(.textures) ?? false)
        try FileRoles.checkModelOutput(output, of: captures[0])
        let target = URL(fileURLWithPath: output)
        try TargetFile.checkModel(target)
        let paths = captures
        let opening = CaptureOpening(
            capture: reconstruction.captureOptions, photos: try reconstruction.photos.options(), cutsObject: options.cutsObject)
        let workspace = CaptureOpening.temporaryWorkspace()
        defer { try? FileManager.default.removeItem(at: workspace) }
        let writesNoise = noise
        let writesLocation = withLocation
        let reporter = Terminal.progress()
        let start = ContinuousClock.now
        let result = try await cancellable {
            let captures = try paths.map {
                try CaptureArguments.open($0, opening, workspace: workspace, progress: reporter.part(0...0.5))
            }
            var work = CaptureReconstruction(captures: captures, options: options, target: target)
            work.writesNoise = writesNoise
            work.writesLocation = writesLocation
            return try work.run(progress: captures[0].photos == nil ? reporter : reporter.part(0.5...1))
        }
        let report = ReconstructionReport(result, output: target, seconds: (ContinuousClock.now - start) / .seconds(1))
        try out.print(report, report.text)
    }

    /// One setting of a mode.
    private struct Setting: Encodable {
        var name: String
        var value: String
        var meaning: String
    }

    private func printSettings(_ settings: [ReconstructionSetting]) throws {
        try out.print(
            settings.map { Setting(name: $0.name, value: $0.value, meaning: $0.meaning) },
            settings.map { "\($0.name)=\($0.value)".padding(toLength: 30, withPad: " ", startingAt: 0) + $0.meaning }
                .joined(separator: "\n"))
    }
}
