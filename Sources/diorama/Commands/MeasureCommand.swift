import ArgumentParser
import Capture
import FloorPlans
import ModelFormats
import Foundation
import Geometry
import Measurement
import Reconstruction
import Support

extension MeasureArguments.Kind: ExpressibleByArgument {}

struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure distances, areas, volumes and angles, each with its uncertainty.",
        discussion: """
            Points are x,y,z in metres. Each is snapped to the corner, vertex, edge or plane near it, in this order, else to the surface.
            Uncertainties come from FILE.noise.json beside the model (reconstruct --noise) or from the capture; of other models they are
            unknown, and so they are of all but distances (docs/measurement.md).

              distance A B               between two points; with --planes between two parallel planes
              path A B C …               along points
              height A [FLOOR]           above the floor
              area A B C …               of a polygon
              perimeter A B C …          around it
              angle A V B                at V; A B --planes: between two planes
              volume [A]                 of the mesh, or of the part at A
              size [A]                   of the box around it
              clearance A --along x      the free space through A along a direction
              area, perimeter, volume    of the rooms of a plan (json), or of one with --room

            EXAMPLES
              diorama reconstruct demo --output flat.glb --noise
              diorama measure flat.glb distance 0,1.2,2 5,1.2,2 --planes
              diorama measure flat.glb area 0,0,0 5,0,0 5,0,4.7 0,0,4.7 --unit imperial
              diorama measure flat.glb clearance 5.07,1,3.2 --along z --spread 0.1
              diorama measure flat.json area --room Kitchen --csv rooms.csv
            """)

    @Argument(help: "The model, plan (json) or capture to measure in, or 'demo' for the built-in demo capture.")
    var input: String

    @Argument(help: "What to measure: \(MeasureArguments.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind: MeasureArguments.Kind

    // Coordinates may begin with a minus.
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The points.", valueName: "x,y,z"))
    var points: [String] = []

    @OptionGroup var measuring: MeasureArguments
    @OptionGroup var out: OutputOptions

    func validate() throws {
        let places = try points.map(MeasureArguments.place)
        try measuring.check(kind, points: places.count)
    }

    func run() async throws {
        let (kind, measuring, input) = (kind, measuring, input)
        let places = try points.map(MeasureArguments.place)
        let reporter = Terminal.progress()
        let list = try await cancellable {
            var list = try MeasureWork(input: input, kind: kind, places: places, arguments: measuring).run(reporter)
            if let name = measuring.name { for i in list.measurements.indices { list.measurements[i].name = name } }
            try reporter.report(1, "Done")
            if let csv = measuring.csv {
                let target = URL(fileURLWithPath: csv)
                try checkFolder(of: target)
                try AtomicFile.write(Array(list.csv(measuring.units).utf8), to: target)
            }
            return list
        }
        try out.print(Report(input: input, measurements: list.measurements.map { .init($0, measuring.units) }), text(list))
    }

    private func text(_ list: MeasurementList) -> String {
        list.measurements.map { m in
            ([(m.name.isEmpty ? m.kind.rawValue : m.name) + ": " + m.text(measuring.units)] + m.notes.map { "note: \($0)" })
                .joined(separator: "\n")
        }.joined(separator: "\n")
    }

    struct Report: Encodable {
        var input: String
        var measurements: [Value]

        struct Value: Encodable {
            var kind: String
            var name: String
            var value: Double
            var unit: String
            /// Nil where it is unknown, and `unknown` says why.
            var standardUncertainty: Double?
            var halfWidth95: Double?
            var unknown: String?
            var text: String
            var points: [Place]
            var notes: [String]

            init(_ m: MeasuredValue, _ units: PlanUnits) {
                (kind, name, value, unit) = (m.kind.rawValue, m.name, m.value, m.kind.quantity.unit)
                (standardUncertainty, halfWidth95, unknown) = (
                    m.uncertainty.standard, m.uncertainty.halfWidth, m.uncertainty.reason
                )
                (text, notes) = (m.text(units), m.notes)
                points = m.points.map { Place(position: $0.position, snap: $0.snap.rawValue) }
            }
        }

        struct Place: Encodable {
            /// Metres.
            var position: SIMD3<Double>
            var snap: String
        }
    }
}

