import DioramaLibrary
import Foundation
import Postgres

/// Sessions of people: begun with an ID token, continued with refresh tokens of which each is valid once, ended at any time.
public struct ServiceSessions: Sendable {
    let database: ServiceDatabase
    let verifier: IDTokenVerifier
    let tokens: AccessTokens

    /// Days after which a session ends, whatever is done, and after which a refresh token that isn't used does.
    static let sessionDays = 90
    static let refreshDays = 30

    /// Seconds in which the refresh token that was exchanged last may be exchanged again: its answer is lost where a page is left
    /// or reloaded meanwhile.
    static let retrySeconds = 30

    /// What begins the text of a refresh token.
    static let prefix = "refresh_"

    /// Sessions of people whom these issuers know.
    public init(_ database: ServiceDatabase, verifier: IDTokenVerifier, tokens: AccessTokens) {
        self.database = database
        self.verifier = verifier
        self.tokens = tokens
    }

    /// An account of which the person is a member.
    public struct Membership: Sendable, Codable, Equatable {
        /// The account's id.
        public let id: String
        /// The account's name.
        public let name: String
        /// The person's role.
        public let role: Role
    }

    /// What signing in and refreshing answer.
    public struct Tokens: Sendable, Codable {
        /// The token for `Authorization: Bearer`.
        public let accessToken: String
        /// Seconds that it is valid.
        public let expiresIn: Int
        /// The token for the next `/auth/refresh`, which accepts it once.
        public let refreshToken: String
        /// The account's id.
        public let account: String
        /// The person's accounts; only in the answer to signing in.
        public let accounts: [Membership]?
    }

    /// The issuers with which people sign in on the page, in the order of the configuration.
    /// - Parameter report: receives why one is left out, a line each.
    public func pageIssuers(report: @escaping @Sendable (String) -> Void) async -> [PageIssuer] {
        await verifier.pageIssuers(report: report)
    }

    private struct Begun: Sendable {
        var session: String
        var person: String
        var account: KSUID
        var refresh: String
        var accounts: [Membership]
    }

    /// Signs a person in.
    /// - Parameters:
    ///   - idToken: a token of a configured issuer, which signs in once.
    ///   - nonce: the nonce of the token; needed where it has one.
    ///   - account: which of the person's accounts; nil for the one that they joined first.
    ///   - invitation: the text of an invitation that the person accepts.
    /// - Throws: `ServiceError`: `notAuthenticated`, `notAllowed` where the person is a member of no account, `unavailable`.
    public func signIn(idToken: String, nonce: String?, account: String?, invitation: String?) async throws -> Tokens {
        let person = try await verifier.person(of: idToken, nonce: nonce)
        let hash = KeyText.hash(idToken)
        let signUpTier = verifier.configuration(of: person.issuer)?.signUpTier
        return try await begin(account: account) { connection in
            let isFirst = try connection.execute(
                """
                INSERT INTO used_id_tokens (hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1 AS one
                """, [hash, person.expires.addingTimeInterval(IDTokenVerifier.leeway)])
            guard !isFirst.isEmpty else {
                throw ServiceError(.notAuthenticated, "the ID token is refused: it signed in before; get a new one")
            }
            let id = try Self.personID(connection, person)
            if let invitation { try ServiceMembers.accept(connection, invitation: invitation, person: id) }
            if let signUpTier, try Self.memberships(connection, person: id).isEmpty {
                try Self.signUp(connection, person, id: id, tier: signUpTier)
            }
            return id
        }
    }

    /// Begins a session of a person.
    /// - Parameters:
    ///   - account: which of the person's accounts; nil for the one that they joined first.
    ///   - prove: finds out who it is, in the transaction that begins the session; returns the person's id.
    func begin(
        account: String? = nil, _ prove: @escaping @Sendable (PostgresConnection) throws -> String
    ) async throws -> Tokens {
        let refresh = Self.prefix + KeyText.randomText()
        let begun = try await database.operatorTransaction { connection in
            let person = try prove(connection)
            let accounts = try Self.memberships(connection, person: person)
            guard let chosen = account.map({ wanted in accounts.first { $0.id == wanted } }) ?? accounts.first,
                let chosenID = KSUID(chosen.id)
            else {
                throw ServiceError(
                    .notAllowed,
                    account == nil
                        ? "you are a member of no account here; ask the owner of one for an invitation"
                        : "you are no member of this account; leave account out, or ask for an invitation")
            }
            return try Self.begin(connection, person: person, account: chosenID, refresh: refresh, accounts: accounts)
        }
        return try await tokens(of: begun, accounts: begun.accounts)
    }

