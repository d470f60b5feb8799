import AsyncHTTPClient
import Foundation

/// What an issuer publishes at `/.well-known/openid-configuration` (OpenID Connect Discovery 1.0).
struct IssuerDiscovery: Decodable, Sendable {
    /// The issuer, exactly as in its tokens.
    let issuer: String
    /// Where its keys are.
    let jwksURI: String
    /// Where browsers are sent to sign in.
    let authorizationEndpoint: String?
    /// What its authorization endpoint answers.
    let responseTypes: [String]?

    private enum CodingKeys: String, CodingKey {
        case issuer
        case jwksURI = "jwks_uri"
        case authorizationEndpoint = "authorization_endpoint"
        case responseTypes = "response_types_supported"
    }

    /// The longest document.
    static let maxBytes = 256 << 10

    /// Fetches the configuration of an issuer.
    /// - Throws: `ServiceError` where it is that of another issuer; what the connection throws.
    static func fetch(_ issuer: String, allowsPrivate: Bool) async throws -> IssuerDiscovery {
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        let data = try await get("\(base)/.well-known/openid-configuration", allowsPrivate: allowsPrivate)
        let discovery = try JSONDecoder().decode(IssuerDiscovery.self, from: data)
        guard discovery.issuer == issuer else {
            throw ServiceError(.notPossible, "the configuration at \(base) is that of another issuer")
        }
        return discovery
    }

    /// Fetches a document of an issuer.
    static func get(_ text: String, allowsPrivate: Bool) async throws -> Data {
        let address = try OutboundAddress(text, allowsPrivate: allowsPrivate, what: "the issuer's address")
        var request = HTTPClientRequest(url: text)
        request.headers.add(name: "accept", value: "application/json")
        request.headers.add(name: "user-agent", value: "Diorama")
        let answer = try await address.execute(request, maxBytes: maxBytes, allowsPrivate: allowsPrivate)
        guard answer.status == 200 else { throw ServiceError(.notPossible, "\(text) answers \(answer.status)") }
        return answer.body
    }
}
