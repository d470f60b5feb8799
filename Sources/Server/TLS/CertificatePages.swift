import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Spaces

/// The pages by which a device comes to trust the local authority: `/certificate`, its style and QR code, and the certificate
/// itself. They are the same over HTTPS and plain HTTP, and show nothing of the library.
struct CertificatePages: Sendable {
    static let path = "/certificate"
    static let certificatePath = path + "/authority.crt"

    let authority: LocalAuthority
    let port: ListenerPort

    /// Nothing but the page's own style and image.
    private static let policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// - Parameters:
    ///   - path: of the request.
    ///   - host: under which the server was asked.
    /// - Returns: nil for other paths.
    func response(path: String, host: HostName) -> Response? {
        switch path {
        case Self.path: answer(page(host), "text/html; charset=utf-8")
        case Self.path + "/style.css": answer(CertificatePage.style, "text/css; charset=utf-8")
        case Self.path + "/qr.svg": qrCode(host)
        case Self.certificatePath: certificate
        default: nil
        }
    }

    private func page(_ host: HostName) -> String {
        let certificate = authority.certificate
        return CertificatePage(
            address: address(host), fingerprint: (try? certificate.sha256) ?? "", end: certificate.notValidAfter.day,
            name: certificate.subject.description
        ).html
    }

    /// The page's own address for another device, by plain HTTP: it doesn't trust the certificate yet.
    private func address(_ host: HostName) -> String {
        let asked = host.name.contains(":") ? "[\(host.name)]" : host.name
        let name = host.isLoopback ? LocalNames.current().networkHost ?? asked : asked
        return "http://\(name)" + (port.number.map { ":\($0)" } ?? "") + Self.path
    }

    private func qrCode(_ host: HostName) -> Response {
        guard let code = try? QRCode(address(host)) else { return Problem.notFound("page").response() }
        return answer(code.svg, "image/svg+xml")
    }

    /// DER, as devices that install certificates want it.
    private var certificate: Response {
        guard let der = try? authority.certificate.der else { return Problem.notFound("page").response() }
        var response = answer(ByteBuffer(bytes: der), "application/x-x509-ca-cert")
        response.headers[.contentDisposition] = #"attachment; filename="diorama-authority.crt""#
        return response
    }

    private func answer(_ text: String, _ type: String) -> Response { answer(ByteBuffer(string: text), type) }

    private func answer(_ bytes: ByteBuffer, _ type: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .contentLength: String(bytes.readableBytes), .cacheControl: "no-store",
                .contentSecurityPolicy: Self.policy, .xContentTypeOptions: "nosniff",
                HTTPField.Name("Referrer-Policy")!: "no-referrer",
            ], body: ResponseBody(byteBuffer: bytes))
    }

    /// Adds the pages to the routes of HTTPS.
    func add(to router: Router<ServerContext>) {
        for path in [Self.path, Self.path + "/style.css", Self.path + "/qr.svg", Self.certificatePath] {
            router.resource(
                RouterPath(path),
                [
                    .get: .anyone { request, _ in
                        let host = request.head.authority.flatMap { HostName(authority: $0) }
                        guard let response = host.flatMap({ response(path: path, host: $0) }) else {
                            throw Problem.notFound("page")
                        }
                        return response
                    }.ignoringQuery
                ])
        }
    }
}
