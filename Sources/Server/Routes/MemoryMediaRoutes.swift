import Foundation
import Support
import HTTPTypes
import Hummingbird
import DioramaLibrary
import Sessions

/// `/api/v1/memories/{id}/media`: photos, sounds, videos and recorded sessions of memories.
///
/// What is sent is believed to be what its bytes are, or refused. Its author gets the original back; others get a copy that doesn't
/// tell where it was made.
struct MemoryMediaRoutes: Sendable {
    let gate: SpaceGate
    let store: UploadStore
    let media: MediaStore
    let uploads: UploadLimiter

    func add(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try MemoryRoutes.id(context)
        let memories = try gate.memories(context)
        // Before anything else is looked at: may it come at all?
        guard let seen = try await memories.get(id) else { throw Problem.notFound("memory") }
        guard seen.isMine else { throw Problem(.forbidden, "This memory is somebody else's.") }
        let query = try Query(request)
        let kind = Media.Kind(
            rawValue: try MemoryBody.one(of: ["photo", "audio", "video", "session"], query["kind"] ?? "", "kind"))
        let position = try query["position"].map { text in
            guard let number = Int(text), number >= 0 else { throw Problem(.badRequest, "position must be a number from 0.") }
            return number
        }
        let folder = try store.makeFolder()
        let file = folder.url.appendingPathComponent("media")
        try await ReceivedFile.receive(
            request, context, to: file, maximum: MediaIntake.byteLimit(kind), what: kind.rawValue, uploads: uploads)
        let name = query["name"] ?? ""
        var draft = try await Blocking.run {
            if kind == .session { return try RecordedSession(checking: file, named: "this recording").media(fileName: name) }
            return try MediaIntake.media(at: file, kind: kind, name: name)
        }
        draft.alternative = query["alternative"] ?? ""
        draft.transcript = query["transcript"] ?? ""
        guard let added = try await memories.add(draft, file: file, to: id, at: position) else { throw Problem.notFound("memory") }
        for entry in added.media { await media.prepare(entry.hash, contentType: entry.contentType) }
        return JSONBody.response(MemoryPayload(memory: added), status: .created)
    }

    func edit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(
            MemoryMediaBody.self, from: request, expecting: #"{"alternative":"The stove"}"#, maximumBytes: MemoryRoutes.maximumBytes
        )
        let seen = try await gate.memories(context).edit(Self.id(context), of: MemoryRoutes.id(context)) { media in
            if let alternative = body.alternative { media.alternative = alternative }
            if let transcript = body.transcript { media.transcript = transcript }
        }
        guard let seen else { throw Problem.notFound("file") }
        return JSONBody.response(MemoryPayload(memory: seen))
    }

    func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let seen = try await gate.memories(context).trash(Self.id(context), of: MemoryRoutes.id(context)) else {
            throw Problem.notFound("file")
        }
        return JSONBody.response(MemoryPayload(memory: seen))
    }

    // MARK: Bytes

    func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        let size = try Query(request)["size"]
        guard let (entry, isMine) = try await gate.memories(context).media(Self.id(context), of: MemoryRoutes.id(context)) else {
            throw Problem.notFound("file")
        }
        guard let found = try await bytes(of: entry, size, isMine: isMine, for: context.visitor) else {
            throw Problem.notFound("file")
        }
        // Whether it may be seen is asked each time, as that can change; its bytes can't, so that mostly nothing is sent again.
        var headers: HTTPFields = [
            .cacheControl: "private, no-cache", .contentSecurityPolicy: ContentSecurity.assetPolicy,
            .vary: "Cookie, X-Diorama-Visit",
        ]
        if ![.photo, .audio, .video].contains(entry.kind) {
            headers[.contentDisposition] = ContentDisposition.attachment(entry.fileName)
        }
        // Named by the entry, not by its bytes: a copy reveals nothing about the original.
        return try FileResponse(
            file: found.bytes, tag: EntityTag("\(entry.id)-\(found.variant)"), contentType: found.contentType, headers: headers,
            hasUnverifiedParts: !found.isVerified
        ).response(to: request)
    }

    private struct Found {
        let bytes: any RepresentationBytes
        let contentType: String
        let variant: String
        var isVerified = true
    }

    private func bytes(
        of entry: Entry<Media>, _ size: String?, isMine: Bool, for visitor: Visitor
    ) async throws -> Found? {
        guard let size else {
            // A recording contains what everybody in its session saw, and nothing else.
            if isMine || entry.kind == .session {
                let original = try await ServedOriginal(entry.hash, contentType: entry.contentType, in: media, for: visitor)
                return Found(
                    bytes: original.bytes, contentType: entry.contentType, variant: "original", isVerified: original.isVerified)
            }
            // Where no copy can be made, nothing is given: the original would tell more than its author agreed to.
            if let url = try await copy(entry, for: visitor) {
                return Found(bytes: try await Self.open(url), contentType: entry.contentType, variant: "shared")
            }
            return try await preview(entry, .large, for: visitor)
        }
        guard let preview = PreviewSize(parameter: size) else {
            throw Problem(.badRequest, "size must be one of small, medium, large, poster.")
        }
        return try await self.preview(entry, preview, for: visitor)
    }

    private func copy(_ entry: Entry<Media>, for visitor: Visitor) async throws -> URL? {
        do {
            return try await media.sharedCopy(entry.hash, contentType: entry.contentType)
        } catch {
            if let problem = ServedOriginal.problem(error, for: visitor) { throw problem }
            if error.kind != .failed { throw error }
            throw Problem(.serviceUnavailable, "No copy of this file can be made for others here.", headers: [.retryAfter: "60"])
        }
    }

    /// An image that can't be made is missing; one whose original can't be had at the moment says so.
    private func preview(_ entry: Entry<Media>, _ size: PreviewSize, for visitor: Visitor) async throws -> Found? {
        guard let file = try await ServedMedia.preview(entry, size, in: media, for: visitor) else { return nil }
        return Found(bytes: file, contentType: "image/jpeg", variant: "\(size)")
    }

    /// The file may be removed between looking it up and opening it.
    private static func open(_ url: URL) async throws -> OpenFile {
        guard let file = try? await Blocking.run({ try OpenFile(url) }) else { throw Problem.notFound("file") }
        return file
    }

    private static func id(_ context: ServerContext) throws -> MediaID {
        guard let id = context.parameters.get("media").flatMap({ MediaID($0) }) else { throw Problem.notFound("file") }
        return id
    }
}
