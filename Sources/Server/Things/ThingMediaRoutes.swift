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
        let served = try await ServedMedia(entry, size: size, in: media, for: context.visitor)
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

/// The body of a request as a file of at most a size.
enum ReceivedFile {
    /// - Throws: `Problem` 413 for more than `maximum` bytes, and what `UploadFile.receive` throws.
    static func receive(
        _ request: Request, _ context: ServerContext, to file: URL, maximum: Int64, what: String, uploads: UploadLimiter
    ) async throws {
        let tooLarge = Problem(.contentTooLarge, "The file is larger than the \(ByteCount.text(maximum)) that a \(what) may have.")
        let promised = request.headers[.contentLength].flatMap { Int64($0) }
        if let promised, promised > maximum { throw tooLarge }
        do {
            _ = try await uploads.run(for: context.client) { progress in
                try await UploadRoute.invite(request, context)
                return try await UploadFile.receive(
                    request.body, promised: promised, maximum: maximum, at: file, progress: progress)
            }
        } catch let problem as Problem where problem.status == .contentTooLarge {
            throw tooLarge
        }
    }
}

/// An original, or a JPEG of it, as its owner gets it.
struct ServedMedia {
    let bytes: any RepresentationBytes
    let contentType: String
    let isVerified: Bool

    /// - Parameter size: `small`, `medium`, `large` or `poster`; nil for the original.
    /// - Throws: `Problem`: 400 for another size, 404 where no image can be made, and those of `ServedOriginal`.
    init(_ entry: Entry<Media>, size: String?, in media: MediaStore, for visitor: Visitor) async throws {
        guard let size else {
            let original = try await ServedOriginal(entry.hash, contentType: entry.contentType, in: media, for: visitor)
            (bytes, contentType, isVerified) = (original.bytes, entry.contentType, original.isVerified)
            return
        }
        guard let preview = PreviewSize(parameter: size) else {
            throw Problem(.badRequest, "size must be one of small, medium, large, poster.")
        }
        guard let file = try await Self.preview(entry, preview, in: media, for: visitor) else { throw Problem.notFound("file") }
        (bytes, contentType, isVerified) = (file, "image/jpeg", true)
    }

    /// Nil where no image can be made of it; where its original can't be had at the moment, that is thrown.
    static func preview(
        _ entry: Entry<Media>, _ size: PreviewSize, in media: MediaStore, for visitor: Visitor
    ) async throws -> OpenFile? {
        do {
            guard let url = try await media.preview(entry.hash, contentType: entry.contentType, size: size) else { return nil }
            return try? await Blocking.run { try OpenFile(url) }
        } catch let error as LibraryError {
            if let problem = ServedOriginal.problem(error, for: visitor) { throw problem }
            return nil
        }
    }
}

extension PreviewSize {
    /// The size that the parameter `size` names.
    init?(parameter: String) {
        switch parameter {
        case "small": self = .small
        case "medium": self = .medium
        case "large", "poster": self = .large
        default: return nil
        }
    }
}
