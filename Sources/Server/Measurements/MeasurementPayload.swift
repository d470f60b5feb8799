import FloorPlans
import Foundation
import DioramaLibrary
import Measurement
import Spaces

/// A measurement as the API shows it. Absent values are written as null.
struct MeasurementPayload: Encodable {
    let kind: String
    let points: [MeasuredPoint]
    /// One or several; none where points were only snapped.
    let values: [MeasuredValue]
    /// Of what is kept.
    var entry: Entry<MeasurementRecord>?
    let room: String?
    let object: String?

    /// The value, where it is a single one.
    private var value: MeasuredValue? { values.count == 1 ? values[0] : nil }

    init(_ outcome: MeasurementOutcome, of request: MeasurementRequest) {
        kind = request.kind.rawValue
        points = outcome.points
        values = outcome.values
        room = request.room
        object = request.object
    }

    /// - Throws: `SpacesError` of kind `damaged` where the library holds something else.
    init(_ entry: Entry<MeasurementRecord>) throws {
        let kept = try KeptMeasurement(entry)
        kind = kept.measured.kind.rawValue
        points = kept.measured.points
        values = [kept.measured]
        room = kept.request.room
        object = kept.request.object
        self.entry = entry
    }

    private enum Key: String, CodingKey {
        case id, name, created, modified, trashed, kind, value, unit, halfWidth, reason, text, imperial, notes, points, room, object
    }
    private enum PointKey: String, CodingKey { case at, snap, normal }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        if let entry {
            try fields.encode(entry.id.description, forKey: .id)
            try fields.encode(entry.content.name, forKey: .name)
            try fields.encode(entry.created.payload, forKey: .created)
            try fields.encode(entry.modified.payload, forKey: .modified)
            try fields.encode(entry.trashed?.payload, forKey: .trashed)
        }
        try fields.encode(kind, forKey: .kind)
        try fields.encode(value?.value, forKey: .value)
        try fields.encode(value?.kind.quantity.unit, forKey: .unit)
        try fields.encode(value?.uncertainty.halfWidth, forKey: .halfWidth)
        try fields.encode(value?.uncertainty.reason, forKey: .reason)
        try fields.encode(value?.text(.metric), forKey: .text)
        try fields.encode(value?.text(.imperial), forKey: .imperial)
        try fields.encode(value?.notes ?? [], forKey: .notes)
        try fields.encode(room, forKey: .room)
        try fields.encode(object, forKey: .object)
        var list = fields.nestedUnkeyedContainer(forKey: .points)
        for point in points {
            var place = list.nestedContainer(keyedBy: PointKey.self)
            try place.encode([point.position.x, point.position.y, point.position.z], forKey: .at)
            try place.encode(point.snap.rawValue, forKey: .snap)
            try place.encode(point.normal.map { [$0.x, $0.y, $0.z] }, forKey: .normal)
        }
    }
}

struct MeasurementListPayload: Encodable {
    let measurements: [MeasurementPayload]
    let canEdit: Bool
}
