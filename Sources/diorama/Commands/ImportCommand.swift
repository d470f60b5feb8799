import ArgumentParser
import Foundation
import Library
import Server
import Work

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring captures and model files into the library.",
        discussion: """
            EXAMPLE
              diorama import ~/scans/office ~/models/statue.ply
            """)

    @Argument(help: "Capture folders or model files.")
    var paths: [String]

    @Option(help: "The space's name, where there is one path only.")
    var name: String?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var reconstruction: ReconstructionArguments
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if name != nil && paths.count > 1 { throw ValidationError("--name needs exactly one path.") }
    }

    func run() async throws {
        let library = try library.open()
        let options = ImportOptions(reconstruction: reconstruction.options, capture: reconstruction.captureOptions)
        let (paths, name) = (paths, name)
        let spaces = try await cancellable {
            try await importAll(paths, name: name, into: library, options: options)
        }
        let reports = spaces.map(SpaceReport.init)
        try out.print(["spaces": reports], reports.map(\.line).joined(separator: "\n"))
    }
}

/// Imports each path in turn, with one bar for each.
func importAll(_ paths: [String], name: String?, into library: Library, options: ImportOptions) async throws -> [Space] {
    var spaces: [Space] = []
    for path in paths {
        let space = try await SpaceImporter(library: library).importSpace(
            from: URL(fileURLWithPath: path), name: name, options: options, progress: Terminal.progress())
        spaces.append(space)
    }
    return spaces
}
