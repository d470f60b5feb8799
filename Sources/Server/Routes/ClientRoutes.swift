import Hummingbird

/// The web client: its pages, which are all the one `index.html`, and its files.
struct ClientRoutes: Sendable {
    let client: WebClient

    func page(_ request: Request, _ context: ServerContext) async throws -> Response {
        client.response(to: request, path: "/index.html") ?? WebClient.missingPage()
    }

    func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let response = client.response(to: request, path: request.uri.path) else { throw Problem.notFound("page") }
        return response
    }
}
