import Crypto
import DioramaLibrary
import Foundation
import Postgres
import Support

/// Short tokens that this service signs (ES256) and that every one of its servers accepts.
///
/// The signing keys are in the database, sealed with a secret that only the servers have: who reads the database, or a backup of
/// it, can't sign. A key signs for 30 days and verifies for two days more.
public actor AccessTokens {
    /// Seconds that a token is valid.
    public static let lifetime = 600
    /// Days that a key signs.
    static let signingDays = 30
    /// The claims `iss` and `aud`.
    static let name = "diorama-service"
    /// The shortest secret, in characters.
    public static let minSecretLength = 32

    private let database: ServiceDatabase
    private let secret: SymmetricKey
    private var known: [String: JSONWebKey] = [:]
    private var signing: (id: String, key: P256.Signing.PrivateKey, until: Date)?

    /// - Parameter secret: the text that all servers of the service share.
    /// - Throws: `ServiceError` of kind `invalidInput` where it is too short.
    public init(_ database: ServiceDatabase, secret: String) throws(ServiceError) {
        guard secret.count >= Self.minSecretLength else {
            throw ServiceError(
                .invalidInput,
                "DIORAMA_SECRET must have at least \(Self.minSecretLength) characters, the same on all servers; make one with "
                    + "'openssl rand -base64 32'")
        }
        self.database = database
        self.secret = SymmetricKey(data: Data(secret.utf8))
    }

    /// What a token says.
    struct Claims: Codable, Sendable, Equatable {
        let iss: String
        let aud: String
        /// The person's id.
        let sub: String
        /// The account's id.
        let acc: String
        /// The session's id.
        let sid: String
        let iat: Int64
        let exp: Int64
    }

    private struct Header: Encodable {
        let alg = "ES256"
        let typ = "JWT"
        let kid: String
    }

    /// A token of a session.
    func token(session: String, person: String, account: KSUID, now: Date = Date()) async throws -> String {
        let (id, key) = try await signingKey(now)
        let seconds = Int64(now.timeIntervalSince1970)
        let claims = Claims(
            iss: Self.name, aud: Self.name, sub: person, acc: account.description, sid: session, iat: seconds,
            exp: seconds + Int64(Self.lifetime))
        let head = Base64URL.encode(Data(try jsonText(Header(kid: id)).utf8))
        let body = Base64URL.encode(Data(try jsonText(claims).utf8))
        let signature = try key.signature(for: SHA256.hash(data: Data("\(head).\(body)".utf8)))
        return "\(head).\(body).\(Base64URL.encode(signature.rawRepresentation))"
    }

    /// What a token says, once its signature and times are checked. Whether its session goes on is not.
    /// - Throws: `ServiceError` of kind `notAuthenticated`.
    func claims(of text: String, now: Date = Date()) async throws -> Claims {
        let refusal = ServiceError(.notAuthenticated, "the access token is invalid or has expired; get a new one by /auth/refresh")
        let token = try JSONWebToken(text, what: "access token")
        guard let id = token.header.kid, id.utf8.count == 27, let key = try await verifyingKey(id), key.verifies(token) else {
            throw refusal
        }
        let claims = try token.claims(Claims.self, what: "access token")
        guard claims.iss == Self.name, claims.aud == Self.name, claims.exp > Int64(now.timeIntervalSince1970) else { throw refusal }
        return claims
    }

    private func verifyingKey(_ id: String) async throws -> JSONWebKey? {
        if let key = known[id] { return key }
        let days = Self.signingDays + 2
        let rows = try await database.operatorTransaction { connection in
            try connection.execute(
                """
                SELECT encode(public_key, 'base64') AS key FROM signing_keys
                WHERE id = $1 AND created_at > now() - make_interval(days => $2)
                """, [id, days])
        }
        guard let row = rows.first, let bytes = Self.bytes(try row.text("key")),
            let key = try? P256.Signing.PublicKey(x963Representation: bytes)
        else { return nil }
        if known.count > 100 { known = [:] }
        known[id] = JSONWebKey(id: id, key)
        return known[id]
    }

    private func signingKey(_ now: Date) async throws -> (String, P256.Signing.PrivateKey) {
        if let signing, now < signing.until { return (signing.id, signing.key) }
        let secret = secret
        let days = Self.signingDays
        let (id, raw, created) = try await database.operatorTransaction { connection in
            // Servers that start together agree on one key.
            try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('diorama signing key', 0))")
            let rows = try connection.execute(
                """
                SELECT id, encode(sealed_key, 'base64') AS key, created_at FROM signing_keys
                WHERE created_at > now() - make_interval(days => $1) ORDER BY created_at DESC
                """, [days])
            for row in rows {
                let id = try row.text("id")
                guard let sealed = Self.bytes(try row.text("key")), let raw = Self.open(sealed, of: id, with: secret) else {
                    continue
                }
                return (id, raw, try row.date("created_at"))
            }
            let id = KSUID().description
            let key = P256.Signing.PrivateKey()
            try connection.execute(
                "INSERT INTO signing_keys (id, public_key, sealed_key) VALUES ($1, $2, $3)",
                [id, key.publicKey.x963Representation, try Self.seal(key.rawRepresentation, of: id, with: secret)])
            return (id, key.rawRepresentation, Date())
        }
        let key = try P256.Signing.PrivateKey(rawRepresentation: raw)
        signing = (id, key, created.addingTimeInterval(Double(days) * 86_400))
        return (id, key)
    }

    // MARK: Sealing

    private static func sealingKey(_ secret: SymmetricKey, _ id: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret, salt: Data("diorama signing key".utf8), info: Data(id.utf8), outputByteCount: 32)
    }

    private static func seal(_ key: Data, of id: String, with secret: SymmetricKey) throws -> Data {
        guard let sealed = try AES.GCM.seal(key, using: sealingKey(secret, id)).combined else {
            throw ServiceError(.unavailable, "the signing key can't be sealed")
        }
        return sealed
    }

    private static func open(_ sealed: Data, of id: String, with secret: SymmetricKey) -> Data? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return try? AES.GCM.open(box, using: sealingKey(secret, id))
    }

    /// PostgreSQL breaks base64 into lines.
    private static func bytes(_ text: String) -> Data? { Data(base64Encoded: text, options: .ignoreUnknownCharacters) }
}
