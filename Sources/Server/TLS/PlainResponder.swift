import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Answers plain HTTP where HTTPS is served: with a redirect to the same address, and with the pages by which a device comes to
/// trust the local authority.
struct PlainResponder: Sendable {
    private let port: ListenerPort
    private let pages: CertificatePages?
    /// Whether requests come on a port of their own and not on that of HTTPS.
    private let isOtherPort: Bool

    init(_ listener: Listener, onOtherPort: Bool = false) {
        port = listener.port
        pages = listener.certificatePages
        isOtherPort = onOtherPort
    }

    func respond(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws {
        var response = response(to: request)
        // The client is on its way to HTTPS, or sends a body that nobody reads.
        response.headers[.connection] = "close"
        if request.method == .head { response = response.createHeadResponse() }
        try await writer.write(response: response.head, body: response.body)
        channel.eventLoop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
    }

    func response(to request: Request) -> Response {
        guard let host = request.head.authority.flatMap({ HostName(authority: $0) }) else {
            return Problem(.badRequest, "The request has no valid Host field.").response()
        }
        if [.get, .head].contains(request.method), let page = pages?.response(path: request.uri.path, host: host) { return page }
        guard let location = location(request, host) else {
            return Problem(.badRequest, "This server is reached by https:// only.").response()
        }
        // Not stored: tomorrow another program may serve plain HTTP here.
        return Response(status: .permanentRedirect, headers: [.location: location, .cacheControl: "no-store", .contentLength: "0"])
    }

    /// The same path and query at the HTTPS port.
    private func location(_ request: Request, _ host: HostName) -> String? {
        guard let path = request.head.path, path.hasPrefix("/"), !path.contains(where: \.isNewline) else { return nil }
        let number = isOtherPort ? port.number : host.port ?? 80
        let name = host.name.contains(":") ? "[\(host.name)]" : host.name
        return "https://\(name)" + (number == nil || number == 443 ? "" : ":\(number!)") + path
    }
}