/// What is measured, and how it is told.
struct MeasureArguments: ParsableArguments {
    enum Kind: String, CaseIterable, Sendable { case distance, path, area, perimeter, volume, angle, height, clearance, size }

    @Option(
        help: ArgumentHelp(
            "What points are snapped to: corner, vertex, edge, plane or none; several with commas. By default the first that is near.",
            valueName: "kinds"))
    var snap: String?

    @Option(help: ArgumentHelp("How far a point may be from what it is snapped to.", valueName: "metres"))
    var radius: Double = 0.05

    @Flag(help: "distance, angle: between the planes at two points.")
    var planes = false

    @Option(help: ArgumentHelp("clearance: x, y, z or a direction as x,y,z.", valueName: "direction"))
    var along: String?

    @Option(help: ArgumentHelp("clearance: the smallest within so far of the line.", valueName: "metres"))
    var spread: Double = 0

    @Option(help: ArgumentHelp("Of a plan: the room's name; all rooms where it is left out.", valueName: "name"))
    var room: String?

    @Option(help: ArgumentHelp("The noise model, where it is not FILE.noise.json beside the model.", valueName: "file"))
    var noise: String?

    @Option(help: ArgumentHelp("metric or imperial (feet and inches).", valueName: "units"))
    var unit: String = "metric"

    @Option(help: ArgumentHelp("A name for the measurement.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("Also write the measurement as a table.", valueName: "file"))
    var csv: String?

    var units: PlanUnits { PlanUnits(rawValue: unit) ?? .metric }

    mutating func validate() throws {
        guard PlanUnits(rawValue: unit) != nil else { throw ValidationError("--unit must be metric or imperial.") }
        guard radius.isFinite, radius > 0, radius <= 10 else { throw ValidationError("--radius must be above 0 and at most 10.") }
        guard spread.isFinite, (0...10).contains(spread) else { throw ValidationError("--spread must be 0 to 10.") }
        _ = try snapOptions()
        if along != nil { _ = try direction() }
    }

    func snapOptions() throws -> SnapOptions {
        guard let snap else { return SnapOptions(radius: radius) }
        if snap == "none" { return SnapOptions(kinds: [], radius: radius) }
        var kinds: Set<MeasuredPoint.Snap> = []
        for name in snap.split(separator: ",") {
            guard let kind = MeasuredPoint.Snap(rawValue: String(name)), [.corner, .vertex, .edge, .plane].contains(kind) else {
                throw ValidationError("--snap knows corner, vertex, edge, plane and none; ‘\(name)’ is none of them.")
            }
            kinds.insert(kind)
        }
        return SnapOptions(kinds: kinds, radius: radius)
    }

    func direction() throws -> Point {
        switch along {
        case "x": Point(1, 0, 0)
        case "y": Point(0, 1, 0)
        case "z": Point(0, 0, 1)
        case let text?: try Self.place(text)
        case nil: throw ValidationError("clearance needs --along, such as --along x.")
        }
    }

    /// A point as it is typed.
    static func place(_ text: String) throws -> Point {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.trimmingCharacters(in: .whitespaces))
        }
        guard parts.count == 3, let x = parts[0], let y = parts[1], let z = parts[2], x.isFinite, y.isFinite, z.isFinite else {
            throw ValidationError("‘\(text)’ is no point; give x,y,z in metres, such as 1.2,0,-3.")
        }
        return Point(x, y, z)
    }

    func check(_ kind: Kind, points: Int) throws {
        let allowed: ClosedRange<Int> =
            switch kind {
            case .distance: 2...2
            case .path: 2...10_000
            case .area, .perimeter: points == 0 ? 0...0 : 3...1000
            case .volume, .size: 0...1
            case .angle: planes ? 2...2 : 3...3
            case .height: 1...2
            case .clearance: 1...1
            }
        guard allowed.contains(points) else {
            throw ValidationError("\(kind.rawValue) with \(points) points can't be measured; see --help.")
        }
        if kind == .clearance { _ = try direction() }
        if planes, kind != .distance, kind != .angle { throw ValidationError("--planes belongs to distance and angle.") }
    }
}
