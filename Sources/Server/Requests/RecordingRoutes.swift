import DioramaLibrary
import Foundation
import HTTPTypes
import Hummingbird
import Spaces

/// `/api/v1/recordings`: what was photographed and written down, step by step.
struct RecordingRoutes: Sendable {
    let catalogue: RecordingCatalogue

    /// Notes of 100,000 characters, however they are written, and the rest.
    static let maximumBytes = 1 << 20

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        let after = try query["after"].map { text in
            guard let cursor = Cursor<Recording>(text) else { throw Problem(.badRequest, "after must be the next of a page.") }
            return cursor
        }
        var conditions: [Condition<Recording>] = []
        if let space: SpaceID = try ThingRoutes.id(query["space"], "space", "a space") { conditions.append(.space(space)) }
        if let thing: ThingID = try ThingRoutes.id(query["thing"], "thing", "a thing") { conditions.append(.thing(thing)) }
        if let workflow: WorkflowID = try ThingRoutes.id(query["workflow"], "workflow", "a workflow") {
            conditions.append(.workflow(workflow))
        }
        let page = try await catalogue.list(conditions, after: after, limit: try query.limit())
        return JSONBody.response(
            RecordingListPayload(
                recordings: page.recordings.map(RecordingItemPayload.init), next: page.next?.description, total: page.total))
    }

    func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await body(request, RecordingBody.example)
        let details = try await catalogue.add(try body.recording(of: context.visitor.account))
        var response = ConditionalAnswer.response(RecordingPayload(details), to: request, status: .created)
        response.headers[.location] = "/api/v1/recordings/\(details.recording.id)"
        return response
    }

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        ConditionalAnswer.response(RecordingPayload(try await catalogue.details(Self.id(context))), to: request)
    }

    func edit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.id(context)
        let body = try await body(request, #"{"notes":"…"}"#)
        let before = try await catalogue.details(id)
        let after = try await ConditionalAnswer.change(
            request, seen: before.recording.content, showing: RecordingPayload(before)
        ) { seen in try await catalogue.edit(id, expecting: seen) { body.change(&$0) } }
        return ConditionalAnswer.response(RecordingPayload(after), to: request)
    }

    func trash(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await catalogue.trash(Self.id(context))
        return Response(status: .noContent)
    }

    /// Replaces the answer to a step.
    func answer(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.id(context)
        let key = context.parameters.get("step") ?? ""
        let body = try await JSONBody.decode(
            StepAnswerBody.self, from: request, expecting: StepAnswerBody.example, maximumBytes: Self.maximumBytes)
        let before = try await catalogue.details(id)
        guard let step = before.workflow?.steps.first(where: { $0.key == key }) else { throw Problem.notFound("step") }
        try await ConditionalAnswer.check(RecordingPayload(before), request)
        let after = try await catalogue.answer(id, step: key, try body.answer(to: step))
        return ConditionalAnswer.response(RecordingPayload(after), to: request)
    }

    static func id(_ context: ServerContext) throws -> RecordingID { try ThingRoutes.id(context, "recording") }

    private func body(_ request: Request, _ example: String) async throws -> RecordingBody {
        try await JSONBody.decode(
            RecordingBody.self, from: request, expecting: example, maximumBytes: Self.maximumBytes)
    }
}
