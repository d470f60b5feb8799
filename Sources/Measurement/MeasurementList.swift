import FloorPlans
import Foundation
import Geometry

/// Measurements of one model, as they are kept with it.
public struct MeasurementList: Sendable, Equatable {
    /// What the JSON of such a list begins with.
    public static let schema = "diorama.measurements/1"
    /// Larger files than this are no lists.
    public static let largestFile = 64 << 20

    /// The measurements in their order.
    public var measurements: [MeasuredValue]

    /// A list of these measurements.
    public init(_ measurements: [MeasuredValue] = []) { self.measurements = measurements }

    private struct Document: Codable {
        var schema: String
        var measurements: [MeasuredValue]
    }

    /// Reads what `json()` wrote.
    /// - Throws: which value is missing or wrong, and where.
    public init(json bytes: Data) throws(MeasurementError) {
        guard bytes.count <= Self.largestFile else {
            throw MeasurementError("the list of measurements is larger than the limit of 64 MB")
        }
        let document: Document
        do { document = try JSONDecoder().decode(Document.self, from: bytes) } catch {
            throw MeasurementError(decoding: error, "the list of measurements")
        }
        guard document.schema == Self.schema else {
            throw MeasurementError("the list's schema is ‘\(document.schema.prefix(40))’, but only ‘\(Self.schema)’ is supported")
        }
        measurements = document.measurements
    }

    /// The list as JSON, sorted and indented: the same list gives the same bytes.
    /// - Throws: where a value is not finite.
    public func json() throws(MeasurementError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do { return try encoder.encode(Document(schema: Self.schema, measurements: measurements)) + Data("\n".utf8) } catch {
            throw MeasurementError("a measurement has a value that is not a number; it can't be stored")
        }
    }

    /// The list as CSV (RFC 4180), one line a measurement under a line of headings: numbers in SI units, then the same for people.
    public func csv(_ units: LengthUnits = .metric) -> String {
        var lines = [
            [
                "id", "name", "kind", "value", "unit", "standard_uncertainty", "half_width_95", "text", "snaps", "points", "notes",
            ]
        ]
        for m in measurements {
            lines.append([
                m.id, m.name, m.kind.rawValue, Self.number(m.value), m.kind.quantity.unit,
                m.uncertainty.standard.map(Self.number) ?? "", m.uncertainty.halfWidth.map(Self.number) ?? "", m.text(units),
                m.points.map(\.snap.rawValue).joined(separator: " "),
                m.points.map { p in
                    "(" + [p.position.x, p.position.y, p.position.z].map { PlanUnits.fixed($0, 4) }.joined(separator: " ") + ")"
                }
                .joined(separator: "; "),
                m.notes.joined(separator: " "),
            ])
        }
        return lines.map {
            $0.enumerated().map { Self.field($1, isNumber: (3...6).contains($0) && $0 != 4) }.joined(separator: ",") + "\r\n"
        }
        .joined()
    }

    /// Nine digits tell any 32-bit place apart.
    private static func number(_ x: Double) -> String { String(format: "%.9g", locale: Locale(identifier: "en_US_POSIX"), x) }

    /// A field, quoted where it must be. Text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, CSV
    /// injection).
    private static func field(_ text: String, isNumber: Bool) -> String {
        let isFormula = !isNumber && text.unicodeScalars.first.map { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) } == true
        let safe = isFormula ? "'" + text : text
        let needsQuotes = safe.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
        return needsQuotes ? "\"" + safe.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : safe
    }
}
