import DioramaLibrary
import Foundation
import HTTPTypes
import Hummingbird

/// `/api/v1/spaces/{id}/cover`: the image that a space is shown by in lists. Visitors of a part get none: it may show the rest.
struct CoverRoutes: Sendable {
    let library: Library
    let gate: SpaceGate
    let media: MediaStore
    let store: UploadStore
    let uploads: UploadLimiter

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "cover")
        guard let cover = try await library.covers(of: [space.id])[space.id] else { throw Problem.notFound("cover") }
        // Everybody gets a preview, which has nothing of the file's metadata.
        let size = try Query(request)["size"] ?? "medium"
        let served = try await ServedMedia(cover, size: size, in: media, for: context.visitor)
        let headers: HTTPFields = [
            .cacheControl: "private, no-cache", .contentSecurityPolicy: ContentSecurity.assetPolicy,
            .vary: "Cookie, X-Diorama-Visit",
        ]
        return try FileResponse(
            file: served.bytes, tag: EntityTag("\(cover.id)-\(size)"), contentType: served.contentType, headers: headers
        ).response(to: request)
    }

    func set(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        let folder = try store.makeFolder()
        defer { folder.remove() }
        let file = folder.url.appendingPathComponent("cover")
        try await ReceivedFile.receive(
            request, context, to: file, maximum: MediaIntake.byteLimit(.photo), what: "cover", uploads: uploads)
        let cover = try await library.setCover(file, name: Query(request)["name"] ?? "cover", of: space.id)
        if let cover { await media.prepare(cover.hash, contentType: cover.contentType) }
        return JSONBody.response(SpacePayload(space: space, visitor: context.visitor, cover: cover))
    }

    func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        _ = try await library.setCover(nil, name: "", of: space.id)
        return JSONBody.response(SpacePayload(space: space, visitor: context.visitor))
    }
}
