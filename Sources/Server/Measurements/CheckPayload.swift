import DioramaLibrary
import Foundation
import Measurement
import Spaces

/// A check distance that is kept, with its residual.
struct CheckPayload: Encodable {
    let id: String
    let name: String
    let created: String
    let points: [PointPayload]
    let length: Double
    let tolerance: Double
    let measured: Double
    @EncodesNull var residual: Double?
    @EncodesNull var expected: Double?
    let isOutlier: Bool

    /// - Parameter residual: nil where the scale is not known.
    /// - Throws: `SpacesError` of kind `damaged` where the library holds something else.
    init(_ entry: Entry<MeasurementRecord>, _ residual: ScaleCorrection.Residual?) throws {
        let kept = try KeptMeasurement(entry)
        guard let check = kept.check else { throw Problem.notFound("check distance") }
        id = entry.id.description
        name = entry.content.name
        created = entry.created.payload
        let value = residual?.check.measured ?? kept.measured
        points = value.points.map(PointPayload.init)
        length = check.length
        tolerance = check.tolerance
        measured = value.value
        self.residual = residual?.value
        expected = residual?.expected
        isOutlier = residual?.isOutlier ?? false
    }
}

/// The check distances of a space and its scale.
struct CheckListPayload: Encodable {
    let checks: [CheckPayload]
    @EncodesNull var scale: Scale?
    @EncodesNull var problem: String?
    let canEdit: Bool

    struct Scale: Encodable {
        let value: Double
        @EncodesNull var halfWidth95: Double?
        @EncodesNull var reason: String?
        let text: String

        init(_ scale: ScaleCorrection) {
            value = scale.scale
            halfWidth95 = scale.uncertainty.halfWidth
            reason = scale.uncertainty.reason
            text = scale.statement
        }
    }

    init(_ list: SpaceChecks.List, canEdit: Bool) throws {
        let residuals = list.scale?.residuals ?? []
        checks = try list.entries.enumerated().map { i, entry in
            try CheckPayload(entry, i < residuals.count ? residuals[i] : nil)
        }
        scale = list.scale.map(Scale.init)
        problem = list.problem
        self.canEdit = canEdit
    }
}
