import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// How a server is reached by HTTPS, for the line that it prints when it starts.
public struct SecurityReport: Sendable {
    /// SHA-256 of the certificate: `3A:0F:…`.
    public let fingerprint: String
    /// SHA-256 of the local authority's certificate; nil with a certificate from files.
    public let authorityFingerprint: String?
    /// Where other devices install the local authority, by plain HTTP; nil with a certificate from files, or where only this
    /// machine reaches the server.
    public let installation: URL?
    /// The port that redirects plain HTTP, beside the server's own; nil where there is none.
    public let redirectPort: Int?
}

extension Listener {
    /// What runs beside the server: the certificate is followed, and a further port redirects.
    func services(_ logger: Logger) -> [any Service] {
        guard let certificates else { return [] }
        return [certificates]
            + (configuration.redirectPort.map { [RedirectService(listener: self, port: $0, logger: logger)] } ?? [])
    }

    /// The pages that explain the local authority; nil where there is none.
    var certificatePages: CertificatePages? {
        certificates?.authority.map { CertificatePages(authority: $0, port: port) }
    }

    var security: SecurityReport? {
        guard let certificates else { return nil }
        return SecurityReport(
            fingerprint: certificates.certificate.fingerprint,
            authorityFingerprint: certificates.authority.flatMap { try? $0.certificate.sha256 },
            installation: certificates.authority == nil ? nil : installation, redirectPort: redirectPort.number)
    }

    private var installation: URL? {
        guard let host = networkHost, let port = port.number else { return nil }
        return URL(string: "http://\(host):\(port)\(CertificatePages.path)")
    }

    /// The scheme, host and port at which other machines of the network reach this server; nil where it listens for this machine
    /// only, or the network's address of this machine is not known.
    var networkOrigin: String? {
        guard let host = networkHost, let port = port.number else { return nil }
        let (scheme, usual) = certificates == nil ? ("http", 80) : ("https", 443)
        return "\(scheme)://\(host)\(port == usual ? "" : ":\(port)")"
    }

    /// The host by which other machines reach this one.
    private var networkHost: String? {
        switch configuration.host {
        case "0.0.0.0", "::": LocalNames.current().networkHost
        default: HostName(authority: configuration.host)?.isLoopback == false ? configuration.host : nil
        }
    }
}

/// The listener of a further port, which redirects plain HTTP.
private struct RedirectService: Service {
    let listener: Listener
    let port: Int
    let logger: Logger

    func run() async throws {
        let host = listener.configuration.host
        let channel = listener.http1(PlainResponder(listener, onOtherPort: true).respond)
        let redirectPort = listener.redirectPort
        let server = channel.server(
            configuration: HummingbirdCore.ServerConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in channel.localAddress?.port.map { redirectPort.set($0) } },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
        do {
            try await server.run()
        } catch let error as IOError {
            throw ServerError.cannotListen(host: host, port: port, code: error.errnoCode)
        }
    }
}
