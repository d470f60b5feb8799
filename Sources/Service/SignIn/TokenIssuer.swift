import Foundation

/// An issuer of ID tokens that signs people in: OpenID Connect Core 1.0.
public struct TokenIssuer: Sendable, Codable, Equatable {
    /// The claim `iss`, exactly: "https://accounts.google.com".
    public let issuer: String
    /// The ids that the issuer gave this service's applications: one of them has to be in the claim `aud`.
    public let audiences: [String]
    /// Where the issuer's keys are; nil asks the issuer's `/.well-known/openid-configuration`.
    public let jwksUri: String?
    /// The tier of the account that a person gets who signs in for the first time; nil where only members of accounts sign in.
    public let signUpTier: String?
    /// The one of the audiences that is the page `/service`; nil where the page doesn't offer this issuer.
    public let webClientID: String?
    /// What the page calls the issuer: "Google"; nil for its host.
    public let name: String?

    private enum CodingKeys: String, CodingKey {
        case issuer, audiences, jwksUri, signUpTier, name
        case webClientID = "webClientId"
    }

    /// An issuer.
    public init(
        issuer: String, audiences: [String], jwksUri: String? = nil, signUpTier: String? = nil, webClientID: String? = nil,
        name: String? = nil
    ) {
        self.issuer = issuer
        self.audiences = audiences
        self.jwksUri = jwksUri
        self.signUpTier = signUpTier
        self.webClientID = webClientID
        self.name = name
    }

    /// Whether `DIORAMA_PRIVATE_ISSUERS=1` accepts issuers at private addresses and by plain HTTP.
    public static var allowsPrivate: Bool { ProcessInfo.processInfo.environment["DIORAMA_PRIVATE_ISSUERS"] == "1" }

    /// Reads a file with a JSON array of issuers.
    /// - Throws: `ServiceError` of kind `invalidInput` where it can't be read, or an issuer is incomplete.
    public static func read(_ file: URL, allowsPrivate: Bool = TokenIssuer.allowsPrivate) throws(ServiceError) -> [TokenIssuer] {
        guard let data = try? Data(contentsOf: file) else {
            throw ServiceError(.invalidInput, "couldn't read \(file.path)")
        }
        let issuers: [TokenIssuer]
        do { issuers = try JSONDecoder().decode([TokenIssuer].self, from: data) } catch {
            throw ServiceError(
                .invalidInput,
                "\(file.path) has no list of issuers like [{\"issuer\": \"https://accounts.google.com\", \"audiences\": [\"ID\"]}]")
        }
        for (index, issuer) in issuers.enumerated() {
            let place = "\(file.path), issuer \(index + 1)"
            guard !issuer.audiences.isEmpty, !issuer.audiences.contains("") else {
                throw ServiceError(.invalidInput, "\(place): audiences must name at least one id of an application")
            }
            _ = try OutboundAddress(issuer.issuer, allowsPrivate: allowsPrivate, what: "\(place): issuer")
            if let page = issuer.webClientID, !issuer.audiences.contains(page) {
                throw ServiceError(.invalidInput, "\(place): webClientId must be one of the audiences")
            }
            if let keys = issuer.jwksUri { _ = try OutboundAddress(keys, allowsPrivate: allowsPrivate, what: "\(place): jwksUri") }
        }
        guard Set(issuers.map(\.issuer)).count == issuers.count else {
            throw ServiceError(.invalidInput, "\(file.path) has an issuer twice; list all its audiences in one entry")
        }
        return issuers
    }
}
