import Spaces
import Hummingbird
import DioramaLibrary

/// `/api/v1/spaces`: list, show, edit, move to the trash. Creating is `UploadRoute`.
struct SpaceRoutes: Sendable {
    let library: Library
    let gate: SpaceGate
    let parts: PartStore

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        let limit = try query.limit()
        let after = try query["after"].map { text in
            guard let id = SpaceID(text) else { throw Problem(.badRequest, "after must be the id of a space.") }
            return id
        }
        let (page, hasMore, total) = try await spaces(context.visitor, after: after, limit: limit)
        var news: [SpaceID: Int] = [:]
        if let viewer = context.visitor.viewer {
            for follow in try await library.memories(for: viewer).follows() { news[follow.space] = follow.newMemories }
        }
        var shown: [SpacePayload] = []
        let covers = try await library.covers(of: page.map(\.id))
        for space in page {
            shown.append(try await payload(space, context.visitor, cover: covers[space.id], newMemories: news[space.id]))
        }
        return JSONBody.response(
            SpaceListPayload(spaces: shown, next: hasMore ? page.last?.id.description : nil, total: total))
    }

    /// A page of what the visitor may see, whether there are more, and how many in all.
    private func spaces(_ visitor: Visitor, after: SpaceID?, limit: Int) async throws -> ([Space], Bool, Int) {
        if visitor.isOwner {
            // One more than requested shows whether there is a next page.
            let found = try await library.spaces(limit: limit + 1, after: after)
            return (Array(found.prefix(limit)), found.count > limit, try await library.spaceCount())
        }
        var all: [SpaceID] = []
        if let account = visitor.invited { all = try await library.grants(to: account).map(\.space) }
        if let space = visitor.visit?.space { all = [space] }
        let rest = all.filter { id in after.map { id < $0 } ?? true }
        var page: [Space] = []
        for id in rest.prefix(limit) {
            if let space = try await library.space(id), space.trashed == nil { page.append(space) }
        }
        return (page, rest.count > limit, all.count)
    }

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        return JSONBody.response(try await payload(space, context.visitor, cover: try await cover(of: space)))
    }

    private func cover(of space: Space) async throws -> Entry<Media>? { try await library.covers(of: [space.id])[space.id] }

    /// What a visitor gets of a space; of a part, what was cut out for them, which is made where it isn't yet.
    private func payload(
        _ space: Space, _ visitor: Visitor, cover: Entry<Media>?, newMemories: Int? = nil
    ) async throws -> SpacePayload {
        var part: SpacePart?
        if let box = visitor.visit?.part { part = try await parts.part(box, of: space) }
        return SpacePayload(space: space, visitor: visitor, part: part, cover: cover, newMemories: newMemories)
    }

    func edit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try SpaceGate.id(context)
        let change = try await JSONBody.decode(
            SpaceBody.self, from: request, expecting: #"{"name":"Office","description":"…"}"#)
        guard change.name != nil || change.description != nil else {
            throw Problem(.badRequest, "Send a name, a description, or both.")
        }
        guard let space = try await library.edit(id, name: change.name, description: change.description) else {
            throw Problem.notFound("space")
        }
        return JSONBody.response(SpacePayload(space: space, visitor: context.visitor, cover: try await cover(of: space)))
    }

    func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard try await library.trash(SpaceGate.id(context)) else { throw Problem.notFound("space") }
        return Response(status: .noContent)
    }
}
