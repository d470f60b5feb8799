import ArgumentParser
import Geometry
import Measurement
import Spaces

/// The kinds that `measure` knows.
enum MeasureKind: String, CaseIterable, ExpressibleByArgument {
    case distance, path, area, perimeter, volume, angle, height, clearance, size, check

    /// Nil for the scale by check distances alone.
    var request: MeasurementRequest.Kind? {
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
        case .check: nil
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

    @Option(
        parsing: .number,
        help: ArgumentHelp(
            "How far from the surface a point may be to snap to it: metres, or with a unit (5cm). Default: 0.05.",
            valueName: "length"), transform: Numbers.length)
    var radius: Double = MeasurementRequest.defaultRadius

    @Flag(help: "distance, angle: between the planes at two points.")
    var planes = false

    @Option(
        parsing: .number, help: ArgumentHelp("clearance: x, y, z or a direction as x,y,z.", valueName: "direction"),
        transform: Numbers.direction)
    var along: Point?

    @Option(
        parsing: .number,
        help: ArgumentHelp(
            "clearance: the smallest one within this distance of the line: metres, or with a unit. Default: 0.", valueName: "length"
        ),
        transform: Numbers.length)
    var spread: Double = 0

    @Option(help: ArgumentHelp("Plans: the room's name or id. Default: all rooms.", valueName: "name"))
    var room: String?

    @Option(help: ArgumentHelp("The noise model, if it is not NAME.noise.json beside the model.", valueName: "file"))
    var noise: String?

    @Option(
        name: .customLong("point"), parsing: .number,
        help: ArgumentHelp("A name for a point, used instead of its coordinates (repeatable).", valueName: "NAME=x,y,z"))
    var named: [String] = []

    @Option(
        name: .customLong("check"), parsing: .number,
        help: ArgumentHelp(
            """
            A known distance between two points, by which the scale is corrected (repeatable): "A,B = 3.62 ± 0.005" or \
            "0,1.2,1 5,1.2,1 = 4.98m +- 5mm". The tolerance is half of a 95 % interval.
            """, valueName: "distance"))
    var checkTexts: [String] = []

    func validate() throws {
        guard radius.isFinite, radius > 0, radius <= 10 else { throw ValidationError("--radius must be above 0 and at most 10 m.") }
        guard spread.isFinite, (0...10).contains(spread) else { throw ValidationError("--spread must be 0 to 10 m.") }
        _ = try snapping()
        _ = try checks()
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

    /// - Throws: `ValidationError` where a name is given twice or a text is not a point.
    private func texts() throws -> CheckText {
        var texts = CheckText()
        for text in named {
            let (name, point) = try Self.usage { () throws(SpacesError) in try CheckText().namedPoint(text) }
            guard texts.names.updateValue(point, forKey: name) == nil else {
                throw ValidationError("--point \(name) is given twice.")
            }
        }
        return texts
    }

    /// The check distances.
    /// - Throws: `ValidationError` where a text is none.
    func checks() throws -> [CheckRequest] {
        let texts = try texts()
        return try checkTexts.map { text in
            var check = try Self.usage { () throws(SpacesError) in try texts.check(text) }
            check.radius = radius
            return check
        }
    }

    private static func usage<R>(_ body: () throws(SpacesError) -> R) throws -> R {
        do { return try body() } catch { throw ValidationError(error.description + ".") }
    }

    /// - Returns: nil for the kind `check`, which measures nothing else.
    /// - Throws: `ValidationError` where the kind takes other points.
    func request(_ kind: MeasureKind, points arguments: [PointArgument]) throws -> MeasurementRequest? {
        let texts = try texts()
        let points = try arguments.map { argument in
            switch argument {
            case .coordinates(let point): point
            case .name(let name): try Self.usage { () throws(SpacesError) in try texts.point(name) }
            }
        }
        let allowed: ClosedRange<Int> =
            switch kind {
            case .distance: 2...2
            case .path: 2...MeasurementRequest.maxPoints
            case .area, .perimeter: points.isEmpty ? 0...0 : 3...MeasurementRequest.maxPoints
            case .volume, .size: 0...1
            case .angle: planes ? 2...2 : 3...3
            case .height: 1...2
            case .clearance: 1...1
            case .check: 0...0
            }
        guard allowed.contains(points.count) else {
            throw ValidationError("\(kind.rawValue) doesn't take \(points.count) points; see --help.")
        }
        if kind == .clearance, along == nil { throw ValidationError("clearance needs --along, such as --along x.") }
        if planes, kind != .distance, kind != .angle { throw ValidationError("--planes is for distance and angle.") }
        let snapping = try snapping()
        guard let wanted = kind.request else { return nil }
        return MeasurementRequest(
            wanted, points: points.map { MeasurementRequest.Pick($0, snap: snapping) }, radius: radius, room: room,
            betweenPlanes: planes, direction: kind == .clearance ? along : nil, spread: spread)
    }
}

/// The units that measurements are printed in.
struct MeasurementUnitArguments: ParsableArguments {
    @Flag(help: "Print feet and fractional inches: --units imperial.")
    var imperial = false

    @Option(
        name: .customLong("units"),
        help: ArgumentHelp(
            "Print lengths in \(LengthUnits.names.joined(separator: ", ")). Default: metric, the unit that suits the length.",
            valueName: "unit"))
    var name: String?

    func validate() throws {
        if name != nil, imperial { throw ValidationError("Give --units or --imperial.") }
        if let name, LengthUnits(name: name) == nil {
            throw ValidationError("--units must be \(LengthUnits.names.joined(separator: ", ")).")
        }
    }

    var units: LengthUnits { name.flatMap(LengthUnits.init(name:)) ?? (imperial ? .imperial : .metric) }
}
