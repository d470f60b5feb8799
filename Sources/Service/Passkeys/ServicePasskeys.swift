import Crypto
import DioramaLibrary
import Foundation
import Postgres
import Support

/// Passkeys of people (Web Authentication Level 2): whoever has an invitation signs up with one, and signs in with it from then on.
///
/// No attestation is asked for: which maker's authenticator it is doesn't matter here.
public struct ServicePasskeys: Sendable {
    let database: ServiceDatabase
    let sessions: ServiceSessions
    let party: RelyingParty

    /// Seconds that a challenge can be answered, once.
    public static let challengeSeconds = 300
    /// Passkeys of one person.
    static let maxPasskeys = 20

    /// Passkeys of a site.
    public init(_ sessions: ServiceSessions, party: RelyingParty) {
        database = sessions.database
        self.sessions = sessions
        self.party = party
    }

    /// What an authenticator is asked to sign.
    public struct Challenge: Sendable, Codable {
        /// Random bytes in base64url.
        public let challenge: String
        /// The host that the passkey is for.
        public let relyingParty: String
        /// The id of the person, for a new passkey.
        public let user: String
        /// Seconds that it can be answered.
        public let expiresIn: Int
    }

    /// A passkey as lists show it.
    public struct Passkey: Sendable, Encodable {
        /// The passkey's id in lists.
        public let id: String
        /// What its owner calls it.
        public let name: String
        /// When it was made.
        public let createdAt: Date
        /// When it was last used; nil never.
        public let lastUsedAt: Date?
    }

    /// A browser's answer to a request for a new passkey.
    public struct Registration: Sendable {
        /// `response.clientDataJSON` in base64url.
        public let clientDataJSON: String
        /// `response.getAuthenticatorData()` in base64url.
        public let authenticatorData: String
        /// What its owner calls it.
        public let name: String

        /// An answer.
        public init(clientDataJSON: String, authenticatorData: String, name: String) {
            self.clientDataJSON = clientDataJSON
            self.authenticatorData = authenticatorData
            self.name = name
        }
    }

    /// A browser's answer to a challenge for signing in.
    public struct Assertion: Sendable {
        /// `rawId` in base64url.
        public let credential: String
        /// `response.clientDataJSON` in base64url.
        public let clientDataJSON: String
        /// `response.authenticatorData` in base64url.
        public let authenticatorData: String
        /// `response.signature` in base64url.
        public let signature: String

        /// An answer.
        public init(credential: String, clientDataJSON: String, authenticatorData: String, signature: String) {
            self.credential = credential
            self.clientDataJSON = clientDataJSON
            self.authenticatorData = authenticatorData
            self.signature = signature
        }
    }

    // MARK: Challenges

    /// A challenge: for signing in or up, or for a further passkey of somebody who is signed in.
    /// - Throws: `ServiceError` of kind `notAllowed` where `identity` is a key.
    public func challenge(for identity: Identity? = nil) async throws -> Challenge {
        let user = try identity.map(Self.person) ?? KSUID().description
        let text = KeyText.randomText()
        try await database.operatorTransaction { connection in
            try connection.execute("DELETE FROM passkey_challenges WHERE expires_at < now()")
            try connection.execute(
                """
                INSERT INTO passkey_challenges (hash, person_id, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))
                """, [KeyText.hash(text), user, Self.challengeSeconds])
        }
        return Challenge(challenge: text, relyingParty: party.id, user: user, expiresIn: Self.challengeSeconds)
    }

    /// - Returns: the person whom the challenge was for. It can't be answered again.
    private static func spend(_ connection: PostgresConnection, _ challenge: Data) throws -> String {
        let rows = try connection.execute(
            "DELETE FROM passkey_challenges WHERE hash = $1 AND expires_at > now() RETURNING person_id",
            [KeyText.hash(Base64URL.encode(challenge))])
        guard let row = rows.first else { throw PasskeyClientData.refusal("its challenge is unknown, expired or was answered") }
        return try row.text("person_id")
    }

    // MARK: Signing up and in

    /// Makes a person with a passkey a member of the account that an invitation is for.
    /// - Parameter person: the person's name, for other members.
    /// - Returns: tokens of a session.
    /// - Throws: `ServiceError`.
    public func signUp(_ registration: Registration, person: String, invitation: String) async throws -> ServiceSessions.Tokens {
        let client = try PasskeyClientData(registration.clientDataJSON, type: "webauthn.create", party: party)
        let authenticator = try PasskeyAuthenticatorData(registration.authenticatorData, party: party)
        let name = try ServiceAccounts.checked(registration.name, what: "name")
        let personName = try ServiceAccounts.checked(person, what: "person")
        return try await sessions.begin { connection in
            let id = try Self.spend(connection, client.challenge)
            try connection.execute(
                "INSERT INTO people (id, issuer, subject, name) VALUES ($1, 'passkey', $1, $2)", [id, personName])
            try Self.insert(connection, authenticator, name: name, person: id)
            try ServiceMembers.accept(connection, invitation: invitation, person: id)
            return id
        }
    }

