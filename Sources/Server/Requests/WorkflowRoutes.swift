import DioramaLibrary
import Foundation
import HTTPTypes
import Hummingbird
import Spaces

/// `/api/v1/workflows`: the steps of recordings.
struct WorkflowRoutes: Sendable {
    let catalogue: WorkflowCatalogue

    /// 100 steps with titles and choices.
    static let maximumBytes = 1 << 20
    static let example = #"{"name":"Fridge","steps":[{"title":"The door","shots":[{"title":"From the front"}]}]}"#

    private struct Item: Encodable {
        let id: String
        let name: String
        let about: String
        let steps: Int
        let predefined: Bool
        @EncodesNull var modified: String?

        init(_ item: WorkflowCatalogue.Item) {
            id = item.id.description
            name = item.workflow.name
            about = item.workflow.about
            steps = item.workflow.steps.count
            predefined = item.isPredefined
            modified = item.modified?.payload
        }
    }

    private struct List: Encodable {
        let predefined: [Item]
        let workflows: [Item]
        @EncodesNull var next: String?
    }

    private struct Payload: Encodable {
        let id: String
        let name: String
        let about: String
        let steps: [WorkflowStepPayload]
        let predefined: Bool
        @EncodesNull var modified: String?
        @EncodesNull var trashed: String?

        init(_ item: WorkflowCatalogue.Item) {
            id = item.id.description
            name = item.workflow.name
            about = item.workflow.about
            steps = item.workflow.steps.map(WorkflowStepPayload.init)
            predefined = item.isPredefined
            modified = item.modified?.payload
            trashed = item.trashed?.payload
        }
    }

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        let after = try query["after"].map { text in
            guard let cursor = Cursor<Workflow>(text) else { throw Problem(.badRequest, "after must be the next of a page.") }
            return cursor
        }
        let page = try await catalogue.list(after: after, limit: try query.limit())
        return JSONBody.response(
            List(
                predefined: WorkflowCatalogue.predefined.map(Item.init), workflows: page.items.map(Item.init),
                next: page.next?.description))
    }

    func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        Self.created(try await catalogue.add(try await Self.body(request)), to: request)
    }

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        ConditionalAnswer.response(Payload(try await catalogue.workflow(Self.id(context))), to: request)
    }

    func edit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.id(context)
        let body = try await Self.body(request)
        let before = try await catalogue.workflow(id)
        let after = try await ConditionalAnswer.change(request, seen: before.workflow, showing: Payload(before)) { seen in
            try await catalogue.edit(id, expecting: seen, body)
        }
        return ConditionalAnswer.response(Payload(after), to: request)
    }

    func copy(_ request: Request, _ context: ServerContext) async throws -> Response {
        Self.created(try await catalogue.copy(Self.id(context)), to: request)
    }

    func trash(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await catalogue.trash(Self.id(context))
        return Response(status: .noContent)
    }

    private static func created(_ item: WorkflowCatalogue.Item, to request: Request) -> Response {
        var response = ConditionalAnswer.response(Payload(item), to: request, status: .created)
        response.headers[.location] = "/api/v1/workflows/\(item.id)"
        return response
    }

    private static func body(_ request: Request) async throws -> WorkflowDocument {
        try await JSONBody.decode(
            WorkflowDocument.self, from: request, expecting: example, maximumBytes: maximumBytes)
    }

    private static func id(_ context: ServerContext) throws -> WorkflowID { try ThingRoutes.id(context, "workflow") }
}

/// A step of a workflow or request as it is sent.
struct WorkflowStepPayload: Encodable {
    let key: String
    let title: String
    let shots: [ShotPayload]
    let fields: [FieldPayload]

    init(_ step: WorkflowStep) {
        let document = WorkflowDocument.Step(step)
        key = document.key
        title = document.title
        shots = step.shots.map { ShotPayload($0) }
        fields = step.fields.map { FieldPayload($0) }
    }

    struct ShotPayload: Encodable {
        let key: String
        let title: String
        let kind: String
        let count: Int

        init(_ shot: WorkflowStep.Shot) {
            key = shot.key
            title = shot.title
            // Kinds of later versions are files of any type to this one.
            let known: [Media.Kind] = [.photo, .video, .audio, .document, .model]
            kind = known.contains(shot.kind) ? shot.kind.rawValue : Media.Kind.document.rawValue
            count = shot.count
        }
    }

    struct FieldPayload: Encodable {
        let key: String
        let title: String
        let kind: String
        let required: Bool
        let choices: [String]
        @EncodesNull var minimum: Double?
        @EncodesNull var maximum: Double?

        init(_ field: WorkflowStep.Field) {
            key = field.key
            title = field.title
            kind = field.kind.rawValue
            required = field.isRequired
            choices = field.choices
            minimum = field.minimum
            maximum = field.maximum
        }
    }
}
