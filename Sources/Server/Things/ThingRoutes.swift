import DioramaLibrary
import Foundation
import HTTPTypes
import Hummingbird
import Spaces

/// `/api/v1/things`: reading and changing things.
struct ThingRoutes: Sendable {
    let catalogue: ThingCatalogue
    let library: Library

    /// Notes of 100,000 characters, however they are written, and the rest.
    static let maximumBytes = 1 << 20

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        let order = try MemoryBody.one(of: ThingOrder.allCases.map(\.rawValue), query["order"] ?? "newest", "order")
        let after = try query["after"].map { text in
            guard let cursor = Cursor<Thing>(text) else { throw Problem(.badRequest, "after must be the next of a page.") }
            return cursor
        }
        let page = try await catalogue.list(
            try Self.filter(query), by: ThingOrder(rawValue: order) ?? .newest, after: after, limit: try query.limit())
        return JSONBody.response(
            ThingListPayload(
                things: page.items.map(ThingItemPayload.init), next: page.next?.description, total: page.total))
    }

    static let filterParameters = ["search", "category", "brand", "tag", "place", "space", "lent", "warrantyBefore"]

    static func filter(_ query: Query) throws -> ThingFilter {
        var filter = ThingFilter()
        filter.text = query["search"]
        filter.category = query["category"]
        filter.brand = query["brand"]
        filter.tag = query["tag"]
        filter.place = try Self.id(query["place"], "place", "a place")
        filter.space = try Self.id(query["space"], "space", "a space")
        filter.isLent = try query.flag("lent")
        filter.warrantyBefore = try query["warrantyBefore"].map { try PayloadTime.date($0, "warrantyBefore") }
        return filter
    }

    static func id<Kind>(_ text: String?, _ name: String, _ what: String) throws -> Identifier<Kind>? {
        guard let text else { return nil }
        guard let id = Identifier<Kind>(text) else { throw Problem(.badRequest, "\(name) must be the id of \(what).") }
        return id
    }

    func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await body(ThingBody.self, request, ThingBody.example)
        let details = try await catalogue.add(try body.thing(of: context.visitor.account))
        return Self.created(details)
    }

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        ConditionalAnswer.response(ThingPayload(try await catalogue.details(Self.id(context))), to: request)
    }

    func edit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await body(ThingBody.self, request, #"{"brand":"Ferrum"}"#)
        // What the API takes no part of is refused before the catalogue is asked.
        var trial = Thing(name: "")
        try body.change(&trial)
        let id = try Self.id(context)
        let before = try await catalogue.details(id)
        let after = try await ConditionalAnswer.change(
            request, seen: before.item.thing.content, showing: ThingPayload(before)
        ) { seen in try await catalogue.edit(id, expecting: seen) { try body.change(&$0) } }
        return ConditionalAnswer.response(ThingPayload(after), to: request)
    }

    func trash(_ request: Request, _ context: ServerContext) async throws -> Response {
        if try await catalogue.trash([Self.id(context)]).isEmpty { throw Problem.notFound("thing") }
        return Response(status: .noContent)
    }

    func restore(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(ThingPayload(try await catalogue.restore(Self.id(context))))
    }

    func duplicate(_ request: Request, _ context: ServerContext) async throws -> Response {
        Self.created(try await catalogue.duplicate(Self.id(context)))
    }

    func merge(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await body(ThingMergeBody.self, request, #"{"others":["3MPbI6lfXfQGMoLEBPwwryOgRQi"]}"#)
        let merged = try await library.merge(body.others, into: try Self.id(context))
        let details = try await catalogue.details(merged.thing.id)
        return JSONBody.response(MergedThingPayload(thing: ThingPayload(details), undo: merged.undo.description))
    }

    func bulk(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await body(ThingEditsBody.self, request, #"{"ids":["3MPbI6lfXfQGMoLEBPwwryOgRQi"],"category":"Tools"}"#)
        if body.trash, body.edits != ThingEdits() {
            throw Problem(.badRequest, "Send either trash or changes, not both.")
        }
        let done =
            body.trash
            ? try await library.trash(things: body.ids) : try await library.edit(things: body.ids, body.edits)
        return JSONBody.response(UndoablePayload(changed: done.changed, undo: done.changed > 0 ? done.undo.description : nil))
    }

    func undo(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let id = context.parameters.get("id").flatMap({ UndoID($0) }) else { throw Problem.notFound("action") }
        let result = try await library.undo(id)
        return JSONBody.response(["restored": result.restored, "kept": result.kept])
    }

    // MARK: Loans and maintenance

    func lend(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await body(LoanBody.self, request, LoanBody.example)
        let loan = try await catalogue.lend(try body.loan(of: Self.id(context)))
        return JSONBody.response(LoanPayload(loan), status: .created)
    }

    func editLoan(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await body(LoanBody.self, request, #"{"returned":"2026-01-31T12:00:00.000Z"}"#)
        let id: LoanID = try Self.id(context, "loan")
        return JSONBody.response(LoanPayload(try await catalogue.edit(id) { body.change(&$0) }))
    }

    func trashLoan(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id: LoanID = try Self.id(context, "loan")
        try await catalogue.trash(id)
        return Response(status: .noContent)
    }

    func maintain(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await body(MaintenanceBody.self, request, MaintenanceBody.example)
        let entry = try await catalogue.add(try body.entry(of: Self.id(context)))
        return JSONBody.response(MaintenancePayload(entry), status: .created)
    }

    func editMaintenance(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await body(MaintenanceBody.self, request, #"{"done":"2026-01-31T12:00:00.000Z"}"#)
        let id: MaintenanceID = try Self.id(context, "maintenance entry")
        return JSONBody.response(MaintenancePayload(try await catalogue.edit(id) { body.change(&$0) }))
    }

    func trashMaintenance(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id: MaintenanceID = try Self.id(context, "maintenance entry")
        try await catalogue.trash(id)
        return Response(status: .noContent)
    }

    // MARK: Parts

    static func id(_ context: ServerContext) throws -> ThingID { try id(context, "thing") }

    static func id<Kind>(_ context: ServerContext, _ what: String) throws -> Identifier<Kind> {
        guard let id = context.parameters.get("id").flatMap({ Identifier<Kind>($0) }) else { throw Problem.notFound(what) }
        return id
    }

    static func created(_ details: ThingCatalogue.Details) -> Response {
        var response = JSONBody.response(ThingPayload(details), status: .created)
        response.headers[.location] = "/api/v1/things/\(details.item.thing.id)"
        return response
    }

    private func body<T: Decodable>(_ type: T.Type, _ request: Request, _ example: String) async throws -> T {
        try await JSONBody.decode(type, from: request, expecting: example, maximumBytes: Self.maximumBytes)
    }
}
