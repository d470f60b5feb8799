import PlanFormats
import SyntheticScenes
import Capture
import FloorPlans
import ModelFormats
import Foundation
import Geometry
import Measurement
import Reconstruction
import Support

/// What `diorama measure` does once its arguments are understood.
struct MeasureWork: Sendable {
    let input: String
    let kind: MeasureArguments.Kind
    let places: [Point]
    let arguments: MeasureArguments

    func run(_ reporter: ProgressReporter) throws -> MeasurementList {
        if input.lowercased().hasSuffix(".json") { return MeasurementList(try rooms()) }
        let index = try index(reporter.part(0...0.9))
        try reporter.report(0.9, "Measuring")
        return MeasurementList(try measure(index).map(\.stated))
    }

    // MARK: Sources

    private func noise(beside file: URL?) throws -> NoiseModel? {
        if let path = arguments.noise { return try NoiseModel(json: try Data(contentsOf: URL(fileURLWithPath: path))) }
        guard let file else { return nil }
        let beside = NoiseFile.url(for: file)
        guard FileManager.default.fileExists(atPath: beside.path) else { return nil }
        return try NoiseModel(json: try Data(contentsOf: beside))
    }

    private func index(_ reporter: ProgressReporter) throws -> SurfaceIndex {
        let file = URL(fileURLWithPath: input)
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: input, isDirectory: &isFolder)
        if input == "demo" || (exists && isFolder.boolValue) {
            let capture = input == "demo" ? DemoCapture().capture : try Capture.open(file)
            let options = ReconstructionOptions()
            let result = try Reconstructor.run(capture, options: options, progress: reporter)
            return try SurfaceIndex(result.mesh, noise: try noise(beside: nil) ?? NoiseModel(result, options: options))
        }
        let model = try ModelFile.read(file, progress: reporter)
        guard let mesh = model.mesh else {
            throw CommandFailure("\(input) holds no surface, only points; reconstruct or mesh it first")
        }
        return try SurfaceIndex(mesh, noise: try noise(beside: file))
    }

    // MARK: Plans

    private func rooms() throws -> [MeasuredValue] {
        guard [.area, .perimeter, .volume].contains(kind), places.isEmpty else {
            throw CommandFailure("of a plan the area, perimeter or volume of its rooms can be measured; give a model for all else")
        }
        let plan = try PlanFile.read(URL(fileURLWithPath: input))
        let measurer = Measurer(noise: try noise(beside: URL(fileURLWithPath: input)))
        var found: [MeasuredValue] = []
        for storey in plan.storeys {
            for room in storey.rooms where arguments.room.map({ $0.lowercased() == room.name.lowercased() }) ?? true {
                switch kind {
                case .perimeter: found.append(measurer.perimeter(of: room, in: storey))
                case .volume: found.append(measurer.volume(of: room, in: storey))
                default: found.append(measurer.area(of: room, in: storey))
                }
            }
        }
        guard !found.isEmpty else {
            let names = plan.storeys.flatMap(\.rooms).map(\.name).joined(separator: ", ")
            throw CommandFailure(
                arguments.room.map { "the plan has no room ‘\($0)’; it has: \(names)" } ?? "the plan has no rooms to measure")
        }
        return found
    }

    // MARK: Models

    private func measure(_ index: SurfaceIndex) throws -> [MeasuredValue] {
        let measurer = Measurer(index)
        if arguments.planes {
            let (a, b) = (try index.wholePlane(at: places[0]), try index.wholePlane(at: places[1]))
            return [kind == .angle ? measurer.angle(a, b) : try measurer.clearance(a, b)]
        }
        switch kind {
        case .clearance: return [try index.clearance(at: places[0], along: try arguments.direction(), spread: arguments.spread)]
        case .volume:
            guard let place = places.first else { return [try index.volume()] }
            return [try volume(index, measurer, try index.part(at: place))]
        case .size:
            let part = try places.first.map { try index.part(at: $0) } ?? Array(0..<index.mesh.triangleCount)
            return measurer.sizes(of: try index.box(of: part))
        default: break
        }
        let options = try arguments.snapOptions()
        let points = try places.map { try index.snap($0, options: options) }
        switch kind {
        case .distance: return [try measurer.distance(points[0], points[1])]
        case .path: return [try measurer.path(points)]
        case .area: return [try measurer.area(points)]
        case .perimeter: return [try measurer.perimeter(points)]
        case .angle: return [try measurer.angle(points[0], points[1], points[2])]
        case .height:
            let floor = try places.count > 1 ? index.wholePlane(at: places[1]) : index.floor(below: points[0].position)
            return [try measurer.height(points[0], above: floor)]
        case .volume, .size, .clearance: return []
        }
    }

    /// What is closed has a volume of its own, all else only that of its box.
    private func volume(_ index: SurfaceIndex, _ measurer: Measurer, _ part: [Int]) throws -> MeasuredValue {
        do { return try index.volume(of: part) } catch {
            var value = measurer.volume(of: try index.box(of: part))
            value.notes.append("The part is not closed: this is the volume of the upright box around it.")
            return value
        }
    }
}

/// Where the noise model of a file lies.
enum NoiseFile {
    static func url(for file: URL) -> URL { file.deletingPathExtension().appendingPathExtension("noise.json") }
}
