import Crypto
import DioramaLibrary
import Foundation
import Postgres

/// Requests that a client may repeat: the second one with the same key gets the first one's answer, and nothing happens twice.
public struct IdempotencyKey: Sendable {
    /// The client's text, of 1 to 200 characters.
    let text: String
    /// The hash of the request's content.
    let content: Data

    /// - Parameters:
    ///   - text: the value of `Idempotency-Key`; nil where the request has none.
    ///   - content: what the request asks for, so that the key isn't used for something else.
    /// - Returns: nil where the request has no key.
    /// - Throws: `ServiceError` of kind `invalidInput` where the key is empty or too long.
    public static func read(_ text: String?, content: String) throws(ServiceError) -> IdempotencyKey? {
        guard let text else { return nil }
        guard (1...200).contains(text.count) else {
            throw ServiceError(.invalidInput, "Idempotency-Key must have 1 to 200 characters")
        }
        return IdempotencyKey(text: text, content: Data(SHA256.hash(data: Data(content.utf8))))
    }

    /// The answer of the first request with this key, or that of `body`, which is kept.
    static func answer<R: Codable>(
        to key: IdempotencyKey?, _ connection: PostgresConnection, account: KSUID, body: () throws -> R
    ) throws -> R {
        guard let key else { return try body() }
        // A second request waits for the first one's end.
        try connection.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", ["\(account)/\(key.text)"])
        let rows = try connection.execute(
            "SELECT request_hash = $2 AS same, answer FROM idempotency_keys WHERE key = $1",
            [key.text, key.content])
        if let row = rows.first {
            guard try row.bool("same") else {
                throw ServiceError(.conflict, "this Idempotency-Key was used for another request; use a new one")
            }
            return try row.json("answer", as: R.self)
        }
        let answer = try body()
        try connection.execute(
            "INSERT INTO idempotency_keys (account_id, key, request_hash, answer) VALUES ($1, $2, $3, $4)",
            [account, key.text, key.content, try jsonText(answer)])
        return answer
    }
}
