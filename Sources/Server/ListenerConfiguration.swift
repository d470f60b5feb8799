import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Where a server listens, under which names, behind which proxies, and how many connections it accepts.
public struct ListenerConfiguration: Sendable {
    /// Address or name to listen on. Only programs of this machine reach loopback; `0.0.0.0` or `::` is every interface.
    public var host = "127.0.0.1"
    /// TCP port; 0 is any free one.
    public var port = 8080
    /// The certificate for HTTPS; nil serves plain HTTP. Plain HTTP on the same port is redirected then.
    public var tls: CertificateSource?
    /// A further port that redirects plain HTTP to HTTPS, where `tls` is set; 0 is any free one.
    public var redirectPort: Int?
    /// Names under which the server may be reached beside loopback's and the address that a connection came in on, without port:
    /// `diorama.example.org`, or `*` for any (then DNS rebinding is yours to prevent).
    public var allowedHosts: [String] = []
    /// Whether requests from this machine, to a name of this machine and through no proxy, are the owner's. Not behind a proxy on
    /// this machine: there the owner signs in.
    public var trustsLoopback = true
    /// Proxies whose `X-Forwarded-For` says where a request comes from: addresses or ranges such as `10.0.0.0/8`.
    public var trustedProxies: [String] = []
    /// Open connections at one time. Beyond it the oldest that waits for a request is closed for a new one.
    public var maximumConnections = 512
    /// Of these, those that are only for visitors who are signed in.
    public var reservedConnections = 64
    /// Connections of one address (of one /64 network of IPv6) at one time, where it is no proxy's.
    public var maximumConnectionsPerAddress = 100
    /// Participants of live sessions at one time, beside the open connections; fewer where the process may have fewer open files.
    public var maximumParticipants = 2_000
    /// Participants with one address (one /64 network of IPv6), where it is no proxy's.
    public var maximumParticipantsPerAddress = 1_000
    /// How long the header of a request may take, from its first byte or, of the first request, from the beginning of the
    /// connection.
    public var headerTimeout: Duration = .seconds(10)
    /// How long a client may be silent within a request, or keep an unused connection.
    public var idleTimeout: Duration = .seconds(60)

    /// The defaults: loopback, port 8080, no proxy.
    public init() {}

    /// Whether everybody has to sign in, also on this machine: where loopback isn't trusted, a proxy is configured, or a host name
    /// other than this machine's, under which others reach the server through one.
    public var requiresSignIn: Bool {
        !trustsLoopback || !trustedProxies.isEmpty || allowedHosts.contains { HostName(authority: $0)?.isLoopback != true }
    }
}

/// A listener's connections and the proxies in front of it.
struct Listener: Sendable {
    let configuration: ListenerConfiguration
    let connections: ConnectionTable
    let proxies: TrustedProxies
    /// Nil where plain HTTP is served.
    let certificates: CertificateStore?
    /// The ports, once they are open.
    let port = ListenerPort()
    let redirectPort = ListenerPort()

    /// - Throws: `ServerError` where a trusted proxy is no address, or the certificate can't be used.
    init(_ configuration: ListenerConfiguration, logger: Logger) throws {
        self.configuration = configuration
        certificates = try configuration.tls.map { source throws(ServerError) in try CertificateStore(source, logger: logger) }
        connections = ConnectionTable(
            .init(
                total: configuration.maximumConnections, reserve: configuration.reservedConnections,
                perNetwork: configuration.maximumConnectionsPerAddress,
                live: OpenFiles.places(of: configuration.maximumParticipants, beside: configuration.maximumConnections),
                livePerNetwork: configuration.maximumParticipantsPerAddress))
        proxies = TrustedProxies(
            try configuration.trustedProxies.map { text in
                guard let range = AddressRange(text) else { throw ServerError.invalidProxy(text) }
                return range
            })
    }

    /// The middleware that finds out who sends a request.
    func visitors(_ lookup: VisitorLookup) -> VisitorMiddleware {
        VisitorMiddleware(
            lookup: lookup, trustsLoopback: !configuration.requiresSignIn, proxies: proxies, connections: connections)
    }

    /// HTTP/1.1, or with TLS HTTP/2 as well, with limits on headers, connections and silence.
    var server: HTTPServerBuilder {
        guard let certificates else { return HTTPServerBuilder { http1($0) } }
        let plain = http1(PlainResponder(self).respond).counted
        return HTTPServerBuilder { [limits] responder in
            let secure = SecureRequests.responder(responder)
            let http2 = HTTP2Channel(
                requests: HTTP1Channel(responder: secure), connections: limits,
                idleTimeout: TimeAmount(configuration.idleTimeout))
            return http1(secure).counted.secured(by: certificates, http2: http2, plain: plain, limits: limits)
        }
    }

    func http1(_ responder: @escaping HTTPChannelHandler.Responder) -> LimitedChannel {
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100)
        let idle = TimeAmount(configuration.idleTimeout)
        return LimitedChannel(
            HTTP1Channel(responder: responder, configuration: .init(idleTimeout: idle, httpDecoderConfiguration: decoder)), limits)
    }

    private var limits: ConnectionLimits {
        // Behind a proxy of this machine, everybody comes from it.
        let requiresSignIn = configuration.requiresSignIn
        return ConnectionLimits(
            table: connections, headerTimeout: TimeAmount(configuration.headerTimeout),
            network: { [proxies] in proxies.contains($0) || requiresSignIn && $0.isLoopback ? nil : $0.network })
    }

    /// Where the application binds.
    var address: BindAddress { .hostname(configuration.host, port: configuration.port) }

    /// The error to report where the application could not be run.
    func error(_ error: IOError) -> ServerError {
        ServerError.cannotListen(host: configuration.host, port: configuration.port, code: error.errnoCode)
    }
}
