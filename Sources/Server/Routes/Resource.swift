import HTTPTypes
import Hummingbird

/// What answers the methods of one path.
typealias RequestHandler = @Sendable (Request, ServerContext) async throws -> Response

extension Router<ServerContext> {
    /// Adds a path with its methods, and who may use each. HEAD is answered as GET without a body; every other method with 405 and
    /// `Allow`.
    func resource(_ path: RouterPath, _ handlers: [HTTPRequest.Method: GuardedHandler]) {
        var handlers = handlers
        if handlers[.head] == nil { handlers[.head] = handlers[.get] }
        let allowed = handlers.keys.map(\.rawValue).sorted().joined(separator: ", ")
        let refusal = GuardedHandler.anyone { request, _ in
            throw Problem(.methodNotAllowed, "\(request.method.rawValue) isn't possible here.", headers: [.allow: allowed])
        }.ignoringQuery
        for method in HTTPRequest.Method.known {
            let handler = handlers[method] ?? refusal
            on(path, method: method) { request, context in try await handler(request, context) }
        }
    }
}

extension HTTPRequest.Method {
    /// The methods of HTTP itself (RFC 9110, RFC 5789 and the QUERY draft). Others, as those of WebDAV, are answered by 501.
    static let known: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect, HTTPRequest.Method("QUERY")!,
    ]
}
