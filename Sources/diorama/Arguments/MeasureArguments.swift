import ArgumentParser
import Measurement
import Spaces

/// The kinds that `measure` knows.
enum MeasureKind: String, CaseIterable, ExpressibleByArgument {
    case distance, path, area, perimeter, volume, angle, height, clearance, size

    var request: MeasurementRequest.Kind {
        switch self {
        case .distance: .distance
        case .path: .path
        case .area: .area
        case .perimeter: .perimeter
        case .volume: .volume
        case .angle: .angle
        case .height: .height
        case .clearance: .clearance
        case .size: .size
        }
    }
}

/// How something is measured.
struct MeasureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Snap points to corner, vertex, edge, plane (several separated by commas) or none. Default: the first of these within \
            the radius.
            """,
            valueName: "features"))
    var snap: String?

    @Option(parsing: .number, help: ArgumentHelp("Maximum snapping distance.", valueName: "metres"))
    var radius: Double = MeasurementRequest.defaultRadius

    @Flag(help: "distance, angle: between the planes at two points.")
    var planes = false

    @Option(
        parsing: .number, help: ArgumentHelp("clearance: x, y, z or a direction as x,y,z.", valueName: "direction"),
        transform: Numbers.direction)
    var along: Point?

    @Option(
        parsing: .number,
        help: ArgumentHelp("clearance: the smallest one within this distance of the line.", valueName: "metres"))
    var spread: Double = 0

    @Option(help: ArgumentHelp("Plans: the room's name or id. Default: all rooms.", valueName: "name"))
    var room: String?

    @Option(help: ArgumentHelp("The noise model, if it is not NAME.noise.json beside the model.", valueName: "file"))
    var noise: String?

    func validate() throws {
        guard radius.isFinite, radius > 0, radius <= 10 else { throw ValidationError("--radius must be above 0 and at most 10.") }
        guard spread.isFinite, (0...10).contains(spread) else { throw ValidationError("--spread must be 0 to 10.") }
        _ = try snapping()
    }

    private func snapping() throws -> MeasurementRequest.Snapping {
        guard let snap else { return .automatic }
        let allowed: Set<MeasuredPoint.Snap> = [.corner, .vertex, .edge, .plane]
        switch MeasurementRequest.Snapping(rawValue: snap) {
        case .off: return .off
        case .features(let features) where features.isSubset(of: allowed): return .features(features)
        default: throw ValidationError("--snap must be corner, vertex, edge, plane (several separated by commas) or none.")
        }
    }

    /// - Throws: `ValidationError` where the kind takes other points.
    func request(_ kind: MeasureKind, points: [Point]) throws -> MeasurementRequest {
        let allowed: ClosedRange<Int> =
            switch kind {
            case .distance: 2...2
            case .path: 2...MeasurementRequest.maxPoints
            case .area, .perimeter: points.isEmpty ? 0...0 : 3...MeasurementRequest.maxPoints
            case .volume, .size: 0...1
            case .angle: planes ? 2...2 : 3...3
            case .height: 1...2
            case .clearance: 1...1
            }
        guard allowed.contains(points.count) else {
            throw ValidationError("\(kind.rawValue) doesn't take \(points.count) points; see --help.")
        }
        if kind == .clearance, along == nil { throw ValidationError("clearance needs --along, such as --along x.") }
        if planes, kind != .distance, kind != .angle { throw ValidationError("--planes is for distance and angle.") }
        let snapping = try snapping()
        return MeasurementRequest(
            kind.request, points: points.map { MeasurementRequest.Pick($0, snap: snapping) }, radius: radius, room: room,
            betweenPlanes: planes, direction: kind == .clearance ? along : nil, spread: spread)
    }
}
