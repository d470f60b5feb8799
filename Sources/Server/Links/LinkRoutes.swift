import Foundation
import Spaces
import HTTPTypes
import Hummingbird
import DioramaLibrary
import NIOCore

/// `/api/v1/spaces/{id}/links` and `/api/v1/links`: the owner's links to spaces, and QR codes of their addresses.
struct LinkRoutes: Sendable {
    let library: Library
    let parts: PartStore
    let jobs: JobQueue
    let listener: Listener

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await library.liveSpace(context.parameters.get("id"))
        let links = try await library.links(of: space.id)
        return JSONBody.response(
            LinkListPayload(links: links.map { LinkPayload(link: $0) }, origin: listener.networkOrigin))
    }

    /// Makes a link. A part that was not cut before is cut by a job; a visitor who opens the link earlier waits for it.
    func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await library.liveSpace(context.parameters.get("id"))
        let draft = try await JSONBody.decode(LinkDraftPayload.self, from: request, expecting: LinkDraftPayload.example).draft
        let links = ShareLinks(library: library)
        try links.check(draft, to: space)
        let isMissing = draft.part.map { parts.existing($0, of: space) == nil } ?? false
        let place = isMissing ? try jobs.reserve() : nil
        let (link, token) = try await links.add(draft, to: space)
        var job: JobStatus?
        if let part = link.part, let place {
            job = try await jobs.submit(kind: "part", title: link.name, space: space.id, place: place) { [parts] _, progress in
                _ = try await parts.part(part, of: space, progress: progress)
                return space.id
            }
        }
        return JSONBody.response(LinkPayload(link: link, url: "/s/\(token)", job: job), status: .created)
    }

    func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.id(context)
        let body = try await JSONBody.decode(LinkChangePayload.self, from: request, expecting: LinkChangePayload.example)
        guard let link = try await ShareLinks(library: library).change(id, body.change) else { throw Problem.notFound("link") }
        return JSONBody.response(LinkPayload(link: link))
    }

    func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard try await library.deleteLink(Self.id(context)) else { throw Problem.notFound("link") }
        return Response(status: .noContent)
    }

    func svg(_ request: Request, _ context: ServerContext) async throws -> Response {
        let code = try QRCode(Query(request)["text"] ?? "")
        return Self.image(ByteBuffer(string: code.svg), "image/svg+xml")
    }

    /// `module`: pixels along the edge of one square, 1 to 40.
    func png(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        guard let module = query["module"].map({ Int($0) }) ?? 8, (1...40).contains(module) else {
            throw Problem(.badRequest, "module must be a number from 1 to 40.")
        }
        return Self.image(ByteBuffer(bytes: try QRCode(query["text"] ?? "").png(module: module)), "image/png")
    }

    private static func image(_ body: ByteBuffer, _ contentType: String) -> Response {
        let headers: HTTPFields = [
            .contentType: contentType, .cacheControl: "no-store", .contentSecurityPolicy: ContentSecurity.assetPolicy,
        ]
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    private static func id(_ context: ServerContext) throws -> LinkID {
        guard let id = context.parameters.get("id").flatMap({ LinkID($0) }) else { throw Problem.notFound("link") }
        return id
    }
}

extension Library {
    /// The space of an id in a path, where it is there and not in the trash.
    func liveSpace(_ text: String?) async throws -> Space {
        guard let id = text.flatMap({ SpaceID($0) }) else { throw Problem.notFound("space") }
        let space = try await space(id)
        if let space, space.trashed == nil { return space }
        throw Problem.notFound("space")
    }
}
