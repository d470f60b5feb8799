import ArgumentParser
import Foundation
import ModelFormats
import Spaces

struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what a model file contains, as a tree.",
        discussion: """
            Nodes with what they place, materials, images, skins, animations, and what is not read. \
            With --for FORMAT also what a conversion to that format would lose.

            EXAMPLES
              diorama inspect truck.glb
              diorama inspect truck.glb --for obj
              diorama inspect scan.las --json
            """)

    @Argument(help: "A model file: \(ModelFormat.list).")
    var input: String

    @Option(name: .customLong("for"), help: ArgumentHelp("List what this format can't hold of it.", valueName: "format"))
    var target: ModelFormat?

    @OptionGroup var out: OutputOptions

    func validate() throws {
        if let target, !target.isWritten {
            throw ValidationError(
                "--for \(target.rawValue): the format is read, not written; choose one of \(ModelFormat.writtenList).")
        }
    }

    func run() async throws {
        try FileRoles.checkInput(input)
        let file = URL(fileURLWithPath: input)
        let reporter = Terminal.progress()
        let target = target
        let inspection = try await cancellable {
            let inspection = try ModelInspection(of: file, target: target, progress: reporter)
            try reporter.report(1, "Done")
            return inspection
        }
        try out.print(inspection, InspectionReport(inspection, name: file.lastPathComponent).lines.joined(separator: "\n"))
    }
}

extension ModelFormat: ExpressibleByArgument {}