    /// Continues a session: its refresh token is exchanged for new tokens. One that comes again has been copied, unless it was the
    /// last to be exchanged and comes at once, as a client sends it whose answer was lost. A copied one ends the session, for
    /// whoever holds a token of it.
    /// - Throws: `ServiceError` of kind `notAuthenticated`.
    public func refresh(_ text: String) async throws -> Tokens {
        let refusal = ServiceError(.notAuthenticated, "the refresh token is unknown, expired or revoked; sign in again")
        guard text.hasPrefix(Self.prefix), text.utf8.count < 100 else { throw refusal }
        let hash = KeyText.hash(text)
        let next = Self.prefix + KeyText.randomText()
        let begun = try await database.operatorTransaction { connection in
            try Self.exchange(connection, hash: hash, next: next)
        }
        guard let begun else { throw refusal }
        return try await tokens(of: begun, accounts: nil)
    }

    /// Spends the refresh token with this hash; nil where it is refused.
    private static func exchange(_ connection: PostgresConnection, hash: Data, next: String) throws -> Begun? {
        let rows = try connection.execute(
            """
            SELECT s.id, s.account_id, s.person_id,
                r.expires_at > now() AND s.expires_at > now() AND s.revoked_at IS NULL AS is_valid, r.used_at IS NOT NULL AS is_used
            FROM refresh_tokens r JOIN sessions s ON s.id = r.session_id WHERE r.hash = $1 FOR UPDATE OF r, s
            """, [hash])
        guard let row = rows.first, try row.bool("is_valid") else { return nil }
        let session = try row.text("id")
        let account = try row.id("account_id")
        let person = try row.text("person_id")
        if try row.bool("is_used"), try !replaceUnused(connection, session: session, hash: hash) {
            try revoke(connection, session: session, why: "reused")
            try ServiceAccounts.log(connection, account: account, actor: person, action: "session.reuse", target: session)
            return nil
        }
        let isMember = try connection.execute(
            """
            SELECT 1 AS one FROM members m JOIN accounts a ON a.id = m.account_id
            WHERE m.account_id = $1 AND m.person_id = $2 AND NOT a.is_suspended
            """, [account, person])
        guard !isMember.isEmpty else { return nil }
        try connection.execute("UPDATE refresh_tokens SET used_at = now() WHERE hash = $1 AND used_at IS NULL", [hash])
        try insert(connection, refresh: next, session: session)
        return Begun(session: session, person: person, account: account, refresh: next, accounts: [])
    }

    /// Spends the token that was given for this one before, with this one's time, so that a retry prolongs nothing and whoever has
    /// that token ends the session with it later.
    /// - Returns: whether this one may be exchanged again.
    private static func replaceUnused(_ connection: PostgresConnection, session: String, hash: Data) throws -> Bool {
        let last = try connection.execute(
            """
            SELECT used_at FROM refresh_tokens r WHERE hash = $1 AND used_at > now() - make_interval(secs => $2)
                AND NOT EXISTS (SELECT FROM refresh_tokens o WHERE o.session_id = r.session_id AND o.used_at > r.used_at)
            """, [hash, Double(retrySeconds)])
        guard !last.isEmpty else { return false }
        try connection.execute(
            """
            UPDATE refresh_tokens SET used_at = (SELECT used_at FROM refresh_tokens WHERE hash = $1)
            WHERE session_id = $2 AND used_at IS NULL
            """, [hash, session])
        return true
    }

    /// Ends the session of a refresh token; does nothing where there is none.
    public func signOut(_ text: String) async throws {
        guard text.hasPrefix(Self.prefix), text.utf8.count < 100 else { return }
        let hash = KeyText.hash(text)
        try await database.operatorTransaction { connection in
            let rows = try connection.execute(
                """
                SELECT s.id, s.account_id, s.person_id FROM refresh_tokens r JOIN sessions s ON s.id = r.session_id
                WHERE r.hash = $1 AND s.revoked_at IS NULL FOR UPDATE OF s
                """, [hash])
            guard let row = rows.first else { return }
            let session = try row.text("id")
            try Self.revoke(connection, session: session, why: "signedOut")
            try ServiceAccounts.log(
                connection, account: try row.id("account_id"), actor: try row.text("person_id"), action: "session.end",
                target: session)
        }
    }

