import Foundation
import Spaces
import HTTPTypes
import Hummingbird
import DioramaLibrary

/// Finds out who sends a request of the API, and leaves it in the context.
///
/// A visit ticket counts first, so that the owner sees by a link what others see by it; then a session's cookie; then, where
/// `trustsLoopback`, that the request comes from this machine, to a name of this machine, through no proxy.
struct VisitorMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let lookup: VisitorLookup
    /// Whether loopback connections are the owner's: `ServerConfiguration.treatsLoopbackAsOwner`.
    let trustsLoopback: Bool
    var proxies = TrustedProxies([])
    /// Nil where connections are not limited.
    var connections: ConnectionTable?

    /// Of addresses that browsers load by themselves: images, videos, models.
    static let ticketParameter = "visit"
    static let ticketField = HTTPField.Name("X-Diorama-Visit")!

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.client = context.peer.map { proxies.client(of: $0, request.headers) }
        // Pages and their files are the same for everyone.
        let isPage = !request.uri.path.hasPrefix("/api/")
        if !isPage { context.visitor = try await visitor(of: request, context) }
        let connection = ObjectIdentifier(context.connection)
        guard let connections, !connections.admit(connection, isSignedIn: context.visitor.isMember) else {
            return try await next(request, context)
        }
        // There is room for those who are signed in, also for their pages.
        if isPage, try await visitor(of: request, context).isMember, connections.admit(connection, isSignedIn: true) {
            return try await next(request, context)
        }
        context.closeConnectionSoon()
        throw Problem(
            .serviceUnavailable, "The server has as many visitors as it can serve; try again in a moment.",
            headers: [.retryAfter: "5", .connection: "close"])
    }

    private func visitor(of request: Request, _ context: ServerContext) async throws -> Visitor {
        // Images, videos and meshes are loaded by their address alone.
        if let ticket = try request.headers[Self.ticketField] ?? Query(request)[Self.ticketParameter] {
            guard let visit = try await lookup.visit(ticket) else {
                throw Problem(
                    .unauthorized, "This visit is over or its link was withdrawn; open the link again.", code: .visitOver,
                    headers: Access.challenge)
            }
            return .visit(visit)
        }
        if let token = SessionCookie.token(request), let visitor = try await lookup.session(token) { return visitor }
        return trustsLoopback && Self.isLocal(request, context) ? .owner(try await lookup.owner()) : .nobody
    }

    /// Whether a program of this machine sends it, under a name of this machine, and for nobody else.
    private static func isLocal(_ request: Request, _ context: ServerContext) -> Bool {
        guard let host = request.head.authority.flatMap({ HostName(authority: $0) }), host.isLoopback else { return false }
        return context.peer?.isLoopback == true && DirectRequest.isDirect(request.headers)
    }
}

/// Where the middleware learns who stands behind a ticket or cookie.
struct VisitorLookup: Sendable {
    /// The account that is active in the library.
    var owner: @Sendable () async throws -> AccountID?
    /// Who signed in with a session's token; nil where it does not hold (any more).
    var session: @Sendable (SessionToken) async throws -> Visitor?
    /// What the link of a ticket shows now; nil where the ticket is none of ours or over, or its link is gone, revoked or expired.
    var visit: @Sendable (_ ticket: String) async throws -> Visit?
    /// What a link shows now; nil where it is gone, revoked or expired.
    var link: @Sendable (KSUID) async throws -> Visit?
}
