import Hummingbird
import NIOCore

/// Answers only under names that are this server's own.
///
/// A page of another site can make its own name resolve to 127.0.0.1 and so read from servers on its visitors' machines (DNS
/// rebinding). Its requests still carry its name in `Host`.
struct HostMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    private let allowed: Set<String>
    private let allowsAny: Bool

    /// - Parameters:
    ///   - host: what the server listens on.
    ///   - allowedHosts: further names, `*` for any.
    init(host: String, allowedHosts: [String]) {
        allowsAny = allowedHosts.contains("*")
        let wildcards: Set = ["0.0.0.0", "::"]
        allowed = Set(([host] + allowedHosts).compactMap { Self.name($0) }.filter { !wildcards.contains($0) })
    }

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, let host = HostName(authority: authority) else {
            throw Problem(.badRequest, "The request has no valid Host field.")
        }
        let isOurs = allowsAny || host.isLoopback || allowed.contains(host.name) || host.name == Self.localAddress(context.channel)
        guard isOurs else {
            throw Problem(
                .misdirectedRequest,
                "This server isn't known as \(host.name). If it should be, start it with that name as an allowed host.")
        }
        return try await next(request, context)
    }

    private static func name(_ text: String) -> String? {
        (HostName(authority: text) ?? HostName(authority: "[\(text)]"))?.name
    }

    /// The address of this machine that the connection came in on, as it stands in `Host`.
    private static func localAddress(_ channel: any Channel) -> String? {
        guard let address = channel.localAddress?.ipAddress?.lowercased() else { return nil }
        let mapped = "::ffff:"
        return address.hasPrefix(mapped) && address.contains(".") ? String(address.dropFirst(mapped.count)) : address
    }
}
