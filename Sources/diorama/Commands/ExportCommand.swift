import ArgumentParser
import ModelFormats
import Foundation
import Geometry
import DioramaLibrary
import Server
import Spaces
import Support

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Bring a space out of the library: as a model file, or as a folder for any web host.",
        discussion: """
            The folder needs no server of Diorama. It has the place with its public memories and their files, without places and dates that
            these were recorded at. Whoever has its address can look at it.

            EXAMPLES
              diorama export 2xQ4bG6QhV8mYk3sZpA1cR7tWdE --format web --output kitchen/
              diorama export 2xQ4bG6QhV8mYk3sZpA1cR7tWdE --format web --output kitchen.zip --part 0,0,0,2.5,2.4,3
              diorama export 2xQ4bG6QhV8mYk3sZpA1cR7tWdE --format fbx --output kitchen.fbx --unit cm
              diorama export 2xQ4bG6QhV8mYk3sZpA1cR7tWdE --format usdz --output kitchen.usdz      with its public memories as markers
            """)

    @Argument(help: "The space's id, as 'library list' prints it.")
    var id: String

    @Option(
        help: ArgumentHelp(
            "web, or the kind of a model file: \(ModelFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "format"))
    var format: String

    @Option(help: ArgumentHelp("The file or, for web, the new folder or .zip file.", valueName: "path"))
    var output: String

    @Option(help: ArgumentHelp("Only a box, in metres: x,y,z of its one corner, then of the other.", valueName: "box"))
    var part: String?

    @Flag(help: "Export the place without its memories.")
    var withoutMemories = false

    @OptionGroup var writing: WritingArguments
    @OptionGroup var library: LibraryOptions
    @OptionGroup var out: OutputOptions

    func validate() throws {
        let known = ["web"] + ModelFormat.allCases.map(\.rawValue)
        guard known.contains(format) else { throw ValidationError("--format must be one of \(known.joined(separator: ", ")).") }
        if let part { _ = try ShareCommand.box(part) }
    }

    func run() async throws {
        let library = try library.open()
        guard let key = SpaceID(id), let space = try await library.space(key), space.trashed == nil else {
            throw CommandFailure("there is no space \(id) in \(library.folder.path); 'diorama library list' prints what is there")
        }
        let box = try part.map(ShareCommand.box)
        let media = ServerConfiguration(library: library).media
        let target = URL(fileURLWithPath: output)
        let (format, showsMemories, writing) = (format, !withoutMemories, writing)
        let report = try await cancellable {
            if format == "web" {
                let export = WebExport(site: ExportedSite(library: library, media: media))
                return try await Report(
                    web: export.write(space, part: box, showsMemories: showsMemories, to: target, progress: Terminal.progress()))
            }
            let named = target.pathExtension.lowercased() == format ? target : target.appendingPathExtension(format)
            try checkTarget(named)
            // What is handed on as a file has what everybody may see.
            let memories = showsMemories ? library.memories(for: .link(key, part: box)) : nil
            let losses = try await SpaceExport(library: library, media: media).write(
                space, part: box, memories: memories, to: named, options: writing.options, progress: Terminal.progress())
            try writing.keep(losses, notes: [], of: named)
            return Report(model: losses, at: named)
        }
        try out.print(report, report.text)
    }

    struct Report: Encodable {
        var output: String
        var files: Int
        var bytes: Int64
        var memories: Int?
        /// What the format could not hold.
        var losses: [Loss]
        var notes: [String]

        init(web: WebExport.Report) {
            (output, files, bytes, memories, notes) = (web.target.path, web.fileCount, web.byteCount, web.memoryCount, [])
            losses = []
        }

        init(model losses: [Loss], at file: URL) {
            let size = (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int64) ?? 0
            (output, files, bytes, memories, self.notes) = (file.path, 1, size, nil, losses.map(\.sentence))
            self.losses = losses
        }

        var text: String {
            let told = memories.map { " with \($0) memories" } ?? ""
            let what = files == 1 ? "" : ", \(files) files"
            return (["wrote \(output)\(told) (\(Terminal.bytes(bytes))\(what))"] + notes.map { "note: \($0)" }).joined(
                separator: "\n")
        }
    }
}