    /// Finds out who sends a request with an access token.
    /// - Throws: `ServiceError` of kind `notAuthenticated` where the token or its session is over.
    public func identity(ofToken text: String) async throws -> Identity {
        let claims = try await tokens.claims(of: text)
        return try await database.operatorTransaction { connection in
            let rows = try connection.execute(
                """
                SELECT m.role, t.requests_per_minute FROM sessions s
                JOIN members m ON m.account_id = s.account_id AND m.person_id = s.person_id
                JOIN accounts a ON a.id = s.account_id JOIN tiers t ON t.name = a.tier
                WHERE s.id = $1 AND s.account_id = $2 AND s.person_id = $3 AND s.revoked_at IS NULL AND s.expires_at > now()
                    AND NOT a.is_suspended
                """, [claims.sid, claims.acc, claims.sub])
            guard let row = rows.first, let account = KSUID(claims.acc), let role = Role(rawValue: try row.text("role")) else {
                throw ServiceError(.notAuthenticated, "the session has ended; sign in again")
            }
            return Identity(
                account: account, key: claims.sub, scopes: role.scopes, requestsPerMinute: try row.int("requests_per_minute"),
                role: role)
        }
    }

    // MARK: Parts

    private func tokens(of begun: Begun, accounts: [Membership]?) async throws -> Tokens {
        Tokens(
            accessToken: try await tokens.token(session: begun.session, person: begun.person, account: begun.account),
            expiresIn: AccessTokens.lifetime, refreshToken: begun.refresh, account: begun.account.description, accounts: accounts)
    }

    private static func personID(_ connection: PostgresConnection, _ person: IDTokenVerifier.Person) throws -> String {
        try connection.execute(
            """
            INSERT INTO people (id, issuer, subject, email, name) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (issuer, subject) DO UPDATE SET email = coalesce(excluded.email, people.email),
                name = coalesce(excluded.name, people.name)
            RETURNING id
            """, [KSUID(), person.issuer, person.subject, person.email, person.name])[0].text("id")
    }

    private static func memberships(_ connection: PostgresConnection, person: String) throws -> [Membership] {
        try connection.execute(
            """
            SELECT a.id, a.name, m.role FROM members m JOIN accounts a ON a.id = m.account_id
            WHERE m.person_id = $1 AND NOT a.is_suspended ORDER BY m.created_at, a.id
            """, [person]
        ).compactMap { row in
            guard let role = Role(rawValue: try row.text("role")) else { return nil }
            return Membership(id: try row.text("id"), name: try row.text("name"), role: role)
        }
    }

    /// An account of the person's own. Names of accounts are unique; whose name is taken gets the id behind it.
    private static func signUp(
        _ connection: PostgresConnection, _ person: IDTokenVerifier.Person, id: String, tier: String
    ) throws {
        let account = KSUID()
        let wanted = String((person.email ?? person.name ?? "").filter { !$0.isNewline }.prefix(150))
        let isTaken = try connection.execute("SELECT 1 AS one FROM accounts WHERE name = $1", [wanted])
        let name = wanted.isEmpty || !isTaken.isEmpty ? "\(wanted) \(account)".trimmingCharacters(in: .whitespaces) : wanted
        try connection.execute("INSERT INTO accounts (id, name, tier) VALUES ($1, $2, $3)", [account, name, tier])
        try ServiceMembers.insert(connection, account: account, person: id, role: .owner)
        try ServiceAccounts.log(connection, account: account, actor: id, action: "account.signUp", target: account.description)
    }

    private static func begin(
        _ connection: PostgresConnection, person: String, account: KSUID, refresh: String, accounts: [Membership]
    ) throws -> Begun {
        let session = KSUID().description
        try connection.execute(
            """
            INSERT INTO sessions (id, account_id, person_id, expires_at) VALUES ($1, $2, $3, now() + make_interval(days => $4))
            """, [session, account, person, sessionDays])
        try insert(connection, refresh: refresh, session: session)
        try ServiceAccounts.log(connection, account: account, actor: person, action: "session.begin", target: session)
        return Begun(session: session, person: person, account: account, refresh: refresh, accounts: accounts)
    }

    private static func insert(_ connection: PostgresConnection, refresh: String, session: String) throws {
        try connection.execute(
            "INSERT INTO refresh_tokens (hash, session_id, expires_at) VALUES ($1, $2, now() + make_interval(days => $3))",
            [KeyText.hash(refresh), session, refreshDays])
    }

    static func revoke(_ connection: PostgresConnection, session: String, why: String) throws {
        try connection.execute(
            "UPDATE sessions SET revoked_at = now(), revoked_why = $2 WHERE id = $1 AND revoked_at IS NULL", [session, why])
    }
}
