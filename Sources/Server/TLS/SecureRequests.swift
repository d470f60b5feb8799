import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Requests that came over TLS: their scheme is https, whatever the client wrote.
enum SecureRequests {
    static func responder(_ responder: @escaping HTTPChannelHandler.Responder) -> HTTPChannelHandler.Responder {
        { (request, writer: consuming ResponseWriter, channel) in
            var head = request.head
            head.scheme = "https"
            try await responder(Request(head: head, body: request.body), writer, channel)
        }
    }
}

/// Tells browsers to use HTTPS alone from now on (HSTS, RFC 6797): under public names, with certificates from files. Not under
/// names of the local network, where another program may serve plain HTTP under the same name tomorrow, on whichever port.
struct TransportSecurityMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    private static let year = 365 * 86400

    /// Nil where plain HTTP is served.
    let certificates: CertificateStore?

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if let certificates, certificates.authority == nil,
            let host = request.head.authority.flatMap({ HostName(authority: $0) }), !host.isLocal, !host.isAddress,
            certificates.certificate.covers(host)
        {
            response.headers[.strictTransportSecurity] = "max-age=\(Self.year)"
        }
        return response
    }
}
