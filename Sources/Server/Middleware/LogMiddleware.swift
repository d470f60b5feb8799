import Hummingbird

/// Writes one line a request: at `info` where it changes something, at `debug` else.
struct LogMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let clock = ContinuousClock()
        let start = clock.now
        let response = try await next(request, context)
        let milliseconds = Int((clock.now - start) / .milliseconds(1))
        context.logger.log(
            level: [.get, .head].contains(request.method) ? .debug : .info,
            "\(request.method) \(Self.shown(request.uri.path)) \(response.status.code) \(milliseconds) ms")
        return response
    }

    /// A path without the token that it may contain: tokens must not be logged or traced.
    static func shown(_ path: String) -> String {
        for page in ["/s/", "/embed/", "/api/v1/uploads/"] where path.hasPrefix(page) { return page + "…" }
        return path
    }
}
