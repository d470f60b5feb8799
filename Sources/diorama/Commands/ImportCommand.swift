import ArgumentParser
import Capture
import Foundation
import Library
import Server
import Work

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring captures and model files into the library.",
        discussion: """
            EXAMPLES
              diorama import ~/scans/office ~/models/statue.ply
              diorama import --together ~/scans/kitchen ~/scans/hall --name "Our flat"
            """)

    @Argument(help: "Captures or model files.")
    var paths: [String]

    @Flag(help: ImportArguments.together)
    var together = false

    @Option(help: "The space's name, where there is one only.")
    var name: String?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var reconstruction: ReconstructionArguments
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if name != nil && paths.count > 1 && !together { throw ValidationError("--name needs exactly one path.") }
    }

    func run() async throws {
        let library = try library.open()
        let options = ImportOptions(reconstruction: try reconstruction.options(), capture: reconstruction.captureOptions)
        let (paths, name, together) = (paths, name, together)
        let spaces = try await cancellable {
            try await importAll(paths, together: together, name: name, into: library, options: options)
        }
        let reports = spaces.map(SpaceReport.init)
        try out.print(["spaces": reports], reports.map(\.line).joined(separator: "\n"))
    }
}

enum ImportArguments {
    static let together: ArgumentHelp =
        "The captures are of one place (rooms, storeys, another day): bring them into the frame of the first and make one space."
}

/// Imports each path in turn, with one bar for each; or all of them as one space.
func importAll(
    _ paths: [String], together: Bool, name: String?, into library: Library, options: ImportOptions
) async throws -> [Space] {
    if together {
        let captures = try paths.map { try Capture.open(URL(fileURLWithPath: $0), options: options.capture) }
        return [
            try await SpaceImporter(library: library).importCaptures(
                captures, name: name, options: options, progress: Terminal.progress())
        ]
    }
    var spaces: [Space] = []
    for path in paths {
        let space = try await SpaceImporter(library: library).importSpace(
            from: URL(fileURLWithPath: path), name: name, options: options, progress: Terminal.progress())
        spaces.append(space)
    }
    return spaces
}
