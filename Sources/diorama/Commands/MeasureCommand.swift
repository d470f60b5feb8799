import ArgumentParser
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
            Points are x,y,z in metres. Each is snapped to the corner, vertex, edge or plane near it, in this order, else to the
            surface. Uncertainties come from NAME.noise.json beside the model (reconstruct --noise), from the capture or from the
            space. For other models they are unknown, as they are for all kinds but distances (docs/measurement.md).

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

            EXAMPLES
              diorama reconstruct demo --output flat.glb --noise
              diorama measure flat.glb distance 0,1.2,1 5,1.2,1 --planes
              diorama measure flat.glb area 1,0,1 4,0,1 4,0,4 1,0,4 --imperial
              diorama measure flat.glb clearance 5.07,1,3.2 --along z --spread 0.1
              diorama plan flat.glb --output flat.json
              diorama measure flat.json area --room "Room 1" --csv rooms.csv
              diorama measure SPACE height 0,1.2,1 0.5,0,1
            """)

    @Argument(help: "A model, a plan (json), a capture, a space's id, or 'demo' for the built-in demo capture.")
    var input: String

    @Argument(help: "What to measure: \(MeasureKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind: MeasureKind

    @Argument(parsing: .numbers, help: ArgumentHelp("The points.", valueName: "x,y,z"), transform: Numbers.point)
    var points: [Point] = []

    @OptionGroup var measuring: MeasureArguments
    @OptionGroup var units: UnitArguments

    @Option(help: ArgumentHelp("A name for the measurement.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("Also write the measurement as CSV.", valueName: "file"))
    var csv: String?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var out: OutputOptions

    func validate() throws { _ = try measuring.request(kind, points: points) }

    func run() async throws {
        let request = try measuring.request(kind, points: points)
        let table = csv.map { URL(fileURLWithPath: $0) }
        if let table { try TargetFile.checkFolder(of: table) }
        var list = MeasurementList(try await measure(request))
        if let name { for i in list.measurements.indices { list.measurements[i].name = name } }
        if let table { try AtomicFile.write(Array(list.csv(units.units).utf8), to: table) }
        try out.print(MeasurementReport(list, input: input, units.units), MeasurementReport.text(list, units.units))
    }

    private func measure(_ request: MeasurementRequest) async throws -> [MeasuredValue] {
        let reporter = Terminal.progress()
        let found = try await InputArgument(input, library)
        let measuring = measuring
        let isDemo = input == CaptureArguments.demo
        return try await cancellable {
            let values: [MeasuredValue]
            switch found {
            case .space(let space, let library):
                let measurer = SpaceMeasurer(library: library, media: library.mediaStore)
                let isOfRooms = request.points.isEmpty && [.area, .perimeter].contains(request.kind)
                let outcome =
                    try await isOfRooms || request.room != nil
                    ? measurer.measureOnPlan(request, of: space) : measurer.measure(request, in: space)
                values = outcome.values
            case .path(let path):
                try FileRoles.checkInput(path)
                var measurer = FileMeasurer(isDemo ? .capture(DemoCapture().capture) : .file(URL(fileURLWithPath: path)))
                measurer.noise = measuring.noise.map { URL(fileURLWithPath: $0) }
                values = try measurer.measure(request, progress: reporter).values
            }
            try reporter.report(1, "Done")
            return values
        }
    }
}
