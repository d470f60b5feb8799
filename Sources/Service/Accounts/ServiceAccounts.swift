import DioramaLibrary
import Foundation
import Postgres

/// Accounts of the service, their keys, and the log of who changed what.
public struct ServiceAccounts: Sendable {
    let database: ServiceDatabase

    /// The accounts in a database.
    public init(_ database: ServiceDatabase) { self.database = database }

    /// A new account or key, with the key's text, which is never shown again.
    public struct Created: Sendable, Encodable {
        /// The account's id.
        public let id: String
        /// The key.
        public let key: String
    }

    /// An account as the operator lists it.
    public struct Summary: Sendable, Encodable {
        /// The account's id.
        public let id: String
        /// The account's name.
        public let name: String
        /// The tier's name.
        public let tier: String
        /// When it was added.
        public let createdAt: Date
    }

    // MARK: The operator

    /// Adds an account with a key for everything.
    /// - Throws: `ServiceError`: `conflict` where there is one with this name, `invalidInput` where there is no such tier.
    public func add(name: String, tier: String) async throws -> Created {
        let id = KSUID()
        let key = KeyText.make()
        let name = try Self.checked(name, what: "name")
        return try await database.operatorTransaction { connection in
            let tiers = try connection.execute("SELECT name FROM tiers ORDER BY weight, name").map { try $0.text("name") }
            guard tiers.contains(tier) else {
                throw ServiceError(.invalidInput, "there is no tier \(tier); choose one of \(tiers.joined(separator: ", "))")
            }
            let rows = try connection.execute(
                "INSERT INTO accounts (id, name, tier) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING RETURNING id",
                [id, name, tier])
            guard !rows.isEmpty else {
                throw ServiceError(.conflict, "there is an account named \(name) already; choose another name")
            }
            try Self.insertKey(
                connection, account: id, text: key, name: "first key", scopes: Scope.allCases.map(\.rawValue), expires: nil)
            try Self.log(connection, account: id, actor: "operator", action: "account.add", target: id.description)
            return Created(id: id.description, key: key)
        }
    }

    /// All accounts, by name.
    public func list() async throws -> [Summary] {
        try await database.operatorTransaction { connection in
            try connection.execute("SELECT id, name, tier, created_at FROM accounts ORDER BY name").map { row in
                Summary(
                    id: try row.text("id"), name: try row.text("name"), tier: try row.text("tier"),
                    createdAt: try row.date("created_at"))
            }
        }
    }

    /// Finds out whose key a request carries.
    /// - Throws: `ServiceError` of kind `notAuthenticated` where it is unknown, expired or revoked, or the account is suspended.
    public func identity(ofKey text: String) async throws -> Identity {
        let refusal = ServiceError(.notAuthenticated, "the key is unknown, expired or revoked; send Authorization: Bearer KEY")
        guard text.hasPrefix(KeyText.prefix), text.utf8.count < 100 else { throw refusal }
        let hash = KeyText.hash(text)
        return try await database.operatorTransaction { connection in
            let rows = try connection.execute(
                """
                SELECT k.id, k.account_id, k.scopes, t.requests_per_minute,
                    k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS is_stale
                FROM api_keys k JOIN accounts a ON a.id = k.account_id JOIN tiers t ON t.name = a.tier
                WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
                    AND NOT a.is_suspended
                """, [hash])
            guard let row = rows.first else { throw refusal }
            // At most once a minute: reading must not become writing.
            if try row.bool("is_stale") {
                try connection.execute("UPDATE api_keys SET last_used_at = now() WHERE hash = $1", [hash])
            }
            return Identity(
                account: try row.id("account_id"), key: try row.text("id"),
                scopes: Set(try row.words("scopes").compactMap { Scope(rawValue: $0) }),
                requestsPerMinute: try row.int("requests_per_minute"))
        }
    }

    /// The account of a key or member.
    public func account(of identity: Identity) async throws -> Summary {
        try await database.transaction(of: identity.account) { connection in
            guard let row = try connection.execute("SELECT id, name, tier, created_at FROM accounts").first else {
                throw ServiceError.notFound("account")
            }
            return Summary(
                id: try row.text("id"), name: try row.text("name"), tier: try row.text("tier"),
                createdAt: try row.date("created_at"))
        }
    }

