import Crypto
import DioramaLibrary
import Foundation
import Postgres

/// A key as lists show it: without the secret, which only its holder has.
public struct APIKey: Sendable, Encodable {
    /// The key's id, which is part of its text.
    public let id: String
    /// What people call it.
    public let name: String
    /// What it may do.
    public let scopes: [String]
    /// When it stops being valid; nil never.
    public let expiresAt: Date?
    /// When it was last used; nil never.
    public let lastUsedAt: Date?
    /// When it was made.
    public let createdAt: Date

    init(_ row: PostgresRow) throws {
        id = try row.text("id")
        name = try row.text("name")
        scopes = try row.words("scopes")
        expiresAt = try row.optionalDate("expires_at")
        lastUsedAt = try row.optionalDate("last_used_at")
        createdAt = try row.date("created_at")
    }
}

/// The text of a key: `diorama_` and 32 random bytes in base64url. Its SHA-256 is what is stored.
enum KeyText {
    static let prefix = "diorama_"

    /// A new key.
    static func make() -> String { prefix + randomText() }

    /// 256 random bits as text for URLs.
    static func randomText() -> String {
        let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        return bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// The stored form of a key or token. A slow hash adds nothing: 256 random bits can't be guessed.
    static func hash(_ text: String) -> Data { Data(SHA256.hash(data: Data(text.utf8))) }
}

/// Who sends a request: an account, by one of its keys or one of its members.
public struct Identity: Sendable, Equatable {
    /// The account.
    public let account: KSUID
    /// The id of the key or person, for the audit log.
    public let key: String
    /// What the key or member may do.
    public let scopes: Set<Scope>
    /// Requests in a minute.
    public let requestsPerMinute: Int
    /// The member's role; nil for a key.
    public var role: Role?

    /// - Throws: `ServiceError` of kind `notAllowed` where the key lacks the scope.
    public func require(_ scope: Scope) throws(ServiceError) {
        guard scopes.contains(scope) else {
            throw ServiceError(
                .notAllowed,
                role == nil
                    ? "this key lacks the scope \(scope.rawValue); use a key that has it"
                    : "a \(role?.rawValue ?? "") of an account lacks the scope \(scope.rawValue); ask an owner")
        }
    }
}
