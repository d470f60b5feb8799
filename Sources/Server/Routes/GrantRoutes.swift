import HTTPTypes
import Hummingbird
import DioramaLibrary

/// `/api/v1/spaces/{id}/grants` and `follow`, `/api/v1/follows`: who may see a space, and who wants to hear of it.
struct GrantRoutes: Sendable {
    let gate: SpaceGate

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        return JSONBody.response(GrantsPayload(try await gate.library.grants(of: space.id)))
    }

    func set(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        let body = try await JSONBody.decode(
            GrantsBody.self, from: request, expecting: #"{"grants":[{"account":"…","permission":"see"}]}"#)
        let permissions = Dictionary(body.grants.map { ($0.account, $0.permission) }) { $1 }
        return JSONBody.response(GrantsPayload(try await gate.library.setGrants(permissions, of: space.id)))
    }

    // MARK: Following

    func follows(_ request: Request, _ context: ServerContext) async throws -> Response {
        let follows = try await gate.memories(context).follows()
        return JSONBody.response(
            FollowsPayload(follows: follows.map { .init(space: $0.space.description, newMemories: $0.newMemories) }))
    }

    /// Follows a space; of one that is followed, it says that everything was seen.
    func follow(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        guard try await gate.memories(context).follow(space.id) else { throw Problem.notFound("space") }
        return Response(status: .noContent)
    }

    func unfollow(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        try await gate.memories(context).unfollow(space.id)
        return Response(status: .noContent)
    }
}
