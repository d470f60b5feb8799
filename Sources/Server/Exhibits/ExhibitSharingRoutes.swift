import DioramaLibrary
import HTTPTypes
import Hummingbird
import Spaces

/// `/api/v1/exhibits/{id}/links` and `grants`: who sees an exhibit beside the owner.
struct ExhibitSharingRoutes: Sendable {
    let routes: ExhibitRoutes
    let listener: Listener

    private var library: Library { routes.catalogue.library }

    func links(_ request: Request, _ context: ServerContext) async throws -> Response {
        let exhibit = try await routes.exhibit(context)
        let links = try await library.links(to: exhibit.shareTarget)
        return JSONBody.response(LinkListPayload(links: links.map { LinkPayload(link: $0) }, origin: listener.networkOrigin))
    }

    func createLink(_ request: Request, _ context: ServerContext) async throws -> Response {
        let exhibit = try await routes.exhibit(context)
        let draft = try await JSONBody.decode(LinkDraftPayload.self, from: request, expecting: LinkDraftPayload.example).draft
        let (link, token) = try await ShareLinks(library: library).add(draft, to: exhibit)
        return JSONBody.response(LinkPayload(link: link, url: "/s/\(token)"), status: .created)
    }

    func grants(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(GrantsPayload(viewers: try await library.viewers(of: try await record(context))))
    }

    func setGrants(_ request: Request, _ context: ServerContext) async throws -> Response {
        let record = try await record(context)
        let body = try await JSONBody.decode(
            GrantsBody.self, from: request, expecting: #"{"grants":[{"account":"…","permission":"see"}]}"#)
        guard body.grants.allSatisfy({ $0.permission == .see }) else {
            throw Problem(.unprocessableContent, "The permission for an exhibit is \"see\"; nothing is pinned in it.")
        }
        return JSONBody.response(
            GrantsPayload(viewers: try await library.setViewers(Set(body.grants.map(\.account)), of: record)))
    }

    /// The exhibit in the path, where it is one of the library: everybody with an account sees the built-in one.
    private func record(_ context: ServerContext) async throws -> ExhibitID {
        let exhibit = try await routes.exhibit(context)
        guard let record = exhibit.record else {
            throw Problem(.conflict, "Everybody with an account sees the built-in exhibit.", code: .builtInExhibit)
        }
        return record
    }
}
