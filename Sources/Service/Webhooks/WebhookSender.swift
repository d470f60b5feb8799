import AsyncHTTPClient
import Crypto
import DioramaLibrary
import Foundation
import NIOCore
import NIOPosix
import Postgres

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

    private struct Delivery: Sendable {
        var id: String
        var webhook: String
        var event: String
        var url: String
        var secret: String
        var payload: String
        var attempts: Int
    }

    /// Sends the next delivery that is due.
    /// - Returns: false where there is none.
    public func sendOne() async throws -> Bool {
        // Two minutes for this attempt; if this program dies, another one sends it again.
        let delivery = try await database.operatorTransaction { connection -> Delivery? in
            let rows = try connection.execute(
                """
                UPDATE webhook_deliveries d SET attempts = d.attempts + 1, next_at = now() + interval '2 minutes'
                FROM webhooks w WHERE w.id = d.webhook_id AND d.id = (
                    SELECT id FROM webhook_deliveries WHERE state = 'waiting' AND next_at <= now()
                    ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
                RETURNING d.id, d.webhook_id, d.event, d.payload, d.attempts, w.url, w.secret
                """)
            return try rows.first.map { row in
                Delivery(
                    id: try row.text("id"), webhook: try row.text("webhook_id"), event: try row.text("event"),
                    url: try row.text("url"), secret: try row.text("secret"), payload: try row.text("payload"),
                    attempts: try row.int("attempts"))
            }
        }
        guard let delivery else { return false }
        var status: Int?
        var problem: String?
        do { status = try await send(delivery) } catch { problem = String("\(error)".prefix(200)) }
        let isAccepted = status.map { (200..<300).contains($0) } ?? false
        try await record(delivery, isAccepted: isAccepted, status: status, problem: problem)
        return true
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
        let address = try WebhookAddress(delivery.url, allowsPrivate: allowsPrivate)
        let allowsPrivate = allowsPrivate
        let resolved = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<String, any Error>) in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try address.resolve(allowsPrivate: allowsPrivate) })
            }
        }
        var configuration = HTTPClient.Configuration()
        configuration.timeout = .init(connect: .seconds(5), read: .seconds(10))
        configuration.redirectConfiguration = .disallow
        // The connection goes to the address that was checked, under the name of the certificate.
        configuration.dnsOverride = [address.host: resolved]
        let client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
        let result: Result<Int, any Error>
        do {
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
            result = .success(Int(try await client.execute(request, timeout: .seconds(15)).status.code))
        } catch {
            result = .failure(error)
        }
        try? await client.shutdown()
        return try result.get()
    }
}
