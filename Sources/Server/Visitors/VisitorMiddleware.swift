import Foundation
import Spaces
import HTTPTypes
import Hummingbird
import DioramaLibrary
import NIOCore

/// Finds out who sends a request of the API, and leaves it in the context.
///
/// A visit ticket counts first, so that the owner sees by a link what others see by it; then a session's cookie; then, where
/// `trustsLoopback`, that the request comes from this machine, to a name of this machine, through no proxy.
struct VisitorMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let lookup: VisitorLookup
    /// Whether loopback connections are the owner's. Not behind a proxy on the same machine that doesn't identify itself.
    let trustsLoopback: Bool

    /// Of addresses that browsers load by themselves: images, videos, models.
    static let ticketParameter = "visit"
    static let ticketField = HTTPField.Name("X-Diorama-Visit")!

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        // Pages and their files are the same for everyone.
        guard request.uri.path.hasPrefix("/api/") else { return try await next(request, context) }
        var context = context
        context.visitor = try await visitor(of: request, context)
        return try await next(request, context)
    }

    private func visitor(of request: Request, _ context: ServerContext) async throws -> Visitor {
        // Images, videos and meshes are loaded by their address alone.
        if let ticket = try request.headers[Self.ticketField] ?? Query(request)[Self.ticketParameter] {
            guard let visit = try await lookup.visit(ticket) else {
                throw Problem(
                    .unauthorized, "This visit is over or its link was withdrawn; open the link again.", headers: Access.challenge)
            }
            return .visit(visit)
        }
        if let token = SessionCookie.token(request), let visitor = try await lookup.session(token) { return visitor }
        return trustsLoopback && Self.isLocal(request, context) ? .owner(try await lookup.owner()) : .nobody
    }

    /// Whether a program of this machine sends it, under a name of this machine, and for nobody else.
    private static func isLocal(_ request: Request, _ context: ServerContext) -> Bool {
        guard let host = request.head.authority.flatMap({ HostName(authority: $0) }), host.isLoopback,
            let peer = context.channel.remoteAddress.flatMap(\.ipAddress)
        else { return false }
        let mapped = "::ffff:"
        let address = peer.lowercased().hasPrefix(mapped) ? String(peer.dropFirst(mapped.count)) : peer.lowercased()
        return HostName(authority: address.contains(":") ? "[\(address)]" : address)?.isLoopback == true
            && !request.headers.contains { isForwarding($0.name.canonicalName) }
    }

    private static func isForwarding(_ name: String) -> Bool {
        name == "forwarded" || name == "via" || name == "x-real-ip" || name.hasPrefix("x-forwarded-")
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
