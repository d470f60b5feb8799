import AsyncHTTPClient
import Foundation
import NIOCore

/// A server with live sessions, as programs use it over HTTP: docs/openapi.yaml.
public struct LiveServer: Sendable {
    /// What a server says about a session.
    public struct Session: Codable, Sendable, Equatable {
        /// The code by which people join.
        public var code: String
        /// The space's id.
        public var space: String
        /// The space's name.
        public var spaceName: String
        /// The page's path.
        public var link: String
        /// Those who are connected now.
        public var participants: Int
        /// What whoever asked is if they join: `host`, `guest` or `viewer`.
        public var role: String
        /// Minutes from the beginning until the session ends by itself.
        public var maxMinutes: Int
        /// Whether invited people take part.
        public var allowsGuests: Bool
        /// Whether names are chosen from a list.
        public var reactionsOnly: Bool
        /// Whether the session is being recorded.
        public var recording: Bool
    }

    /// `http://HOST[:PORT]` or `https:`.
    public let address: URL
    /// Servers on this machine have certificates of an authority that only browsers know.
    private static let local: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.tlsConfiguration = WebSocketClient.tls(for: "localhost")
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    private var client: HTTPClient {
        ["localhost", "127.0.0.1", "::1"].contains(address.host) ? Self.local : HTTPClient.shared
    }

    private static let timeout = TimeAmount.seconds(20)
    private static let maxAnswerBytes = 1 << 20

    /// The server at an address.
    /// - Throws: `SessionsError` where it isn't one of HTTP.
    public init(_ address: URL) throws(SessionsError) {
        guard address.scheme == "http" || address.scheme == "https", address.host != nil else {
            throw SessionsError(
                .invalidValue, "\(address.absoluteString) isn't the address of a server; it begins with http:// or https://")
        }
        self.address = address
    }

    /// The server and the code in the address of a session's page, `http://HOST[:PORT]/live/CODE`.
    /// - Throws: `SessionsError` where it is another address.
    public static func page(_ text: String) throws(SessionsError) -> (server: LiveServer, code: SessionCode) {
        guard let url = URL(string: text), var parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            url.pathComponents.count == 3, url.pathComponents[1] == "live", let code = SessionCode(url.pathComponents[2])
        else {
            throw SessionsError(.invalidValue, "'\(text)' isn't the address of a live session, http://HOST:PORT/live/CODE")
        }
        parts.path = ""
        parts.query = nil
        parts.fragment = nil
        guard let root = parts.url else { throw SessionsError(.invalidValue, "'\(text)' isn't an address") }
        return (try LiveServer(root), code)
    }

    /// Starts a session in a space. The server takes requests from its own machine as the owner's.
    public func start(in space: String, settings: SessionSettings) async throws(SessionsError) -> Session {
        try await request("POST", "/api/v1/spaces/\(space)/live", body: settings)
    }

    /// The server that runs a session: this one, or the one that it redirects to.
    public func server(of code: SessionCode) async throws(SessionsError) -> LiveServer {
        let path = "/api/v1/live/\(code)"
        let url: URL?
        do {
            url = try await client.execute(
                HTTPClientRequest(url: address.absoluteString + path), timeout: Self.timeout
            ).url
        } catch {
            throw unreachable(error)
        }
        guard let text = url?.absoluteString, text.hasSuffix(path), let root = URL(string: String(text.dropLast(path.count))) else {
            return self
        }
        return try LiveServer(root)
    }

    /// The session with a code.
    public func session(_ code: SessionCode) async throws(SessionsError) -> Session {
        try await request("GET", "/api/v1/live/\(code)", body: String?.none)
    }

    /// Begins the recording of a session, for its host.
    public func startRecording(_ code: SessionCode) async throws(SessionsError) -> Session {
        try await request("POST", "/api/v1/live/\(code)/recording", body: String?.none)
    }

    /// The address of a session's WebSocket.
    /// - Parameters:
    ///   - code: the session.
    ///   - asHost: whether the server's owner joins, from the server's own machine; others get a ticket by the code.
    ///   - asViewer: whether to watch only.
    public func webSocket(_ code: SessionCode, asHost: Bool, asViewer: Bool) async throws(SessionsError) -> URL {
        var query: [URLQueryItem] = []
        if !asHost {
            let visit: Visit = try await request("POST", "/api/v1/live/\(code)/visits", body: String?.none)
            query.append(URLQueryItem(name: "visit", value: visit.visit))
        }
        if asViewer { query.append(URLQueryItem(name: "role", value: "viewer")) }
        var parts = URLComponents(url: address, resolvingAgainstBaseURL: false)
        parts?.scheme = address.scheme == "https" ? "wss" : "ws"
        parts?.path = "/api/v1/live/\(code)"
        if !query.isEmpty { parts?.queryItems = query }
        guard let url = parts?.url else { throw SessionsError(.invalidValue, "\(address.absoluteString) isn't an address") }
        return url
    }

    private struct Visit: Decodable { let visit: String }
    private struct Problem: Decodable { let detail: String }

    private func request<Answer: Decodable>(
        _ method: String, _ path: String, body: (some Encodable)?
    ) async throws(SessionsError) -> Answer {
        do {
            var request = HTTPClientRequest(url: address.absoluteString + path)
            request.method = .RAW(value: method)
            if let body {
                request.headers.add(name: "Content-Type", value: "application/json")
                request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body)))
            }
            let response = try await client.execute(request, timeout: Self.timeout)
            let data = Data((try await response.body.collect(upTo: Self.maxAnswerBytes)).readableBytesView)
            guard (200..<300).contains(response.status.code) else {
                let detail = (try? JSONDecoder().decode(Problem.self, from: data))?.detail
                throw SessionsError(
                    response.status == .notFound ? .notFound : .refused,
                    detail ?? "\(address.absoluteString) answered with status \(response.status.code)")
            }
            return try JSONDecoder().decode(Answer.self, from: data)
        } catch let error as SessionsError {
            throw error
        } catch is DecodingError {
            throw SessionsError(.failed, "\(address.absoluteString) isn't a Diorama server of this version")
        } catch {
            throw unreachable(error)
        }
    }

    private func unreachable(_ error: any Error) -> SessionsError {
        SessionsError(.failed, "couldn't reach \(address.absoluteString): \(error); check the address and that the server runs")
    }
}
