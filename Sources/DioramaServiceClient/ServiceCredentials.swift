import Foundation

/// How a client proves who it is: a key, or the tokens of a session.
public struct ServiceCredentials: Sendable, Codable, Equatable {
    /// The service: `https://host[:port]`, or `http:` on this machine.
    public var address: String
    /// A key of an account; nil for a session.
    public var key: String?
    /// The access token of a session.
    public var accessToken: String?
    /// When the access token stops being valid.
    public var accessExpires: Date?
    /// The token that gets the next access token, once.
    public var refreshToken: String?
    /// A PEM file with a certificate authority that is trusted beside the system's, as that of `--tls local`; nil where none is.
    public var authority: String?

    /// Credentials with a key.
    public init(address: String, key: String, authority: String? = nil) {
        self.address = address
        self.key = key
        self.authority = authority
    }

    /// Credentials of a session.
    init(address: String, tokens: SessionTokens, authority: String?, now: Date = Date()) {
        self.address = address
        self.authority = authority
        take(tokens, now: now)
    }

    /// Replaces the tokens.
    mutating func take(_ tokens: SessionTokens, now: Date = Date()) {
        accessToken = tokens.accessToken
        accessExpires = now.addingTimeInterval(Double(tokens.expiresIn))
        refreshToken = tokens.refreshToken
    }

    /// The address without a slash at its end.
    /// - Throws: `ServiceClientError` where it is none of HTTPS, or of HTTP on this machine: credentials don't go in plain text.
    public static func checked(address text: String) throws(ServiceClientError) -> String {
        let problem = ServiceClientError(
            .invalidInput,
            "'\(text.prefix(200))' isn't the address of a service; it begins with https://, or with http:// on this machine")
        guard let parts = URLComponents(string: text), let scheme = parts.scheme, let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.query == nil, parts.fragment == nil, parts.path.isEmpty || parts.path == "/"
        else { throw problem }
        let isLocal = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
        guard scheme == "https" || (scheme == "http" && isLocal) else { throw problem }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}

/// What the service answers to signing in and refreshing.
struct SessionTokens: Decodable, Sendable {
    let accessToken: String
    let expiresIn: Int
    let refreshToken: String
}
