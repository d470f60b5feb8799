import DioramaLibrary
import Foundation
import Geometry
import Hummingbird
import Spaces

/// Things in spaces: `/api/v1/spaces/{id}/things` and `/api/v1/things/{id}/location`.
struct SpaceThingRoutes: Sendable {
    let library: Library
    let gate: SpaceGate
    let catalogue: ThingCatalogue
    let things: SpaceThings

    private struct Pin: Encodable {
        let id: String
        let name: String
        @EncodesNull var category: String?
        let position: [Double]
        @EncodesNull var object: String?
        @EncodesNull var cover: String?
    }

    private struct Added: Encodable {
        let things: [ThingItemPayload]
        @EncodesNull var undo: String?
    }

    private struct Body: Decodable, Sendable {
        let objects: [String]?
    }

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        let pins = try await catalogue.located(in: space.id).compactMap { item -> Pin? in
            guard let position = item.thing.position else { return nil }
            return Pin(
                id: item.thing.id.description, name: item.thing.name, category: item.thing.category, position: position.payload,
                object: item.thing.object, cover: item.cover?.id.description)
        }
        return JSONBody.response(["things": pins])
    }

    func addObjects(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        let body = try await JSONBody.decode(Body.self, from: request, expecting: #"{"objects":["chair-1"]}"#)
        let added = try await things.addObjects(of: space, only: body.objects, account: context.visitor.account)
        return JSONBody.response(
            Added(
                things: try await catalogue.items(added.things).map(ThingItemPayload.init), undo: added.undo?.description))
    }

    func locate(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try ThingRoutes.id(context)
        let body = try await JSONBody.decode(
            ThingLocationBody.self, from: request, expecting: #"{"space":"3MPbI6lfXfQGMoLEBPwwryOgRQi","position":[1,0.9,2]}"#)
        guard let spaceID = body.space else {
            let details = try await catalogue.edit(id) { thing in
                thing.space = nil
                thing.position = nil
                thing.object = nil
            }
            return JSONBody.response(ThingPayload(details))
        }
        guard let space = try await library.space(spaceID), space.trashed == nil else { throw Problem.notFound("space") }
        let entry = try await things.locate(id, in: space, at: body.position, object: body.object)
        return JSONBody.response(ThingPayload(try await catalogue.details(entry.id)))
    }
}
