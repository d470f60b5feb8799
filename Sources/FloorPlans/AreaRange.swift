/// Between which values a floor area lies where a part of a room was not observed.
public struct AreaRange: Sendable, Equatable, Codable {
    /// Square metres at least: floor that was observed, or that is between things that were observed.
    public var lower: Double
    /// Square metres at most; nil where so little was observed that nothing limits the room. Then its area is not determined.
    public var upper: Double?
    /// Share of the outline along which walls were observed, 0 to 1.
    public var observedOutline: Double

    /// `lower` and `upper` in square metres; `observedOutline` from 0 to 1.
    public init(lower: Double, upper: Double?, observedOutline: Double) {
        self.lower = lower
        self.upper = upper
        self.observedOutline = observedOutline
    }

    /// Whether both ends are known.
    public var isDetermined: Bool { upper != nil }

    /// Why there is a range, or no upper end, in a few words.
    public var reason: String {
        let share = "\(Int((observedOutline * 100).rounded())) %"
        return isDetermined
            ? "walls were observed along \(share) of its outline"
            : "walls were observed along only \(share) of its outline"
    }

    /// The range of several rooms together, of which those without a range are known.
    static func sum(_ rooms: [Room]) -> AreaRange? {
        guard rooms.contains(where: { $0.areaRange != nil }) else { return nil }
        var sum = AreaRange(lower: 0, upper: 0, observedOutline: 0)
        var around = 0.0
        for room in rooms {
            let own = room.areaRange
            sum.lower += own?.lower ?? room.area
            let upper = own.map(\.upper) ?? room.area
            sum.upper = sum.upper.flatMap { sum in upper.map { sum + $0 } }
            sum.observedOutline += (own?.observedOutline ?? 1) * room.perimeter
            around += room.perimeter
        }
        if around > 0 { sum.observedOutline /= around }
        return sum
    }

    /// The range after an edit that made the room larger by `change` square metres.
    func shifted(by change: Double, area: Double) -> AreaRange {
        var range = self
        range.lower = min(max(0, lower + change), area)
        range.upper = upper.map { max($0 + change, area) }
        return range
    }
}

extension PlanUnits {
    /// `23 to 28 m²`, rounded outwards so that the interval stays inside; `at least 3.2 m²` without an upper end.
    public func area(_ range: AreaRange) -> String {
        let factor = self == .metric ? 1.0 : 10.763910416709722
        let unit = self == .metric ? "m²" : "ft²"
        let lower = range.lower * factor
        let width = (range.upper ?? range.lower) * factor - lower
        let digits = self == .metric && (range.upper == nil || width < 2) ? 1 : 0
        let step = digits == 1 ? 10.0 : 1
        // Rounding errors of the last bit widen nothing.
        let low = Self.fixed((lower * step + 1e-6).rounded(.down) / step, digits)
        guard let upper = range.upper else { return "at least \(low) \(unit)" }
        return "\(low) to \(Self.fixed((upper * factor * step - 1e-6).rounded(.up) / step, digits)) \(unit)"
    }

    /// Precedes values that include something inferred or assumed.
    public static let assumedMark = "≈ "
    /// Stands in place of a value that the observations don't determine.
    public static let notDetermined = "not determined"
}

extension Room {
    /// Metres; nil where no ceiling was observed.
    public var observedCeilingHeight: Double? { isCeilingUnseen ? nil : ceilingHeight }

    /// Cubic metres of air; nil where no ceiling was observed or the area is not determined.
    public var observedVolume: Double? { isCeilingUnseen || areaRange?.isDetermined == false ? nil : volume }

    /// The area with what is known of it: `24.3 m²`, `≈ 24.3 m² (23 to 28 m²)`, or `not determined (at least 3.2 m²)`.
    public func areaText(_ units: PlanUnits) -> String {
        guard let areaRange else { return units.area(area) }
        return areaRange.isDetermined
            ? "\(PlanUnits.assumedMark)\(units.area(area)) (\(units.area(areaRange)))"
            : "\(PlanUnits.notDetermined) (\(units.area(areaRange)))"
    }
}

extension Storey {
    /// Between which values `area` lies; nil where all of it was observed.
    public var areaRange: AreaRange? { AreaRange.sum(rooms) }

    /// `24.3 m²`, or the interval where parts were not observed.
    public func areaText(_ units: PlanUnits) -> String { areaRange.map { units.area($0) } ?? units.area(area) }
}

extension FloorPlan {
    /// Between which values `area` lies; nil where all of it was observed.
    public var areaRange: AreaRange? { AreaRange.sum(storeys.flatMap(\.rooms)) }

    /// `24.3 m²`, or the interval where parts were not observed.
    public func areaText(_ units: PlanUnits) -> String { areaRange.map { units.area($0) } ?? units.area(area) }
}
