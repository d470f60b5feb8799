import AsyncHTTPClient
import Crypto
import DioramaLibrary
import Foundation
import NIOCore
import Postgres
import Synchronization

/// Sends queued events, signed, again and again with growing delays until they are accepted.
///
/// The header `Diorama-Signature: t=SECONDS,v1=HEX` has the HMAC-SHA-256 of `SECONDS.ID.BODY` with the webhook's secret; receivers
/// refuse times that are more than five minutes off, and ids (`Diorama-Delivery`) that they have seen.
public struct WebhookSender: Sendable {
    let database: ServiceDatabase
    let allowsPrivate: Bool

    /// Whether `DIORAMA_PRIVATE_WEBHOOKS=1` lets webhooks go to private addresses and by plain HTTP.
    public static var allowsPrivate: Bool { ProcessInfo.processInfo.environment["DIORAMA_PRIVATE_WEBHOOKS"] == "1" }

    /// A sender.
    public init(_ database: ServiceDatabase, allowsPrivate: Bool = WebhookSender.allowsPrivate) {
        self.database = database
        self.allowsPrivate = allowsPrivate
    }

    /// Attempts after which a delivery counts as failed: over about a day.
    static let maxAttempts = 10
    /// Failed deliveries in a row after which a webhook is disabled.
    static let maxFailures = 20

    /// A delivery that this program sends now.
    struct Delivery: Sendable {
        var id: String
        var webhook: String
        var event: String
        var url: String
        var secret: String
        var payload: String
        var attempts: Int
    }

    /// Deliveries at one time, and those of one webhook: a receiver that doesn't answer holds up its own, for 15 seconds each.
    static let maxRunning = 8
    static let maxOfOneWebhook = 2

    /// Sends what is due until the task is cancelled.
    /// - Parameter report: receives failures of the database, a line each.
    func run(report: @escaping @Sendable (String) -> Void) async {
        let running = RunningDeliveries()
        await withTaskGroup(of: Void.self) { group in
            var count = 0
            while !Task.isCancelled {
                do {
                    if let delivery = try await claim(except: running.webhooks(with: Self.maxOfOneWebhook)) {
                        running.add(delivery.webhook)
                        if count == Self.maxRunning {
                            await group.next()
                            count -= 1
                        }
                        count += 1
                        group.addTask {
                            do { try await deliver(delivery) } catch { report("\(error)") }
                            running.remove(delivery.webhook)
                        }
                        continue
                    }
                } catch {
                    if !Task.isCancelled { report("\(error)") }
                }
                try? await Task.sleep(for: .seconds(1))
            }
            group.cancelAll()
        }
    }

    /// The next delivery that is due, for two minutes: if this program dies, another one sends it again.
    private func claim(except busy: [String]) async throws -> Delivery? {
        try await database.operatorTransaction { connection in
            let rows = try connection.execute(
                """
                UPDATE webhook_deliveries d SET attempts = d.attempts + 1, next_at = now() + interval '2 minutes'
                FROM webhooks w WHERE w.id = d.webhook_id AND d.id = (
                    SELECT id FROM webhook_deliveries WHERE state = 'waiting' AND next_at <= now() AND webhook_id <> ALL ($1)
                    ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
                RETURNING d.id, d.webhook_id, d.event, d.payload, d.attempts, w.url, w.secret
                """, [busy])
            return try rows.first.map { row in
                Delivery(
                    id: try row.text("id"), webhook: try row.text("webhook_id"), event: try row.text("event"),
                    url: try row.text("url"), secret: try row.text("secret"), payload: try row.text("payload"),
                    attempts: try row.int("attempts"))
            }
        }
    }

    private func deliver(_ delivery: Delivery) async throws {
        var status: Int?
        var problem: String?
        do { status = try await send(delivery) } catch { problem = String("\(error)".prefix(200)) }
        let isAccepted = status.map { (200..<300).contains($0) } ?? false
        try await record(delivery, isAccepted: isAccepted, status: status, problem: problem)
    }

    private func record(_ delivery: Delivery, isAccepted: Bool, status: Int?, problem: String?) async throws {
        let isLast = delivery.attempts >= Self.maxAttempts
        let delay = min(21_600, 5 * pow(3, Double(delivery.attempts - 1))) * Double.random(in: 0.8...1.2)
        try await database.operatorTransaction { connection in
            try connection.execute(
                """
                UPDATE webhook_deliveries SET state = $2, last_status = $3, last_error = $4,
                    next_at = now() + make_interval(secs => $5) WHERE id = $1
                """, [delivery.id, isAccepted ? "delivered" : isLast ? "failed" : "waiting", status, problem, delay])
            try connection.execute(
                """
                UPDATE webhooks SET failures = CASE WHEN $2 THEN 0 ELSE failures + 1 END,
                    disabled_at = CASE WHEN NOT $2 AND failures + 1 >= $3 THEN now() ELSE disabled_at END WHERE id = $1
                """, [delivery.webhook, isAccepted, Self.maxFailures])
        }
    }

    /// The value of `Diorama-Signature`.
    public static func signature(secret: String, seconds: Int64, id: String, body: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(seconds).\(id).\(body)".utf8), using: SymmetricKey(data: Data(secret.utf8)))
        return "t=\(seconds),v1=" + code.map { String(format: "%02x", $0) }.joined()
    }

    private func send(_ delivery: Delivery) async throws -> Int {
        let address = try OutboundAddress(delivery.url, allowsPrivate: allowsPrivate, what: "url")
        var request = HTTPClientRequest(url: delivery.url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "user-agent", value: "Diorama")
        request.headers.add(name: "diorama-event", value: delivery.event)
        request.headers.add(name: "diorama-delivery", value: delivery.id)
        request.headers.add(
            name: "diorama-signature",
            value: Self.signature(
                secret: delivery.secret, seconds: Int64(Date().timeIntervalSince1970), id: delivery.id, body: delivery.payload))
        request.body = .bytes(ByteBuffer(string: delivery.payload))
        // What a receiver answers is not read.
        return try await address.execute(request, maxBytes: 0, allowsPrivate: allowsPrivate).status
    }
}

/// How many deliveries of each webhook a program sends now.
private final class RunningDeliveries: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ webhook: String) { counts.withLock { $0[webhook, default: 0] += 1 } }

    func remove(_ webhook: String) {
        counts.withLock { counts in
            let rest = (counts[webhook] ?? 1) - 1
            counts[webhook] = rest > 0 ? rest : nil
        }
    }

    /// The webhooks with at least `count`.
    func webhooks(with count: Int) -> [String] { counts.withLock { $0.filter { $0.value >= count }.map(\.key) } }
}
