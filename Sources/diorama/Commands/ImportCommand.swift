import ArgumentParser
import Capture
import Foundation
import DioramaLibrary
import Server
import Spaces
import Support

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring captures and model files into the library.",
        discussion: """
            EXAMPLES
              diorama import ~/scans/office ~/models/statue.ply
              diorama import --together ~/scans/kitchen ~/scans/hall --name "Our flat"
              diorama import kitchen.json kitchen.usdz
              diorama import --together kitchen.json hall.json bath.json --name "Our flat"
              diorama import ~/scans/kitchen-2027 --rescan-of 2xQ4bG6QhV8mYk3sZpA1cR7tWdE
            """)

    @Argument(help: "Captures, model files, or RoomPlan's JSON with its usdz.")
    var paths: [String]

    @Flag(help: ImportArguments.together)
    var together = false

    @Option(help: "The space's name, where there is one only.")
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The space that shows the same place earlier: its memories are carried over to the new scan.", valueName: "space"))
    var rescanOf: String?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var reconstruction: ReconstructionArguments
    @OptionGroup var out: OutputOptions

    func validate() throws {
        // A RoomPlan room with its model is one.
        let isRoom = paths.count == 2 && Set(paths.map { URL(fileURLWithPath: $0).pathExtension.lowercased() }) == ["json", "usdz"]
        if name != nil && paths.count > 1 && !together && !isRoom { throw ValidationError("--name needs exactly one path.") }
        if rescanOf != nil && paths.count > 1 && !together { throw ValidationError("--rescan-of needs exactly one path.") }
    }

    func run() async throws {
        let library = try library.open()
        let options = ImportOptions(reconstruction: try reconstruction.options(), capture: reconstruction.captureOptions)
        let (paths, name, together) = (paths, name, together)
        let earlier = try rescanOf.map { text in
            guard let id = SpaceID(text) else { throw CommandFailure("'\(text)' is not an id; 'diorama library list' prints them") }
            return id
        }
        // Before minutes of work.
        if let earlier {
            let space = try await library.space(earlier)
            if space == nil || space?.trashed != nil {
                throw CommandFailure(
                    "there is no space \(earlier) in \(library.folder.path); 'diorama library list' prints what is there")
            }
        }
        let spaces = try await cancellable {
            try await importAll(paths, together: together, name: name, into: library, options: options)
        }
        let reports = spaces.map(SpaceReport.init)
        guard let earlier, let space = spaces.first else {
            return try out.print(["spaces": reports], reports.map(\.line).joined(separator: "\n"))
        }
        let rescan = try await carry(from: earlier, to: space, in: library)
        try out.print(Rescanned(spaces: reports, rescan: rescan), (reports.map(\.line) + [rescan.line]).joined(separator: "\n"))
    }

    private func carry(from earlier: SpaceID, to space: Space, in library: Library) async throws -> RescanReport {
        let reanchorer = AnchorTransfer(library: library, media: ServerConfiguration(library: library).media)
        do {
            return RescanReport(
                try await cancellable { try await reanchorer.run(from: earlier, to: space.id, progress: Terminal.progress()) })
        } catch let error where !(error is CancellationError) {
            throw CommandFailure("imported as \(space.id), but the memories stay with the earlier scan: \(Terminal.oneLine(error))")
        }
    }

    private struct Rescanned: Encodable {
        var spaces: [SpaceReport]
        var rescan: RescanReport
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
        return "memories: \(held) held, \(moved) moved with their thing, \(lost) lost their surface (the scans agree to \(match))"
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
    let files = paths.map { URL(fileURLWithPath: $0) }
    let rooms = files.filter { $0.pathExtension.lowercased() == "json" }
    let models = files.filter { $0.pathExtension.lowercased() == "usdz" }
    if together, !rooms.isEmpty {
        guard rooms.count + models.count == files.count, models.count <= 1 else {
            throw CommandFailure("RoomPlan's rooms go together with each other and one usdz of all of them")
        }
        let export = RoomPlanFiles.Export(rooms: rooms, model: models.first)
        return [try await SpaceImporter(library: library).importRoomPlan(export, name: name, progress: Terminal.progress())]
    }
    if files.count == 2, let room = rooms.first, let model = models.first {
        let export = RoomPlanFiles.Export(rooms: [room], model: model)
        return [try await SpaceImporter(library: library).importRoomPlan(export, name: name, progress: Terminal.progress())]
    }
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
