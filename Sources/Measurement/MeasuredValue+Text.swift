import Foundation
import Geometry

extension MeasuredValue {
    /// The value alone: `3.62 m`, `11′ 10 1/2″`, `12.4 m²`, `90.2°`. Its last digit is worth no more than it is known.
    public func valueText(_ units: LengthUnits = .metric) -> String {
        Self.text(value, of: kind.quantity, resolution: resolution, units: units)
    }

    /// The half-width of its 95 % interval, rounded up: `1.4 cm`, `9/16″`; nil where it is unknown.
    public func uncertaintyText(_ units: LengthUnits = .metric) -> String? {
        guard let half = uncertainty.halfWidth else { return nil }
        guard units != .imperial || kind.quantity != .length else {
            // Up to the next sixteenth of an inch.
            let sixteenth = 0.0254 / 16
            return units.text(metres: max(1, (half / sixteenth - 1e-6).rounded(.up)) * sixteenth)
        }
        if kind.quantity == .length {
            let shown = Swift.max(half, 0.0001)
            return units.text(metres: shown, resolution: Self.step(shown) / 10)
        }
        // Two digits.
        let least = kind.quantity == .angle ? 0.0001 : 1e-6
        return Self.text(
            Swift.max(half, least), of: kind.quantity, resolution: Self.step(Swift.max(half, least)) / 10, units: units)
    }

    /// `3.62 m ± 1.4 cm (95 %)`, or `3.620 m (uncertainty unknown: the model has no noise model)`.
    public func text(_ units: LengthUnits = .metric) -> String {
        if let half = uncertaintyText(units) { return "\(valueText(units)) ± \(half) (95 %)" }
        return "\(valueText(units)) (uncertainty unknown" + (uncertainty.reason.map { ": \($0)" } ?? "") + ")"
    }

    /// What the last digit is worth, in the value's SI unit: as much as the first digit of the half-width.
    private var resolution: Double {
        let usual: Double =
            switch kind.quantity {
            case .length: 0.001
            case .area: 0.01
            case .volume: 0.001
            case .angle: 0.1 * .pi / 180
            }
        guard let half = uncertainty.halfWidth, half > 0 else { return usual }
        if kind.quantity == .angle { return Swift.max(usual / 10, Self.step(half * 180 / .pi) * .pi / 180) }
        return Swift.max(usual / 10, Self.step(half))
    }

    /// The power of ten at or below `x`.
    private static func step(_ x: Double) -> Double { x > 0 && x.isFinite ? pow(10, floor(log10(x) + 1e-9)) : 1e-6 }

    private static func text(_ x: Double, of quantity: Quantity, resolution: Double, units: LengthUnits) -> String {
        switch quantity {
        case .length: return units.text(metres: x, resolution: Swift.max(resolution, 0.0001))
        case .area: return units.text(squareMetres: x, resolution: resolution)
        case .volume: return units.text(cubicMetres: x, resolution: resolution)
        case .angle:
            let degrees = resolution * 180 / .pi
            return LengthUnits.fixed(x * 180 / .pi, digits: degrees > 0.5 ? 0 : (degrees > 0.05 ? 1 : 2)) + "°"
        }
    }
}

extension LengthUnits {
    /// Of the names that interfaces use: `metric`, `imperial`, `m`, `cm`, `mm`, `ft` and `in`.
    public init?(name: String) {
        guard let i = Self.names.firstIndex(of: name) else { return nil }
        self = Self.allCases[i]
    }

    /// What interfaces call them.
    public var name: String { Self.names[Int(rawValue)] }

    /// The names in the order of the cases.
    public static let names = ["metric", "imperial", "m", "cm", "mm", "ft", "in"]
}

/// Places and lengths in messages.
enum PositionText {
    static func of(_ p: Point) -> String { [p.x, p.y, p.z].map { LengthUnits.fixed($0, digits: 2) }.joined(separator: ", ") }
    static func metres(_ x: Double) -> String { LengthUnits.metric.text(metres: x) }
}
