import Foundation
import Geometry
import Library
import Reconstruction

/// A space as the API shows it. Absent values are written as null, so that clients find every key.
struct SpacePayload: Encodable {
    let space: Space

    private enum Key: String, CodingKey {
        case id, name, created, modified, areaSquareMetres, triangleCount, pointCount, bounds, capture, report, assets
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(space.id.description, forKey: .id)
        try fields.encode(space.name, forKey: .name)
        try fields.encode(space.created.payload, forKey: .created)
        try fields.encode(space.modified.payload, forKey: .modified)
        try fields.encode(space.areaSquareMetres.flatMap(finite), forKey: .areaSquareMetres)
        try fields.encode(space.triangleCount, forKey: .triangleCount)
        try fields.encode(space.pointCount, forKey: .pointCount)
        try fields.encode(space.bounds.flatMap(BoundsPayload.init), forKey: .bounds)
        try fields.encode(space.capture.map(CapturePayload.init), forKey: .capture)
        try fields.encode(space.report.flatMap(ScanReport.init(json:)).map { ReportPayload(report: $0) }, forKey: .report)
        try fields.encode(space.assets.map { AssetPayload(asset: $0) }, forKey: .assets)
    }
}

/// A page of spaces, newest first.
struct SpaceListPayload: Encodable {
    let spaces: [SpacePayload]
    /// The `after` of the next page; null on the last.
    let next: String?
    let total: Int

    private enum Key: String, CodingKey { case spaces, next, total }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(spaces, forKey: .spaces)
        try fields.encode(next, forKey: .next)
        try fields.encode(total, forKey: .total)
    }
}

/// Bounds in metres; none where a coordinate is not a number.
struct BoundsPayload: Encodable {
    let min: [Float]
    let max: [Float]

    init?(_ bounds: Bounds) {
        min = [bounds.min.x, bounds.min.y, bounds.min.z]
        max = [bounds.max.x, bounds.max.y, bounds.max.z]
        guard (min + max).allSatisfy(\.isFinite) else { return nil }
    }
}

struct CapturePayload: Encodable {
    let id: String
    let kind: String
    let frameCount: Int
    let skippedFrames: Int
    /// Seconds that the reconstruction took.
    let seconds: Double
    let notes: [String]

    init(_ capture: CaptureRecord) {
        id = capture.id.description
        kind = capture.kind
        frameCount = capture.frameCount
        skippedFrames = capture.skippedFrames
        seconds = finite(capture.seconds) ?? 0
        notes = capture.notes
    }
}

struct AssetPayload: Encodable {
    let asset: Asset

    private enum Key: String, CodingKey { case kind, url, contentType, byteCount, fileName, level, triangleCount }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(asset.kind.rawValue, forKey: .kind)
        try fields.encode("/api/v1/assets/\(asset.hash)", forKey: .url)
        try fields.encode(asset.contentType, forKey: .contentType)
        try fields.encode(asset.byteCount, forKey: .byteCount)
        try fields.encode(asset.fileName, forKey: .fileName)
        try fields.encode(asset.level, forKey: .level)
        try fields.encode(asset.triangleCount, forKey: .triangleCount)
    }
}

/// The body of `PATCH /api/v1/spaces/{id}`.
struct RenamePayload: Decodable {
    let name: String
}

func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
