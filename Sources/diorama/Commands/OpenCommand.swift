import SyntheticScenes
import ArgumentParser
import Capture
import Foundation
import ModelFormats
import DioramaLibrary
import Server
import Spaces
import Support

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Import, reconstruct and show in the browser.",
        discussion: """
            EXAMPLE
              diorama open ~/scans/office
            """)

    @Argument(help: "Captures or model files.")
    var paths: [String]

    @Flag(help: ImportArguments.together)
    var together = false

    @OptionGroup var library: LibraryOptions
    @OptionGroup var reconstruction: ReconstructionArguments
    @OptionGroup var server: ServerOptions
    @OptionGroup var out: OutputOptions

    func run() async throws {
        let library = try library.open()
        let options = ImportOptions(reconstruction: try reconstruction.options(), capture: reconstruction.captureOptions)
        let (paths, together) = (paths, together)
        let spaces = try await cancellable {
            try await importAll(paths, together: together, name: nil, into: library, options: options)
        }
        for space in spaces { Terminal.line(SpaceReport(space).line) }
        let path = spaces.count == 1 ? "/spaces/\(spaces[0].id)" : "/"
        try await server.serve(library, opening: path, out: out, browser: true)
    }
}

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Make the built-in demo capture, reconstruct it and show it in the browser.",
        discussion: """
            The demo has a library of its own, so that nothing of yours is touched.

            EXAMPLE
              diorama demo
              diorama demo --write ~/demo-flat     only write the capture and its exact surface into a folder
            """)

    @Option(help: ArgumentHelp("Only write the capture and its exact surface (truth.ply) into this folder.", valueName: "folder"))
    var write: String?

    @Option(help: "Another flat for another number.")
    var seed: UInt64 = 1

    @Option(name: .customLong("library"), help: ArgumentHelp("The demo library's folder.", valueName: "folder"))
    var libraryPath: String?

    @OptionGroup var reconstruction: ReconstructionArguments
    @OptionGroup var server: ServerOptions
    @OptionGroup var out: OutputOptions

    func run() async throws {
        let demo = DemoCapture(seed: seed)
        if let write {
            try await writeFiles(demo, URL(fileURLWithPath: write))
            return
        }
        let folder =
            libraryPath.map { URL(fileURLWithPath: $0) }
            ?? Library.defaultFolder.deletingLastPathComponent().appendingPathComponent("diorama-demo")
        let library = try Library(at: folder)
        let options = ImportOptions(reconstruction: try reconstruction.options())
        let name = seed == 1 ? "Demo flat" : "Demo flat \(seed)"
        let space = try await cancellable {
            // Each start shows the flat of this version, once.
            var old: [SpaceID] = []
            for space in try await library.spaces(limit: 200, after: nil) where space.name == name { old.append(space.id) }
            let space = try await SpaceImporter(library: library).importCapture(
                demo.capture, name: name, options: options, progress: Terminal.progress())
            for id in old { _ = try await library.delete(id) }
            return space
        }
        Terminal.line(SpaceReport(space).line)
        try await server.serve(library, opening: "/spaces/\(space.id)", out: out, browser: true)
    }

    private func writeFiles(_ demo: DemoCapture, _ folder: URL) async throws {
        let reporter = Terminal.progress()
        try await cancellable {
            try demo.write(to: folder, progress: reporter.part(0...0.9))
            try ModelFile.write(
                Model(demo.groundTruth), to: folder.appendingPathComponent("truth.ply"),
                progress: reporter.part(0.9...1))
        }
        try out.print(
            Written(folder: folder.path, frames: demo.capture.frameCount),
            "\(folder.path): \(demo.capture.frameCount) frames and truth.ply, the exact surface")
    }

    struct Written: Encodable {
        var folder: String
        var frames: Int
    }
}
