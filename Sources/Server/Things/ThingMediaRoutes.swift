import DioramaLibrary
import Foundation
import HTTPTypes
import Hummingbird
import Spaces
import Support

/// `/api/v1/things/{id}/media`: photos and documents of things. They are the owner's alone.
struct ThingMediaRoutes: Sendable {
    let catalogue: ThingCatalogue
    let store: UploadStore
    let media: MediaStore
    let uploads: UploadLimiter

    func add(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try ThingRoutes.id(context)
        _ = try await catalogue.thing(id)
        let query = try Query(request)
        let kind = Media.Kind(
            rawValue: try MemoryBody.one(of: ["photo", "audio", "video", "document"], query["kind"] ?? "", "kind"))
        let role = try query["role"].map {
            Media.Role(rawValue: try MemoryBody.one(of: ThingMediaBody.roles, $0, "role"))
        }
        let folder = try store.makeFolder()
        defer { folder.remove() }
        let file = folder.url.appendingPathComponent("media")
        try await ReceivedFile.receive(
            request, context, to: file, maximum: MediaIntake.byteLimit(kind), what: kind.rawValue, uploads: uploads)
        let details = try await catalogue.add(
            [ThingFile(url: file, kind: kind, role: role, name: query["name"] ?? "", isConsumed: true)], to: id)
        return JSONBody.response(ThingPayload(details), status: .created)
    }

    func edit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(ThingMediaBody.self, from: request, expecting: #"{"caption":"Receipt"}"#)
        var trial = Media(kind: .document, contentType: "", fileName: "")
        try body.change(&trial)
        let details = try await catalogue.edit(try Self.file(context), of: ThingRoutes.id(context)) { try body.change(&$0) }
        return JSONBody.response(ThingPayload(details))
    }

    func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(ThingPayload(try await catalogue.remove(try Self.file(context), of: ThingRoutes.id(context))))
    }

    func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        let size = try Query(request)["size"]
        let entry = try await catalogue.file(try Self.file(context), of: ThingRoutes.id(context))
        return try await Self.response(entry, size: size, in: media, to: request, for: context.visitor)
    }

    /// The bytes of a file that is the owner's alone, or of a JPEG of it.
    static func response(
        _ entry: Entry<Media>, size: String?, in media: MediaStore, to request: Request, for visitor: Visitor
    ) async throws -> Response {
        let served = try await ServedMedia(entry, size: size, in: media, for: visitor)
        var headers: HTTPFields = [
            .cacheControl: "private, no-cache", .contentSecurityPolicy: ContentSecurity.assetPolicy,
            .vary: "Cookie, X-Diorama-Visit",
        ]
        // A PDF opens in the browser's own viewer; whatever else is no image, sound or video is only downloaded.
        if size == nil, entry.contentType == "application/pdf" {
            headers[.contentSecurityPolicy] = ContentSecurity.documentPolicy
        } else if ![.photo, .audio, .video].contains(entry.kind), !served.contentType.hasPrefix("image/") {
            headers[.contentDisposition] = ContentDisposition.attachment(entry.fileName)
        }
        return try FileResponse(
            file: served.bytes, tag: EntityTag("\(entry.hash)-\(size ?? "original")"), contentType: served.contentType,
            headers: headers, hasUnverifiedParts: !served.isVerified
        ).response(to: request)
    }

    private static func file(_ context: ServerContext) throws -> MediaID {
        guard let id = context.parameters.get("media").flatMap({ MediaID($0) }) else { throw Problem.notFound("file") }
        return id
    }
}
