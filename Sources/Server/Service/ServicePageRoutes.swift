import HTTPTypes
import Hummingbird

/// The pages of the multi-user service: the web client, whose page is `/service`.
struct ServicePageRoutes: Sendable {
    let pages: ClientRoutes

    init(client: WebClient) { pages = ClientRoutes(client: client) }

    /// The address alone leads to the page.
    func root(_ request: Request, _ context: ServerContext) async throws -> Response {
        Response(status: .seeOther, headers: [.location: "/service", .cacheControl: "no-cache"])
    }

    /// Invitations are in the fragment of the page's address, which no server sees.
    func page(_ request: Request, _ context: ServerContext) async throws -> Response {
        var response = try await pages.page(request, context)
        response.headers[HTTPField.Name("Referrer-Policy")!] = "no-referrer"
        return response
    }

    func file(_ request: Request, _ context: ServerContext) async throws -> Response { try await pages.file(request, context) }
}
