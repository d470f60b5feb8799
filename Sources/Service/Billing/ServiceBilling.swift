import Crypto
import DioramaLibrary
import Foundation
import Postgres

/// What a billing system reports: the tier of an account, and whether it may use the service at all. There is no payment code here.
public struct ServiceBilling: Sendable {
    let database: ServiceDatabase
    private let secret: SymmetricKey

    /// Seconds that the time of a signature may be off.
    static let maxAge: Int64 = 300

    /// - Parameter secret: the text with which the billing system signs, of at least `AccessTokens.minSecretLength` characters.
    /// - Throws: `ServiceError` of kind `invalidInput` where it is too short.
    public init(_ database: ServiceDatabase, secret: String) throws(ServiceError) {
        guard secret.count >= AccessTokens.minSecretLength else {
            throw ServiceError(
                .invalidInput, "DIORAMA_BILLING_SECRET must have at least \(AccessTokens.minSecretLength) characters")
        }
        self.database = database
        self.secret = SymmetricKey(data: Data(secret.utf8))
    }

    /// The hook that the environment's `DIORAMA_BILLING_SECRET` switches on; nil without it.
    public static func ofEnvironment(_ database: ServiceDatabase) throws(ServiceError) -> ServiceBilling? {
        guard let secret = ProcessInfo.processInfo.environment["DIORAMA_BILLING_SECRET"], !secret.isEmpty else { return nil }
        return try ServiceBilling(database, secret: secret)
    }

    /// One report.
    public struct Event: Sendable, Codable, Equatable {
        /// The billing system's id of the event, of 1 to 200 characters: it is applied once.
        public let id: String
        /// The account's id.
        public let account: String
        /// When it happened, in milliseconds since 1970.
        public let happenedAt: Int64
        /// The account's tier from now on; nil leaves it.
        public let tier: String?
        /// Whether the account is suspended from now on: its keys and sessions are refused; nil leaves it.
        public let suspended: Bool?

        /// A report.
        public init(id: String, account: String, happenedAt: Int64, tier: String? = nil, suspended: Bool? = nil) {
            self.id = id
            self.account = account
            self.happenedAt = happenedAt
            self.tier = tier
            self.suspended = suspended
        }
    }

    /// Checks the signature `t=SECONDS,v1=HEX`: the HMAC-SHA-256 of `SECONDS.BODY` with the secret.
    /// - Throws: `ServiceError` of kind `notAuthenticated` where it is missing, wrong or more than five minutes off.
    public func check(signature: String?, of body: Data, now: Date = Date()) throws(ServiceError) {
        let refusal = ServiceError(
            .notAuthenticated, "the signature of the event is missing, wrong, or its time is more than five minutes off")
        var fields: [String: String] = [:]
        for part in (signature ?? "").split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { fields[String(pair[0])] = String(pair[1]) }
        }
        guard let seconds = fields["t"].flatMap({ Int64($0) }), let code = fields["v1"].flatMap({ Self.bytes($0) }),
            abs(Int64(now.timeIntervalSince1970) - seconds) <= Self.maxAge,
            HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Data("\(seconds).".utf8) + body, using: secret)
        else { throw refusal }
    }

    /// Applies an event. One that was applied before, or is older than the newest of its account, changes nothing.
    /// - Returns: whether it changed something.
    /// - Throws: `ServiceError`: `invalidInput`, `notFound` where there is no such account, `conflict` where the id was another
    ///   event's.
    public func apply(_ event: Event) async throws -> Bool {
        guard (1...200).contains(event.id.count), event.tier != nil || event.suspended != nil else {
            throw ServiceError(.invalidInput, "an event has an id of 1 to 200 characters, and tier, suspended or both")
        }
        let hash = Data(SHA256.hash(data: Data(try jsonText(event).utf8)))
        let happened = Date(timeIntervalSince1970: Double(event.happenedAt) / 1000)
        guard abs(happened.timeIntervalSinceNow) < 10 * 365 * 86_400 else {
            throw ServiceError(.invalidInput, "happenedAt must be milliseconds since 1970")
        }
        return try await database.operatorTransaction { connection in
            guard let account = KSUID(event.account),
                !(try connection.execute("SELECT id FROM accounts WHERE id = $1 FOR UPDATE", [account])).isEmpty
            else { throw ServiceError.notFound("account") }
            let same = try connection.execute("SELECT hash = $2 AS same FROM billing_events WHERE id = $1", [event.id, hash])
            if let known = same.first {
                guard try known.bool("same") else { throw ServiceError(.conflict, "an event with this id had another content") }
                return false
            }
            let newer = try connection.execute(
                "SELECT 1 AS one FROM billing_events WHERE account_id = $1 AND happened_at > $2 LIMIT 1", [account, happened])
            try connection.execute(
                "INSERT INTO billing_events (id, account_id, hash, happened_at) VALUES ($1, $2, $3, $4)",
                [event.id, account, hash, happened])
            guard newer.isEmpty else { return false }
            try Self.change(connection, account: account, event)
            return true
        }
    }

    private static func change(_ connection: PostgresConnection, account: KSUID, _ event: Event) throws {
        if let tier = event.tier {
            let tiers = try connection.execute("SELECT name FROM tiers ORDER BY weight, name").map { try $0.text("name") }
            guard tiers.contains(tier) else {
                throw ServiceError(
                    .invalidInput, "there is no tier \(tier.prefix(40)); choose one of \(tiers.joined(separator: ", "))")
            }
            try connection.execute("UPDATE accounts SET tier = $2 WHERE id = $1", [account, tier])
            // The queue's lanes have the tier's share.
            try connection.execute(
                """
                UPDATE lanes l SET weight = t.weight, max_running = t.concurrent_jobs FROM tiers t
                WHERE l.account_id = $1 AND t.name = $2
                """, [account, tier])
            try ServiceAccounts.log(connection, account: account, actor: "billing", action: "account.tier", target: tier)
        }
        if let suspended = event.suspended {
            try connection.execute("UPDATE accounts SET is_suspended = $2 WHERE id = $1", [account, suspended])
            try ServiceAccounts.log(
                connection, account: account, actor: "billing", action: suspended ? "account.suspend" : "account.resume",
                target: event.account)
        }
    }

    private static func bytes(_ text: String) -> Data? {
        guard text.utf8.count == 64 else { return nil }
        var bytes = Data()
        var rest = Substring(text)
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
