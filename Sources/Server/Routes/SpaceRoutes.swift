import Hummingbird
import Library

/// `/api/v1/spaces`: list, show, rename, delete. Creating is `UploadRoute`.
struct SpaceRoutes: Sendable {
    let library: Library

    static let defaultLimit = 50
    static let maximumLimit = 200

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        let limit = try query["limit"].map(Self.limit) ?? Self.defaultLimit
        let after = try query["after"].map { text in
            guard let id = SpaceID(text) else { throw Problem(.badRequest, "after must be the id of a space.") }
            return id
        }
        // One more than asked tells whether there is a next page.
        let found = try await library.spaces(limit: limit + 1, after: after)
        let page = found.prefix(limit)
        let total = try await library.spaceCount()
        return JSONBody.response(
            SpaceListPayload(
                spaces: page.map(SpacePayload.init), next: found.count > limit ? page.last?.id.description : nil, total: total))
    }

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let space = try await library.space(Self.id(context)) else { throw Problem.notFound("space") }
        return JSONBody.response(SpacePayload(space: space))
    }

    func rename(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.id(context)
        let change = try await JSONBody.decode(RenamePayload.self, from: request, expecting: #"{"name":"Office"}"#)
        guard let space = try await library.rename(id, to: change.name) else { throw Problem.notFound("space") }
        return JSONBody.response(SpacePayload(space: space))
    }

    func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard try await library.delete(Self.id(context)) else { throw Problem.notFound("space") }
        return Response(status: .noContent)
    }

    /// The id in the path; text that can't be an id names no space.
    private static func id(_ context: ServerContext) throws -> SpaceID {
        guard let id = context.parameters.get("id").flatMap({ SpaceID($0) }) else { throw Problem.notFound("space") }
        return id
    }

    private static func limit(_ text: String) throws -> Int {
        guard let limit = Int(text), (1...maximumLimit).contains(limit), text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else {
            throw Problem(.badRequest, "limit must be a number from 1 to \(maximumLimit).")
        }
        return limit
    }
}
