import DioramaLibrary
import Foundation
import Geometry
import Measurement
import Spaces

/// A measurement as the API shows it; with its id, name and times where it is kept.
struct MeasurementPayload: Encodable {
    private let record: Record?
    private let measured: Measured

    init(_ outcome: MeasurementOutcome, of request: MeasurementRequest) {
        record = nil
        measured = Measured(request, points: outcome.points, values: outcome.values)
    }

    /// - Throws: `SpacesError` of kind `damaged` where the library holds something else.
    init(_ entry: Entry<MeasurementRecord>) throws {
        let kept = try KeptMeasurement(entry)
        record = Record(entry)
        measured = Measured(kept.request, points: kept.measured.points, values: [kept.measured])
    }

    /// Both parts are fields of one object.
    func encode(to encoder: any Encoder) throws {
        try record?.encode(to: encoder)
        try measured.encode(to: encoder)
    }

    private struct Record: Encodable {
        let id: String
        let name: String
        let created: String
        let modified: String
        @EncodesNull var trashed: String?

        init(_ entry: Entry<MeasurementRecord>) {
            id = entry.id.description
            name = entry.content.name
            created = entry.created.payload
            modified = entry.modified.payload
            trashed = entry.trashed?.payload
        }
    }

    private struct Measured: Encodable {
        let kind: String
        @EncodesNull var value: Double?
        @EncodesNull var unit: String?
        @EncodesNull var halfWidth95: Double?
        @EncodesNull var reason: String?
        @EncodesNull var text: String?
        @EncodesNull var imperial: String?
        @EncodesNull var texts: [String: String]?
        let notes: [String]
        let points: [PointPayload]
        @EncodesNull var room: String?
        @EncodesNull var object: String?
        /// Each of several values, as of a size; none where there is one or none.
        let values: [ValuePayload]

        init(_ request: MeasurementRequest, points: [MeasuredPoint], values: [MeasuredValue]) {
            let only = values.count == 1 ? ValuePayload(values[0]) : nil
            kind = request.kind.rawValue
            value = only?.value
            unit = only?.unit
            halfWidth95 = only?.halfWidth95
            reason = only?.reason
            text = only?.text
            imperial = only?.imperial
            texts = only?.texts
            notes = values.count == 1 ? values[0].notes : []
            self.points = points.map(PointPayload.init)
            room = request.room
            object = request.object
            self.values = values.count > 1 ? values.map(ValuePayload.init) : []
        }
    }
}

/// One of several values of a measurement.
struct ValuePayload: Encodable {
    let name: String
    let value: Double
    let unit: String
    @EncodesNull var halfWidth95: Double?
    @EncodesNull var reason: String?
    let text: String
    let imperial: String
    /// In each single unit: m, cm, mm, ft, in.
    let texts: [String: String]

    init(_ measured: MeasuredValue) {
        name = measured.name
        value = measured.value
        unit = measured.kind.quantity.unit
        halfWidth95 = measured.uncertainty.halfWidth
        reason = measured.uncertainty.reason
        text = measured.text(.metric)
        imperial = measured.text(.imperial)
        let units = LengthUnits.allCases.filter { $0 != .metric && $0 != .imperial }
        texts = Dictionary(uniqueKeysWithValues: units.map { ($0.name, measured.text($0)) })
    }
}

/// A snapped point.
struct PointPayload: Encodable {
    let at: [Double]
    let snap: String
    @EncodesNull var normal: [Double]?

    init(_ point: MeasuredPoint) {
        at = [point.position.x, point.position.y, point.position.z]
        snap = point.snap.rawValue
        normal = point.normal.map { [$0.x, $0.y, $0.z] }
    }
}

/// The measurements of a space.
struct MeasurementListPayload: Encodable {
    let measurements: [MeasurementPayload]
    let canEdit: Bool
}
