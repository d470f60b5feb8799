import DioramaLibrary
import Foundation
import HTTPTypes
import Hummingbird
import Spaces

/// `/api/v1/trash` and `/api/v1/retention`: what is in the trash, and how long deleted data stays in the bucket and in backups.
struct TrashRoutes: Sendable {
    let library: Library
    let trash: Trash

    init(library: Library) {
        self.library = library
        trash = Trash(library: library)
    }

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(TrashPayload(items: try await trash.items().map(TrashItemPayload.init)))
    }

    func restore(_ request: Request, _ context: ServerContext) async throws -> Response {
        let item = try await item(context)
        try await trash.restore(item)
        return JSONBody.response(TrashItemPayload(item))
    }

    func purge(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await trash.purge([try await item(context)])
        return Response(status: .noContent)
    }

    func purgeAll(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(PurgedPayload(purged: try await trash.purge(before: Date())))
    }

    private func item(_ context: ServerContext) async throws -> Trash.Item {
        guard let id = context.parameters.get("id"), let item = try await trash.items().first(where: { $0.id == id }) else {
            throw Problem.notFound("entry of the trash")
        }
        return item
    }

    // MARK: Retention

    func retention(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(try await library.retention())
    }

    func setRetention(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(
            Retention.self, from: request, expecting: #"{"bucketDays":7,"backupDays":30}"#)
        try await library.setRetention(body)
        return JSONBody.response(try await library.retention())
    }
}

/// What is in the trash, the latest first.
struct TrashPayload: Encodable {
    let items: [TrashItemPayload]
}

/// An item in the trash as the API shows it.
struct TrashItemPayload: Encodable {
    let id: String
    let kind: String
    let name: String
    let trashed: String
    /// Of a space, the number of its memories.
    @EncodesNull var memories: Int?

    init(_ item: Trash.Item) {
        id = item.id
        kind = item.kind.rawValue
        name = item.name
        trashed = item.trashed.payload
        memories = item.memories
    }
}

/// How many items were deleted permanently.
struct PurgedPayload: Encodable {
    let purged: Int
}
