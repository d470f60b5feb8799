import FloorPlans
import Measurement

/// What `measure` prints.
struct MeasurementReport: Encodable {
    var input: String
    var measurements: [Value]

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

        init(_ measured: MeasuredValue, _ units: PlanUnits) {
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
    }

    init(_ list: MeasurementList, input: String, _ units: PlanUnits) {
        self.input = input
        measurements = list.measurements.map { Value($0, units) }
    }

    static func text(_ list: MeasurementList, _ units: PlanUnits) -> String {
        list.measurements.map { measured in
            let title = measured.name.isEmpty ? measured.kind.rawValue : measured.name
            return (["\(title): \(measured.text(units))"] + measured.notes.map { "note: \($0)" }).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
