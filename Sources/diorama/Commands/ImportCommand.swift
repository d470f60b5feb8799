import ArgumentParser
import DioramaLibrary
import Foundation
import Spaces
import Splats

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import captures and model files into the library.",
        discussion: """
            EXAMPLES
              diorama import ~/scans/office ~/models/statue.ply
              diorama import ~/photos/fox --mode object --splats
              diorama import --together ~/scans/kitchen ~/scans/hall --name "Our flat"
              diorama import kitchen.json kitchen.usdz
              diorama import --together kitchen.json hall.json bath.json --name "Our flat"
              diorama import ~/scans/kitchen-2027 --rescan-of SPACE
            """)

    @Argument(help: "Captures, folders of photos, videos, model files, or RoomPlan's JSON with its usdz.")
    var paths: [String]

    @OptionGroup var importing: ImportArguments
    @OptionGroup var splatDevice: SplatDeviceOptions

    @Option(help: "The space's name; only for a single space.")
    var name: String?

    @Option(
        help: ArgumentHelp("An earlier scan of the same place: its memories are transferred to the new scan.", valueName: "space"))
    var rescanOf: String?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var reconstruction: ReconstructionArguments
    @OptionGroup var out: OutputOptions

    func validate() throws {
        let isOneSpace = paths.count == 1 || importing.together || ImportArguments.isRoomWithModel(paths)
        if importing.together, importing.keepCapture {
            throw ValidationError("--keep-capture and --together exclude each other; import the captures one by one to keep them.")
        }
        if !importing.splats, splatDevice.splatDevice != SplatDeviceOptions.usual {
            throw ValidationError("--splat-device needs --splats.")
        }
        if name != nil, !isOneSpace { throw ValidationError("--name needs exactly one path.") }
        if rescanOf != nil, !isOneSpace { throw ValidationError("--rescan-of needs exactly one path.") }
    }

    func run() async throws {
        // Checked before minutes of work.
        let training = try splatDevice.training()
        let library = try await library.openOrStart()
        var earlier: Space?
        if let rescanOf { earlier = try await library.space(argument: rescanOf) }
        let spaces = try await importing.run(
            paths, name: name, into: library, reconstruction, splats: training)
        let reports = spaces.map(SpaceReport.init)
        guard let earlier, let space = spaces.first else {
            return try out.print(["spaces": reports], reports.map(\.line).joined(separator: "\n"))
        }
        let rescan = try await transferAnchors(from: earlier.id, to: space, in: library)
        try out.print(Rescanned(spaces: reports, rescan: rescan), (reports.map(\.line) + [rescan.line]).joined(separator: "\n"))
    }

    private func transferAnchors(from earlier: SpaceID, to space: Space, in library: Library) async throws -> RescanReport {
        let transfer = AnchorTransfer(library: library, media: library.mediaStore)
        do {
            return RescanReport(
                try await cancellable { try await transfer.run(from: earlier, to: space.id, progress: Terminal.progress()) })
        } catch let error where !(error is CancellationError) {
            throw CommandFailure(
                "imported as \(space.id), but its memories remain with the earlier scan: \(Terminal.oneLine(error))")
        }
    }

    private struct Rescanned: Encodable {
        var spaces: [SpaceReport]
        var rescan: RescanReport
    }
}

/// How paths become spaces; `open` and `import` share it.
struct ImportArguments: ParsableArguments {
    @Flag(
        help:
            """
            The captures are of one place (rooms, storeys, different days): register them in the frame of the first and make one \
            space.
            """
    )
    var together = false

    @Flag(help: "Also train Gaussian splats on each capture; they are shown beside the mesh (takes minutes).")
    var splats = false

    @Flag(help: "Keep the files of each capture in the library, too: 'export --format original' writes them again.")
    var keepCapture = false

    /// RoomPlan's JSON of a room with its USDZ is one space.
    static func isRoomWithModel(_ paths: [String]) -> Bool {
        paths.count == 2 && Set(paths.map { URL(fileURLWithPath: $0).pathExtension.lowercased() }) == ["json", "usdz"]
    }

    /// Imports the paths, with a progress bar for each space.
    /// - Parameter training: how splats are trained where `--splats` asks for them.
    func run(
        _ paths: [String], name: String?, into library: Library, _ reconstruction: ReconstructionArguments,
        splats training: SplatTrainingOptions
    ) async throws -> [Space] {
        for path in paths { try FileRoles.checkInput(path) }
        var options = ImportOptions(
            reconstruction: try reconstruction.options(), capture: reconstruction.captureOptions,
            photos: try reconstruction.photos.options())
        if splats { options.splats = training }
        options.keepsCapture = keepCapture
        let chosen = options
        let files = paths.map { URL(fileURLWithPath: $0) }
        let together = together
        let importer = SpaceImporter(library: library)
        return try await cancellable {
            try await importer.importPaths(files, together: together, name: name, options: chosen, progress: Terminal.progress)
        }
    }
}

/// What became of the memories of an earlier scan.
struct RescanReport: Encodable {
    var held: Int
    var moved: Int
    var lost: Int
    /// Metres.
    var residual: Double
    var undo: String?

    init(_ result: AnchorTransfer.Result) {
        held = result.pins.count { $0.state == .held }
        moved = result.pins.count { $0.state == .moved }
        lost = result.pins.count { $0.state == .lost }
        residual = result.residual
        undo = result.record?.id.description
    }

    var line: String {
        let match = String(format: "%.1f mm", residual * 1000)
        return
            "memories: \(held) at the same place, \(moved) moved with their object, \(lost) without a surface (residual \(match))"
    }
}
