import HTTPTypes
import Hummingbird

/// Lets only this server's own pages, and programs that are no browsers, change anything.
///
/// A page of another site can send simple POSTs here without asking. Browsers say so in `Origin` and `Sec-Fetch-Site`.
struct OriginMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    private static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let changesNothing = [.get, .head, .options, .trace].contains(request.method)
        guard changesNothing || Self.comesFromHere(request) else {
            throw Problem(.forbidden, "Pages of other sites can't change anything here.", code: .otherSite)
        }
        return try await next(request, context)
    }

    /// Whether a request comes from a page of this server, or from a program that is no browser.
    static func comesFromHere(_ request: Request) -> Bool {
        if let site = request.headers[secFetchSite], site != "same-origin", site != "none" { return false }
        guard let field = request.headers[.origin] else { return true }
        guard let origin = Origin(field), let authority = request.head.authority.flatMap({ HostName(authority: $0) }) else {
            return false
        }
        return origin.isServed(under: authority, overTLS: request.head.scheme == "https")
    }
}
