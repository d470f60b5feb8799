import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A client of a processing service: scans, uploads that resume, jobs, downloads. docs/service.md describes the service.
///
/// Requests that may be repeated are repeated where the network or the service fails for a moment. Access tokens are renewed by
/// themselves.
public actor ServiceClient {
    /// Where the service is and who the client is.
    public private(set) var credentials: ServiceCredentials
    private let store: CredentialStore?
    nonisolated let http: HTTPClient
    nonisolated let address: String
    private var refreshing: Task<String, any Error>?

    /// A client.
    /// - Parameters:
    ///   - credentials: the service and a key or session.
    ///   - store: where renewed tokens are kept; nil where they live as long as the client.
    /// - Throws: `ServiceClientError` where the address is none of HTTPS, or the authority can't be read.
    public init(_ credentials: ServiceCredentials, store: CredentialStore? = nil) throws(ServiceClientError) {
        address = try ServiceCredentials.checked(address: credentials.address)
        self.credentials = credentials
        self.store = store
        http = try Self.http(authority: credentials.authority)
    }

    /// Lives as long as the process, as do the threads of NIO's singleton: nothing has to be shut down without an authority.
    private static let shared = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)

    private static var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        // A stream of events is never silent for longer than 15 seconds.
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(60))
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.retryConnectionEstablishment = false
        // Spans of the HTTP client have whole addresses, and those of uploads and downloads grant access.
        configuration.tracing.tracer = nil
        return configuration
    }

    private static func http(authority: String?) throws(ServiceClientError) -> HTTPClient {
        guard let authority else { return shared }
        guard let certificates = try? NIOSSLCertificate.fromPEMFile(authority), !certificates.isEmpty else {
            throw ServiceClientError(.invalidInput, "\(authority) has no certificate of an authority in PEM")
        }
        var configuration = configuration
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.additionalTrustRoots = [.certificates(certificates)]
        configuration.tlsConfiguration = tls
        return HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
    }

    deinit {
        // Those with an authority are the client's own.
        if http !== Self.shared { http.shutdown { _ in } }
    }

    // MARK: Signing in

    private struct SignIn: Encodable {
        let idToken: String
        let nonce: String?
        let account: String?
        let invitation: String?
    }

    /// Begins a session with an OpenID Connect ID token.
    /// - Parameters:
    ///   - address: the service.
    ///   - idToken: a token of one of the service's issuers.
    ///   - nonce: the token's nonce, where it has one.
    ///   - account: which of the person's accounts; nil for the first one.
    ///   - invitation: an invitation that the person accepts.
    ///   - authority: see `ServiceCredentials.authority`.
    /// - Returns: credentials of the session.
    /// - Throws: `ServiceClientError`.
    public static func signIn(
        _ address: String, idToken: String, nonce: String? = nil, account: String? = nil, invitation: String? = nil,
        authority: String? = nil
    ) async throws -> ServiceCredentials {
        let client = try ServiceClient(ServiceCredentials(address: address, key: "", authority: authority))
        let tokens: SessionTokens = try await client.call(
            "POST", "/auth/token",
            body: SignIn(idToken: idToken, nonce: nonce, account: account, invitation: invitation), isSigned: false)
        return ServiceCredentials(address: client.address, tokens: tokens, authority: authority)
    }

    private struct RefreshToken: Encodable { let refreshToken: String }

    /// Ends the session at the service; does nothing for a key.
    public func signOut() async throws {
        guard let token = credentials.refreshToken else { return }
        let body = try ServiceRequest.json(RefreshToken(refreshToken: token))
        _ = try await send(ServiceRequest("POST", "/auth/revoke", body: body, isSigned: false))
    }

    /// The text of `Authorization: Bearer`.
    func bearer(renewed: Bool = false) async throws -> String {
        if let key = credentials.key { return key }
        if !renewed, let token = credentials.accessToken, let expires = credentials.accessExpires,
            expires > Date().addingTimeInterval(30)
        {
            return token
        }
        if let refreshing { return try await refreshing.value }
        let task = Task { try await refresh() }
        refreshing = task
        defer { refreshing = nil }
        return try await task.value
    }

    private func refresh() async throws -> String {
        let held = credentials.accessToken
        let lock = try await store?.lock()
        defer { withExtendedLifetime(lock) {} }
        // Another program may have renewed the tokens meanwhile: a refresh token that was exchanged ends the session.
        if let store, let stored = try store.load(), stored.address == credentials.address {
            credentials = stored
            if let token = stored.accessToken, token != held, let expires = stored.accessExpires,
                expires > Date().addingTimeInterval(30)
            {
                return token
            }
        }
        guard let token = credentials.refreshToken else {
            throw ServiceClientError(.notAuthenticated, "there is no session with \(address); sign in with 'diorama remote login'")
        }
        let tokens: SessionTokens = try await call(
            "POST", "/auth/refresh", body: RefreshToken(refreshToken: token), isSigned: false)
        credentials.take(tokens)
        try store?.save(credentials)
        return tokens.accessToken
    }

    // MARK: Calls

    /// The account of the credentials.
    public func account() async throws -> RemoteAccount { try await call("GET", "/account") }

    private struct NewScan: Encodable {
        let name: String
        let mode: String
    }

    /// Makes a scan. Repeated after a failure, it is made once.
    public func createScan(name: String, mode: String = "interior") async throws -> RemoteScan {
        try await call("POST", "/scans", body: NewScan(name: name, mode: mode), repeatable: UUID().uuidString)
    }

    /// One scan.
    public func scan(_ id: String) async throws -> RemoteScan { try await call("GET", "/scans/\(id)") }

    /// Has the newest raw file of a scan processed. Repeated after a failure, it starts one job.
    public func process(_ scan: String, _ processing: RemoteProcessing) async throws -> RemoteAcceptedJob {
        try await call("POST", "/scans/\(scan)/process", body: processing, repeatable: UUID().uuidString)
    }

    /// One job.
    public func job(_ id: String) async throws -> RemoteJob { try await call("GET", "/jobs/\(id)") }

    /// Cancels a job; does nothing where it has ended.
    public func cancel(_ job: String) async throws { _ = try await send(ServiceRequest("DELETE", "/jobs/\(job)")) }

    func uploadTarget(_ scan: String, sha256: String, byteCount: Int64) async throws -> UploadTarget {
        try await call("GET", "/scans/\(scan)/upload-url?fileType=raw&sha256=\(sha256)&byteCount=\(byteCount)")
    }

    func call<Answer: Decodable & Sendable>(
        _ method: String, _ path: String, body: (some Encodable & Sendable)? = String?.none, repeatable key: String? = nil,
        isSigned: Bool = true
    ) async throws -> Answer {
        var request = ServiceRequest(method, path, body: try body.map { try ServiceRequest.json($0) }, isSigned: isSigned)
        request.idempotencyKey = key
        let data = try await send(request)
        do { return try JSONDecoder().decode(Answer.self, from: data) } catch {
            throw ServiceClientError(
                .failed, "\(address) isn't a processing service of this version: \(method) \(path) answers other JSON")
        }
    }
}
