import PlanFormats
import SyntheticScenes
import ArgumentParser
import Capture
import FloorPlans
import Foundation
import ModelFormats
import Reconstruction
import Server
import Spaces
import Support

struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Draw the floor plan of a scan.",
        discussion: """
            Takes a capture, a mesh or cloud of rooms, RoomPlan's JSON (several rooms of one home become one plan), or a plan as json.
            Walls that were not seen are drawn dashed; --json tells how sure each wall and opening is.

            EXAMPLES
              diorama plan ~/scans/office --output office.pdf
              diorama plan flat.glb --output flat.dxf --unit mm
              diorama plan livingroom.json kitchen.json hall.json --name "Our flat" --output flat.svg
            """)

    @Argument(help: "A capture, a model file, RoomPlan's JSON files, or a plan as json; 'demo' for the demo capture.")
    var inputs: [String]

    @Option(name: .shortAndLong, help: "Where to write; the ending says the format: \(PlanFormat.list).")
    var output: String

    @Option(help: "What the plan is called.")
    var name: String?

    @OptionGroup var writing: WritingArguments
    @OptionGroup var plan: PlanArguments
    @OptionGroup var reconstruction: ReconstructionArguments
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if inputs.isEmpty { throw ValidationError("Which scan? Give a capture, a model file, or RoomPlan's JSON.") }
    }

    func run() async throws {
        let target = URL(fileURLWithPath: output)
        _ = try PlanFile.format(of: target)
        try checkFolder(of: target)
        let source = PlanSource(
            paths: inputs, name: name, capture: reconstruction.captureOptions, reconstruction: try reconstruction.options())
        let (writing, arguments, paths) = (writing, plan, inputs)
        let report = try await cancellable {
            let start = ContinuousClock.now
            let reporter = Terminal.progress()
            let found = try source.read(reporter.part(0...0.9))
            let options = try arguments.options(writing, storeys: found.plan.storeys.count)
            let losses = try PlanFile.write(found.plan, to: target, options: options, progress: reporter.part(0.9...1))
            try reporter.report(1, "Done")
            try writing.keep(losses, notes: found.notes, of: target)
            return PlanReport(
                found.plan, input: paths, output: target.path, notes: found.notes + losses.map(\.sentence),
                registration: found.registration, seconds: (ContinuousClock.now - start) / .seconds(1))
        }
        try out.print(report, report.text)
    }
}

/// What a plan is made from.
struct PlanSource: Sendable {
    var paths: [String]
    var name: String?
    var capture: CaptureOptions
    var reconstruction: ReconstructionOptions

    struct Found: Sendable {
        var plan: FloorPlan
        var notes: [String]
        var registration: RoomRegistration?
    }

    func read(_ progress: ProgressReporter) throws -> Found {
        let files = paths.map { URL(fileURLWithPath: $0) }
        let isJSON = files.map { $0.pathExtension.lowercased() == "json" }
        if isJSON.allSatisfy({ $0 }) { return try readJSON(files, progress) }
        if isJSON.contains(true) { throw CommandFailure("RoomPlan's JSON and other scans make no plan together; give one kind") }
        let model = try model(files, progress.part(0...0.7))
        let options = PlanExtraction.Options(name: name ?? files[0].deletingPathExtension().lastPathComponent)
        let work = progress.part(0.7...1)
        let result =
            switch model.shape {
            case .mesh(let mesh): try PlanExtraction.plan(of: mesh, options, progress: work)
            case .cloud(let cloud): try PlanExtraction.plan(of: cloud, options, progress: work)
            case .splats: throw CommandFailure("a plan is made of a surface or of points; \(paths[0]) holds splats")
            }
        var notes = model.notes + result.notes
        if model.origin != .zero {
            let place = (0..<3).map { "\(model.origin[$0])" }.joined(separator: ", ")
            notes.append("The plan lies near the origin: its map coordinates are less by (\(place)) m, y up.")
        }
        return Found(plan: result.plan, notes: notes, registration: nil)
    }

    /// Plans as they are; anything else is RoomPlan's.
    private func readJSON(_ files: [URL], _ progress: ProgressReporter) throws -> Found {
        try progress.report(0, "Reading")
        if files.count == 1, let bytes = try? Data(contentsOf: files[0], options: .mappedIfSafe), FloorPlan.isPlan(bytes) {
            var plan = try PlanFile.read(files[0])
            if let name { plan.name = name }
            return Found(plan: plan, notes: [], registration: nil)
        }
        let found = try RoomPlanFiles.read(files, name: name)
        return Found(plan: found.plan, notes: found.notes, registration: found.registration)
    }

