import DioramaLibrary
import Exhibits
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Spaces
import Support

/// `/api/v1/exhibits`: reading, making and changing exhibits.
struct ExhibitRoutes: Sendable {
    let catalogue: ExhibitCatalogue

    /// The owner sees all; people with an account the built-in exhibit and those that are shared with them; visitors by the link of
    /// a space the built-in one, and visitors by the link of an exhibit that one alone.
    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let visitor = context.visitor
        let list = try await catalogue.list()
        let granted =
            if let account = visitor.invited {
                Set(try await catalogue.library.exhibits(visibleTo: account))
            } else {
                Set<ExhibitID>()
            }
        let shown = list.exhibits.filter { Self.shows($0.id, record: $0.record, to: visitor, granted: granted) }
        let unreadable = (visitor.isOwner ? list.unreadable : []).map {
            ExhibitListPayload.Unreadable(id: $0.id, title: $0.title, problem: Problem.sentence($0.problem))
        }
        return JSONBody.response(
            ExhibitListPayload(exhibits: shown.map { ExhibitSummaryPayload($0, visitor: visitor) }, unreadable: unreadable))
    }

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(ExhibitPayload(try await exhibit(context), visitor: context.visitor))
    }

    func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(NewExhibitBody.self, from: request, expecting: #"{"title":"My shelf"}"#)
        let created: StoredExhibit
        switch (body.title, body.copyOf) {
        case (let title?, nil): created = try await Self.run { try await catalogue.create(title: title) }
        case (nil, let id?):
            let original = try await Self.run { try await catalogue.exhibit(id) }
            created = try await Self.run { try await catalogue.copy(original) }
        default: throw Problem(.badRequest, "Send either title or copyOf.")
        }
        return Self.answer(created: created, context)
    }

    func save(_ request: Request, _ context: ServerContext) async throws -> Response {
        let original = try await exhibit(context)
        try Self.checkEditable(original)
        guard let condition = request.headers[.ifMatch] else {
            throw Problem(
                HTTPResponse.Status(code: 428, reasonPhrase: "Precondition Required"),
                "Send the revision that the changes are based on as If-Match.")
        }
        let document = try await document(request)
        // "*" saves over whatever is there.
        let revision = condition == "*" ? original.revision : condition.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        do {
            let saved = try await catalogue.save(document, of: original, basedOn: revision)
            return JSONBody.response(ExhibitPayload(saved, visitor: context.visitor))
        } catch let error as SpacesError where error.kind == .conflict {
            throw Problem(.preconditionFailed, Problem.sentence(error.description))
        } catch let error as SpacesError {
            throw Self.problem(error)
        }
    }

    func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let exhibit = try await exhibit(context)
        try Self.checkEditable(exhibit)
        try await catalogue.trash(exhibit)
        return Response(status: .noContent)
    }

    func restore(_ request: Request, _ context: ServerContext) async throws -> Response {
        let restored = try await Self.run { try await catalogue.restore(context.parameters.get("id") ?? "") }
        return JSONBody.response(ExhibitPayload(restored, visitor: context.visitor))
    }

    private func document(_ request: Request) async throws -> Exhibit {
        guard MediaTypeName(request.headers[.contentType])?.name == "application/json" else {
            throw Problem(.unsupportedMediaType, "Send the document as JSON with Content-Type: application/json.")
        }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: Exhibit.maxByteCount)
        } catch is NIOTooManyBytesError {
            throw Problem(.contentTooLarge, "The document is larger than \(Exhibit.maxByteCount >> 20) MB.")
        }
        do throws(ExhibitError) { return try Exhibit(json: Data(buffer.readableBytesView)) } catch {
            throw Problem(
                error.kind == .unreadable ? .badRequest : .unprocessableContent, Problem.sentence(error.description))
        }
    }

    // MARK: Shared with the routes of files

    /// The exhibit of the address that the visitor may see.
    func exhibit(_ context: ServerContext) async throws -> StoredExhibit {
        let id = context.parameters.get("id") ?? ""
        let visitor = context.visitor
        let record = ExhibitID(id)
        var granted: Set<ExhibitID> = []
        if let record, let account = visitor.invited, try await catalogue.library.maySee(record, account: account) {
            granted = [record]
        }
        guard Self.shows(id, record: record, to: visitor, granted: granted) else { throw Problem.notFound("exhibit") }
        do {
            let exhibit = try await catalogue.exhibit(id)
            return visitor.isOwner ? exhibit : exhibit.published
        } catch let error as SpacesError where error.kind == .notFound {
            throw Problem.notFound("exhibit")
        }
    }

    /// Whether a visitor may see the exhibit of an id. `granted`: those that are shared with the visitor's account.
    private static func shows(_ id: String, record: ExhibitID?, to visitor: Visitor, granted: Set<ExhibitID>) -> Bool {
        if visitor.isOwner { return true }
        if let only = visitor.visit?.exhibit { return only == id }
        return id == BuiltInExhibit.name || record.map(granted.contains) ?? false
    }

    static func checkEditable(_ exhibit: StoredExhibit) throws(Problem) {
        if exhibit.isBuiltIn {
            throw Problem(.conflict, "The built-in exhibit can't be changed; make a copy of it.", code: .builtInExhibit)
        }
    }

    static func answer(created: StoredExhibit, _ context: ServerContext) -> Response {
        var response = JSONBody.response(ExhibitPayload(created, visitor: context.visitor), status: .created)
        response.headers[.location] = "/api/v1/exhibits/\(created.id)"
        return response
    }

    /// Runs a use case; input that can't be used is an answer 422, not 400.
    static func run<Value>(_ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch let error as SpacesError { throw problem(error) }
    }

    static func problem(_ error: SpacesError) -> Problem {
        guard error.kind == .invalidInput else { return Problem(error) }
        return Problem(.unprocessableContent, Problem.sentence(error.description))
    }
}
