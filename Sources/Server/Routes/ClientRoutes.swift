import HTTPTypes
import Hummingbird

/// The web client: its pages, which are all the one `index.html`, and its files.
struct ClientRoutes: Sendable {
    let client: WebClient

    func page(_ request: Request, _ context: ServerContext) async throws -> Response {
        client.response(to: request, path: "/index.html") ?? WebClient.missingPage()
    }

    /// `/s/TOKEN`: the address is a secret, so the page sends no referrer and is not indexed by search engines.
    func visit(_ request: Request, _ context: ServerContext) async throws -> Response {
        var response = try await page(request, context)
        for field in Self.secret { response.headers[field.name] = field.value }
        return response
    }

    /// `/embed/TOKEN`: the same in a frame of whichever site. It may not ask for camera, microphone or place, and is given no
    /// cookie.
    func embed(_ request: Request, _ context: ServerContext) async throws -> Response {
        var response = try await visit(request, context)
        if response.headers[.contentSecurityPolicy] != nil {
            response.headers[.contentSecurityPolicy] = ContentSecurity.pagePolicy(ancestors: "*")
        }
        response.headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] = "cross-origin"
        response.headers[HTTPField.Name("Permissions-Policy")!] = "camera=(), microphone=(), geolocation=(), xr-spatial-tracking=()"
        return response
    }

    private static let secret: HTTPFields = [
        HTTPField.Name("Referrer-Policy")!: "no-referrer", HTTPField.Name("X-Robots-Tag")!: "noindex, nofollow",
    ]

    func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let response = client.response(to: request, path: request.uri.path) else { throw Problem.notFound("page") }
        return response
    }
}
