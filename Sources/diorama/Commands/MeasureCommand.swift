import ArgumentParser
import DioramaLibrary
import Foundation
import Measurement
import Spaces
import Support
import SyntheticScenes

struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure distances, areas, volumes and angles, each with its uncertainty.",
        discussion: """
            Points are x,y,z in metres or with units (120cm,0,5ft), or names (--point). Each is snapped to the corner, vertex, edge
            or plane near it, in this order, else to the surface; a point farther from the surface than --radius is refused.
            Uncertainties come from NAME.noise.json beside the model (reconstruct --noise), from the capture, from the space, or
            of a point cloud from the scatter of its points. For other models they are unknown (docs/measurement.md).

              distance A B               between two points; with --planes between two parallel planes
              path A B C …               along points
              height A [FLOOR]           above the floor
              area A B C …               of a polygon
              perimeter A B C …          around it
              angle A V B                at V; A B --planes: between two planes
              volume [A]                 of the mesh, or of the part at A
              size [A]                   of the box around it
              clearance A --along x      the free space through A along a direction
              area, perimeter, volume    of the rooms of a plan (json) or of a space, or of one with --room
              check                      the scale by the distances of --check; of a space they are kept, and correct all
                                         that is measured in it later; without --check those that are kept

            EXAMPLES
              diorama reconstruct demo --output flat.glb --noise
              diorama measure flat.glb distance 0,1.2,1 5,1.2,1 --planes
              diorama measure flat.glb area 1,0,1 4,0,1 4,0,4 1,0,4 --imperial
              diorama measure flat.glb clearance 5.07,1,3.2 --along z --spread 0.1
              diorama plan flat.glb --output flat.json
              diorama measure flat.json area --room "Room 1" --csv rooms.csv
              diorama measure flat.glb distance 0,1.2,1 5,1.2,1 --planes --check "0,1.2,1 4.785,1.2,1 = 4.79 ± 0.005"
              diorama measure flat.glb check --point A=0,1.2,1 --point B=4.785,1.2,1 --check "A,B = 479cm +- 5mm" --units cm
              diorama measure SPACE height 0,1.2,1 0.5,0,1
              diorama measure SPACE check
            """)

    @Argument(help: "A model, a point cloud, a plan (json), a capture, a space's id, or 'demo' for the built-in demo capture.")
    var input: String

    @Argument(help: "What to measure: \(MeasureKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind: MeasureKind

    @Argument(parsing: .numbers, help: ArgumentHelp("The points.", valueName: "x,y,z"), transform: PointArgument.init)
    var points: [PointArgument] = []

    @OptionGroup var measuring: MeasureArguments
    @OptionGroup var units: MeasurementUnitArguments

    @Option(help: ArgumentHelp("check: remove a check distance from the space (repeatable).", valueName: "id"))
    var remove: [String] = []

    @Option(help: ArgumentHelp("A name for the measurement.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("Also write the measurement as CSV.", valueName: "file"))
    var csv: String?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var out: OutputOptions

    func validate() throws {
        _ = try measuring.request(kind, points: points)
        if !remove.isEmpty, kind != .check { throw ValidationError("--remove is for check.") }
    }

    func run() async throws {
        let request = try measuring.request(kind, points: points)
        let table = csv.map { URL(fileURLWithPath: $0) }
        if let table { try TargetFile.checkFolder(of: table) }
        var outcome = try await measure(request)
        if let name { for i in outcome.list.measurements.indices { outcome.list.measurements[i].name = name } }
        if let table { try AtomicFile.write(Array(outcome.list.csv(units.units).utf8), to: table) }
        let report = MeasurementReport(outcome, input: input, units.units)
        try out.print(report, report.lines)
    }

    private func measure(_ request: MeasurementRequest?) async throws -> MeasurementReport.Content {
        let reporter = Terminal.progress()
        let found = try await InputArgument(input, library)
        let measuring = measuring
        let checks = try measuring.checks()
        let removed = remove
        let isDemo = input == CaptureArguments.demo
        return try await cancellable {
            let content: MeasurementReport.Content
            switch found {
            case .space(let space, let library):
                content = try await Self.measure(request, in: space, library, checks: checks, removing: removed)
            case .path(let path):
                guard removed.isEmpty else { throw CommandFailure("--remove is for a space; check distances of files aren't kept") }
                try FileRoles.checkInput(path)
                var measurer = FileMeasurer(isDemo ? .capture(DemoCapture().capture) : .file(URL(fileURLWithPath: path)))
                measurer.noise = measuring.noise.map { URL(fileURLWithPath: $0) }
                measurer.checks = checks
                content = MeasurementReport.Content(try measurer.measure(request, progress: reporter))
            }
            try reporter.report(1, "Done")
            return content
        }
    }

    private static func measure(
        _ request: MeasurementRequest?, in space: Space, _ library: Library, checks: [CheckRequest], removing removed: [String]
    ) async throws -> MeasurementReport.Content {
        let measurer = SpaceMeasurer(library: library, media: library.mediaStore)
        guard let request else {
            let kept = SpaceChecks(library: library, measurer: measurer)
            for text in removed {
                guard let id = MeasurementID(text) else { throw CommandFailure("'\(text)' is not the id of a check distance") }
                try await kept.remove(id)
            }
            for check in checks { _ = try await kept.add(check, in: space) }
            let list = try await kept.list(in: space)
            if let problem = list.problem { throw CommandFailure(problem) }
            return MeasurementReport.Content(list: MeasurementList(), scale: list.scale, ids: list.entries.map(\.id.description))
        }
        let isOfRooms = request.points.isEmpty && [.area, .perimeter].contains(request.kind)
        let isOnPlan = isOfRooms || request.room != nil
        return MeasurementReport.Content(
            try await isOnPlan
                ? measurer.measureOnPlan(request, of: space, checks: checks) : measurer.measure(request, in: space, checks: checks))
    }
}