    /// Begins a session of whoever has the passkey.
    /// - Parameter account: which of the person's accounts; nil for the one that they joined first.
    /// - Throws: `ServiceError` of kind `notAuthenticated` where the answer proves nothing.
    public func signIn(_ assertion: Assertion, account: String?) async throws -> ServiceSessions.Tokens {
        let client = try PasskeyClientData(assertion.clientDataJSON, type: "webauthn.get", party: party)
        let authenticator = try PasskeyAuthenticatorData(assertion.authenticatorData, party: party)
        guard let credential = Base64URL.decode(assertion.credential, limit: 1023),
            let signature = Base64URL.decode(assertion.signature, limit: 1024)
        else { throw PasskeyClientData.refusal("its id or signature can't be read") }
        return try await sessions.begin(account: account) { connection in
            _ = try Self.spend(connection, client.challenge)
            let rows = try connection.execute(
                """
                SELECT id, person_id, algorithm, encode(public_key, 'base64') AS key, uses FROM passkeys WHERE credential = $1
                FOR UPDATE
                """, [credential])
            guard let row = rows.first,
                let bytes = Data(base64Encoded: try row.text("key"), options: .ignoreUnknownCharacters),
                let key = PasskeyKey(algorithm: try row.text("algorithm"), bytes: bytes),
                key.verifies(signature, authenticator, client)
            else { throw PasskeyClientData.refusal("it is unknown here, or its signature is wrong") }
            // Those that count show by it that there is no copy.
            let uses = try row.int64("uses")
            guard authenticator.uses > uses || (authenticator.uses == 0 && uses == 0) else {
                throw PasskeyClientData.refusal("it was used more often than its count says: there may be a copy of it")
            }
            try connection.execute(
                "UPDATE passkeys SET uses = $2, last_used_at = now() WHERE id = $1", [try row.text("id"), authenticator.uses])
            return try row.text("person_id")
        }
    }

    // MARK: Passkeys of a person

    /// Adds a passkey of somebody who is signed in.
    /// - Throws: `ServiceError`.
    public func add(_ registration: Registration, for identity: Identity) async throws -> Passkey {
        let person = try Self.person(identity)
        let client = try PasskeyClientData(registration.clientDataJSON, type: "webauthn.create", party: party)
        let authenticator = try PasskeyAuthenticatorData(registration.authenticatorData, party: party)
        let name = try ServiceAccounts.checked(registration.name, what: "name")
        return try await database.operatorTransaction { connection in
            guard try Self.spend(connection, client.challenge) == person else {
                throw PasskeyClientData.refusal("its challenge was for somebody else")
            }
            let id = try Self.insert(connection, authenticator, name: name, person: person)
            try ServiceAccounts.log(connection, account: identity.account, actor: person, action: "passkey.add", target: id)
            return try Self.list(connection, person: person).first { $0.id == id }.unwrapped("passkey")
        }
    }

    /// The passkeys of somebody who is signed in.
    public func list(of identity: Identity) async throws -> [Passkey] {
        let person = try Self.person(identity)
        return try await database.operatorTransaction { try Self.list($0, person: person) }
    }

    /// Removes a passkey; the last one stays where the person has no other way to sign in.
    /// - Throws: `ServiceError`: `notFound`, `conflict`.
    public func remove(_ id: String, of identity: Identity) async throws {
        let person = try Self.person(identity)
        try await database.operatorTransaction { connection in
            let all = try connection.execute("SELECT id FROM passkeys WHERE person_id = $1 FOR UPDATE", [person])
            guard try all.contains(where: { try $0.text("id") == id }) else { throw ServiceError.notFound("passkey") }
            let issuer = try connection.execute("SELECT issuer FROM people WHERE id = $1", [person])[0].text("issuer")
            guard all.count > 1 || issuer != "passkey" else {
                throw ServiceError(.conflict, "this is your only passkey; add another one first")
            }
            try connection.execute("DELETE FROM passkeys WHERE id = $1", [id])
            try ServiceAccounts.log(connection, account: identity.account, actor: person, action: "passkey.remove", target: id)
        }
    }

    private static func person(_ identity: Identity) throws(ServiceError) -> String {
        guard identity.role != nil else {
            throw ServiceError(.notAllowed, "passkeys belong to people; sign in instead of using a key")
        }
        return identity.key
    }

    private static func list(_ connection: PostgresConnection, person: String) throws -> [Passkey] {
        try connection.execute(
            "SELECT id, name, created_at, last_used_at FROM passkeys WHERE person_id = $1 ORDER BY id", [person]
        ).map { row in
            Passkey(
                id: try row.text("id"), name: try row.text("name"), createdAt: try row.date("created_at"),
                lastUsedAt: try row.optionalDate("last_used_at"))
        }
    }

    @discardableResult
    private static func insert(
        _ connection: PostgresConnection, _ authenticator: PasskeyAuthenticatorData, name: String, person: String
    ) throws -> String {
        let (credential, key) = try authenticator.credential()
        let count = try connection.execute("SELECT count(*) AS n FROM passkeys WHERE person_id = $1", [person])[0].int("n")
        guard count < maxPasskeys else {
            throw ServiceError(.conflict, "a person has at most \(maxPasskeys) passkeys; remove one first")
        }
        let id = KSUID().description
        let rows = try connection.execute(
            """
            INSERT INTO passkeys (id, credential, person_id, name, algorithm, public_key, uses) VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (credential) DO NOTHING RETURNING id
            """, [id, credential, person, name, key.algorithm, key.bytes, authenticator.uses])
        guard !rows.isEmpty else { throw ServiceError(.conflict, "this passkey is there already") }
        return id
    }
}

extension Optional {
    /// - Throws: `ServiceError` of kind `notFound` for nil.
    fileprivate func unwrapped(_ what: String) throws(ServiceError) -> Wrapped {
        guard let self else { throw ServiceError.notFound(what) }
        return self
    }
}
