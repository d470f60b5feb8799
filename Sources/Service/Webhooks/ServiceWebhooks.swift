import DioramaLibrary
import Foundation
import Postgres

/// Addresses that accounts want to be called when a job ends.
public struct ServiceWebhooks: Sendable {
    let database: ServiceDatabase
    /// Whether private addresses and plain HTTP are accepted, for receivers in the operator's own network.
    let allowsPrivate: Bool

    /// The webhooks in a database.
    public init(_ database: ServiceDatabase, allowsPrivate: Bool = WebhookSender.allowsPrivate) {
        self.database = database
        self.allowsPrivate = allowsPrivate
    }

    /// The events that are sent.
    public static let events = ["job.succeeded", "job.failed"]

    /// A webhook as lists show it.
    public struct Webhook: Sendable, Codable {
        /// The webhook's id.
        public let id: String
        /// Where it is sent.
        public let url: String
        /// Which events.
        public let events: [String]
        /// Failed deliveries in a row.
        public let failures: Int
        /// Whether it is no longer sent after too many failures.
        public let isDisabled: Bool
        /// The secret of the signatures; only in the answer that creates the webhook.
        public let secret: String?
    }

    /// Adds a webhook.
    /// - Throws: `ServiceError`.
    public func add(_ identity: Identity, url: String, events: [String]) async throws -> Webhook {
        _ = try OutboundAddress(url, allowsPrivate: allowsPrivate, what: "url")
        guard !events.isEmpty, Set(events).count == events.count, events.allSatisfy({ Self.events.contains($0) }) else {
            throw ServiceError(.invalidInput, "events must name each once, of \(Self.events.joined(separator: ", "))")
        }
        let id = KSUID().description
        let secret = KeyText.randomText()
        return try await database.transaction(of: identity.account) { connection in
            guard try Tier.ofAccount(connection).features.contains("webhooks") else {
                throw ServiceError(.notAllowed, "the tier doesn't include webhooks; change the tier")
            }
            guard try connection.execute("SELECT count(*) AS n FROM webhooks")[0].int("n") < 20 else {
                throw ServiceError(.conflict, "an account has at most 20 webhooks; delete one first")
            }
            try connection.execute(
                "INSERT INTO webhooks (id, account_id, url, secret, events) VALUES ($1, $2, $3, $4, $5)",
                [id, identity.account, url, secret, events])
            try ServiceAccounts.log(
                connection, account: identity.account, actor: identity.key, action: "webhook.add", target: id)
            return Webhook(id: id, url: url, events: events, failures: 0, isDisabled: false, secret: secret)
        }
    }

    /// The account's webhooks.
    public func list(_ identity: Identity) async throws -> [Webhook] {
        try await database.transaction(of: identity.account) { connection in
            try connection.execute("SELECT * FROM webhooks ORDER BY id").map { row in
                Webhook(
                    id: try row.text("id"), url: try row.text("url"), events: try row.words("events"),
                    failures: try row.int("failures"), isDisabled: try row.optional("disabled_at") != nil, secret: nil)
            }
        }
    }

    /// Deletes a webhook with its waiting deliveries.
    /// - Throws: `ServiceError` of kind `notFound`.
    public func delete(_ identity: Identity, id: String) async throws {
        try await database.transaction(of: identity.account) { connection in
            let rows = try connection.execute("DELETE FROM webhooks WHERE id = $1 RETURNING id", [id])
            guard !rows.isEmpty else { throw ServiceError.notFound("webhook") }
            try ServiceAccounts.log(
                connection, account: identity.account, actor: identity.key, action: "webhook.delete", target: id)
        }
    }

    private struct Payload: Encodable {
        let event: String
        let jobId: String
        let createdAt: Int64
    }

    /// Queues an event for the account's webhooks, in the transaction that makes it true.
    static func announce(_ connection: PostgresConnection, account: KSUID, event: String, job: String) throws {
        let hooks = try connection.execute(
            "SELECT id FROM webhooks WHERE account_id = $1 AND $2 = ANY (events) AND disabled_at IS NULL", [account, event])
        let payload = try jsonText(
            Payload(event: event, jobId: job, createdAt: Int64(Date().timeIntervalSince1970 * 1000)))
        for hook in hooks {
            try connection.execute(
                "INSERT INTO webhook_deliveries (id, account_id, webhook_id, event, payload) VALUES ($1, $2, $3, $4, $5)",
                [KSUID(), account, try hook.text("id"), event, payload])
        }
    }
}
