import ArgumentParser
import ModelFormats
import Foundation
import Geometry
import DioramaLibrary
import Server
import Spaces

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export a space as a model file, as a static website, or the files that it was made from.",
        discussion: """
            The website needs no Diorama server. It contains the space with its public memories and their media, without the
            locations and dates of recording. Anyone with its address can view it. No export has the location where the space was
            recorded, except with --with-location.

            EXAMPLES
              diorama export SPACE --format web --output kitchen/
              diorama export SPACE --format web --output kitchen.zip --part -1,0,-2,1.5,2.4,1
              diorama export SPACE --format fbx --output kitchen.fbx --unit cm
              diorama export SPACE --format usdz --output kitchen.usdz      # with its public memories as markers
              diorama export SPACE --format original --output originals/
            """)

    @Argument(help: "The space's id, as 'library list' prints it.")
    var id: String

    @Option(
        help: ArgumentHelp(
            "web, original, or a model format: \(ModelFormat.written.map(\.rawValue).joined(separator: ", ")).",
            valueName: "format"))
    var format: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write; for web a new folder or a .zip file, for original a folder.", valueName: "path"))
    var output: String

    @Option(
        parsing: .number,
        help: ArgumentHelp("Export only this box: x,y,z of two opposite corners, in metres.", valueName: "box"),
        transform: Numbers.box)
    var part: Bounds?

    @Flag(help: "Leave out the memories.")
    var withoutMemories = false

    @Flag(help: "Also write the location where the space was recorded: NAME.geojson beside the model, or in the website's folder.")
    var withLocation = false

    @OptionGroup var writing: WritingArguments
    @OptionGroup var library: LibraryOptions
    @OptionGroup var out: OutputOptions

    func validate() throws {
        let known = ["web", "original"] + ModelFormat.written.map(\.rawValue)
        guard known.contains(format) else { throw ValidationError("--format must be one of \(known.joined(separator: ", ")).") }
        if format == "original", part != nil || withoutMemories || withLocation {
            throw ValidationError("--part, --without-memories and --with-location don't apply to --format original.")
        }
    }

    func run() async throws {
        let library = try library.open()
        let space = try await library.space(argument: id)
        let target = URL(fileURLWithPath: output)
        if format == "original" {
            let files = try await SpaceOriginals(media: library.mediaStore).write(space, to: target)
            let report = Report(originals: files, at: target)
            return try out.print(report, report.text)
        }
        let report =
            try await format == "web"
            ? exportWebsite(space, from: library, to: target) : exportModel(space, from: library, to: target)
        try out.print(report, report.text)
    }

    private func exportWebsite(_ space: Space, from library: Library, to target: URL) async throws -> Report {
        let export = WebExport(site: ExportedSite(library: library, media: library.mediaStore))
        let part = part
        let showsMemories = !withoutMemories
        let location = withLocation ? try SpaceLocation(of: space, part: part) : nil
        return Report(
            try await cancellable {
                try await export.write(
                    space, part: part, showsMemories: showsMemories, location: location, to: target, progress: Terminal.progress())
            })
    }

    private func exportModel(_ space: Space, from library: Library, to target: URL) async throws -> Report {
        let file = target.pathExtension.lowercased() == format ? target : target.appendingPathExtension(format)
        try TargetFile.checkModel(file)
        // A file may be handed on: it contains what everybody may see.
        let memories = withoutMemories ? nil : library.memories(for: .link(space.id, part: part))
        let export = SpaceExport(library: library, media: library.mediaStore)
        let part = part
        let location = withLocation ? try SpaceLocation(of: space, part: part) : nil
        let options = writing.options
        let losses = try await cancellable {
            try await export.write(
                space, part: part, memories: memories, to: file, options: options, progress: Terminal.progress())
        }
        try writing.writeReport(losses: losses, notes: [], of: file)
        let georeference = try location?.write(besides: file)
        return Report(losses, at: file, location: georeference)
    }

    struct Report: Encodable {
        var output: String
        var files: Int
        var bytes: Int64
        var memories: Int?
        /// What the format could not hold.
        var losses: [Loss]
        var notes: [String]

        init(_ website: WebExport.Report) {
            output = website.target.path
            files = website.fileCount
            bytes = website.byteCount
            memories = website.memoryCount
            losses = []
            notes = []
        }

        init(originals: [URL], at folder: URL) {
            output = folder.path
            files = originals.count
            bytes = originals.reduce(0) { sum, file in
                sum + ((try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int64) ?? 0)
            }
            losses = []
            notes = []
        }

        init(_ losses: [Loss], at file: URL, location: URL?) {
            output = file.path
            files = location == nil ? 1 : 2
            bytes = (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int64) ?? 0
            notes = losses.map(\.sentence) + (location.map { ["\($0.lastPathComponent) contains its geographic location."] } ?? [])
            self.losses = losses
        }

        var text: String {
            let content = memories.map { " with \($0) memories" } ?? ""
            let count = files == 1 ? "" : ", \(files) files"
            return (["wrote \(output)\(content) (\(Terminal.bytes(bytes))\(count))"] + notes.map { "note: \($0)" }).joined(
                separator: "\n")
        }
    }
}
