import Foundation

/// Finds out whom an ID token of a configured issuer is about (OpenID Connect Core 1.0, section 3.1.3.7).
public struct IDTokenVerifier: Sendable {
    /// Who signs in.
    public struct Person: Sendable, Equatable {
        /// The claim `iss`.
        public let issuer: String
        /// The claim `sub`: the issuer's id of the person.
        public let subject: String
        /// The address, where the issuer has verified it.
        public let email: String?
        /// The name.
        public let name: String?
        /// When the token expires.
        public let expires: Date
    }

    private let issuers: [String: (issuer: TokenIssuer, keys: IssuerKeys)]
    /// Those of the page, in the order of the configuration.
    private let lookups: [PageIssuerLookup]
    /// Seconds that the clocks of issuers may differ from this one.
    static let leeway = 60.0

    /// A verifier.
    /// - Parameter allowsPrivate: whether keys may be fetched from private addresses and by plain HTTP.
    public init(_ issuers: [TokenIssuer], allowsPrivate: Bool = TokenIssuer.allowsPrivate) {
        self.issuers = Dictionary(
            issuers.map { ($0.issuer, ($0, IssuerKeys($0, allowsPrivate: allowsPrivate))) }, uniquingKeysWith: { first, _ in first }
        )
        lookups = issuers.filter { $0.webClientID != nil }.map { PageIssuerLookup($0, allowsPrivate: allowsPrivate) }
    }

    /// Whether anybody can sign in.
    public var isEmpty: Bool { issuers.isEmpty }

    /// The configuration of an issuer.
    func configuration(of issuer: String) -> TokenIssuer? { issuers[issuer]?.issuer }

    /// The issuers of the page that could be reached.
    /// - Parameter report: receives why one is left out, a line each.
    func pageIssuers(report: @escaping @Sendable (String) -> Void) async -> [PageIssuer] {
        await withTaskGroup(of: (Int, PageIssuer?).self) { group in
            for (index, lookup) in lookups.enumerated() {
                group.addTask { (index, await lookup.current(report: report)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.compactMap(\.1)
        }
    }

    /// The claims that count; others are passed over.
    struct Claims: Decodable {
        let iss: String
        let sub: String
        let aud: Audience
        let azp: String?
        let exp: Double
        let iat: Double
        let nbf: Double?
        let nonce: String?
        let email: String?
        let emailVerified: LenientBool?
        let name: String?

        private enum CodingKeys: String, CodingKey {
            case iss, sub, aud, azp, exp, iat, nbf, nonce, email, name
            case emailVerified = "email_verified"
        }
    }

    /// One text, or a list of them.
    struct Audience: Decodable {
        let values: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) {
                values = [one]
            } else {
                values = try container.decode([String].self)
            }
        }
    }

    /// Apple writes "true" as a text.
    struct LenientBool: Decodable {
        let value: Bool

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            value = (try? container.decode(Bool.self)) ?? ((try? container.decode(String.self)) == "true")
        }
    }

    /// Verifies signature, issuer, audience, times and nonce.
    /// - Parameters:
    ///   - text: the token.
    ///   - nonce: what the client sent to the issuer, as it is in the token; needed where the token has one.
    /// - Throws: `ServiceError`: `notAuthenticated` where the token proves nothing, `unavailable` where the issuer's keys can't be
    ///   fetched.
    public func person(of text: String, nonce: String?, now: Date = Date()) async throws -> Person {
        let token = try JSONWebToken(text, what: "ID token")
        // Before anything of the token is believed: only algorithms with public keys, and only of configured issuers.
        guard JSONWebKey.algorithms.contains(token.header.alg) else {
            throw Self.refusal("its algorithm is none of \(JSONWebKey.algorithms.joined(separator: ", "))")
        }
        guard let keyID = token.header.kid else { throw Self.refusal("it doesn't name its key") }
        let claims = try token.claims(Claims.self, what: "ID token")
        guard let entry = issuers[claims.iss] else { throw Self.refusal("its issuer is none of those that sign in here") }
        guard let key = try await entry.keys.key(keyID) else { throw Self.refusal("its key is none of the issuer's") }
        guard key.verifies(token) else { throw Self.refusal("its signature is wrong") }
        try Self.check(claims, of: entry.issuer, nonce: nonce, now: now.timeIntervalSince1970)
        return Person(
            issuer: claims.iss, subject: claims.sub,
            email: claims.emailVerified?.value == true ? claims.email.map { String($0.prefix(320)) } : nil,
            name: claims.name.map { String($0.prefix(200)) }, expires: Date(timeIntervalSince1970: claims.exp))
    }

    static func check(_ claims: Claims, of issuer: TokenIssuer, nonce: String?, now: Double) throws(ServiceError) {
        guard !claims.aud.values.isEmpty, claims.aud.values.contains(where: { issuer.audiences.contains($0) }) else {
            throw refusal("it is for another application")
        }
        if claims.aud.values.count > 1 || claims.azp != nil {
            guard let party = claims.azp, issuer.audiences.contains(party) else {
                throw refusal("it was given to another application")
            }
        }
        guard claims.exp.isFinite, claims.exp > now - leeway else { throw refusal("it has expired; get a new one") }
        guard claims.iat <= now + leeway, (claims.nbf ?? 0) <= now + leeway else { throw refusal("it is not valid yet") }
        guard claims.exp - claims.iat <= 7 * 86_400 else { throw refusal("it is valid for more than a week") }
        guard (1...255).contains(claims.sub.utf8.count) else { throw refusal("its subject is empty or too long") }
        guard claims.nonce == nonce else { throw refusal("its nonce is not the one that was sent with it") }
    }

    private static func refusal(_ why: String) -> ServiceError {
        ServiceError(.notAuthenticated, "the ID token is refused: \(why)")
    }
}
