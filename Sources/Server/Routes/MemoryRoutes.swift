import Foundation
import HTTPTypes
import Hummingbird
import DioramaLibrary
import Spaces

/// `/api/v1/spaces/{id}/memories` and `/api/v1/memories`: what is pinned in spaces. Whatever is answered comes from
/// `VisibleMemories`.
struct MemoryRoutes: Sendable {
    let gate: SpaceGate
    let spaceMemories: SpaceMemories
    let pinCache: PinCache

    /// A text of 20,000 characters, however it is written, and its place.
    static let maximumBytes = 512 * 1024

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        let space = try await gate.space(context)
        let memories = try gate.memories(context)
        let limit = try query.limit()
        let after = try query["after"].map { text in
            guard let id = MemoryID(text) else { throw Problem(.badRequest, "after must be the id of a memory.") }
            return id
        }
        let order = try MemoryBody.one(of: ["newest", "oldest"], query["order"] ?? "newest", "order")
        let trashed = try MemoryBody.one(of: ["true", "false"], query["trashed"] ?? "false", "trashed") == "true"
        // Also where it isn't used, as in the trash: invalid values are refused.
        let filter = try Self.filter(query)
        let page =
            trashed
            ? try await memories.trashed(in: space.id, newestFirst: order == "newest", after: after, limit: limit)
            : try await memories.list(
                in: space.id, filter, newestFirst: order == "newest", after: after, limit: limit)
        return JSONBody.response(
            MemoryListPayload(
                memories: page.memories.map { payload($0) },
                next: page.hasMore ? page.memories.last?.entry.id.description : nil, total: page.total))
    }

    private static func filter(_ query: Query) throws -> MemoryFilter {
        let author = try query["author"].map { text in
            guard let id = AccountID(text) else { throw Problem(.badRequest, "author must be the id of an account.") }
            return id
        }
        return MemoryFilter(
            search: query["search"],
            mood: try query["mood"].map { try MemoryBody.one(of: Memory.moods, $0, "mood") },
            kind: try query["kind"].map { Memory.Kind(rawValue: try MemoryBody.one(of: Memory.kinds.map(\.rawValue), $0, "kind")) },
            tag: query["tag"], author: author, object: query["object"])
    }

    func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        let body = try await JSONBody.decode(
            MemoryBody.self, from: request, expecting: MemoryBody.example, maximumBytes: Self.maximumBytes)
        let seen = try await spaceMemories.add(
            try body.memory(in: space.id), to: space, id: body.id, as: try gate.viewer(context))
        var response = JSONBody.response(payload(seen), status: .created)
        response.headers[.location] = "/api/v1/memories/\(seen.entry.id)"
        return response
    }

    /// All pins of a space at once. They are the same bytes until something changes that this visitor sees.
    func pins(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        let pins = try await pinCache.pins(of: space.id, try gate.memories(context))
        let headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: "private, no-cache", .eTag: pins.tag.field,
            .vary: "Cookie, X-Diorama-Visit",
        ]
        if pins.tag.isListed(inIfNoneMatch: request.headers[.ifNoneMatch]) {
            var headers = headers
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: pins.body))
    }

    // MARK: One memory

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        try answer(try await gate.memories(context).get(Self.id(context)))
    }

    func edit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.id(context)
        let body = try await JSONBody.decode(
            MemoryBody.self, from: request, expecting: #"{"text":"…"}"#, maximumBytes: Self.maximumBytes)
        // What the API takes no part of is refused before the catalogue is asked.
        var trial = Memory(title: "")
        try body.change(&trial)
        return try answer(try await spaceMemories.edit(id, as: try gate.viewer(context)) { try body.change(&$0) })
    }

    func trash(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard try await gate.memories(context).trash(Self.id(context)) else { throw Problem.notFound("memory") }
        return Response(status: .noContent)
    }

    func restore(_ request: Request, _ context: ServerContext) async throws -> Response {
        try answer(try await gate.memories(context).restore(Self.id(context)))
    }

    func versions(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let states = try await gate.memories(context).states(of: Self.id(context)) else { throw Problem.notFound("memory") }
        return JSONBody.response(MemoryStatesPayload(versions: states.map { MemoryStatesPayload.State(state: $0) }))
    }

    func restoreVersion(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let number = context.parameters.get("number").flatMap({ Int($0) }) else { throw Problem.notFound("version") }
        return try answer(try await gate.memories(context).restore(Self.id(context), state: number), "version")
    }

    // MARK: Parts

    static func id(_ context: ServerContext) throws -> MemoryID {
        guard let id = context.parameters.get("id").flatMap({ MemoryID($0) }) else { throw Problem.notFound("memory") }
        return id
    }

    private func answer(_ memory: AuthorizedMemory?, _ what: String = "memory") throws -> Response {
        guard let memory else { throw Problem.notFound(what) }
        return JSONBody.response(payload(memory))
    }

    private func payload(_ memory: AuthorizedMemory) -> MemoryPayload { MemoryPayload(memory: memory) }
}
