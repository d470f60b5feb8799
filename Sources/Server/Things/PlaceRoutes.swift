import DioramaLibrary
import Foundation
import Hummingbird
import Spaces

/// `/api/v1/places`, and `/api/v1/search`.
struct PlaceRoutes: Sendable {
    let library: Library
    let places: PlaceCatalogue
    let search: CatalogueSearch

    init(library: Library) {
        self.library = library
        places = PlaceCatalogue(library: library)
        search = CatalogueSearch(library: library)
    }

    private struct PlacePayload: Encodable {
        let id: String
        let name: String
        @EncodesNull var parent: String?
        @EncodesNull var space: String?
        let path: [String]
        let notes: String
        let things: Int
        let values: [Money]

        init(_ item: PlaceCatalogue.Item) {
            id = item.place.id.description
            name = item.place.name
            parent = item.place.parent?.description
            space = item.place.space?.description
            path = item.path
            notes = item.place.notes
            things = item.things
            values = item.values
        }
    }

    private struct Body: Decodable, Sendable {
        let name: String?
        let parent: PlaceID??
        let space: SpaceID??
        let notes: String?

        private enum Key: String, CodingKey { case name, parent, space, notes }

        init(from decoder: any Decoder) throws {
            let body = OptionalFields(container: try decoder.container(keyedBy: Key.self))
            name = try body.value(String.self, .name)
            parent = try body.emptiable(PlaceID.self, .parent)
            space = try body.emptiable(SpaceID.self, .space)
            notes = try body.value(String.self, .notes)
        }

        func change(_ place: inout Place) {
            if let name { place.name = name }
            if let parent { place.parent = parent }
            if let space { place.space = space }
            if let notes { place.notes = notes }
        }
    }

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(["places": try await places.tree().map(PlacePayload.init)])
    }

    func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let example = #"{"name":"Shelf 2","parent":"3MPbI6lfXfQGMoLEBPwwryOgRQi"}"#
        let body = try await JSONBody.decode(
            Body.self, from: request, expecting: example, maximumBytes: ThingRoutes.maximumBytes)
        guard let name = body.name else { throw Problem(.badRequest, "name is missing; send JSON like \(example).") }
        var place = Place(name: name, account: context.visitor.account)
        body.change(&place)
        return try await answer(library.places.add(place).id, status: .created)
    }

    func edit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(
            Body.self, from: request, expecting: #"{"name":"Shelf 2"}"#, maximumBytes: ThingRoutes.maximumBytes)
        let id: PlaceID = try ThingRoutes.id(context, "place")
        guard try await library.places.update(id, { body.change(&$0) }) != nil else { throw Problem.notFound("place") }
        return try await answer(id)
    }

    func trash(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id: PlaceID = try ThingRoutes.id(context, "place")
        if try await library.places.trash([id]).isEmpty { throw Problem.notFound("place") }
        return Response(status: .noContent)
    }

    private func answer(_ id: PlaceID, status: HTTPResponse.Status = .ok) async throws -> Response {
        guard let item = try await places.tree().first(where: { $0.place.id == id }) else { throw Problem.notFound("place") }
        return JSONBody.response(PlacePayload(item), status: status)
    }

    // MARK: Search

    private struct HitPayload: Encodable {
        let kind: String
        let id: String
        let title: String
        let snippet: [Part]
        @EncodesNull var space: String?
        @EncodesNull var thing: String?
        let path: [String]

        struct Part: Encodable {
            let text: String
            let match: Bool
        }

        init(_ hit: CatalogueSearch.Hit) {
            kind = hit.hit.kind.rawValue
            id = hit.hit.id.description
            title = hit.hit.title
            snippet = hit.hit.snippet.map { Part(text: $0.text, match: $0.isMatch) }
            space = hit.space?.description
            thing = hit.thing?.description
            path = hit.path
        }
    }

    func search(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        guard let text = query["text"] else {
            throw Problem(.badRequest, "text is missing; send what is searched for, as ?text=drill.")
        }
        let kinds = try (query["kinds"] ?? "").split(separator: ",", omittingEmptySubsequences: query["kinds"] == nil).map { word in
            guard let kind = SearchKind(rawValue: String(word)) else {
                let known = SearchKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(.badRequest, "kinds must be some of \(known), separated by commas.")
            }
            return kind
        }
        let hits = try await search.hits(text, in: kinds, limit: try query.limit(default: 20))
        return JSONBody.response(["hits": hits.map(HitPayload.init)])
    }
}
