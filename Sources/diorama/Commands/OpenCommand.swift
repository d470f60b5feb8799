import ArgumentParser
import DioramaLibrary
import Foundation
import ModelFormats
import Spaces
import Support
import SyntheticScenes

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Import captures or model files and show them in the browser.",
        discussion: """
            EXAMPLE
              diorama open ~/scans/office
            """)

    @Argument(help: "Captures, folders of photos, videos or model files.")
    var paths: [String]

    @OptionGroup var importing: ImportArguments
    @OptionGroup var splatDevice: SplatDeviceOptions
    @OptionGroup var library: LibraryOptions
    @OptionGroup var reconstruction: ReconstructionArguments
    @OptionGroup var server: ServerOptions
    @OptionGroup var browser: BrowserOptions
    @OptionGroup var out: OutputOptions

    func run() async throws {
        let training = try splatDevice.training()
        let library = try await library.openOrStart()
        let spaces = try await importing.run(paths, name: nil, into: library, reconstruction, splats: training)
        for space in spaces { Terminal.line(SpaceReport(space).line) }
        let path = spaces.count == 1 ? "/spaces/\(spaces[0].id)" : "/"
        try await server.serve(library, opening: path, splats: training, out: out, opensBrowser: !browser.noOpen)
    }
}

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Make the built-in demo capture, reconstruct it and show it in the browser.",
        discussion: """
            The demo has a library of its own; yours is not changed. It is made once: what you add to it stays.

            EXAMPLES
              diorama demo
              diorama demo --write ~/demo-flat     # only write the capture and its ground truth to a folder
            """)

    @Option(help: ArgumentHelp("Only write the capture and its ground truth (truth.ply) to this folder.", valueName: "folder"))
    var write: String?

    @Option(
        parsing: .number, help: ArgumentHelp("Seed of the generated flat: another number gives another flat.", valueName: "number"))
    var seed: UInt64 = 1

    @Flag(help: "Reconstruct the demo again, with the given options; its memories are transferred.")
    var rebuild = false

    @Option(name: .customLong("library"), help: ArgumentHelp("The demo library's folder.", valueName: "folder"))
    var libraryPath: String?

    @OptionGroup var reconstruction: ReconstructionArguments
    @OptionGroup var server: ServerOptions
    @OptionGroup var browser: BrowserOptions
    @OptionGroup var out: OutputOptions

    func run() async throws {
        let demo = DemoCapture(seed: seed)
        if let write { return try await writeFiles(demo, URL(fileURLWithPath: write)) }
        let folder =
            libraryPath.map { URL(fileURLWithPath: $0) }
            ?? Library.defaultFolder.deletingLastPathComponent().appendingPathComponent("diorama-demo")
        let library = try Library(at: folder)
        OpenLibraries.register(library)
        let options = ImportOptions(reconstruction: try reconstruction.options())
        let name = seed == 1 ? "Demo flat" : "Demo flat \(seed)"
        let importer = SpaceImporter(library: library)
        let former = try await importer.space(named: name)
        let rebuild = rebuild
        let space = try await cancellable { () async throws -> Space in
            guard let former else {
                return try await importer.importCapture(
                    demo.capture, name: name, options: options, progress: Terminal.progress())
            }
            guard rebuild else { return former }
            return try await importer.rebuild(
                former, from: demo.capture, media: library.mediaStore, options: options, progress: Terminal.progress())
        }
        Terminal.line(SpaceReport(space).line)
        try await server.serve(library, opening: "/spaces/\(space.id)", out: out, opensBrowser: !browser.noOpen)
    }

    private func writeFiles(_ demo: DemoCapture, _ folder: URL) async throws {
        let reporter = Terminal.progress()
        try await cancellable {
            try demo.write(to: folder, progress: reporter.part(0...0.9))
            try ModelFile.write(
                Model(demo.groundTruth), to: folder.appendingPathComponent("truth.ply"), progress: reporter.part(0.9...1))
        }
        try out.print(
            Written(folder: folder.path, frames: demo.capture.frameCount),
            "\(folder.path): \(demo.capture.frameCount) frames and truth.ply, the ground truth")
    }

    private struct Written: Encodable {
        var folder: String
        var frames: Int
    }
}
