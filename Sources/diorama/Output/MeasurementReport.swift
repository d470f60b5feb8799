import Geometry
import Measurement
import Spaces

/// What `measure` prints.
struct MeasurementReport: Encodable {
    var input: String
    var measurements: [Value]
    /// The correction by check distances; nil where there are none.
    var scale: Scale?
    private let units: LengthUnits

    /// What was measured.
    struct Content: Sendable {
        var list: MeasurementList
        var scale: ScaleCorrection?
        /// The ids of the check distances, where they are kept.
        var ids: [String] = []

        init(list: MeasurementList, scale: ScaleCorrection?, ids: [String]) {
            self.list = list
            self.scale = scale
            self.ids = ids
        }

        init(_ outcome: MeasurementOutcome) {
            list = MeasurementList(outcome.values)
            scale = outcome.scale
        }
    }

    private enum CodingKeys: String, CodingKey { case input, measurements, scale }

    struct Value: Encodable {
        var kind: String
        var name: String
        var value: Double
        var unit: String
        /// Nil if unknown; `unknown` says why.
        var standardUncertainty: Double?
        /// Half of the 95 % interval.
        var halfWidth95: Double?
        var unknown: String?
        var text: String
        var points: [Point]
        var notes: [String]

        struct Point: Encodable {
            /// Metres.
            var position: SIMD3<Double>
            var snap: String
        }

        init(_ measured: MeasuredValue, _ units: LengthUnits) {
            kind = measured.kind.rawValue
            name = measured.name
            value = measured.value
            unit = measured.kind.quantity.unit
            standardUncertainty = measured.uncertainty.standard
            halfWidth95 = measured.uncertainty.halfWidth
            unknown = measured.uncertainty.reason
            text = measured.text(units)
            points = measured.points.map { Point(position: $0.position, snap: $0.snap.rawValue) }
            notes = measured.notes
        }

        fileprivate var lines: [String] {
            ["\(name.isEmpty ? kind : name): \(text)"] + notes.map { "note: \($0)" }
        }
    }

    /// The scale by check distances, lengths in metres.
    struct Scale: Encodable {
        var value: Double
        var standardUncertainty: Double?
        var halfWidth95: Double?
        var unknown: String?
        var text: String
        var checks: [Check]

        struct Check: Encodable {
            /// Of those that are kept.
            var id: String?
            var name: String
            var length: Double
            var tolerance: Double
            /// In the model, without the correction.
            var measured: Double
            /// The true length less that of the corrected model.
            var residual: Double
            /// Half of the interval in which the residual is expected in 95 of 100 cases.
            var expected: Double?
            var isOutlier: Bool
        }

        init(_ scale: ScaleCorrection, ids: [String]) {
            value = scale.scale
            standardUncertainty = scale.uncertainty.standard
            halfWidth95 = scale.uncertainty.halfWidth
            unknown = scale.uncertainty.reason
            text = scale.statement
            checks = scale.residuals.enumerated().map { i, one in
                Check(
                    id: i < ids.count ? ids[i] : nil, name: one.check.name, length: one.check.length,
                    tolerance: one.check.tolerance,
                    measured: one.check.measured.value, residual: one.value, expected: one.expected, isOutlier: one.isOutlier)
            }
        }

        fileprivate func lines(_ units: LengthUnits) -> [String] {
            func text(_ metres: Double) -> String { units.text(metres: metres, resolution: 0.0001) }
            return [self.text + (unknown.map { ": \($0)" } ?? "")]
                + checks.map { check in
                    let start = (check.id.map { $0 + "  " } ?? "") + "check \(check.name)"
                    let expected = check.expected.map { ", expected within ± \(text($0))" } ?? ""
                    let outlier = check.isOutlier ? " (outlier: check the distance and its points)" : ""
                    let length = "\(text(check.length)) ± \(text(check.tolerance))"
                    return "\(start): \(length), residual \(text(check.residual))\(expected)\(outlier)"
                }
        }
    }

    init(_ content: Content, input: String, _ units: LengthUnits) {
        self.input = input
        self.units = units
        measurements = content.list.measurements.map { Value($0, units) }
        scale = content.scale.map { Scale($0, ids: content.ids) }
    }

    /// The report for people.
    var lines: String {
        let values = measurements.flatMap(\.lines) + (scale?.lines(units) ?? [])
        return values.isEmpty ? "no check distances" : values.joined(separator: "\n")
    }
}
