import DioramaLibrary
import Foundation
import HTTPTypes
import Hummingbird
import Spaces

/// `/api/v1/requests`: recordings that contacts are asked for, and that they ask for.
struct RequestRoutes: Sendable {
    let requests: RecordingRequests
    let runs: SharingRuns

    static let example = #"{"contact":"Ben","title":"Record your fridge","due":"2026-01-31T12:00:00.000Z"}"#

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        let direction = try query["direction"].map { try MemoryBody.one(of: ["incoming", "outgoing"], $0, "direction") }
        let state = try query["state"].map { try MemoryBody.one(of: RequestPayload.states, $0, "state") }
        let after = try query["after"].map { text in
            guard let cursor = Cursor<DioramaLibrary.Request>(text) else {
                throw Problem(.badRequest, "after must be the next of a page.")
            }
            return cursor
        }
        let page = try await requests.list(
            isIncoming: direction.map { $0 == "incoming" }, state: state.map { .init(rawValue: $0) }, after: after,
            limit: try query.limit())
        return JSONBody.response(
            RequestListPayload(requests: page.items.map(RequestItemPayload.init), next: page.next?.description))
    }

    func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(
            AskBody.self, from: request, expecting: Self.example, maximumBytes: WorkflowRoutes.maximumBytes)
        let draft = try body.draft()
        let response = try await SharingRoutes.translated {
            let details = try await requests.ask(draft, through: try await runs.sharing())
            var response = ConditionalAnswer.response(RequestPayload(details), to: request, status: .created)
            response.headers[.location] = "/api/v1/requests/\(details.item.request.id)"
            return response
        }
        runs.exchangeSoon()
        return response
    }

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        ConditionalAnswer.response(RequestPayload(try await requests.details(Self.id(context))), to: request)
    }

    func withdraw(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.id(context)
        return try await sent(request) { try await requests.withdraw(id, through: try await runs.sharing()) }
    }

    func decline(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.id(context)
        return try await sent(request) { try await requests.decline(id, through: try await runs.sharing()) }
    }

    /// The recording that will answer a request: 201 where it is added now.
    func begin(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (recording, isNew) = try await requests.begin(Self.id(context))
        var response = ConditionalAnswer.response(
            RecordingPayload(recording), to: request, status: isNew ? .created : .ok)
        response.headers[.location] = "/api/v1/recordings/\(recording.recording.id)"
        return response
    }

    func answer(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.id(context)
        let body = try await JSONBody.decode(
            RequestAnswerBody.self, from: request, expecting: #"{"message":"Here it is","incomplete":false}"#)
        return try await sent(request) {
            try await requests.send(
                id, message: body.message ?? "", isIncompleteAllowed: body.incomplete ?? false,
                through: try await runs.sharing())
        }
    }

    private func sent(
        _ request: Request, _ body: () async throws -> RecordingRequests.Details
    ) async throws -> Response {
        let response = try await SharingRoutes.translated {
            ConditionalAnswer.response(RequestPayload(try await body()), to: request)
        }
        runs.exchangeSoon()
        return response
    }

    private static func id(_ context: ServerContext) throws -> DioramaLibrary.RequestID { try ThingRoutes.id(context, "request") }
}

/// A request as lists show it.
struct RequestItemPayload: Encodable {
    let id: String
    let direction: String
    let title: String
    let contact: String
    let account: String
    let state: String
    @EncodesNull var due: String?
    let steps: Int
    let done: Int
    let created: String
    @EncodesNull var answered: String?

    init(_ item: RecordingRequests.Item) {
        let request = item.request
        id = request.id.description
        direction = request.isIncoming ? "incoming" : "outgoing"
        title = request.title
        contact = request.peerName
        account = request.peer
        // States of later versions are shown as one in which nothing can be done.
        state = RequestPayload.states.contains(request.state.rawValue) ? request.state.rawValue : "accepted"
        due = request.due?.payload
        steps = item.steps
        done = item.done
        created = request.created.payload
        answered = request.answered?.payload
    }
}

/// A page of requests.
struct RequestListPayload: Encodable {
    let requests: [RequestItemPayload]
    @EncodesNull var next: String?
}

/// A request with its steps and answer.
struct RequestPayload: Encodable {
    static let states = [DioramaLibrary.Request.State.open, .accepted, .declined, .answered, .withdrawn].map(\.rawValue)

    private let details: RecordingRequests.Details

    init(_ details: RecordingRequests.Details) { self.details = details }

    private struct More: Encodable {
        let message: String
        let asked: [WorkflowStepPayload]
        @EncodesNull var recording: RecordingPayload?
        @EncodesNull var offer: Offer?
    }

    private struct Offer: Encodable {
        let id: String
        let state: String
    }

    func encode(to encoder: any Encoder) throws {
        try RequestItemPayload(details.item).encode(to: encoder)
        let request = details.item.request
        try More(
            message: request.message, asked: request.content.workflow.steps.map(WorkflowStepPayload.init),
            recording: details.recording.map(RecordingPayload.init),
            offer: details.offer.map { Offer(id: $0.id.description, state: $0.state.rawValue) }
        ).encode(to: encoder)
    }
}

/// What is asked of whom.
struct AskBody: Decodable, Sendable {
    let contact: String
    let title: String?
    let message: String?
    let workflow: WorkflowID?
    let steps: [WorkflowDocument.Step]?
    let due: String?

    /// - Throws: `Problem` 400, `SpacesError` where a step can't be read.
    func draft() throws -> RecordingRequests.Draft {
        RecordingRequests.Draft(
            contact: contact, title: title, message: message ?? "", workflow: workflow,
            steps: try WorkflowDocument.steps(steps ?? []), due: try due.map { try PayloadTime.date($0, "due") })
    }
}

/// What goes with an answer.
struct RequestAnswerBody: Decodable, Sendable {
    let message: String?
    let incomplete: Bool?
}