    /// A model file as it is; captures are reconstructed first.
    private func model(_ files: [URL], _ progress: ProgressReporter) throws -> Model {
        let endings = Set(ModelFormat.allCases.map(\.fileExtension))
        if files.count == 1, endings.contains(files[0].pathExtension.lowercased()) {
            return try ModelFile.read(files[0], progress: progress)
        }
        let sources = try paths.map { path in
            path == "demo" ? DemoCapture().capture : try Capture.open(URL(fileURLWithPath: path), options: capture)
        }
        let result = try Reconstructor.run(sources, options: reconstruction, progress: progress)
        return Model(result.mesh, notes: sources.flatMap(\.notes) + result.path.notes + result.notes)
    }
}

/// What is told of a plan.
struct PlanReport: Encodable {
    struct Room: Encodable {
        var id: String
        var name: String
        var use: String
        /// Square metres.
        var area: Double
        /// Metres.
        var perimeter: Double
        var ceilingHeight: Double
        var confidence: Double?
        var isUnseen: Bool
    }

    struct Part: Encodable {
        var id: String
        var kind: String
        /// Metres: of a wall its length, of an opening its width.
        var length: Double
        var confidence: Double?
        var isUnseen: Bool
    }

    struct Storey: Encodable {
        var name: String
        var elevation: Double
        var area: Double
        var rooms: [Room]
        var walls: [Part]
        var openings: [Part]
        var furniture: Int
    }

    /// How several rooms came into one frame.
    struct Registration: Encodable {
        var sharedWalls: Int
        var sharedOpenings: Int
        /// Metres, root mean square between what two rooms saw of the same.
        var residual: Double
        var hadCommonFrame: Bool
    }

    var input: [String]
    var output: String
    var registration: Registration?
    /// Square metres of all rooms.
    var area: Double
    var storeys: [Storey]
    var seconds: Double
    var peakRssBytes: Int64
    var notes: [String]

    init(
        _ plan: FloorPlan, input: [String], output: String, notes: [String], registration: RoomRegistration?, seconds: Double
    ) {
        (self.input, self.output, self.notes, self.seconds) = (input, output, notes, seconds)
        if let registration, registration.placements.count > 1 {
            self.registration = Registration(
                sharedWalls: registration.sharedWalls, sharedOpenings: registration.sharedOpenings,
                residual: registration.residual, hadCommonFrame: registration.hadCommonFrame)
        }
        area = plan.area
        peakRssBytes = peakResidentBytes()
        storeys = plan.storeys.map { storey in
            Storey(
                name: storey.name, elevation: storey.elevation, area: storey.area,
                rooms: storey.rooms.map {
                    Room(
                        id: $0.id.rawValue, name: $0.name, use: $0.use.rawValue, area: $0.area, perimeter: $0.perimeter,
                        ceilingHeight: $0.ceilingHeight, confidence: $0.confidence, isUnseen: $0.isUnseen)
                },
                walls: storey.walls.map {
                    Part(id: $0.id.rawValue, kind: "wall", length: $0.length, confidence: $0.confidence, isUnseen: $0.isUnseen)
                },
                openings: storey.openings.map {
                    Part(
                        id: $0.id.rawValue, kind: $0.kind.rawValue, length: $0.width, confidence: $0.confidence,
                        isUnseen: $0.isUnseen)
                }, furniture: storey.furniture.count)
        }
    }

    var text: String {
        let rooms = storeys.flatMap(\.rooms)
        var lines = [
            String(
                format: "%@: %d %@, %.1f m² in %@", output, rooms.count, rooms.count == 1 ? "room" : "rooms", area,
                Terminal.duration(seconds))
        ]
        for storey in storeys {
            if storeys.count > 1 { lines.append("\(storey.name), \(String(format: "%.2f", storey.elevation)) m up") }
            lines += storey.rooms.map {
                String(format: "  %@: %.2f m², %.2f m around, %.2f m high", $0.name, $0.area, $0.perimeter, $0.ceilingHeight)
                    + ($0.isUnseen ? ", not wholly seen" : "")
            }
        }
        if let registration {
            let shared = registration.sharedWalls + registration.sharedOpenings
            lines.append(
                String(format: "rooms joined by %d shared walls and openings, %.1f mm apart", shared, registration.residual * 1000))
        }
        return (lines + notes.map { "note: \($0)" }).joined(separator: "\n")
    }
}
