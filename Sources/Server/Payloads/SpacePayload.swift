import Foundation
import Spaces
import Geometry
import DioramaLibrary
import Reconstruction

/// A space as the API shows it to a visitor.
struct SpacePayload: Encodable {
    let id: String
    let name: String
    let description: String
    @EncodesNull var cover: String?
    let created: String
    let modified: String
    @EncodesNull var areaSquareMetres: Double?
    let triangleCount: Int
    let pointCount: Int
    @EncodesNull var bounds: BoundsPayload?
    @EncodesNull var capture: CapturePayload?
    @EncodesNull var report: ReportPayload?
    let assets: [AssetPayload]
    /// How many memories of others arrived since this visitor last looked; nil where they don't follow it.
    @EncodesNull var newMemories: Int?

    /// - Parameters:
    ///   - space: the space.
    ///   - visitor: whom it is shown to.
    ///   - part: of a visitor of a part, what was cut out for them; nothing reveals the rest.
    ///   - cover: the space's cover; nil where it has none.
    ///   - newMemories: memories of others since the visitor last looked; nil where they don't follow the space.
    init(space: Space, visitor: Visitor, part: SpacePart? = nil, cover: Entry<Media>? = nil, newMemories: Int? = nil) {
        id = space.id.description
        name = space.name
        created = space.created.payload
        modified = space.modified.payload
        let isPart = visitor.visit?.part != nil
        description = isPart ? "" : space.description
        self.cover = isPart ? nil : cover.map { "/api/v1/spaces/\(space.id)/cover?v=\($0.id)" }
        areaSquareMetres = (isPart ? part?.areaSquareMetres : space.areaSquareMetres).flatMap(finite)
        triangleCount = isPart ? part?.triangleCount ?? 0 : space.triangleCount
        pointCount = isPart ? part?.pointCount ?? 0 : space.pointCount
        bounds = (isPart ? part?.bounds : space.bounds).flatMap(BoundsPayload.init)
        // Where and with what a place was scanned, and the file it was made from, are the owner's alone.
        capture = visitor.isOwner ? space.capture.map(CapturePayload.init) : nil
        report = visitor.isOwner ? space.report.flatMap(ScanReport.init(json:)).map(ReportPayload.init) : nil
        if isPart {
            assets = (part?.files ?? []).map(AssetPayload.init)
        } else {
            assets = space.assets.filter { visitor.isOwner || !$0.kind.isOwners }.map(AssetPayload.init)
        }
        self.newMemories = newMemories
    }
}

/// A page of spaces, newest first.
struct SpaceListPayload: Encodable {
    let spaces: [SpacePayload]
    /// The `after` of the next page; null on the last.
    @EncodesNull var next: String?
    let total: Int
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
    let kind: String
    let url: String
    let contentType: String
    let byteCount: Int64
    let fileName: String
    @EncodesNull var level: Int?
    @EncodesNull var triangleCount: Int?

    init(_ asset: Asset) {
        kind = asset.kind.rawValue
        url = Self.url(asset.hash)
        contentType = asset.contentType
        byteCount = asset.byteCount
        fileName = asset.fileName
        level = asset.level
        triangleCount = asset.triangleCount
    }

    init(_ file: SpacePart.File) {
        kind = file.kind.rawValue
        url = Self.url(file.hash)
        contentType = file.contentType
        byteCount = file.byteCount
        fileName = file.fileName
        level = file.level
        triangleCount = file.triangleCount
    }

    private static func url(_ hash: AssetHash) -> String { "/api/v1/assets/\(hash)" }
}

/// The body of `PATCH /api/v1/spaces/{id}`: what is left out stays as it is.
struct SpaceBody: Decodable {
    let name: String?
    let description: String?

    private enum Key: String, CodingKey { case name, description }

    init(from decoder: any Decoder) throws {
        let body = OptionalFields(container: try decoder.container(keyedBy: Key.self))
        name = try body.value(String.self, .name)
        description = try body.value(String.self, .description)
    }
}

func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