    // MARK: Keys of an account

    /// The account's keys that are not revoked, newest first.
    public func keys(of identity: Identity) async throws -> [APIKey] {
        try await database.transaction(of: identity.account) { connection in
            try connection.execute("SELECT * FROM api_keys WHERE revoked_at IS NULL ORDER BY id DESC").map(APIKey.init)
        }
    }

    /// Makes a key. It can do no more than the key that makes it.
    /// - Parameters:
    ///   - name: what people call it.
    ///   - scopes: what it may do.
    ///   - expires: when it stops being valid; nil never.
    /// - Throws: `ServiceError`.
    public func addKey(_ identity: Identity, name: String, scopes: [String], expires: Date?) async throws -> Created {
        let name = try Self.checked(name, what: "name")
        guard !scopes.isEmpty, Set(scopes).count == scopes.count else {
            throw ServiceError(.invalidInput, "scopes must name each scope once, at least one of \(Scope.list)")
        }
        for word in scopes {
            guard let scope = Scope(rawValue: word) else {
                throw ServiceError(.invalidInput, "there is no scope \(word.prefix(40)); choose of \(Scope.list)")
            }
            try identity.require(scope)
        }
        if let expires, expires <= Date() { throw ServiceError(.invalidInput, "expiresAt must be in the future") }
        let key = KeyText.make()
        return try await database.transaction(of: identity.account) { connection in
            let count = try connection.execute("SELECT count(*) AS n FROM api_keys WHERE revoked_at IS NULL")[0].int("n")
            guard count < 100 else { throw ServiceError(.conflict, "an account has at most 100 keys; revoke one first") }
            let id = try Self.insertKey(
                connection, account: identity.account, text: key, name: name, scopes: scopes, expires: expires)
            try Self.log(connection, account: identity.account, actor: identity.key, action: "key.add", target: id)
            return Created(id: id, key: key)
        }
    }

    /// Revokes a key.
    /// - Throws: `ServiceError` of kind `notFound`.
    public func revokeKey(_ identity: Identity, id: String) async throws {
        try await database.transaction(of: identity.account) { connection in
            let rows = try connection.execute(
                "UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING id", [id])
            guard !rows.isEmpty else { throw ServiceError.notFound("key") }
            try Self.log(connection, account: identity.account, actor: identity.key, action: "key.revoke", target: id)
        }
    }

    /// One entry of the audit log.
    public struct AuditEntry: Sendable, Encodable {
        /// When.
        public let at: Date
        /// The id of the key, or "operator".
        public let actor: String
        /// What was done: "key.add".
        public let action: String
        /// The id of what it was done to.
        public let target: String?
    }

    /// The newest entries of the account's audit log.
    public func auditLog(of identity: Identity, limit: Int) async throws -> [AuditEntry] {
        try await database.transaction(of: identity.account) { connection in
            try connection.execute("SELECT * FROM audit_log ORDER BY number DESC LIMIT $1", [limit]).map { row in
                AuditEntry(
                    at: try row.date("at"), actor: try row.text("actor"), action: try row.text("action"),
                    target: try row.optional("target"))
            }
        }
    }

    // MARK: Parts

    @discardableResult
    private static func insertKey(
        _ connection: PostgresConnection, account: KSUID, text: String, name: String, scopes: [String], expires: Date?
    ) throws -> String {
        let id = KSUID().description
        try connection.execute(
            "INSERT INTO api_keys (id, account_id, name, hash, scopes, expires_at) VALUES ($1, $2, $3, $4, $5, $6)",
            [id, account, name, KeyText.hash(text), scopes, expires])
        return id
    }

    static func log(
        _ connection: PostgresConnection, account: KSUID, actor: String, action: String, target: String
    ) throws {
        try connection.execute(
            "INSERT INTO audit_log (account_id, actor, action, target) VALUES ($1, $2, $3, $4)",
            [account, actor, action, target])
    }

    /// A name of 1 to 200 characters without control characters.
    static func checked(_ name: String, what: String) throws(ServiceError) -> String {
        let name = name.trimmingCharacters(in: .whitespaces)
        guard (1...200).contains(name.count), !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw ServiceError(.invalidInput, "\(what) must have 1 to 200 characters, without control characters") }
        return name
    }
}
