import Foundation
import Spaces
import Geometry
import DioramaLibrary
import Reconstruction

/// A space as the API shows it to a visitor. Absent values are written as null, so that clients find every key.
struct SpacePayload: Encodable {
    let space: Space
    let visitor: Visitor
    /// What a visitor of a part gets.
    var part: SpacePart?
    /// How many memories of others arrived since this visitor last looked; nil where they don't follow it.
    var newMemories: Int?

    private enum Key: String, CodingKey {
        case id, name, created, modified, areaSquareMetres, triangleCount, pointCount, bounds, capture, report, assets, newMemories
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(space.id.description, forKey: .id)
        try fields.encode(space.name, forKey: .name)
        try fields.encode(space.created.payload, forKey: .created)
        try fields.encode(space.modified.payload, forKey: .modified)
        // Of a part, nothing tells of the rest.
        let isPart = visitor.visit?.part != nil
        let area = isPart ? part?.areaSquareMetres : space.areaSquareMetres
        try fields.encode(area.flatMap(finite), forKey: .areaSquareMetres)
        try fields.encode(isPart ? part?.triangleCount ?? 0 : space.triangleCount, forKey: .triangleCount)
        try fields.encode(isPart ? part?.pointCount ?? 0 : space.pointCount, forKey: .pointCount)
        try fields.encode((isPart ? part?.bounds : space.bounds).flatMap(BoundsPayload.init), forKey: .bounds)
        // Where and with what a place was scanned, and the file it was made from, are the owner's alone.
        try fields.encode(visitor.isOwner ? space.capture.map(CapturePayload.init) : nil, forKey: .capture)
        let report = visitor.isOwner ? space.report.flatMap(ScanReport.init(json:)) : nil
        try fields.encode(report.map { ReportPayload(report: $0) }, forKey: .report)
        if isPart {
            try fields.encode((part?.files ?? []).map(AssetPayload.init), forKey: .assets)
        } else {
            let assets = space.assets.filter { visitor.isOwner || !$0.kind.isOwners }
            try fields.encode(assets.map(AssetPayload.init), forKey: .assets)
        }
        try fields.encode(newMemories, forKey: .newMemories)
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
    private let file: SpacePart.File

    init(_ asset: Asset) {
        file = SpacePart.File(
            hash: asset.hash, kind: asset.kind.rawValue, contentType: asset.contentType, byteCount: asset.byteCount,
            fileName: asset.fileName, level: asset.level, triangleCount: asset.triangleCount)
    }

    init(_ file: SpacePart.File) { self.file = file }

    private enum Key: String, CodingKey { case kind, url, contentType, byteCount, fileName, level, triangleCount }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(file.kind, forKey: .kind)
        try fields.encode("/api/v1/assets/\(file.hash)", forKey: .url)
        try fields.encode(file.contentType, forKey: .contentType)
        try fields.encode(file.byteCount, forKey: .byteCount)
        try fields.encode(file.fileName, forKey: .fileName)
        try fields.encode(file.level, forKey: .level)
        try fields.encode(file.triangleCount, forKey: .triangleCount)
    }
}

/// The body of `PATCH /api/v1/spaces/{id}`.
struct RenamePayload: Decodable {
    let name: String
}

func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
