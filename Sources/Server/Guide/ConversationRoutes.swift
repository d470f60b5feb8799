import Foundation
import Guide
import HTTPTypes
import Hummingbird
import NIOCore
import Spaces

/// `/api/v1/guide/conversations`: an account's own conversations with guides.
struct ConversationRoutes: Sendable {
    let store: ConversationStore?
    let guides: Guides

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        let limit = try query.limit()
        for name in ["search", "about", "after"] {
            if let text = query[name], !(1...200).contains(text.count) {
                throw Problem(.badRequest, "\(name) must have 1 to 200 characters.")
            }
        }
        let store = try opened()
        let page = try Self.page(
            store, owner: GuideQuestions.owner(context.visitor), search: query["search"], about: query["about"],
            after: query["after"], limit: limit)
        return JSONBody.response(
            ConversationListPayload(conversations: page.conversations.map(ConversationSummaryPayload.init), next: page.next))
    }

    private static func page(
        _ store: ConversationStore, owner: String, search: String?, about: String?, after: String?, limit: Int
    ) throws(Problem) -> (conversations: [Conversation], next: String?) {
        do throws(GuideError) {
            return try store.list(owner: owner, search: search, about: about, after: after, limit: limit)
        } catch {
            if error.place == "after" { throw Problem(.badRequest, "after must be the “next” of a page.") }
            throw Problem(.internalServerError, Problem.sentence(error.description))
        }
    }

    func deleteAll(_ request: Request, _ context: ServerContext) async throws -> Response {
        let store = try opened()
        _ = try stored { try store.deleteAll(owner: GuideQuestions.owner(context.visitor)) }
        return Response(status: .noContent)
    }

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        let limit = try query.limit()
        let before = try query["before"].map { text in
            guard let number = Int(text), (1...1_000_000_000).contains(number), !text.hasPrefix("+") else {
                throw Problem(.badRequest, "before must be the number of a message.")
            }
            return number
        }
        let found = try find(context, before: before, limit: limit)
        return JSONBody.response(ConversationPayload(found.conversation, found.messages))
    }

    func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let store = try opened()
        let id = try Self.id(context)
        let isDeleted = try stored { try store.delete(id, owner: GuideQuestions.owner(context.visitor)) }
        guard isDeleted else { throw Problem.notFound("conversation") }
        return Response(status: .noContent)
    }

    func export(_ request: Request, _ context: ServerContext) async throws -> Response {
        let format = try MemoryBody.one(of: ["markdown", "json"], try Query(request)["format"] ?? "markdown", "format")
        let found = try find(context, before: nil, limit: .max)
        let name = "conversation-\(found.conversation.id)"
        if format == "json" {
            var response = JSONBody.response(ConversationPayload(found.conversation, found.messages))
            response.headers[.contentDisposition] = "attachment; filename=\"\(name).json\""
            return response
        }
        let notice = try await guides.notice(about: found.conversation.about)
        let text = found.conversation.markdown(found.messages, notice: notice)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/markdown; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(name).md\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private func find(
        _ context: ServerContext, before: Int?, limit: Int
    ) throws -> (conversation: Conversation, messages: [ConversationMessage]) {
        let store = try opened()
        let id = try Self.id(context)
        let owner = GuideQuestions.owner(context.visitor)
        guard let found = try stored({ try store.conversation(id, owner: owner, before: before, limit: limit) })
        else { throw Problem.notFound("conversation") }
        return found
    }

    /// - Throws: `Problem` 503 where the library is open read-only.
    private func opened() throws -> ConversationStore {
        guard let store else {
            throw Problem(
                .serviceUnavailable, "The library is open read-only; conversations aren't kept.", headers: [.retryAfter: "3600"])
        }
        return store
    }

    private static func id(_ context: ServerContext) throws -> String {
        guard let id = context.parameters.get("id"), id.utf8.count <= 64 else { throw Problem.notFound("conversation") }
        return id
    }
}
