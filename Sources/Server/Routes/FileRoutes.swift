import DioramaLibrary
import DioramaSync
import Foundation
import Hummingbird

/// `/api/v1/files`: where the library's files are, and which of them this device downloads in advance.
struct FileRoutes: Sendable {
    let sync: SyncClient
    let originals: OriginalStore
    let runs: VerificationRuns

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(try await payload())
    }

    /// Up to what JSON's numbers hold exactly everywhere.
    private static let cacheLimits: ClosedRange<Int64> = 0...((1 << 53) - 1)

    func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(FilesBody.self, from: request, expecting: #"{"policy":"all"}"#)
        guard body.policy != nil || body.cacheLimit != nil else {
            throw Problem(.badRequest, "Send a policy, a cacheLimit, or both.")
        }
        if body.space != nil, body.policy == nil { throw Problem(.badRequest, "A space needs a policy.") }
        if let limit = body.cacheLimit, !Self.cacheLimits.contains(limit) {
            throw Problem(.badRequest, "cacheLimit must be from 0 to \(Self.cacheLimits.upperBound) bytes.")
        }
        let space = try body.space.map { text in
            guard let id = SpaceID(text) else { throw Problem.notFound("space") }
            return id
        }
        if let policy = body.policy { try await use(policy, for: space) }
        if let limit = body.cacheLimit {
            try await sync.library.setCacheLimit(limit)
            originals.shrinkCache(to: limit)
        }
        return JSONBody.response(try await payload())
    }

    func verify(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await runs.start()
        return JSONBody.response(try await payload(), status: .accepted)
    }

    private func use(_ text: String, for space: SpaceID?) async throws {
        let files = FilePolicy(rawValue: text)
        let isDefault = text == "default" && space != nil
        guard files != nil || isDefault else {
            throw Problem(.badRequest, "policy must be one of all, previews, none\(space == nil ? "" : ", default").")
        }
        do throws(SyncError) {
            try await sync.use(files, for: space)
        } catch {
            if error.kind == .notFound { throw Problem.notFound("space") }
            throw SyncRoutes.problem(error)
        }
    }

    private func payload() async throws -> FilesPayload {
        do throws(SyncError) {
            let settings = try await sync.fileSettings()
            let inventory = try await sync.inventory()
            return FilesPayload(settings, inventory, running: await runs.running, last: await runs.last)
        } catch {
            throw SyncRoutes.problem(error)
        }
    }
}
