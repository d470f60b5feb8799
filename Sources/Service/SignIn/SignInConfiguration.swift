import Foundation
import Postgres

/// Who signs in on a service: people whom these issuers know, with tokens that this secret protects.
public struct SignInConfiguration: Sendable {
    /// The issuers.
    public let issuers: [TokenIssuer]
    /// The secret of the service, the same on all servers.
    public let secret: String

    /// A configuration.
    public init(issuers: [TokenIssuer], secret: String) {
        self.issuers = issuers
        self.secret = secret
    }

    /// The configuration of a file of issuers, with the secret of the environment's `DIORAMA_SECRET`.
    /// - Throws: `ServiceError` of kind `invalidInput` where one of them is missing or wrong.
    public static func read(_ file: URL) throws(ServiceError) -> SignInConfiguration {
        let secret = ProcessInfo.processInfo.environment["DIORAMA_SECRET"] ?? ""
        return SignInConfiguration(issuers: try TokenIssuer.read(file), secret: secret)
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
