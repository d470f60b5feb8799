import ArgumentParser
import DioramaLibrary
import Foundation
import ModelFormats
import PlanFormats
import Spaces
import Support
import SyntheticScenes

struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Draw the floor plan of a scan.",
        discussion: """
            Input is a capture, a mesh or cloud of rooms, RoomPlan's JSON (several rooms of one home become one plan), a plan as
            json, or a space of the library. Unseen walls are drawn dashed; --json lists the confidence of each wall and opening.

            EXAMPLES
              diorama plan ~/scans/office --output office.pdf
              diorama plan flat.glb --output flat.dxf --unit mm
              diorama plan livingroom.json kitchen.json hall.json --name "Our flat" --output flat.svg
              diorama plan SPACE --output kitchen.ifc
            """)

    @Argument(
        help:
            """
            Captures of one place, a model file, RoomPlan's JSON files, a plan as json, a space's id, or 'demo' for the demo \
            capture.
            """
    )
    var inputs: [String]

    @Option(name: .shortAndLong, help: "The file to write; its extension sets the format: \(PlanFormat.list).")
    var output: String

    @Option(help: "The plan's name.")
    var name: String?

    @OptionGroup var writing: WritingArguments
    @OptionGroup var plan: PlanArguments
    @OptionGroup var reconstruction: ReconstructionArguments
    @OptionGroup var library: LibraryOptions
    @OptionGroup var out: OutputOptions

    func run() async throws {
        let target = URL(fileURLWithPath: output)
        try FileRoles.checkPlanOutput(output, of: inputs[0])
        _ = try PlanFile.format(of: target)
        try TargetFile.checkFolder(of: target)
        let start = ContinuousClock.now
        let reporter = Terminal.progress()
        let draft = try await draft(reporter.part(0...0.9))
        let options = plan.options(writing)
        let losses = try await cancellable {
            try PlanDrawing.write(draft.plan, to: target, options: options, progress: reporter.part(0.9...1))
        }
        try reporter.report(1, "Done")
        try writing.writeReport(losses: losses, notes: draft.notes, of: target)
        let report = PlanReport(
            draft, input: inputs, output: target.path, losses: losses.map(\.sentence),
            seconds: (ContinuousClock.now - start) / .seconds(1))
        try out.print(report, report.text)
    }

    /// The plan of the inputs.
    private func draft(_ progress: ProgressReporter) async throws -> PlanDraft {
        if inputs.count == 1, case .space(let space, let library) = try await InputArgument(inputs[0], library) {
            return try await draft(of: space, in: library, progress)
        }
        let source = PlanSource(
            try inputs.map { input in
                if input == CaptureArguments.demo { return .capture(DemoCapture().capture) }
                try FileRoles.checkInput(input)
                return .file(URL(fileURLWithPath: input))
            }, name: name, capture: reconstruction.captureOptions, reconstruction: try reconstruction.options(holdsTexture: false))
        return try await cancellable { try source.read(progress) }
    }

    private func draft(of space: Space, in library: Library, _ progress: ProgressReporter) async throws -> PlanDraft {
        let name = name
        return try await cancellable {
            var draft = try await PlanMaker(library: library, media: library.mediaStore).plan(of: space, progress: progress)
            if let name { draft.plan.name = name }
            return draft
        }
    }
}
