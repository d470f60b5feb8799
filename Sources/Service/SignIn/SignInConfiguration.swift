import Foundation
import Postgres

/// Who signs in on a service: people whom these issuers know, with tokens that this secret protects.
public struct SignInConfiguration: Sendable {
    /// The issuers.
    public let issuers: [TokenIssuer]
    /// The secret of the service, the same on all servers.
    public let secret: String
    /// The site of the service's passkeys; nil where there are none.
    public let party: RelyingParty?

    /// A configuration.
    public init(issuers: [TokenIssuer], secret: String, party: RelyingParty? = nil) {
        self.issuers = issuers
        self.secret = secret
        self.party = party
    }

    /// The configuration of a server, with the secret of the environment's `DIORAMA_SECRET`.
    /// - Parameters:
    ///   - issuers: a file of issuers; nil where nobody signs in with ID tokens.
    ///   - publicAddress: the address of the service's pages; nil where nobody signs in with passkeys.
    /// - Returns: nil where neither a file nor a secret is given: nobody signs in then.
    /// - Throws: `ServiceError` of kind `invalidInput` where one of them is missing or wrong.
    public static func read(issuers file: URL?, publicAddress: String?) throws(ServiceError) -> SignInConfiguration? {
        let secret = ProcessInfo.processInfo.environment["DIORAMA_SECRET"] ?? ""
        guard file != nil || !secret.isEmpty else { return nil }
        var issuers: [TokenIssuer] = []
        if let file { issuers = try TokenIssuer.read(file) }
        var party: RelyingParty?
        if let publicAddress { party = try RelyingParty(publicAddress) }
        return SignInConfiguration(issuers: issuers, secret: secret, party: party)
    }

    /// The sessions in a database.
    /// - Throws: `ServiceError` of kind `invalidInput` where the secret is too short, or there is no tier of a `signUpTier`.
    public func sessions(in database: ServiceDatabase) async throws -> ServiceSessions {
        let tiers = try await database.operatorTransaction { connection in
            try connection.execute("SELECT name FROM tiers ORDER BY weight, name").map { try $0.text("name") }
        }
        for case let tier? in issuers.map(\.signUpTier) where !tiers.contains(tier) {
            throw ServiceError(
                .invalidInput, "there is no tier \(tier) for signUpTier; choose one of \(tiers.joined(separator: ", "))")
        }
        return ServiceSessions(
            database, verifier: IDTokenVerifier(issuers), tokens: try AccessTokens(database, secret: secret))
    }
}
